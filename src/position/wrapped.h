// A scheme around another one, which it names in its option `over`; options it does not know itself
// are the inner one's.
#pragma once

#include <memory>

#include "position/schemes.h"

namespace whereabouts {

class Wrapped : public PositionScheme {
 public:
  Traits traits() const override { return inner_->traits(); }
  Tensor embed(const Tensor& x, const Positions& at) const override {
    return inner_->embed(x, placed(at));
  }
  void turn(Tensor& query, Tensor& key, const Positions& at) const override {
    inner_->turn(query, key, placed(at));
  }
  ScoreTerms terms(const Positions& at) const override { return inner_->terms(placed(at)); }
  Tensor pairs(const Tensor& query, const Tensor& key, const Positions& at) const override {
    return inner_->pairs(query, key, placed(at));
  }

 protected:
  /// Makes the inner scheme. To be called after the wrapper has asked for its own options.
  void wrap(Setup& setup, const std::string& over) {
    inner_ = make_scheme(setup.options.take_rest(over), setup.width, setup.heads,
                         setup.trained_length, setup.parameters, setup.causal);
  }
  /// The positions that the inner scheme is told.
  virtual Positions placed(const Positions& at) const { return at; }

  std::unique_ptr<PositionScheme> inner_;
};

}  // namespace whereabouts
