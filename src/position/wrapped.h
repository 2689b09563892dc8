// A scheme around another one, which it names in its option `over`; options it does not know itself
// are the inner one's.
#pragma once

#include <memory>

#include "position/schemes.h"

namespace whereabouts {

class Wrapped : public PositionScheme {
 public:
  Traits traits() const override { return inner_->traits(); }
  Positions place(const Positions& at) const override { return inner_->place(at); }
  Tensor embed(const Tensor& x, const Positions& at) const override { return inner_->embed(x, at); }
  void turn(Tensor& query, Tensor& key, const Positions& at) const override {
    inner_->turn(query, key, at);
  }
  ScoreTerms terms(const Positions& at) const override { return inner_->terms(at); }
  Tensor pairs(const Tensor& query, const Tensor& key, const Positions& at) const override {
    return inner_->pairs(query, key, at);
  }

 protected:
  /// Makes the inner scheme. To be called after the wrapper has asked for its own options.
  void wrap(Setup& setup, const std::string& over) {
    inner_ = make_scheme(setup.options.take_rest(over), setup.width, setup.heads,
                         setup.trained_length, setup.parameters, setup.causal);
  }
  std::unique_ptr<PositionScheme> inner_;
};

}  // namespace whereabouts
