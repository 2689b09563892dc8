// What exercise 10 is examined by.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "check/exercise.h"

namespace whereabouts {

/// `ntk_base(base, channels, factor)` is NTK's base; `yarn(theta, trained_length, factor, slow,
/// fast)` are YaRN's frequencies by the ramp of its paper.
inline void check_extending_rope(
    Examiner& examiner, const std::function<double(double, int, double)>& ntk_base,
    const std::function<std::vector<double>(const std::vector<double>&, double, double, double,
                                            double)>& yarn) {
  const auto base_of = [&](double base, int channels, double factor) {
    return [=, &ntk_base] { return ntk_base(base, channels, factor); };
  };
  examiner.expect(
      "ntk: four times the length, heads of 16", 48760.546, base_of(10000, 16, 4),
      "the exponent is d / (d - 2), here 16 / 14",
      {{{40000},
        "the exponent is 1, or a division of whole numbers: in C++ 16 / 14 is 1, but "
        "16.0 / 14 is not"},
       {{33635.857}, "the exponent is upside down: d / (d - 2)"},
       {{63496.042}, "d is the number of channels and not of pairs: 16 / 14, and not 8 / 6"},
       {{43872.999}, "the exponent is d / (d - 2), and not d / (d - 1)"},
       {{2050.8384}, "the base must grow: it is multiplied and not divided"},
       {{4.8760546}, "base is missing: base * factor^(d / (d - 2))"}},
      0.05);
  examiner.expect("ntk: twice the length, heads of 32", 20945.882, base_of(10000, 32, 2),
                  "the exponent is d / (d - 2) with d = channels, here 32 / 30", {}, 0.05);
  examiner.expect("ntk: factor 1 changes nothing", 500, base_of(500, 8, 1), "1 to any power is 1");

  // The frequencies of 16 channels and base 10000.
  const std::vector<double> theta = {1,    0.316227766,   0.1,   0.0316227766,
                                     0.01, 0.00316227766, 0.001, 0.000316227766};
  const auto slowed = [&](double trained_length, double factor, double slow, double fast) {
    return [=, &yarn, &theta] { return yarn(theta, trained_length, factor, slow, fast); };
  };
  const std::string ramp =
      "count how often a pair turns within the trained length, see where that lies between `slow` "
      "and `fast`, and mix theta and theta / factor";
  examiner.expect(
      "yarn: all pairs, 64 trained, factor 4, slow 1, fast 5",
      {1, 0.2107501671, 0.02534859317, 0.00790569415, 0.0025, 0.000790569415, 0.00025,
       7.90569415e-05},
      slowed(64, 4, 1, 5), ramp,
      {{{0.25, 0.1845345404, 0.09965140683, 0.0316227766, 0.01, 0.00316227766, 0.001,
         0.000316227766},
        "the ramp is upside down: fast pairs are kept, and slow ones become slower"},
       {{1, 0.316227766, 0.1, 0.01397642354, 0.0025, 0.000790569415, 0.00025, 7.90569415e-05},
        "turns are counted in radians: one turn is 2 pi"},
       {{1, 0.316227766, 0.04444718634, 0.00790569415, 0.0025, 0.000790569415, 0.00025,
         7.90569415e-05},
        "one turn is 2 pi and not pi"},
       {{1.972359317, 0.2107501671, 0.02534859317, 0.003886282855, 0.0008159859317, 0.0002167409469,
         6.440985932e-05, 1.995522131e-05},
        "keep leaves the range from 0 to 1: hold it there, std::clamp"},
       {{1, 0.7381381617, 0.3986056273, 0.1264911064, 0.04, 0.01264911064, 0.004, 0.001264911064},
        "slow pairs become faster: divide theta by factor"},
       {{1, 0.0790569415, 0.025, 0.00790569415, 0.0025, 0.000790569415, 0.00025, 7.90569415e-05},
        "there is no ramp: between `slow` and `fast` the two frequencies are mixed"},
       {{0.25, 0.0790569415, 0.025, 0.00790569415, 0.0025, 0.000790569415, 0.00025, 7.90569415e-05},
        "every pair is slower: those that turn more than `fast` times are kept"},
       {{1, 0.1354759924, 0.02508745315, 0.00790569415, 0.0025, 0.000790569415, 0.00025,
         7.90569415e-05},
        "the factors are mixed: mix the frequencies, theta and theta / factor"},
       {theta,
        "nothing is changed: pairs that turn less than `slow` times become "
        "slower"}},
      1e-9);
  examiner.expect("yarn: factor 1 changes nothing", theta, slowed(64, 1, 1, 5),
                  "theta / 1 is theta", {}, 1e-9);
  examiner.expect("yarn: 1024 trained, factor 8, slow 2, fast 30",
                  {1, 0.316227766, 0.05717958179, 0.007069381717, 0.00125, 0.0003952847075,
                   0.000125, 3.952847075e-05},
                  slowed(1024, 8, 2, 30),
                  "the formula takes its length, `slow` and `fast` from what is given", {}, 1e-9);
}

}  // namespace whereabouts
