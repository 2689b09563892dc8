// What exercise 04 is examined by.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "check/exercise.h"

namespace whereabouts {

/// `encoding(position, channels)` is PE(position); `moved_on(address, k)` is PE(p + k) from the
/// address PE(p) alone.
inline void check_sinusoidal(
    Examiner& examiner, const std::function<std::vector<double>(int, int)>& encoding,
    const std::function<std::vector<double>(const std::vector<double>&, int)>& moved_on) {
  using Row = std::vector<double>;
  const auto pe = [&](int position, int channels) {
    return [&encoding, position, channels] { return encoding(position, channels); };
  };
  const auto moved = [&](const Row& address, int k) {
    return [&moved_on, address, k] { return moved_on(address, k); };
  };
  const std::string whole = "a division of whole numbers: in C++ 2 / 4 is 0, but 2.0 / 4 is not";
  examiner.expect(
      "PE(0) in 4 channels", {0, 1, 0, 1}, pe(0, 4),
      "sin 0 is 0 and cos 0 is 1; each sine is followed by the cosine of its wave",
      {{{0, 0, 1, 1}, "all sines stand first: each must be followed by the cosine of its wave"},
       {{1, 0, 1, 0}, "the cosines stand first: the sine has the even channel, 2i"},
       {{0.84147098, 0.54030231, 0.0099998333, 0.99995}, "this is PE(1): positions count from 0"},
       {{0, 0, 0, 0}, "the odd channels are empty: the cosine of 0 is 1"}});
  examiner.expect("PE(1) in 4 channels, the exercise by hand",
                  {0.84147098, 0.54030231, 0.0099998333, 0.99995}, pe(1, 4),
                  "channels 2i and 2i+1 have the angle p / 10000^(2i/d): with d = 4 that is 1 and "
                  "1/100",
                  {{{0.84147098, 0.54030231, 0.84147098, 0.54030231}, whole},
                   {{0.84147098, 0.54030231, 0.099833417, 0.99500417},
                    "the exponent of the second pair is 1/4: it must be 2i/d with i = 1"},
                   {{0.84147098, 0.54030231, 0.0001, 1},
                    "the exponent of the second pair is 1: 2i is the even channel itself, do not "
                    "double it again"},
                   {{0.84147098, 0.54030231, -0.50636564, 0.86231887},
                    "the position is multiplied by 10000^(2i/d) and not divided by it"},
                   {{0.84147098, 0.99500417, 0.0099998333, 0.9999995},
                    "each cosine must have the angle of the sine before it: 2i in both"}});
  examiner.expect("PE(1) in 8 channels",
                  {0.84147098, 0.54030231, 0.099833417, 0.99500417, 0.0099998333, 0.99995,
                   0.00099999983, 0.9999995},
                  pe(1, 8),
                  "the exponent is 2i/d, where 2i is the number of the even channel: 0, 2/8, 4/8, "
                  "6/8");
  examiner.expect(
      "PE(200) in 6 channels",
      {-0.8732973, 0.48718768, 0.14112757, -0.98999142, 0.41767683, 0.90859565}, pe(200, 6),
      "the exponents are 0, 2/6 and 4/6",
      {{{-0.8732973, 0.48718768, -0.8732973, 0.48718768, -0.8732973, 0.48718768}, whole}});

  const Row pe3 = {0.14112001, -0.9899925, 0.29552021,   0.95533649,
                   0.0299955,  0.99955003, 0.0029999955, 0.9999955};
  examiner.expect("moving on by 0 changes nothing", pe3, moved(pe3, 0), "cos 0 is 1 and sin 0 is 0",
                  {{{0, 0, 0, 0, 0, 0, 0, 0}, "the result is empty: fill its channels"}});
  examiner.expect(
      "PE(3) moved on by 5 is PE(8)",
      {0.98935825, -0.14550003, 0.71735609, 0.69670671, 0.079914694, 0.99680171, 0.0079999147,
       0.999968},
      moved(pe3, 5),
      "sin(a + b) = sin a cos b + cos a sin b,  cos(a + b) = cos a cos b - sin a sin b",
      {{{-0.90929743, -0.41614684, -0.19866933, 0.98006658, -0.019998667, 0.99980001, -0.0019999987,
         0.999998},
        "this is PE(-2): the pairs are turned backwards"},
       {{0.98935825, 0.6678962, 0.71735609, 0.49446781, 0.079914694, 0.99430679, 0.0079999147,
         0.999943},
        "the cosine is made from the new sine: keep the old one until both are done"},
       {{0.98935825, -0.14550003, -0.83226744, 0.55437434, -0.9499842, 0.31229796, -0.95806897,
         0.28653768},
        "every pair is turned by the same angle, 5: pair i turns by k / 10000^(2i/d), and in C++ "
        "2 / 8 is 0"},
       {{0.98935825, -0.41614684, 0.71735609, 0.98006658, 0.079914694, 0.99980001, 0.0079999147,
         0.999998},
        "a sign of the cosine is wrong: cos(a + b) = cos a cos b - sin a sin b"},
       {{-0.81780427, -0.70633031, 0.77494575, 1.8329191, 0.079974669, 1.9983003, 0.0079999747,
         1.999983},
        "PE(3) + PE(5) is not PE(8): turn each pair"}});
  examiner.expect("PE(20) moved on by -7 is PE(13)",
                  {0.42016704, 0.90744678, -0.82452845, -0.56582049, 0.96355819, 0.26749883,
                   0.39961434, 0.91668336, 0.12963414, 0.99156189, 0.041098031, 0.99915512,
                   0.012999634, 0.9999155, 0.0041109494, 0.99999155},
                  moved({0.91294525, 0.40808206, 0.041358214, 0.99914438, 0.90929743, -0.41614684,
                         0.59112712, 0.80657841, 0.19866933, 0.98006658, 0.063203398, 0.99800067,
                         0.019998667, 0.99980001, 0.0063245132, 0.99998},
                        -7),
                  "the angle of a pair is k / 10000^(2i/d), with the sign of k");
}

}  // namespace whereabouts
