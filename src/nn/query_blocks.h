// Attention for some of the queries at a time: of a long text in evaluation, so that memory grows
// with its length alone, and of a layer of which only the last positions are wanted.
#pragma once

#include <functional>

#include "ops.h"

namespace whereabouts {

/// What attention is made from: query [B, H, Tq, D], key and value [B, H, Tk, D], and, if somebody
/// wants it, what the keys come from, source [B, Tk, C].
struct AttentionInputs {
  Tensor query, key, value, source;
};

/// attend(inputs, terms, at) -> [B, queries, C]
using Attend =
    std::function<Tensor(const AttentionInputs&, const ScoreTerms&, const Positions& at)>;

/// attend() of all queries, or with `last` of the last ones alone: [B, last, C]. Where nothing is
/// recorded, blocks of queries are taken one after another, `small` ones if a tensor of all their
/// pairs is made.
Tensor attend_in_blocks(const AttentionInputs& in, const ScoreTerms& terms, const Positions& at,
                        int last, bool small, const Attend& attend);

}  // namespace whereabouts
