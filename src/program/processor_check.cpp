#include "program/processor_check.h"

#include <string.h>
#include <unistd.h>

namespace whereabouts {

#if defined(__x86_64__) && defined(__GNUC__)

namespace {

void write_text(const char* text) {
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text, strlen(text));
}

// __builtin_cpu_supports wants its feature as a literal, hence a line each. The order is by age, so
// that the first one missing names the generation.
const char* first_missing(unsigned need) {
  __builtin_cpu_init();
  if (need & kSse42 && !__builtin_cpu_supports("sse4.2")) return "sse4.2";
  if (need & kPopcnt && !__builtin_cpu_supports("popcnt")) return "popcnt";
  if (need & kAvx && !__builtin_cpu_supports("avx")) return "avx";
  if (need & kAvx2 && !__builtin_cpu_supports("avx2")) return "avx2";
  if (need & kFma && !__builtin_cpu_supports("fma")) return "fma";
  if (need & kBmi && !__builtin_cpu_supports("bmi")) return "bmi";
  if (need & kBmi2 && !__builtin_cpu_supports("bmi2")) return "bmi2";
  if (need & kAvx512f && !__builtin_cpu_supports("avx512f")) return "avx512f";
  if (need & kAvx512bw && !__builtin_cpu_supports("avx512bw")) return "avx512bw";
  if (need & kAvx512cd && !__builtin_cpu_supports("avx512cd")) return "avx512cd";
  if (need & kAvx512dq && !__builtin_cpu_supports("avx512dq")) return "avx512dq";
  if (need & kAvx512vl && !__builtin_cpu_supports("avx512vl")) return "avx512vl";
  if (need & kAvx512vnni && !__builtin_cpu_supports("avx512vnni")) return "avx512vnni";
  if (need & kAvx512vbmi && !__builtin_cpu_supports("avx512vbmi")) return "avx512vbmi";
  if (need & kAvx512vbmi2 && !__builtin_cpu_supports("avx512vbmi2")) return "avx512vbmi2";
  if (need & kAvx512bf16 && !__builtin_cpu_supports("avx512bf16")) return "avx512bf16";
  return nullptr;
}

}  // namespace

void check_processor(unsigned need) {
  const char* missing = first_missing(need);
  if (missing == nullptr) return;
  write_text("This program was built for a processor with ");
  write_text(missing);
  write_text(
      ", which this one lacks: build it again here, or for any processor with "
      "make CMAKE_FLAGS=-DWHEREABOUTS_NATIVE=OFF\n");
  _exit(2);
}

// 101 is the earliest priority that is not reserved for the compiler.
__attribute__((constructor(101))) static void check_before_anything_else() { check_processor(); }

#else

// Elsewhere the compiler's baseline is what every processor of the family has.
void check_processor(unsigned) {}

#endif

}  // namespace whereabouts
