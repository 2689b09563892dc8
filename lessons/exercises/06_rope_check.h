// What exercise 06 is examined by.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "check/exercise.h"

namespace whereabouts {

/// `turned(x, position)` is a query or key x of an even number of channels at that position.
inline void check_rope(
    Examiner& examiner,
    const std::function<std::vector<double>(const std::vector<double>&, int)>& turned) {
  using Row = std::vector<double>;
  const Row q = {0.125730, -0.132105, 0.640423, 0.104900, -0.535669, 0.361595, 1.304000, 0.947081};
  const Row k = {-0.703735, -1.265421, -0.623274, 0.041326,
                 -2.325031, -0.218792, -1.245911, -0.732267};
  const auto at = [&](const Row& x, int position) {
    return [&turned, x, position] { return turned(x, position); };
  };
  const auto product = [&](int m, int n) {
    return [&turned, &q, &k, m, n] {
      const Row x = turned(q, m), y = turned(k, n);
      double sum = 0;
      for (std::size_t c = 0; c < std::min(x.size(), y.size()); ++c) sum += x[c] * y[c];
      return sum;
    };
  };
  const std::string signs = "(a, b) becomes (a cos - b sin, a sin + b cos)";
  examiner.expect("position 0 changes nothing", q, at(q, 0), "cos 0 is 1 and sin 0 is 0",
                  {{{0.17909473, 0.034421511, 0.62675103, 0.16831155, -0.53925811, 0.35622032,
                     1.3030523, 0.94838453},
                    "this is position 1: positions count from 0"},
                   {{0, 0, 0, 0, 0, 0, 0, 0}, "the result is empty: fill its channels"}});
  examiner.expect(
      "the pair (1, 0) at position 2", {-0.41614684, 0.90929743}, at({1, 0}, 2), signs,
      {{{-0.41614684, -0.90929743}, "it turns backwards, or a sign is wrong: " + signs},
       {{-0.41614684, -0.37840125},
        "a is overwritten before b is made from it: keep the old one until both are done"},
       {{-0.41614684, 0}, "a pair is turned, and not only multiplied by a cosine: " + signs},
       {{1, 0}, "the angle of pair 0 is the position itself: 10000^0 is 1"}});
  examiner.expect("eight channels at position 3",
                  {-0.1058291, 0.14852598, 0.58081939, 0.28947274, -0.54627419, 0.34536463,
                   1.3011529, 0.95098873},
                  at(q, 3),
                  "pairs are neighbours, channels 2i and 2i+1, and theta_i = 10000^(-2i/d)",
                  {{{-0.1058291, 0.14852598, -0.64881745, -0.013473714, 0.47928, -0.43356995,
                     -1.4246023, -0.75358259},
                    "all pairs turn by the same angle, by a division of whole numbers: in C++ "
                    "2 / 8 is 0, but 2.0 / 8 is not"},
                   {{-0.048878143, -0.23306336, 0.6010207, 0.10205829, 0.54805131, 0.3064052,
                     1.3226231, 0.94739144},
                    "pair i is channels i and i + d/2 here: it should be the neighbours 2i and "
                    "2i+1"},
                   {{-0.1058291, 0.14852598, 0.28796195, 0.5815699, -0.61860277, 0.18714388,
                     1.2084231, 1.0663452},
                    "the exponents are 0, 1/8, 2/8, 3/8: they should be 2i/d, so twice that"},
                   {{-0.1058291, 0.14852598, 0.6369883, 0.12406261, -0.53577745, 0.36143428,
                     1.3039972, 0.94708491},
                    "the exponents are 0, 4/8, 8/8, 12/8: they should be 2i/d, so half of that"},
                   {{-0.1058291, 0.14852598, 0.20243069, -0.6165772, 0.37334319, 0.52754818,
                     -1.4798802, -0.63822635},
                    "the exponent has no minus: later pairs must turn slower, not faster"},
                   {{-0.1058291, 0.11304, 0.58081939, -0.08904314, -0.54627419, 0.37749995,
                     1.3011529, 0.94316474},
                    "a sign is wrong: " + signs}});
  constexpr double kRounded = 2e-4;  // the products are known to four decimals
  examiner.expect("query at 0, key at 0", -1.4680, product(0, 0), "nothing turns here", {},
                  kRounded);
  examiner.expect("query at 3, key at 8", -1.8122, product(3, 8),
                  "query and key are turned in the same direction", {}, kRounded);
  examiner.expect("query at 10, key at 14", -1.8336, product(10, 14),
                  "the angle is position times theta_i, without a limit", {}, kRounded);
  examiner.expect("moving both by 1000 changes nothing: query at 1000, key at 1005", -1.81219963,
                  product(1000, 1005), "compute the angle in double", {}, 1e-6);
}

}  // namespace whereabouts
