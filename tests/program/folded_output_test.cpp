// Long lines of prose are folded between words; tables and short lines stay.
#include "program/folded_output.h"

#include <gtest/gtest.h>

namespace whereabouts {
namespace {

TEST(Folded, BreaksProseBetweenWordsAndIndentsTheRest) {
  EXPECT_EQ(folded("one two three four", 9), "one two\n  three\n  four");
  EXPECT_EQ(folded("  one two three", 9), "  one two\n    three");
  EXPECT_EQ(folded("short", 9), "short");
  EXPECT_EQ(folded("exactly 9", 9), "exactly 9");
  EXPECT_EQ(folded("", 9), "");
}

TEST(Folded, LeavesTablesAndLongWordsAlone) {
  EXPECT_EQ(folded("rope  2.23  2.24  3.46", 9), "rope  2.23  2.24  3.46");
  EXPECT_EQ(folded("a/very/long/path", 9), "a/very/long/path");
  EXPECT_EQ(folded("see a/very/long/path now", 9), "see\n  a/very/long/path\n  now");
}

TEST(Folded, CountsColumnsAndNotBytes) {
  EXPECT_EQ(folded("äöü äöü", 7), "äöü äöü");
  EXPECT_EQ(folded("äöü äöü", 6), "äöü\n  äöü");
}

}  // namespace
}  // namespace whereabouts
