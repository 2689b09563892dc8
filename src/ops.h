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
#include "ops/positions.h"
#include "tensor.h"

namespace whereabouts {

// ---- ops/elementwise.cpp ----
// The second operand may lack leading axes of the first (it is then used again for each), or be a
// single number.
Tensor add(const Tensor& x, const Tensor& y);       ///< x + y
Tensor subtract(const Tensor& x, const Tensor& y);  ///< x - y
Tensor multiply(const Tensor& x, const Tensor& y);  ///< x y
Tensor divide(const Tensor& x, const Tensor& y);    ///< x / y
Tensor maximum(const Tensor& x,
               const Tensor& y);  ///< the larger; where equal, each has half of the gradient
Tensor scale(const Tensor& x, float factor);  ///< factor x
Tensor exp(const Tensor& x);                  ///< e^x
Tensor log1p(const Tensor& x);                ///< ln(1 + x)
Tensor relu(const Tensor& x);                 ///< max(x, 0)
Tensor sigmoid(const Tensor& x);              ///< 1 / (1 + e^-x)
Tensor softplus(const Tensor& x);  ///< ln(1 + e^x): a way to keep a learned constant positive
Tensor gelu(const Tensor&
                x);  ///< x/2 (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3))) (Hendrycks and Gimpel, 2016)
Tensor sum(const Tensor& x);  ///< [...] -> [1]

// ---- ops/matmul.cpp ----
Tensor matmul(const Tensor& x,
              const Tensor& y);  ///< [..., M, K] [K, N] or [..., K, N] -> [..., M, N]
Tensor matmul_transposed(const Tensor& x,
                         const Tensor& y);  ///< [..., M, K] [..., N, K] -> [..., M, N], x y^T
Tensor linear(const Tensor& x, const Tensor& weight,
              const Tensor& bias);  ///< [..., K] [K, N] [N] -> [..., N]

// ---- ops/softmax.cpp ----
Tensor softmax(
    const Tensor& x);  ///< over the last axis; a row that is -infinity throughout gives zeros

// ---- ops/norm.cpp ----
Tensor layer_norm(const Tensor& x, const Tensor& gain,
                  const Tensor& bias);  ///< [..., C] [C] [C], eps 1e-5 (Ba et al., 2016)

// ---- ops/gather.cpp ----
Tensor gather_rows(
    const Tensor& table,
    std::span<const int> rows);  ///< [R, C] -> [rows.size(), C]; throws if a row is outside

// ---- ops/heads.cpp ----
Tensor split_heads(const Tensor& x, int heads, int part,
                   int parts);        ///< [B, T, parts C] -> [B, H, T, D], the part-th C channels
Tensor merge_heads(const Tensor& x);  ///< [B, H, T, D] -> [B, T, C]
Tensor transpose(const Tensor& x);    ///< [M, N] -> [N, M]

// ---- ops/rotate.cpp ----
/// Turns pairs of channels of x [..., T, D], each by its own angle at each position: cosine and
/// sine are [T, pairs]. Pair p is channels (2p, 2p+1), or with `half_split` (p, p + pairs);
/// channels from 2 pairs on stay as they are.
Tensor rotate_pairs(const Tensor& x, const Tensor& cosine, const Tensor& sine,
                    bool half_split = false);

// ---- ops/count.cpp ----
/// [..., Tq, Tk]: the sum of x_ik over the keys k from j on that query i sees; 0 for keys it does
/// not see.
Tensor count_back(const Tensor& x, const Positions& at);
/// Reads row i of x [..., Tq, N] at the places p_ij of `places` [..., Tq, Tk], between two numbers
/// where p is a fraction: (1 - w) x_i[floor p] + w x_i[ceil p], w = p - floor p. Places beyond N -
/// 1 count as N - 1.
Tensor read_between(const Tensor& x, const Tensor& places);

// ---- ops/slice.cpp ----
Tensor slice_positions(const Tensor& x, int first, int count);  ///< [..., T, D] -> [..., count, D]
Tensor concatenate_positions(const Tensor& x,
                             const Tensor& y);  ///< [..., S, D] [..., T, D] -> [..., S + T, D]

// ---- ops/attention.h ----   attention(query, key, value, positions, terms): all that a scheme can
// add to the scores

// ---- ops/loss.cpp ----
Tensor cross_entropy(
    const Tensor& logits,
    std::span<const int> targets);  ///< [..., V], one target a row -> mean in nats, [1]

}  // namespace whereabouts
