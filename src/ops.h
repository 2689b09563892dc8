// Every differentiable operation, on one page. Each is implemented in ops/, its derivative beside
// it.
//
// Letters in shapes: B sequences in a batch, T positions in each, C channels, H heads, D = C / H
// channels of a head, V symbols in the vocabulary; M, N, K rows, columns and inner size of a matrix
// product; ... any leading axes. Every operation throws std::invalid_argument, with both shapes, if
// its inputs do not fit.
#pragma once

#include <span>

#include "autograd.h"
#include "ops/attention.h"
#include "ops/positions.h"
#include "tensor.h"

namespace whereabouts {

// ---- ops/elementwise.cpp ----
// The second operand may lack leading axes of the first (it is then used again for each), have 1 in
// place of the last axis (a number for each row), or be a single number.
Tensor add(const Tensor& x, const Tensor& y);       ///< x + y
Tensor subtract(const Tensor& x, const Tensor& y);  ///< x - y
Tensor multiply(const Tensor& x, const Tensor& y);  ///< x y
Tensor divide(const Tensor& x, const Tensor& y);    ///< x / y
Tensor maximum(const Tensor& x, const Tensor& y);   ///< the larger; where equal, each has half
Tensor scale(const Tensor& x, float factor);        ///< factor x
Tensor exp(const Tensor& x);                        ///< e^x
Tensor log1p(const Tensor& x);                      ///< ln(1 + x)
Tensor rsqrt(const Tensor& x);                      ///< 1 / sqrt(x)
Tensor cosine(const Tensor& x);                     ///< cos x
Tensor sine(const Tensor& x);                       ///< sin x
Tensor relu(const Tensor& x);                       ///< max(x, 0)
Tensor sigmoid(const Tensor& x);                    ///< 1 / (1 + e^-x)
Tensor softplus(const Tensor& x);                   ///< ln(1 + e^x): positive, and 0 below -87
Tensor sum(const Tensor& x);                        ///< [...] -> [1]
/// x/2 (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3))) (Hendrycks and Gimpel, 2016)
Tensor gelu(const Tensor& x);

// ---- ops/matmul.cpp ----
/// [..., M, K] [K, N] or [..., K, N] -> [..., M, N]
Tensor matmul(const Tensor& x, const Tensor& y);
/// x y^T: [..., M, K] [..., N, K] -> [..., M, N]
Tensor matmul_transposed(const Tensor& x, const Tensor& y);
/// x weight + bias: [..., K] [K, N] [N] -> [..., N]
Tensor linear(const Tensor& x, const Tensor& weight, const Tensor& bias);

// ---- ops/softmax.cpp ----
/// Over the last axis; a row that is -infinity throughout gives zeros.
Tensor softmax(const Tensor& x);

// ---- ops/norm.cpp ----
/// Over the last axis: [..., C] [C] [C], eps 1e-5 (Ba et al., 2016)
Tensor layer_norm(const Tensor& x, const Tensor& gain, const Tensor& bias);
Tensor mean_last(const Tensor& x);  ///< over the last axis: [..., C] -> [..., 1]

// ---- ops/gather.cpp ----
/// [R, C] -> [rows.size(), C]; throws if a row is outside
Tensor gather_rows(const Tensor& table, std::span<const int> rows);

// ---- ops/heads.cpp ----
/// [B, T, parts C] -> [B, H, T, D], the part-th C channels
Tensor split_heads(const Tensor& x, int heads, int part, int parts);
Tensor merge_heads(const Tensor& x);  ///< [B, H, T, D] -> [B, T, C]
Tensor transpose(const Tensor& x);    ///< [M, N] -> [N, M]

// ---- ops/rotate.cpp ----
/// Turns pairs of channels of x [..., T, D], each by its own angle at each position: cosine and
/// sine are [T, pairs], or [H, T, pairs] for x [..., H, T, D]. Pair p is channels (2p, 2p + 1), or
/// with `half_split` (p, p + pairs); channels from 2 pairs on stay as they are.
Tensor rotate_pairs(const Tensor& x, const Tensor& cosine, const Tensor& sine,
                    bool half_split = false);

// ---- ops/count.cpp ----
/// The sum of x_ik over the keys k from j on that query i sees: [..., Tq, Tk], 0 where not seen
Tensor reverse_cumsum(const Tensor& x, const Positions& at);
/// The sum of x_k over the keys k after j that query i sees: [B, H, Tk] -> [B, H, Tq, Tk], 0 where
/// not seen
Tensor sums_after(const Tensor& x, const Positions& at);
/// Row i of x [..., Tq, N] read at the places p_ij of `places` [..., Tq, Tk], between two numbers
/// where p is a fraction. Places beyond N - 1 count as N - 1; keys not seen give 0.
Tensor interpolate_rows(const Tensor& x, const Tensor& places, const Positions& at);

// ---- ops/slice.cpp ----
/// [..., T, D] -> [..., count, D]
Tensor slice_positions(const Tensor& x, int first, int count);
/// [..., S, D] [..., T, D] -> [..., S + T, D]
Tensor concatenate_positions(const Tensor& x, const Tensor& y);

// ---- ops/attention.cpp ----
/// softmax(scores) value, with all that a scheme adds to the scores (see ops/attention.h): query
/// [B, H, Tq, D], key and value [B, H, Tk, D] -> [B, Tq, C]. `pairs`, if given, is [H, Tq, Tk] or
/// [B, H, Tq, Tk]; `change`, for evaluation, has no derivative. Works through blocks of queries, so
/// its memory is linear in the length; in training on up to 256 characters it keeps the weights.
Tensor attention(const Tensor& query, const Tensor& key, const Tensor& value, const Positions& at,
                 const ScoreTerms& terms = {}, const Tensor& pairs = {},
                 const ChangeScores& change = {});

// ---- ops/loss.cpp ----
/// [..., V], one target a row -> their mean surprise in nats, [1]
Tensor cross_entropy(const Tensor& logits, std::span<const int> targets);

}  // namespace whereabouts
