// Bytes as text that a page can hold (RFC 4648).
#pragma once

#include <string>
#include <string_view>

namespace whereabouts {

/// Four characters for three bytes, with = at the end where bytes are missing.
std::string base64(std::string_view bytes);

}  // namespace whereabouts
