// DeBERTa's disentangled attention (He et al., 2021): besides content with content, a score has the
// terms content with position and position with content.
//
//   score_ij = (q_i . k_j  +  q_i . K_delta(i,j)  +  k_j . Q_delta(j,i)) / sqrt(d (1 + terms))
//   delta(i,j) = i - j + span, held between 0 and 2 span - 1
//
// K and Q are learned tables, with a row for each delta and head. The paper computes them as P W_k
// and P W_q, with one table P for all layers and a W_k and a W_q for each layer: that is shared=no.
// By default the layers here share K and Q, which then can be learned directly.
//
// The third term takes delta(j,i), as the paper writes it. The released code takes delta(i,j)
// there, which is another function: in causal attention it would never use the lower half of the
// table.
#pragma once

#include <algorithm>
#include <cmath>

#include "ops.h"
#include "position/scheme.h"

namespace whereabouts {

class Deberta : public PositionScheme {
 public:
  static constexpr const char* kDescription =
      "learned rows for the distance, met by query and by key";
  static constexpr const char* kPaper = "He et al. 2021";

  explicit Deberta(Setup& setup)
      : span_(
            setup.options.integer("span", std::clamp(setup.trained_length / 2, 1, 32), 1, 1 << 16)),
        heads_(setup.heads) {
    const Shape shape{setup.heads, 2 * span_, setup.head_dim()};
    const bool c2p = setup.options.yes_or_no("c2p", true),
               p2c = setup.options.yes_or_no("p2c", true);
    if (setup.options.shared()) {
      if (c2p) keys_ = setup.parameters.normal("keys", shape, 0.02);
      if (p2c) queries_ = setup.parameters.normal("queries", shape, 0.02);
    } else {
      const int C = setup.width;
      const double deviation = 1 / std::sqrt(C);  // P W then starts like P
      table_ = setup.parameters.normal("table", {1, 2 * span_, C}, 0.02);
      if (c2p) keys_ = setup.of_layer().normal("key_projection", {C, C}, deviation);
      if (p2c) queries_ = setup.of_layer().normal("query_projection", {C, C}, deviation);
    }
    scale_ = static_cast<float>(1 / std::sqrt(setup.head_dim() * (1.0 + c2p + p2c)));
  }
  Traits traits() const override { return {.causal_only = false}; }
  ScoreTerms relative_terms(const Positions& at) const override {
    const auto delta = [this](int n) { return std::clamp(n + span_, 0, 2 * span_ - 1); };
    ScoreTerms terms;
    terms.scale = scale_;
    if (keys_) terms.keys = {rows(keys_), row_per_distance(at, delta)};
    if (queries_)
      terms.queries = {rows(queries_), row_per_distance(at, [&](int n) { return delta(-n); })};
    return terms;
  }

 private:
  // [H, 2 span, D]: learned as they are, or as P times a projection.
  Tensor rows(const Tensor& learned) const {
    if (!table_) return learned;
    return split_heads(matmul(table_, learned), heads_, 0, 1)
        .reshape({heads_, 2 * span_, table_.dim(2) / heads_});
  }
  int span_, heads_;
  float scale_;
  Tensor table_, keys_, queries_;
};

}  // namespace whereabouts
