// Headings, matrices and curves in text.
#include "report/page.h"

#include <gtest/gtest.h>

namespace whereabouts {
namespace {

TEST(Page, UnderlinesAHeadingByItsWidth) { EXPECT_EQ(heading("Größe"), "\nGröße\n-----\n\n"); }

TEST(Page, SetsAMatrixInColumnsWithoutNegativeZeros) {
  const std::vector<double> m = {1, -0.001, -10, 2.345};
  EXPECT_EQ(text_matrix(m, 2, 2, 2), "    1.00    0.00\n  -10.00    2.35\n");
  const std::vector<std::string> labels = {"a", "long"};
  EXPECT_EQ(text_matrix(m, 2, 2, 0, labels), "a       1    0\nlong  -10    2\n");
  EXPECT_THROW(text_matrix(m, 3, 2, 2), std::invalid_argument);
  EXPECT_THROW(text_matrix(m, 2, 2, 2, std::span(labels).first(1)), std::invalid_argument);
}

TEST(Page, DrawsACurveWithOneCharacterANumber) {
  const std::vector<double> v = {-1, 0, 1, 5};
  EXPECT_EQ(text_curve(v, -1, 1, false), "_=##");
  EXPECT_EQ(text_curve(v, -1, 1, true), "▁▅██");
}

}  // namespace
}  // namespace whereabouts
