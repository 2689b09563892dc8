// Protocol `sliding`: a window that moves on by `stride` characters; the last `stride` targets of
// each are scored, so every target has at least length - stride characters before it. Stride 1
// gives every target all of the length and costs a window per character; stride = length is the
// protocol `windows`. (Baevski and Auli, 2019; Press et al., 2022, appendix B.)
#pragma once

#include <span>
#include <vector>

#include "evaluate/losses.h"
#include "evaluate/measurement.h"

namespace whereabouts {

/// Which targets are scored: the same ones at every length.
struct SlidingStretch {
  std::int64_t first = 0;  ///< the first target's place in the text
  std::int64_t count = 0;  ///< how many follow, a multiple of the stride
};

/// At most `wanted` targets, from place `longest` on, as many whole strides as the text has. Throws
/// std::invalid_argument if there is not one.
SlidingStretch sliding_stretch(std::size_t text_size, int longest, int stride, int wanted);

/// Windows shorter than the stride move on by their own length. Throws std::invalid_argument if
/// the stretch does not fit.
Score score_sliding(const Transformer& model, std::span<const Token> text,
                    const SlidingStretch& stretch, int length, int stride);

/// The protocol, at every length, on 4,096 targets.
std::vector<ResultRow> sliding_rows(const Measurement& m);

}  // namespace whereabouts
