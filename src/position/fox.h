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
    t.by_pair = t.causal_only = true;
    return t;
  }
  Tensor pair_bias(const Tensor& query, const Tensor& key, const Tensor& x,
                   const Positions& at) const override {
    const Tensor gates = linear(x, weight_, bias_);             // [B, Tk, H]
    const Tensor kept = scale(softplus(scale(gates, -1)), -1);  // ln sigmoid
    const std::int64_t B = x.dim(0), Tk = x.dim(1);
    const Tensor by_head = split_heads(kept, heads_, 0, 1).reshape({B, heads_, Tk});
    const Tensor bias = sums_after(by_head, at);  // [B, H, Tq, Tk]
    const Tensor of_inner = inner_->pair_bias(query, key, x, at);
    return of_inner ? add(bias, of_inner) : bias;
  }

 private:
  int heads_;
  Tensor weight_, bias_;
};

}  // namespace whereabouts
