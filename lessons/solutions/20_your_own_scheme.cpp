// Exercise 20, solved: ALiBi with slopes that are learned.
#include "../exercises/20_your_own_scheme_check.h"
#include "ops.h"
#include "position/alibi.h"

using namespace whereabouts;

class LearnedSlopes : public PositionScheme {
 public:
  static constexpr const char* kDescription =
      "a penalty on distance, its slope learned by each head";
  static constexpr const char* kPaper = "Press et al. 2022, an ablation";

  explicit LearnedSlopes(Setup& setup) {
    const std::vector<double> alibi = alibi_slopes(setup.heads);
    const std::vector<float> start(alibi.begin(), alibi.end());
    slopes_ = setup.parameters.values("slopes", {1, setup.heads}, start);
  }
  Traits traits() const override { return {}; }

  ScoreTerms relative_terms(const Positions& at) const override {
    const Tensor n = per_distance(1, at, [](int, int distance) { return -distance; });
    const Tensor column = n.reshape({at.distances(), 1});
    return {.distance =
                transpose(matmul(column, slopes_))};  // [distances, heads] -> [heads, distances]
  }

 private:
  Tensor slopes_;
};

int main() {
  return examine(
      "20_your_own_scheme",
      [](Examiner& e) { check_your_own_scheme(e, scheme_row<LearnedSlopes>("learned-slopes")); },
      "Put the class into lessons/20_your_own_scheme.cpp: make 20");
}
