// What exercise 15 is examined by.
#pragma once

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "check/exercise.h"

namespace whereabouts {

struct Pair {
  double x = 0, y = 0;
};
inline Pair turned(Pair p, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  return {p.x * c - p.y * s, p.x * s + p.y * c};
}
inline double dot(Pair a, Pair b) { return a.x * b.x + a.y * b.y; }

/// The cache of one head: a key and a value for each character so far.
struct Kept {
  std::vector<Pair> keys;
  std::vector<double> values;
};
using Attend = std::function<double(Kept&, Pair query, Pair key, double value, double theta)>;

/// `attend(kept, query, key, value, theta)` keeps the new key and value and returns the output.
inline void check_generation(Examiner& examiner, const Attend& attend) {
  // What is given for each of eight characters; theta(length) is right for a text so long.
  const auto written = [&](Kept& kept, const std::function<double(int)>& theta) {
    std::vector<double> outputs;
    for (int i = 0; i < 8; ++i) {
      const Pair query = {2 * std::cos(1.7 * i), 2 * std::sin(2.3 * i)};
      const Pair key = {2 * std::sin(0.9 * i + 1), 2 * std::cos(3.1 * i)};
      outputs.push_back(attend(kept, query, key, i * i % 5 - 1.5, theta(i + 1)));
    }
    return outputs;
  };
  const auto from_nothing = [&](const std::function<double(int)>& theta) {
    return [&written, theta] {
      Kept kept;
      return written(kept, theta);
    };
  };
  const auto none = [](int) { return 0.0; };
  const auto half = [](int) { return 0.5; };
  const auto by_length = [](int length) { return length <= 4 ? 0.5 : 2.0 / length; };
  const double nan = std::numeric_limits<double>::quiet_NaN();

  const std::string itself = "it sees itself: keep its key and value before the sum is taken";
  const auto first = [&] {
    Kept kept;
    return attend(kept, {1, 2}, {-3, 1}, 0.75, 0.5);
  };
  examiner.expect("the first character gets its own value", 0.75, first,
                  "there is one weight, which is 1 after softmax",
                  {{{nan}, itself},
                   {{0}, itself},
                   {{0.36980152}, "divide by the sum of all e^score: the weights add up to 1"}});
  const auto sizes = [&] {
    Kept kept;
    written(kept, none);
    return std::vector{double(kept.keys.size()), double(kept.values.size())};
  };
  examiner.expect("after eight characters: how many keys and values are kept", {8, 8}, sizes,
                  "each step adds one of each, and takes none away",
                  {{{0, 0}, "nothing is kept: kept.keys.push_back and kept.values.push_back"},
                   {{16, 16}, "every character is kept twice"}});
  examiner.expect(
      "theta 0, so nothing is turned",
      {-1.5, -1.4860017, -0.44761066, -0.032242442, -0.56516009, 0.20726737, -0.3435021,
       0.71602214},
      from_nothing(none), "output = sum of e^score_j value_j over sum of e^score_j",
      {{{-1.5, -1.4975692, -0.48912724, -0.23705329, -0.84012225, 0.12137056, -0.43947125,
         0.69376588},
        "the scores are not divided by sqrt(2)"},
       {{-1.5, -1.4529586, -0.35038884, 0.12780569, -0.32097684, 0.2434583, -0.22209224,
         0.68920702},
        "the scores are divided by 2 and not by its root"},
       {{-1.5, 2.2744345, 0.20156505, -2.3343663, -2.4675189, 7.8750259, 0.050936452, 3.3066062},
        "the scores themselves are the weights here: softmax takes e^score"}});
  examiner.expect(
      "theta 0.5, as in one pass over the text",
      {-1.5, -1.4529549, -0.49835239, 2.0531085, 2.0080839, -0.88875671, 0.37278701, 2.0606371},
      from_nothing(half), "the query is turned by i theta, key j by j theta",
      {{{-1.5, -1.4597748, 2.0731752, -0.71734705, -0.31958126, -0.43829163, 2.1669726, 0.1284751},
        "the query is not turned: it stands at i, the number of keys before it"},
       {{-1.5, -1.3916918, -0.50409488, 2.2468498, 2.1427465, -1.2647745, 0.25935003, 0.63841644},
        "the query stands one too far: i is the number of keys before its own is kept"},
       {{-1.5, -1.4597748, -0.30621879, 1.3145514, 0.7301972, -0.18341679, -0.30564431, 2.3313634},
        "the keys stand one too far: j counts from 0"},
       {{-1.5, -1.4704189, -0.49958711, 1.4588829, -0.2129072, -0.69807961, -0.32379873,
         -0.24561618},
        "the keys are not turned: key j stands at j"}});
  examiner.expect(
      "theta 0.5 up to length 4, then 2 / length, as in dynamic NTK",
      {-1.5, -1.4529549, -0.49835239, 2.0531085, 1.2150912, -0.38537095, -0.34358092, 0.87632708},
      from_nothing(by_length), "turn every key by the theta of now, at every step",
      {{{-1.5, -1.4529549, -0.49835239, 2.0531085, 1.0781812, -0.12055549, -0.47552835, 0.65854403},
        "this is the trap: the keys are kept as they were turned once. Keep them as "
        "they came, and turn all of them at every step"}});
  // The second score is 1000, the first is less by ln 3: weights of 1/4 and 3/4.
  const auto large = [&] {
    Kept kept;
    attend(kept, {1, 0}, {0.99890138771, 0}, 0, 0);
    return attend(kept, {1414.21356237, 0}, {1, 0}, 4, 0);
  };
  examiner.expect("scores of 1000", 3, large, "weights of 1/4 and 3/4",
                  {{{nan},
                    "e^1000 is infinite: subtract the largest score from all of them first, which "
                    "changes no weight"}},
                  1e-4);
}

}  // namespace whereabouts
