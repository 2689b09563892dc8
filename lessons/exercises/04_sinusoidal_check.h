// What exercise 04 is examined by.
#pragma once

#include <cmath>
#include <functional>
#include <vector>

#include "check/exercise.h"

namespace whereabouts {

/// `encoding(position, channels)` is PE(position); `moved_on(address, k)` is PE(p + k) from the
/// address PE(p) alone.
inline void check_sinusoidal(
    Examiner& examiner, const std::function<std::vector<double>(int, int)>& encoding,
    const std::function<std::vector<double>(const std::vector<double>&, int)>& moved_on) {
  const auto PE = [](int position, int channels) {
    std::vector<double> row;
    for (int i = 0; i < channels / 2; ++i) {
      const double angle = position / std::pow(10000.0, 2.0 * i / channels);
      row.push_back(std::sin(angle));
      row.push_back(std::cos(angle));
    }
    return row;
  };
  examiner.expect("PE(0) in 4 channels", PE(0, 4), encoding(0, 4),
                  "sin 0 is 0 and cos 0 is 1; each sine is followed by the cosine of its wave");
  examiner.expect("PE(1) in 4 channels, the exercise by hand", PE(1, 4), encoding(1, 4),
                  "channels 2i and 2i+1 have the angle p / 10000^(2i/d): with d = 4 that is 1 and "
                  "1/100");
  examiner.expect("PE(1) in 8 channels", PE(1, 8), encoding(1, 8),
                  "the exponent is 2i/d, where 2i is the number of the even channel: 0, 2/8, 4/8, "
                  "6/8");
  examiner.expect("PE(200) in 6 channels", PE(200, 6), encoding(200, 6),
                  "divide as real numbers: in C++ 2 / 6 is 0, but 2.0 / 6 is not");
  examiner.expect("moving on by 0 changes nothing", PE(3, 8), moved_on(PE(3, 8), 0),
                  "cos 0 is 1 and sin 0 is 0");
  examiner.expect(
      "PE(3) moved on by 5 is PE(8)", PE(8, 8), moved_on(PE(3, 8), 5),
      "sin(a + b) = sin a cos b + cos a sin b,  cos(a + b) = cos a cos b - sin a sin b");
  examiner.expect("PE(20) moved on by -7 is PE(13)", PE(13, 16), moved_on(PE(20, 16), -7),
                  "the angle of a pair is k / 10000^(2i/d), with the sign of k");
}

}  // namespace whereabouts
