// A scheme around another one, which it names in its option `over`; options it does not know itself
// are the inner one's.
#pragma once

#include <memory>

#include "position/schemes.h"

namespace whereabouts {

class SchemeWrapper : public PositionScheme {
 public:
  Traits traits() const override { return inner_->traits(); }
  Positions remap_positions(const Positions& at, std::span<const int> tokens) const override {
    return inner_->remap_positions(at, tokens);
  }
  Tensor embed(const Tensor& x, const Positions& at) const override { return inner_->embed(x, at); }
  void rotate_qk(Tensor& query, Tensor& key, const Positions& at) const override {
    inner_->rotate_qk(query, key, at);
  }
  ScoreTerms relative_terms(const Positions& at) const override {
    return inner_->relative_terms(at);
  }
  Tensor pair_bias(const Tensor& query, const Tensor& key, const Tensor& x,
                   const Positions& at) const override {
    return inner_->pair_bias(query, key, x, at);
  }
  ChangeScores change_scores(const Tensor& query, const Tensor& key, const Tensor& x,
                             const Positions& at) const override {
    return inner_->change_scores(query, key, x, at);
  }

 protected:
  /// Makes the inner scheme. To be called after the wrapper has asked for its own options.
  void wrap(Setup& setup, const std::string& over) {
    SchemeOptions options(setup.options.take_rest(over));
    Setup inner{options,      setup.parameters, setup.width,  setup.heads, setup.trained_length,
                setup.causal, setup.layers,     setup.number, false};
    inner_ = make_scheme(inner);
    setup.asked_layer |= inner.asked_layer;
  }
  std::unique_ptr<PositionScheme> inner_;
};

}  // namespace whereabouts
