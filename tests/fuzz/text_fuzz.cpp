// Fuzz target: any bytes as a text. What is accepted decodes to itself, but for line ends and a
// byte-order mark.
#include <cstdint>
#include <string>
#include <string_view>

#include "text/text.h"
#include "util/check.h"

using namespace whereabouts;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    const Text text = text_from_utf8(bytes, "fuzz");
    const std::string back = decode(text.vocabulary, text.tokens);
    if (text.notices.empty() && back != bytes) __builtin_trap();
    if (encode(text.vocabulary, back) != text.tokens) __builtin_trap();
  } catch (const UserError&) {
  }
  return 0;
}
