// FIRE (Li et al., 2024): a small network decides the bias, and looks at the distance relative to
// how far back a query can look at all:
//
//   bias_h(i, j) = f_h( psi(i - j) / psi(max(L, i)) )
//   psi(x) = ln(c x + 1)        f = a network 1 -> 32 (ReLU) -> heads
//
// so its input stays in [0, 1] however long the text is. c and the threshold L are learned and kept
// positive (a softplus; the released code takes absolute values and learns a multiplier of L). L
// starts at the trained length, c at 0.1. i is the absolute position of the query, so the bias is
// no function of the distance alone.
//
// The layers share all of it, which the paper calls FIRE-S; the paper's FIRE, a network for each
// layer, is shared=no.
#pragma once

#include <algorithm>

#include "autograd.h"
#include "position/kerple.h"

namespace whereabouts {

class Fire : public PositionScheme {
 public:
  static constexpr const char* kDescription =
      "a small network's bias for the distance relative to the query's position";
  static constexpr const char* kPaper = "Li et al. 2024";

  explicit Fire(Setup& setup) : heads_(setup.heads) {
    const PrefixedParameters p = setup.shared_or_own();
    const int hidden = setup.options.integer("hidden", 32, 1, 4096);
    c_ = p.values("c", {1}, std::vector<float>{inverse_softplus(0.1)});
    threshold_ =
        p.values("threshold", {1}, std::vector<float>{inverse_softplus(setup.trained_length)});
    w1_ = p.normal("w1", {1, hidden},
                   0.58);  // as wide as the uniform start of the released code's layers
    b1_ = p.normal("b1", {hidden}, 0.58);
    w2_ = p.normal("w2", {hidden, heads_}, 0.58 / std::sqrt(hidden));
    b2_ = p.constant("b2", {heads_}, 0);
  }
  Traits traits() const override { return {.absolute = true, .by_pair = true}; }
  Tensor pair_bias(const Tensor&, const Tensor&, const Tensor&,
                   const Positions& at) const override {
    const Tensor c = softplus(c_);
    const Tensor psi_n = log1p(
        multiply(distance_column(at, [](int n) { return std::max(n, 0); }), c));  // [distances, 1]
    const std::vector<float> rows(at.queries.begin(), at.queries.end());
    const Tensor i({static_cast<std::int64_t>(rows.size()), 1}, rows);  // [Tq, 1]
    const Tensor psi_i = log1p(multiply(maximum(i, softplus(threshold_)), c));

    const auto Tq = static_cast<std::int64_t>(at.queries.size()),
               Tk = static_cast<std::int64_t>(at.keys.size());
    // Only what is seen is worked out: half of all pairs. What is not seen has the first pair's
    // bias, which nobody reads.
    std::vector<int> distance, row;                               // of each of S seen pairs
    std::vector<int> seen(static_cast<std::size_t>(Tq * Tk), 0);  // which of them a pair is
    const int at_nearest = at.nearest();
    for (int q = 0; q < Tq; ++q) {
      const int seen_keys = at.seen_by(q);
      for (int k = 0; k < seen_keys; ++k) {
        seen[static_cast<std::size_t>(q * Tk + k)] = static_cast<int>(row.size());
        distance.push_back(at.queries[q] - at.keys[k] - at_nearest);
        row.push_back(q);
      }
    }
    const Tensor x = divide(gather_rows(psi_n, distance), gather_rows(psi_i, row));  // [S, 1]
    return transpose(gather_rows(biases(x), seen)).reshape({heads_, Tq, Tk});
  }

 private:
  Tensor network(const Tensor& x) const {  // [S, 1] -> [S, H]
    return linear(relu(linear(x, w1_, b1_)), w2_, b2_);
  }
  // network(x), and in evaluation so few pairs at a time that their hidden layer stays in the
  // cache.
  Tensor biases(const Tensor& x) const {
    constexpr int kPiece = 1 << 12;
    const int S = x.dim(0);
    if (recording() || S <= kPiece) return network(x);
    Tensor all = Tensor::uninitialised({S, heads_});
    for (int first = 0; first < S; first += kPiece) {
      const Tensor piece = network(slice_positions(x, first, std::min(kPiece, S - first)));
      std::ranges::copy(piece.numbers(), all.data() + std::int64_t{first} * heads_);
    }
    return all;
  }

  int heads_;
  Tensor c_, threshold_, w1_, b1_, w2_, b2_;
};

}  // namespace whereabouts
