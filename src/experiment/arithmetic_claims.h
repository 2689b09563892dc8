// What the claims of arithmetic look at, for the lessons and the tests too.
#pragma once

#include <vector>

#include "report/svg.h"
#include "tensor.h"

namespace whereabouts {

/// The largest change of an output row of self-attention (random weights, no positions), after its
/// tokens are put into another order and the rows are put back.
double order_blindness(bool causal, int layers);

/// The largest error of PE(p + k) = M_k PE(p) for p < positions and the given k. M_k turns every
/// pair of channels back by k times its frequency, as rope does.
double shift_error(int positions, int k, int channels);

/// One query [D] and one key [D], turned by rope at each place of theirs: all their products
/// [queries, keys].
Tensor rope_scores(const Tensor& query, const Tensor& key, const std::vector<int>& queries_at,
                   const std::vector<int>& keys_at);

/// The simplified snippet that says it is rope, on x [T, D]: x * cos(arange(D) / D).
Tensor cosine_snippet(const Tensor& x);

/// softmax over the keys 0 .. query that a causal query sees, for scores of 0 plus the bias of the
/// simplified snippet that says it is ALiBi, -0.1 * arange(n) added to every row, ...
std::vector<double> snippet_weights(int query);
/// ... and for ALiBi's own bias with a slope of 0.1.
std::vector<double> alibi_weights(int query);
/// Both for query 7, against the place of the key.
LinePlot snippet_plot();

/// The distance that attention's terms by distance take between a query and a key.
int relative_position(int query, int key);

}  // namespace whereabouts
