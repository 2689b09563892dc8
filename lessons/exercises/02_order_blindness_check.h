// What exercise 02 is examined by.
#pragma once

#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "check/exercise.h"

namespace whereabouts {

using Vectors = std::vector<std::vector<double>>;

/// `attend(x, causal)` is self-attention without weights: [T][C] -> [T][C].
inline void check_order_blindness(Examiner& examiner,
                                  const std::function<Vectors(const Vectors&, bool)>& attend) {
  const auto rows = [&](const Vectors& x, bool causal) {
    return [&attend, x, causal] {
      std::vector<double> numbers;
      for (const auto& r : attend(x, causal)) numbers.insert(numbers.end(), r.begin(), r.end());
      return numbers;
    };
  };
  examiner.expect("three equal vectors stay as they are", {1, 2, 1, 2, 1, 2},
                  rows({{1, 2}, {1, 2}, {1, 2}}, false), "the weights of each query add up to 1",
                  {{{102.93999, 205.87998, 102.93999, 205.87998, 102.93999, 205.87998},
                    "divide by the sum over j of e^score_ij: the weights must add up to 1"},
                   {{10.606602, 21.213203, 10.606602, 21.213203, 10.606602, 21.213203},
                    "these weights are the scores themselves: softmax is missing"}});
  // The scores of the first vector are 2 and 0.
  examiner.expect(
      "two vectors with scores 2 and 0", {1.1892071, 0.90569319, 1.1892071, -0.90569319},
      rows({{1.189207115, 1.189207115}, {1.189207115, -1.189207115}}, false),
      "score = x_i . x_j / sqrt(C); weight = e^score / sum over j of e^score",
      {{{1.1892071, 1.0564744, 1.1892071, -1.0564744}, "the scores are not divided by sqrt(C)"},
       {{1.1892071, 0.72405989, 1.1892071, -0.72405989},
        "the scores are divided by C and not by its root"},
       {{1.1892071, 1.1464285, 1.1892071, -1.1464285},
        "the scores are multiplied by sqrt(C) and not divided by it"},
       {{1.1892071, 1.1892071, 1.1892071, -1.1892071},
        "a score of 0 is a weight of e^0 = 1, before it is divided by the sum"}});
  const Vectors x = {{1, 0, 0.5}, {-1, 2, 0}, {0.3, 0.3, 2}, {1, 1, -1}};
  examiner.expect("four vectors of three channels",
                  {0.57090928, 0.50935717, 0.64732659, -0.70972629, 1.7705491, 0.040881801,
                   0.31667212, 0.41377476, 1.5381687, 0.57948424, 1.0146216, -0.44429615},
                  rows(x, false), "T is 4 and C is 3 here: four rows of three numbers",
                  {{{0.50019215, 0.23973594, 0.30846406, -0.52578907, 1.8881849, 0.012251982,
                     0.5663667, 0.38370974, 1.6231163, 0.75923022, 0.78836938, -0.44383231},
                    "softmax runs over the wrong axis: for each query i, the weights of its keys j "
                    "add up to 1"},
                   {{0.54991442, 0.54134004, 0.61349469, -0.61403523, 1.6899339, 0.06270762,
                     0.31527624, 0.44993433, 1.4264682, 0.53924377, 1.0021598, -0.35981522},
                    "C is the number of channels, x[0].size(), and not the number of vectors"}});
  examiner.expect("the same four in another order: so are the outputs",
                  {0.31667212, 0.41377476, 1.5381687, 0.57090928, 0.50935717, 0.64732659,
                   0.57948424, 1.0146216, -0.44429615, -0.70972629, 1.7705491, 0.040881801},
                  rows({x[2], x[0], x[3], x[1]}, false),
                  "nothing may depend on where a vector stands");

  const auto causal = [&](std::size_t i) {
    return [&attend, &x, i] {
      const Vectors y = attend(x, true);
      return i < y.size() ? y[i] : std::vector<double>{};
    };
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::string includes = "query i sees the keys j <= i, itself included";
  examiner.expect("causal: the first sees only itself", {1, 0, 0.5}, causal(0), includes,
                  {{{0.33891015, 0, 0.16945508},
                    "what is hidden still counts in the sum: hide it before softmax, not after"},
                   {{0.46618201, 0.65244422, 0.40114482},
                    "a score of 0 hides nothing, since e^0 is 1: leave the key out, or make its "
                    "score minus infinity"},
                   {{0.57134611, 0.42865389, 0.39283653},
                    "the mask is off by one: the first also sees the second"},
                   {{0, 0, 0}, "the mask is off by one: the first does not even see itself"},
                   {{nan, nan, nan}, "the mask is off by one: the first does not even see itself"},
                   {{0.57090928, 0.50935717, 0.64732659},
                    "the first sees all four: with `causal`, hide the keys j > i"}});
  examiner.expect("causal: the second sees two", {-0.93929782, 1.9392978, 0.015175545}, causal(1),
                  includes);
  examiner.expect("causal: the last sees all", {0.57948424, 1.0146216, -0.44429615}, causal(3),
                  includes);
}

}  // namespace whereabouts
