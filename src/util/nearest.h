// Did you mean ...? The name that a mistyped word was probably meant to be.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace whereabouts {

/// The name closest to `word` in edits (a swap of neighbours counts as one), or the only one that
/// it begins; "" when none is near.
std::string nearest(std::string_view word, const std::vector<std::string>& names);

}  // namespace whereabouts
