// Lesson 04 and its exercise.
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

// The angle of pair i is p / 10000^(exponent(i) / channels); `order` puts sine and cosine in place.
Row waves(double p, int channels, double exponent_factor, bool sines_first) {
  Row row(static_cast<std::size_t>(channels));
  const auto pairs = row.size() / 2;
  for (std::size_t i = 0; i < pairs; ++i) {
    const double angle = p / std::pow(10000.0, exponent_factor * static_cast<double>(i) / channels);
    row[sines_first ? i : 2 * i] = std::sin(angle);
    row[sines_first ? i + pairs : 2 * i + 1] = std::cos(angle);
  }
  return row;
}
Row right(int p, int channels) { return waves(p, channels, 2, false); }

Row turned(const Row& address, double k) {
  Row row(address.size());
  for (std::size_t c = 0; c < row.size(); c += 2) {
    const double angle =
        k / std::pow(10000.0, static_cast<double>(c) / static_cast<double>(row.size()));
    row[c] = address[c] * std::cos(angle) + address[c + 1] * std::sin(angle);
    row[c + 1] = address[c + 1] * std::cos(angle) - address[c] * std::sin(angle);
  }
  return row;
}

TEST(Exercise04, AcceptsTheSolutionAndNamesWhatIsUnwritten) {
  expect_solution_passes("04_sinusoidal");
  expect_unwritten(examined([](Examiner& e) {
    check_sinusoidal(
        e, [](int, int) -> Row { not_written(); }, [](const Row&, int) -> Row { not_written(); });
  }));
}

TEST(Exercise04, RefusesSinesFirstAWrongExponentAndPositionsFromOne) {
  const auto verdict = [](const std::function<Row(int, int)>& encoding) {
    return examined([&](Examiner& e) { check_sinusoidal(e, encoding, turned); });
  };
  expect_refused(verdict([](int p, int d) { return waves(p, d, 2, true); }), "PE(0)");
  expect_refused(verdict([](int p, int d) { return waves(p, d, 1, false); }), "PE(1) in 4");
  expect_refused(verdict([](int p, int d) { return right(p + 1, d); }), "PE(0)");
}

TEST(Exercise04, RefusesAShiftInTheWrongDirection) {
  const Verdict verdict = examined([](Examiner& e) {
    check_sinusoidal(e, right, [](const Row& address, int k) { return turned(address, -k); });
  });
  expect_refused(verdict, "PE(3) moved on by 5");
  EXPECT_TRUE(verdict.says("expected  0.9894")) << verdict.text;
}

}  // namespace
}  // namespace whereabouts
