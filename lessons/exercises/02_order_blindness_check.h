// What exercise 02 is examined by.
#pragma once

#include <functional>
#include <vector>

#include "check/exercise.h"

namespace whereabouts {

using Vectors = std::vector<std::vector<double>>;

/// `attend(x, causal)` is self-attention without weights: [T][C] -> [T][C].
inline void check_order_blindness(Examiner& examiner,
                                  const std::function<Vectors(const Vectors&, bool)>& attend) {
  const auto flat = [](const Vectors& rows) {
    std::vector<double> numbers;
    for (const auto& r : rows) numbers.insert(numbers.end(), r.begin(), r.end());
    return numbers;
  };
  const Vectors same = {{1, 2}, {1, 2}, {1, 2}};
  examiner.expect("three equal vectors stay as they are", flat(same), flat(attend(same, false)),
                  "the weights of each query add up to 1");
  // The scores of the first vector are 2 and 0.
  const Vectors two = {{1.189207115, 1.189207115}, {1.189207115, -1.189207115}};
  examiner.expect("two vectors with scores 2 and 0",
                  std::vector{1.189207115, 0.905693228, 1.189207115, -0.905693228},
                  flat(attend(two, false)),
                  "score = x_i . x_j / sqrt(C); weight = e^score / sum over j of e^score");
  const Vectors x = {{1, 0, 0.5}, {-1, 2, 0}, {0.3, 0.3, 2}, {1, 1, -1}};
  const Vectors moved = {x[2], x[0], x[3], x[1]};
  const Vectors y = attend(x, false), z = attend(moved, false), c = attend(x, true);
  const bool four = y.size() == 4 && z.size() == 4 && c.size() == 4;
  examiner.expect_true("four vectors in, four out", four, "one output for each input");
  if (!four) return;
  examiner.expect("other order in, other order out", flat({y[2], y[0], y[3], y[1]}), flat(z),
                  "nothing may depend on where a vector stands");
  examiner.expect("causal: the first sees only itself", x[0], c[0],
                  "query i sees the keys j <= i, itself included");
  examiner.expect("causal: the last sees all", y[3], c[3],
                  "query i sees the keys j <= i, itself included");
  examiner.expect("causal: the second does not see the third", attend({x[0], x[1]}, false)[1], c[1],
                  "leave out what is hidden before the weights are made to add up to 1");
}

}  // namespace whereabouts
