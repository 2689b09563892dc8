// Filling in masked characters, the way encoders are trained (Devlin et al., 2019): some characters
// of a window are hidden, and each must be told from all the others, before and behind.
#pragma once

#include <span>
#include <vector>

#include "text/example.h"
#include "util/random.h"

namespace whereabouts {

/// `count` windows from anywhere, with about 15 % of each hidden behind the token `mask` (one
/// character at least). BERT leaves some of these as they are or exchanges them, so that the model
/// also looks at what is not masked; that matters for later uses, not here. Throws
/// std::invalid_argument if the text is shorter than a window.
std::vector<Example> masked_windows(std::span<const Token> text, int count, int length, Token mask,
                                    Random& random);

}  // namespace whereabouts
