// What is said about positional encodings and is a matter of arithmetic.
#pragma once

#include <vector>

#include "evaluate/claims.h"

namespace whereabouts {

/// The claims that are a matter of arithmetic: measured on arrays and on models with random
/// weights, in under a second.
std::vector<Claim> arithmetic_claims();

// ---- the arithmetic behind them, for the lessons and the tests ----

/// The largest change of an output row of self-attention (two layers, random weights, no
/// positions), after its tokens are put into another order and the rows are put back.
double order_blindness(bool causal, int layers);

/// PE(pos, 2i) = sin(pos / 10000^(2i/d)), PE(pos, 2i+1) = cos of the same.
std::vector<double> sinusoidal_row(int position, int channels);

/// The largest error of PE(p + k) = M_k PE(p), with M_k made of rotations, for p < positions and
/// the given k.
double shift_error(int positions, int k, int channels);

/// The product of a query turned at `query_at` and a key turned at `key_at`.
double rope_product(const std::vector<double>& query, const std::vector<double>& key, int query_at,
                    int key_at);

/// The simplified snippet that says it is rope: x * cos(arange(d) / d), whatever the position.
std::vector<double> cosine_snippet(const std::vector<double>& x);

/// softmax over the keys 0 .. query that a causal query sees, for scores of 0 plus the bias of the
/// simplified snippet that says it is ALiBi, -0.1 * arange(n) added to every row, ...
std::vector<double> snippet_weights(int query);
/// ... and for ALiBi's own bias, -0.1 (query - key).
std::vector<double> alibi_weights(int query);

}  // namespace whereabouts
