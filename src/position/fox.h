// The forgetting transformer (Lin et al., 2025): each head closes a gate at each character, and
// what lies behind a gate counts less, by as much as it was closed:
//
//   score_ij + sum over k = j+1 .. i of ln f_k        f_k = sigmoid(w_h . x_k + b_h)
//
// x_k is what the layer makes its keys from. With all gates equal this is ALiBi, with a slope of
// -ln f; here the text decides. Each layer has gates of its own. They start half closed: w from a
// normal distribution, b = 0. Of the paper's other changes of a transformer
// (output gates, norms of queries and keys, shifted keys) nothing is here.
//
// The paper has it without other positions, and that is the default; over=rope puts it over rope.
#pragma once

#include <cstdint>
#include <vector>

#include "ops.h"
#include "position/scheme_wrapper.h"

namespace whereabouts {

class Fox : public SchemeWrapper {
 public:
  static constexpr const char* kDescription =
      "gates read from the text that make what lies behind them count less";
  static constexpr const char* kPaper = "Lin et al. 2025";

  explicit Fox(Setup& setup) : heads_(setup.heads) {
    const PrefixedParameters own = setup.of_layer();
    weight_ = own.normal("gate.weight", {setup.width, heads_}, 0.02);
    bias_ = own.constant("gate.bias", {heads_}, 0);
    wrap(setup, setup.options.text("over", "none"));
  }
  Traits traits() const override {
    Traits t = inner_->traits();
    t.in_place |= !t.by_pair;
    t.by_pair = t.causal_only = true;
    return t;
  }
  Tensor pair_bias(const Tensor& query, const Tensor& key, const Tensor& x,
                   const Positions& at) const override {
    const Tensor bias = sums_after(logs_of_gates(x), at);  // [B, H, Tq, Tk]
    const Tensor of_inner = inner_->pair_bias(query, key, x, at);
    return of_inner ? add(bias, of_inner) : bias;
  }
  // The first query of a block goes through all keys; the sums of the next ones are its own and
  // those of what they see more.
  ChangeScores change_scores(const Tensor& query, const Tensor& key, const Tensor& x,
                             const Positions& at) const override {
    return [&at, logs = logs_of_gates(x),
            inner = inner_->change_scores(query, key, x, at)](const ScoreBlock& block) {
      if (inner) inner(block);
      const float* const log =
          logs.data() + (std::int64_t{block.sequence} * logs.dim(1) + block.head) * logs.dim(2);
      const int shared = at.seen_by(block.first);
      std::vector<float> after(shared);
      float sum = 0;
      for (int j = shared - 1; j >= 0; --j) after[j] = sum, sum += log[j];
      for (int r = 0; r < block.rows; ++r) {
        float* const row = block.row(r);
        const int seen = at.seen_by(block.first + r), known = shared <= seen ? shared : 0;
        sum = 0;
        for (int j = seen - 1; j >= known; --j) row[j] += sum, sum += log[j];
        for (int j = 0; j < known; ++j) row[j] += after[j] + sum;
      }
    };
  }

 private:
  Tensor logs_of_gates(const Tensor& x) const {                 // [B, H, Tk]
    const Tensor gates = linear(x, weight_, bias_);             // [B, Tk, H]
    const Tensor kept = scale(softplus(scale(gates, -1)), -1);  // ln sigmoid
    return split_heads(kept, heads_, 0, 1).reshape({x.dim(0), heads_, x.dim(1)});
  }

  int heads_;
  Tensor weight_, bias_;
};

}  // namespace whereabouts
