// Attention cut to the training length, over any scheme: a key `size` or more positions back is
// hidden. Such a model never meets a distance that it was not trained on, so the curve of a
// relative scheme is flat by construction. A flat curve of another scheme should be compared with
// this one.
#pragma once

#include <limits>

#include "ops.h"
#include "position/scheme_wrapper.h"

namespace whereabouts {

class Window : public SchemeWrapper {
 public:
  static constexpr const char* kDescription =
      "another scheme (over=rope), with attention cut to the training length";
  static constexpr const char* kPaper = "Beltagy et al. 2020";

  explicit Window(Setup& setup)
      : heads_(setup.heads),
        size_(setup.options.integer("size", setup.trained_length, 1, 1 << 24)) {
    wrap(setup, setup.options.text("over", "rope"));
  }
  ScoreTerms relative_terms(const Positions& at) const override {
    ScoreTerms terms = inner_->relative_terms(at);
    const Tensor hidden = per_distance(heads_, at, [&](int, int n) {
      return std::abs(n) < size_ ? 0 : -std::numeric_limits<double>::infinity();
    });
    terms.distance = terms.distance ? add(terms.distance, hidden) : hidden;
    return terms;
  }

 private:
  int heads_, size_;
};

}  // namespace whereabouts
