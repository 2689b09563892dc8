// Protocol `inside`: what a trained model does inside when it reads a longer text.
//
// Of the attention of each head, in the last 32 queries of a window: how far it is spread, and how
// much of it goes to each octave of distances, beyond the training length, and to the first
// character. Of the state that enters each layer: whether the place in the text can be read off it,
// by a weighted sum of its channels (a linear probe). A control reads off places that were dealt
// out anew, which nothing but chance can give.
#pragma once

#include <span>
#include <vector>

#include "evaluate/measurement.h"

namespace whereabouts {

/// Where the attention of one head goes.
struct HeadAttention {
  double entropy = 0;  ///< in bits
  double far = 0;      ///< the share of keys at the training length or more
  double first = 0;    ///< the share of the first character
  /// The share by distance, in octaves: of 0 (the character itself), 1, 2 to 3, 4 to 7, ...
  std::vector<double> by_octave = {};
};
/// The mean over windows of `length` and their last queries, for each head of the first layer, then
/// of the second, and so on. Memory grows with the square of the length.
std::vector<HeadAttention> attention_of_heads(const Transformer& model, std::span<const Token> text,
                                              int length);

/// Rows of these kinds, from windows all over the validation part; layers and heads from 1:
///
///   entropy    from layer, to head      of the weights of a query, in bits (bits_per_char):
///                                       2^entropy keys count as much as the spread ones do
///   far        from layer, to head      accuracy: the share of keys at the training length or more
///   first      from layer, to head      accuracy: the share of the first character
///   octave     from layer, to head      accuracy: the share of the distances that begin at items,
///                                       which is 0, 1, 2, 4, ... and reach to the next of these
///   place      from layers below        accuracy: R^2 of the place, at the training length
///   shuffled   from layers below        the same for the control
///   read       from layers below, to n  items: the place that the probe reads at place n, rounded
///
/// `place` and `read` use a probe that was fitted on other windows. Lengths up to four times the
/// training length, since every pair of characters is looked at.
std::vector<ResultRow> inside_rows(const Measurement& m);

}  // namespace whereabouts
