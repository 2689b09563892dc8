// UTF-8 to code points and back, refusing everything that is not well-formed (RFC 3629).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace whereabouts {

/// The code points of `bytes`. Throws UserError with the offset of the first byte that cannot be
/// part of UTF-8: stray or missing continuation bytes, overlong forms, surrogates, values above
/// U+10FFFF. `name` is how the message calls the bytes. A byte-order mark is a code point here.
std::vector<char32_t> decode_utf8(std::string_view bytes, std::string_view name);

/// Appends the UTF-8 bytes of one code point, which must be valid (at most U+10FFFF, no surrogate).
void append_utf8(std::string& out, char32_t code_point);

/// A mark that stands on the letter before it (U+0300 to U+036F).
inline bool is_combining(char32_t c) { return c >= 0x300 && c <= 0x36F; }

/// How a message names a code point: 'é' (U+00E9), or U+000A alone where nothing can be seen.
std::string describe(char32_t code_point);

}  // namespace whereabouts
