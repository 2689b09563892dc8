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
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>
#include <vector>

#include "ops/attention_scores.h"
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
  Traits traits() const override { return {.absolute = true, .by_pair = true, .in_place = true}; }
  Tensor pair_bias(const Tensor&, const Tensor&, const Tensor&,
                   const Positions& at) const override {
    const auto [psi_n, psi_i] = psi(at);
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
    return transpose(gather_rows(network(x), seen)).reshape({heads_, Tq, Tk});
  }

  // What the network gives, without going through it for each pair: 4,096 characters are read in a
  // tenth of the time.
  ChangeScores change_scores(const Tensor&, const Tensor&, const Tensor&,
                             const Positions& at) const override {
    const auto [psi_n, psi_i] = psi(at);
    return [&at, all = lines(), psi_of_all = psi_i,
            by_key = ByDistance<float>(psi_n.data(), at)](const ScoreBlock& block) mutable {
      for (int r = 0; r < block.rows; ++r) {
        const int i = block.first + r, seen = at.seen_by(i);
        const float* const psi = by_key.row(i, seen);
        const float all_of = psi_of_all.data()[i];  // x = psi / all_of
        float* const row = block.row(r);
        // Keys next to each other mostly lie on one line. (What is no number lies on the first.)
        for (int j = 0, end = 0; j < seen; j = end) {
          const auto line =
              std::ranges::find_if(all, [&](const Line& l) { return !(psi[j] >= l.end * all_of); });
          const float from = line == all.begin() ? 0 : std::prev(line)->end * all_of,
                      to = line->end * all_of;
          end = j + 1;
          const auto here = [&](int k) { return psi[k] >= from && psi[k] < to; };
          const auto lanes_here = [&] {
            bool all_here = true;
            for (int k = end; k < end + kLanes; ++k) all_here &= here(k);
            return all_here;
          };
          while (end + kLanes <= seen && lanes_here()) end += kLanes;
          while (end < seen && here(end)) ++end;
          const float offset = line->offset[block.head], slope = line->slope[block.head] / all_of;
          for (int k = j; k < end; ++k) row[k] += offset + slope * psi[k];
        }
      }
    };
  }

 private:
  // [distances, 1] and [Tq, 1]: the two logarithms of x.
  std::pair<Tensor, Tensor> psi(const Positions& at) const {
    const Tensor c = softplus(c_);
    const std::vector<float> rows(at.queries.begin(), at.queries.end());
    const Tensor i({static_cast<std::int64_t>(rows.size()), 1}, rows);
    return {log1p(multiply(distance_column(at, [](int n) { return std::max(n, 0); }), c)),
            log1p(multiply(maximum(i, softplus(threshold_)), c))};
  }
  Tensor network(const Tensor& x) const {  // [S, 1] -> [S, H]
    return linear(relu(linear(x, w1_, b1_)), w2_, b2_);
  }
  // A network of ReLUs over one number is a chain of straight lines. Between two of its kinks,
  // which are at x = -b1 / w1, the same ReLUs are open, and head h has the bias offset_h + slope_h
  // x.
  struct Line {
    float end;  // of its stretch of x, which begins where the line before ends, at first at 0
    std::vector<float> offset, slope;
  };
  std::vector<Line> lines() const {
    const int hidden = w1_.dim(1);
    std::vector<double> ends;
    for (int m = 0; m < hidden; ++m) {
      const double kink = -b1_.data()[m] / static_cast<double>(w1_.data()[m]);
      if (kink > 0 && std::isfinite(kink)) ends.push_back(kink);
    }
    std::ranges::sort(ends);
    ends.push_back(std::numeric_limits<double>::infinity());
    std::vector<Line> all;
    double begin = 0;
    for (const double end : ends) {
      const double inside = std::isfinite(end) ? (begin + end) / 2 : begin + 1;
      std::vector<double> offset(b2_.data(), b2_.data() + heads_), slope(heads_);
      for (int m = 0; m < hidden; ++m) {
        if (w1_.data()[m] * inside + b1_.data()[m] <= 0) continue;
        for (int h = 0; h < heads_; ++h) {
          const double out = w2_.data()[std::int64_t{m} * heads_ + h];
          offset[h] += out * b1_.data()[m];
          slope[h] += out * w1_.data()[m];
        }
      }
      all.push_back(
          {static_cast<float>(end), {offset.begin(), offset.end()}, {slope.begin(), slope.end()}});
      begin = end;
    }
    return all;
  }
  int heads_;
  Tensor c_, threshold_, w1_, b1_, w2_, b2_;
};

}  // namespace whereabouts
