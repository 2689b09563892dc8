// Rope for pictures: a patch at row y and column x of a grid turns pair i of a head by
//
//   axial   y theta_i for the first half of the pairs, x theta_i for the other half
//   mixed   y a_hi + x b_hi, with a and b learned, for each head h and each layer
//
// (Heo et al., 2024). So the score of two patches depends on how many rows and columns lie between
// them. Axial pairs see one of the two alone; mixed ones can look along a diagonal too. theta_i is
// base^(-2i/d) of d channels, half a head, and base is 100, since a grid is short. For mixed pairs
// base is 10, as in the authors' code, and a and b are theta_i times numbers that start normally
// distributed and are learned; theirs start with length 1 in directions drawn for each head.
//
// This scheme is not in the table of schemes, since a text has no columns; the lesson on images
// adds it.
#pragma once

#include <cmath>
#include <numbers>

#include "position/rope.h"

namespace whereabouts {

class Rope2d : public PositionScheme {
 public:
  static constexpr const char* kDescription =
      "queries and keys turned by the row and the column of a patch";
  static constexpr const char* kPaper = "Heo et al. 2024";

  explicit Rope2d(Setup& setup)
      : heads_(setup.heads),
        columns_(setup.options.integer(
            "columns", static_cast<int>(std::ceil(std::sqrt(setup.trained_length))), 1, 1 << 16)) {
    SchemeOptions& o = setup.options;
    const bool mixed = o.choice("kind", "axial", {"axial", "mixed"}) == "mixed";
    const int half = setup.head_dim() / 2;
    if (setup.head_dim() % 4 != 0)
      o.refuse("it turns two halves of pairs, so the width of a head must be a multiple of 4");
    theta_ = rope_frequencies(half, o.number("base", mixed ? 10 : 100, 1.001, 1e9)).theta;
    if (!mixed) return;
    mixed_ = setup.of_layer().normal("directions", {2, heads_ * pairs()}, 1);
    for (int i = 0; i < heads_ * pairs(); ++i)
      lengths_.push_back(static_cast<float>(theta_[i % theta_.size()]));
  }
  Traits traits() const override { return {.absolute = true, .causal_only = false}; }
  void rotate_qk(Tensor& query, Tensor& key, const Positions& at) const override {
    query = turned(query, at.queries);
    key = turned(key, at.keys);
  }

 private:
  int pairs() const { return 2 * static_cast<int>(theta_.size()); }  // of a head
  Tensor turned(const Tensor& x, const std::vector<int>& places) const {
    const auto T = static_cast<std::int64_t>(places.size());
    const std::int64_t P = pairs(), half = P / 2;
    Tensor grid({T, 2});
    for (std::int64_t t = 0; t < T; ++t) {
      grid.data()[2 * t] = static_cast<float>(places[t] / columns_);
      grid.data()[2 * t + 1] = static_cast<float>(places[t] % columns_);
    }
    if (mixed_) {
      const Tensor angles = matmul(grid, multiply(mixed_, Tensor({heads_ * P}, lengths_)));
      const Tensor by_head =
          split_heads(angles.reshape({1, T, heads_ * P}), heads_, 0, 1).reshape({heads_, T, P});
      return rotate_pairs(x, cosine(by_head), sine(by_head));
    }
    return rotate_pairs(x, rotation_by(T, P, [&](auto t, auto pair) {
                          return grid.data()[2 * t + pair / half] * theta_[pair % half];
                        }));
  }
  int heads_, columns_;
  std::vector<double> theta_;  // of one half of the pairs
  Tensor mixed_;               // [2, H pairs], if they are learned: for rows, for columns
  std::vector<float> lengths_;
};

}  // namespace whereabouts
