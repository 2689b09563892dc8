// Formulas: what becomes of each piece, and what is refused.
#include "book/math.h"

#include <gtest/gtest.h>

namespace whereabouts {
namespace {

// The formula without the element around it.
std::string inside(const std::string& tex, bool display = false) {
  const std::string all = math_to_mathml(tex, display);
  const std::string open = "\"><mrow>", close = "</mrow></math>";
  const std::size_t from = all.find(open) + open.size();
  return all.substr(from, all.size() - from - close.size());
}

struct Case {
  const char *tex, *mathml;
};

TEST(Math, EachPieceBecomesItsElement) {
  const Case cases[] = {
      {"x", "<mi>x</mi>"},
      {"10,000.5", "<mn>10,000.5</mn>"},
      {"1, 2", "<mn>1</mn><mo>,</mo><mn>2</mn>"},
      {"\\theta", "<mi>θ</mi>"},
      {"x_i", "<msub><mi>x</mi><mrow><mi>i</mi></mrow></msub>"},
      {"x_{ij}", "<msub><mi>x</mi><mrow><mrow><mi>i</mi><mi>j</mi></mrow></mrow></msub>"},
      {"x_i^2", "<msubsup><mi>x</mi><mrow><mi>i</mi></mrow><mrow><mn>2</mn></mrow></msubsup>"},
      {"g'", "<mrow><mi>g</mi><mo lspace=\"0\" rspace=\"0\">′</mo></mrow>"},
      {"\\frac{a}{b}", "<mfrac><mrow><mi>a</mi></mrow><mrow><mi>b</mi></mrow></mfrac>"},
      {"\\sqrt{d}", "<msqrt><mrow><mi>d</mi></mrow></msqrt>"},
      {"\\sin x", "<mi mathvariant=\"normal\">sin</mi><mspace width=\"0.17em\"/><mi>x</mi>"},
      {"a \\ln(x)",
       "<mi>a</mi><mspace width=\"0.17em\"/><mi mathvariant=\"normal\">ln</mi>"
       "<mo stretchy=\"false\" form=\"prefix\">(</mo><mi>x</mi><mo stretchy=\"false\" "
       "form=\"postfix\">)</mo>"},
      {"a \\lt b", "<mi>a</mi><mo>&lt;</mo><mi>b</mi>"},
      {"x += y", "<mi>x</mi><mo>+=</mo><mi>y</mi>"},
      {"\\text{a < b}",
       "<mtext>a\xC2\xA0&lt;\xC2\xA0"
       "b</mtext>"},
      {"\\left(x\\right)",
       "<mrow><mo stretchy=\"true\" form=\"prefix\">(</mo><mi>x</mi>"
       "<mo stretchy=\"true\" form=\"postfix\">)</mo></mrow>"},
  };
  for (const Case& c : cases) EXPECT_EQ(inside(c.tex), c.mathml) << c.tex;
}

// In a = -b the sign is one of b; in a - b it stands between the two.
TEST(Math, ASignBelongsToWhatFollowsWhereNothingStandsBeforeIt) {
  EXPECT_NE(inside("a = -b").find("<mo form=\"prefix\">−</mo>"), std::string::npos);
  EXPECT_NE(inside("(-b)").find("<mo form=\"prefix\">−</mo>"), std::string::npos);
  EXPECT_EQ(inside("a - b"), "<mi>a</mi><mo>−</mo><mi>b</mi>");
  EXPECT_EQ(inside("x_i - b").find("prefix"), std::string::npos);
}

TEST(Math, ASumHasItsBoundsBelowOnlyOnALineOfItsOwn) {
  EXPECT_NE(inside("\\sum_k x", true).find("<munder><mo>∑</mo>"), std::string::npos);
  EXPECT_NE(inside("\\sum_k x", false).find("<msub><mo>∑</mo>"), std::string::npos);
}

TEST(Math, TablesHaveRowsAndColumns) {
  const std::string table = inside("\\begin{bmatrix} 1 & 2 \\cr 3 & 4 \\end{bmatrix}");
  EXPECT_NE(table.find("<mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr>"
                       "<mtr><mtd><mn>3</mn></mtd><mtd><mn>4</mn></mtd></mtr>"),
            std::string::npos)
      << table;
  EXPECT_NE(table.find(">[</mo>"), std::string::npos);
}

TEST(Math, TheFormulaIsKeptForThoseWhoHearIt) {
  EXPECT_NE(math_to_mathml("x_i", true).find("alttext=\"x_i\""), std::string::npos);
}

struct Wrong {
  const char *tex, *says;
  std::size_t at;
};

TEST(Math, WhatIsNotKnownIsRefusedWhereItStands) {
  const Wrong wrongs[] = {
      {"a + \\alhpa", "the command \\alhpa is not known", 4},
      {"a \\, b", "a backslash before a punctuation mark", 2},
      {"\\text{loss}_i", "an underscore must follow a letter or a digit", 11},
      {"\\frac{a}", "something is missing", 8},
      {"{a", "a } is missing", 2},
      {"a}", "an unexpected }", 1},
      {"x_i_j", "two indices", 3},
      {"\\left(a", "a \\right is missing", 7},
      {"\\begin{array} a \\end{array}", "the environment array is not known", 13},
      {"\\begin{matrix} a", "\\end{matrix} is missing", 16},
      {"\\begin{matrix} a \\end{cases}", "\\end{matrix} is missing", 28},
      {"a \"b\"", "the character \" is not known", 2},
  };
  for (const Wrong& wrong : wrongs) {
    try {
      math_to_mathml(wrong.tex, false);
      ADD_FAILURE() << "taken: " << wrong.tex;
    } catch (const MathError& error) {
      EXPECT_NE(std::string(error.what()).find(wrong.says), std::string::npos)
          << wrong.tex << ": " << error.what();
      EXPECT_EQ(error.at(), wrong.at) << wrong.tex;
    }
  }
}

}  // namespace
}  // namespace whereabouts
