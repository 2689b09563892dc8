// Lesson 20. Your own scheme.
//
// Question  Can you do better?
// Run       make 20
// Expect    | builds       pass  yes, with 0 learned numbers of its own
//           | shift        pass  relative...
// Try       1. Give every head a slope of its own, as ALiBi does.
//           2. Learn the slopes: make exercise-20
//           3. Anything. This file is yours.
#include "lesson/your_own_scheme.h"
#include "ops.h"
#include "position/scheme.h"

using namespace whereabouts;

// It works, but it is not very good: it hardly tells near from far, and all heads do so in the same
// way.
class Yours : public PositionScheme {
 public:
  static constexpr const char* kDescription = "a penalty of 0.01 for each character of distance";
  static constexpr const char* kPaper = "you";

  explicit Yours(Setup& setup) : heads_(setup.heads) {}
  Traits traits() const override { return {}; }  // relative, any length, causal

  ScoreTerms relative_terms(const Positions& at) const override {
    return {.distance = per_distance(heads_, at, [](int head, int n) {
              (void)head;        // 0, 1, 2, 3: all alike so far
              return -0.01 * n;  // n characters back: what is added to the score?
            })};
  }

 private:
  int heads_;
};

int main(int argc, char** argv) {
  return run_your_own_scheme(argc, argv, scheme_row<Yours>("yours"));
}
