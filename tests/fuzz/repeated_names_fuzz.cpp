// Fuzz target: any bytes as a list of repeated names. What is accepted reads back the same after
// writing.
#include <cstdint>
#include <string_view>

#include "text/repeated_names.h"
#include "util/check.h"

using namespace whereabouts;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const RepeatedNames repeated =
        repeated_names_from_csv({reinterpret_cast<const char*>(data), size}, "fuzz");
    const RepeatedNames again = repeated_names_from_csv(repeated_names_to_csv(repeated), "again");
    if (again.names != repeated.names || again.text_checksum != repeated.text_checksum)
      __builtin_trap();
  } catch (const UserError&) {
  }
  return 0;
}
