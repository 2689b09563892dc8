// Fuzz target: any bytes as a checkpoint. It may refuse them; it may not crash, hang or take memory
// that the bytes do not pay for.
#include <cstdint>
#include <string_view>

#include "train/checkpoint.h"
#include "util/check.h"

using namespace whereabouts;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    const Safetensors contents = safetensors_from_bytes(bytes, "fuzz");
    // What was accepted survives writing and reading.
    const Safetensors again = safetensors_from_bytes(safetensors_bytes(contents), "again");
    if (again.metadata != contents.metadata || again.tensors.size() != contents.tensors.size())
      __builtin_trap();
    (void)checkpoint_from_bytes(bytes, "fuzz").model();
  } catch (const UserError&) {
  }
  return 0;
}
