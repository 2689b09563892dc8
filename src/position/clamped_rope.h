// Rope whose pairs, or one of them, are told no distance above w: a key farther away is turned as
// if it stood w before the query,
//
//   q_i R(min(i - j, w) theta) k_j       in place of       q_i R((i - j) theta) k_j
//
// For all pairs this is ReRoPE (Su, 2023). For one pair it is an experiment on a trained rope,
// whose weights it reads as they are: which pair is it that breaks a longer text? Lesson 06
// asks each (experiment/half_turn.h).
#pragma once

#include <cmath>
#include <optional>

#include "position/rope.h"

namespace whereabouts {

class ClampedRope : public Rope {
 public:
  static constexpr const char* kDescription = "rope that is told no distance above a limit";
  static constexpr const char* kPaper = "Su 2023";

  explicit ClampedRope(Setup& setup) : Rope(setup) {
    SchemeOptions& o = setup.options;
    distance_ = o.integer("distance", std::max(setup.trained_length - 1, 1), 0, 1 << 20);
    const auto pair = o.number_if_given("pair", 0, std::max(pairs() - 1, 0), "all");
    if (pair && (*pair != std::floor(*pair) || *pair >= pairs()))
      o.refuse(concat("pair is the number of one of its ", pairs(), " pairs, from 0"));
    if (pair) pair_ = static_cast<int>(*pair);
  }
  Traits traits() const override {
    Traits t = Rope::traits();
    t.by_pair = true;
    return t;
  }
  // Queries and keys are turned by their positions already. Turning the key of a pair by what its
  // distance has above w, delta = (n - w) theta, gives the distance w, and what that changes is
  //
  //   q R(delta) k - q k = (cos delta - 1) q k + sin delta (q k'),   k' = k turned by 90 degrees
  Tensor pair_bias(const Tensor& query, const Tensor& key, const Tensor&,
                   const Positions& at) const override {
    const int Tq = query.dim(2), Tk = key.dim(2), D = query.dim(3);
    const RopeFrequencies f = frequencies(at);
    Tensor change;
    for (int p = pair_.value_or(0); p < (pair_ ? *pair_ + 1 : pairs()); ++p) {
      const auto [a, b] = channels_of(p);
      Tensor chosen({D, 2}), turned({D, 2});  // k -> (k_a, k_b), and -> (-k_b, k_a)
      chosen.data()[2 * a] = chosen.data()[2 * b + 1] = turned.data()[2 * a + 1] = 1;
      turned.data()[2 * b] = -1;
      Tensor cosine({Tq, Tk}), sine({Tq, Tk});
      for (int i = 0; i < Tq; ++i) {
        for (int j = 0; j < Tk; ++j) {
          const int n = at.queries[i] - at.keys[j];
          const double delta = f.theta[p] * (n - std::clamp(n, -distance_, distance_));
          cosine.data()[i * Tk + j] = static_cast<float>((std::cos(delta) - 1) / std::sqrt(D));
          sine.data()[i * Tk + j] = static_cast<float>(std::sin(delta) / std::sqrt(D));
        }
      }
      const Tensor q = matmul(query, chosen);
      const Tensor own = add(multiply(matmul_transposed(q, matmul(key, chosen)), cosine),
                             multiply(matmul_transposed(q, matmul(key, turned)), sine));
      change = change ? add(change, own) : own;
    }
    return change;
  }

 private:
  int distance_;
  std::optional<int> pair_;
};

}  // namespace whereabouts
