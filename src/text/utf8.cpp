#include "text/utf8.h"

#include <cstddef>

#include "util/check.h"
#include "util/visible.h"

namespace whereabouts {
namespace {

bool is_scalar_value(char32_t c) { return c <= 0x10FFFF && !(c >= 0xD800 && c <= 0xDFFF); }

// How many bytes a sequence has that begins with `lead`; 0 for a byte that begins none.
int sequence_length(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead < 0xE0) return 2;  // C0 and C1 could only begin overlong forms
  if (lead >= 0xE0 && lead < 0xF0) return 3;
  if (lead >= 0xF0 && lead < 0xF5) return 4;  // F5 and above would exceed U+10FFFF
  return 0;
}

// The smallest code point that needs so many bytes: anything below is an overlong form.
constexpr char32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};

}  // namespace

std::vector<char32_t> decode_utf8(std::string_view bytes, std::string_view name) {
  std::vector<char32_t> code_points;
  code_points.reserve(bytes.size());
  for (std::size_t i = 0; i < bytes.size();) {
    const auto lead = static_cast<unsigned char>(bytes[i]);
    const auto refuse_unless = [&](bool ok, const auto&... why) {
      check_user(ok, name, " is not valid UTF-8: byte 0x", hex(lead, 2), " at offset ", i, " ",
                 why..., "; convert the text to UTF-8 first, for example with iconv");
    };
    const int length = sequence_length(lead);
    refuse_unless(length > 0, "cannot begin a character");
    refuse_unless(i + length <= bytes.size(), "begins a character that is cut off by the end");
    char32_t c = length == 1 ? lead : lead & (0x7F >> length);
    for (int k = 1; k < length; ++k) {
      const auto next = static_cast<unsigned char>(bytes[i + k]);
      refuse_unless((next & 0xC0) == 0x80, "begins a character that is not finished");
      c = c << 6 | (next & 0x3F);
    }
    refuse_unless(c >= kSmallest[length], "begins an overlong form of U+", hex(c, 4));
    refuse_unless(is_scalar_value(c), "begins U+", hex(c, c > 0xFFFF ? 6 : 4),
                  ", which is not a character");
    code_points.push_back(c);
    i += length;
  }
  return code_points;
}

void append_utf8(std::string& out, char32_t c) {
  check_argument(is_scalar_value(c), "append_utf8", "0x", hex(c, 8), " is not a Unicode character");
  if (c < 0x80) {
    out += static_cast<char>(c);
    return;
  }
  const int length = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
  out += static_cast<char>(0xF00 >> length | c >> 6 * (length - 1));  // as many leading ones
  for (int k = length - 2; k >= 0; --k) out += static_cast<char>(0x80 | (c >> 6 * k & 0x3F));
}

std::string describe(char32_t c) {
  const std::string number = "U+" + hex(c, c > 0xFFFF ? 6 : 4);
  const bool seen =
      c > 0x20 && c != 0xA0 && !steers_terminal(c) && !is_combining(c) && is_scalar_value(c);
  if (!seen) return number;
  std::string text = "'";
  append_utf8(text, c);
  return text + "' (" + number + ")";
}

}  // namespace whereabouts
