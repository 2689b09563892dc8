// Lesson 04 and its exercise.
#include <cmath>
#include <functional>

#include "../lessons/exercises/04_sinusoidal_check.h"
#include "lessons/exercise.h"
#include "lessons/run.h"

namespace whereabouts {
namespace {

TEST(Lesson04, PrintsTheModulesTablesTheShiftAndTheGap) {
  const QuickLesson lesson("04_sinusoidal");
  ASSERT_EQ(lesson.exit_code(), 0) << lesson.output();
  EXPECT_TRUE(lesson.printed("shape (10, 16)"));
  EXPECT_TRUE(lesson.printed("PE(0)  0.00  1.00  0.00  1.00  0.00  1.00  0.00  1.00"));
  EXPECT_TRUE(lesson.printed("PE(1)  0.84  0.54  0.10  1.00  0.01  1.00  0.00  1.00"));
  EXPECT_TRUE(lesson.printed("is below 0.000001 at every position: yes"));
  EXPECT_TRUE(lesson.printed(" 10    21.05  30.92  32.00  30.92  28.30  23.50"));
  EXPECT_TRUE(lesson.printed("bits per character"));
  EXPECT_TRUE(lesson.printed("next: make 05"));
  for (const char* file :
       {"six_channels.svg", "heat_map.svg", "likeness.svg", "gap.svg", "gap.csv"})
    EXPECT_TRUE(lesson.wrote(file)) << file;
}

using Row = std::vector<double>;

// Waves with each mistake to be had.
struct Waves {
  double first = 0;            // the position that position 0 has
  double exponent_factor = 2;  // the exponent is exponent_factor i / d
  bool whole_division = false, multiplies = false, cosine_has_its_own = false;
  bool sines_first = false, cosines_first = false, sines_only = false;

  Row operator()(int p, int channels) const {
    Row row(static_cast<std::size_t>(channels));
    const std::size_t pairs = row.size() / 2;
    const auto angle = [&](double i) {
      double exponent = exponent_factor * i / channels;
      if (whole_division) exponent = std::floor(exponent);
      return (p + first) * std::pow(10000.0, multiplies ? exponent : -exponent);
    };
    for (std::size_t i = 0; i < pairs; ++i) {
      const double at = static_cast<double>(i);
      std::size_t sine = sines_first ? i : 2 * i, cosine = sines_first ? i + pairs : 2 * i + 1;
      if (cosines_first) std::swap(sine, cosine);
      row[sine] = std::sin(angle(at));
      if (!sines_only) row[cosine] = std::cos(angle(cosine_has_its_own ? at + 0.5 : at));
    }
    return row;
  }
};

// Moving on with each mistake to be had.
struct Turn {
  double sign = 1, cosine_sign = 1;
  bool whole_division = false, overwrites = false, empty = false, absolute = false;

  Row operator()(const Row& address, int k) const {
    Row row = empty ? Row(address.size()) : address;
    for (std::size_t c = 0; c < row.size() && !empty; c += 2) {
      const double exponent = static_cast<double>(c) / static_cast<double>(row.size());
      const double angle =
          sign * (absolute ? std::abs(k) : k) * std::pow(10000.0, whole_division ? 0 : -exponent);
      row[c] = address[c] * std::cos(angle) + address[c + 1] * std::sin(angle);
      row[c + 1] = address[c + 1] * std::cos(angle) -
                   cosine_sign * (overwrites ? row[c] : address[c]) * std::sin(angle);
    }
    return row;
  }
};

Verdict verdict(const std::function<Row(int, int)>& encoding,
                const std::function<Row(const Row&, int)>& moved_on) {
  return examined([&](Examiner& e) { check_sinusoidal(e, encoding, moved_on); });
}

TEST(Exercise04, AcceptsTheSolutionAndNamesWhatIsUnwritten) {
  expect_solution_passes("04_sinusoidal");
  expect_unwritten(examined([](Examiner& e) {
    check_sinusoidal(
        e, [](int, int) -> Row { not_written(); }, [](const Row&, int) -> Row { not_written(); });
  }));
}

TEST(Exercise04, RefusesWavesInOtherChannelsOrOfOtherLengths) {
  EXPECT_EQ(verdict(Waves{}, Turn{}).exit_code, 0);
  const auto refused = [](const Waves& waves, const std::string& check, const std::string& hint) {
    expect_refused(verdict(waves, Turn{}), check, hint);
  };
  refused({.sines_first = true}, "PE(0)", "all sines stand first");
  refused({.cosines_first = true}, "PE(0)", "the cosines stand first");
  refused({.first = 1}, "PE(0)", "positions count from 0");
  refused({.sines_only = true}, "PE(0)", "the odd channels are empty");
  refused({.whole_division = true}, "PE(1) in 4", "a division of whole numbers");
  refused({.exponent_factor = 1}, "PE(1) in 4", "it must be 2i/d with i = 1");
  refused({.exponent_factor = 4}, "PE(1) in 4", "do not double it again");
  refused({.multiplies = true}, "PE(1) in 4", "multiplied by 10000^(2i/d)");
  refused({.cosine_has_its_own = true}, "PE(1) in 4", "the angle of the sine before it");
}

TEST(Exercise04, RefusesAShiftThatTurnsPairsWrongly) {
  const auto refused = [](const std::function<Row(const Row&, int)>& moved_on,
                          const std::string& hint, const std::string& check = "PE(3) moved on") {
    const Verdict v = verdict(Waves{}, moved_on);
    expect_refused(v, check, hint);
  };
  refused(Turn{.sign = -1}, "this is PE(-2)");
  refused(Turn{.cosine_sign = -1}, "a sign of the cosine is wrong");
  refused(Turn{.overwrites = true}, "made from the new sine");
  refused(Turn{.whole_division = true}, "every pair is turned by the same angle");
  refused(
      [](const Row& address, int k) {
        Row sum = Waves{}(k, static_cast<int>(address.size()));
        for (std::size_t c = 0; c < sum.size(); ++c)
          sum[c] = k == 0 ? address[c] : sum[c] + address[c];
        return sum;
      },
      "PE(3) + PE(5) is not PE(8)");
  refused(Turn{.empty = true}, "the result is empty", "moving on by 0");
  refused(Turn{.absolute = true}, "with the sign of k", "PE(20) moved on by -7");
}

}  // namespace
}  // namespace whereabouts
