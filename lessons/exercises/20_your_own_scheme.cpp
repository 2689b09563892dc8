// Exercise 20. Learn the slopes.
//
//   make exercise-20
//
// builds this file and examines what you wrote: a scheme that begins as ALiBi, with a slope for
// each head, and learns them. You need no derivative, only operations of ops.h; the contract of
// lesson 20 is part of the examination.
#include "20_your_own_scheme_check.h"
#include "ops.h"
#include "position/alibi.h"

using namespace whereabouts;

class LearnedSlopes : public PositionScheme {
 public:
  static constexpr const char* kDescription =
      "a penalty on distance, its slope learned by each head";
  static constexpr const char* kPaper = "you";

  // Ask setup.parameters for the slopes, a weight "slopes" of shape {1, setup.heads}, that
  // starts with alibi_slopes(setup.heads): parameters.values(name, shape, numbers) takes floats.
  explicit LearnedSlopes(Setup& setup) {
    not_written();  // put your code in the place of this line
  }
  Traits traits() const override { return {}; }

  // -slope_h n for each head h and each distance n: [heads, at.distances()]. per_distance(1, at,
  // formula) makes a row [1, distances] of plain numbers; matmul(column [distances, 1], row
  // [1, heads]) and transpose do the rest.
  ScoreTerms relative_terms(const Positions& at) const override {
    not_written();  // put your code in the place of this line
  }

 private:
  Tensor slopes_;
};

int main() {
  return examine(
      "20_your_own_scheme",
      [](Examiner& e) { check_your_own_scheme(e, scheme_row<LearnedSlopes>("learned-slopes")); },
      "Put the class into lessons/20_your_own_scheme.cpp and see how far it reads: make 20");
}
