// DeBERTa's disentangled attention (He et al., 2021): content meets position, and position meets
// content.
//
//   score_ij = (q_i . k_j  +  q_i . K_delta(i,j)  +  k_j . Q_delta(j,i)) / sqrt(d (1 + terms))
//   delta(i,j) = i - j + span, held between 0 and 2 span - 1
//
// K and Q are learned rows for each head. The paper makes them as P W_k and P W_q, with a table P
// for all layers and a W for each; ours are shared by the layers, and a table times a matrix is
// then no more than a table.
//
// The second term takes delta(j,i), as the paper writes it. The released
// code takes delta(i,j) there, which is another function: in causal attention it would never use
// the lower half of the table.
#pragma once

#include <algorithm>
#include <cmath>

#include "position/scheme.h"

namespace whereabouts {

class Deberta : public PositionScheme {
 public:
  static constexpr const char* kDescription =
      "learned rows for the distance, met by query and by key";
  static constexpr const char* kPaper = "He et al. 2021";

  explicit Deberta(Setup& setup)
      : span_(setup.options.integer("span", std::clamp(setup.trained_length / 2, 1, 32), 1,
                                    1 << 16)) {
    const Shape shape{setup.heads, 2 * span_, setup.head_dim()};
    const bool c2p = setup.options.yes_or_no("c2p", true),
               p2c = setup.options.yes_or_no("p2c", true);
    if (c2p) keys_ = setup.parameters.normal("position.keys", shape, 0.02);
    if (p2c) queries_ = setup.parameters.normal("position.queries", shape, 0.02);
    scale_ = static_cast<float>(1 / std::sqrt(setup.head_dim() * (1.0 + c2p + p2c)));
  }
  Traits traits() const override { return {.causal_only = false}; }
  ScoreTerms relative_terms(const Positions& at) const override {
    const auto delta = [this](int n) { return std::clamp(n + span_, 0, 2 * span_ - 1); };
    ScoreTerms terms;
    terms.scale = scale_;
    if (keys_) terms.keys = {keys_, row_per_distance(at, delta)};
    if (queries_)
      terms.queries = {queries_, row_per_distance(at, [&](int n) { return delta(-n); })};
    return terms;
  }

 private:
  int span_;
  float scale_;
  Tensor keys_, queries_;
};

}  // namespace whereabouts
