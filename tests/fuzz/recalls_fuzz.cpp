// Fuzz target: any bytes as a list of recalled names. What is accepted reads back the same after
// writing.
#include <cstdint>
#include <string_view>

#include "text/recalls.h"
#include "util/check.h"

using namespace whereabouts;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const Recalls recalls = recalls_from_csv({reinterpret_cast<const char*>(data), size}, "fuzz");
    const Recalls again = recalls_from_csv(recalls_to_csv(recalls), "again");
    if (again.names != recalls.names || again.text_checksum != recalls.text_checksum)
      __builtin_trap();
  } catch (const UserError&) {
  }
  return 0;
}
