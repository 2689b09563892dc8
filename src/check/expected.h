// What the lessons promise to print, compared with what they print.
//
// A lesson's source promises in its head comment, a page in blocks of code of the kind `output`:
//
//   // Expect    | rope dot product at (3, 8): -1.8122          ```output
//   // within 0.1| sinusoidal  2.62  2.54                       sinusoidal  2.62  2.54
//                                                              ```
//
// Each line must be found among the printed lines. Words must be equal; space does not matter; a
// number without decimals must be equal, one with decimals may differ by one unit of its last, or
// by what `within` says (```output within 0.1), which is for trained models: their last digits
// change with the processor. A line that ends in ... may go on.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace whereabouts {

struct ExpectedLine {
  std::string text;
  int line = 0;       ///< where it stands in its file, from 1
  double within = 0;  ///< 0: one unit of the last decimal
};

/// The promises in a lesson's source, and in a page.
std::vector<ExpectedLine> expected_in_source(std::string_view source);
std::vector<ExpectedLine> expected_in_page(std::string_view page);

/// How many blocks of kind `text` quote numbers with decimals. Nothing compares them: they are
/// formulas with constants, or come from other runs than the lesson's own.
int blocks_not_compared(std::string_view page);

/// The figures in the sentences of a page: its decimal numbers outside of blocks, rows of tables,
/// `code` and formulas. A figure counts as compared if a block of kind `output`, which is compared
/// with a run, has that number, rounded as in the sentence and with any sign.
struct ProseFigures {
  int compared = 0;
  int quoted = 0;  ///< of the others, those that a block of kind `text` or a table has
  std::vector<std::string> elsewhere = {};  ///< those that nothing on the page has
  /// The figures that the page itself says it does not compare, in lines of this form:
  /// <!-- not compared: 0.05 1.78 -->
  std::vector<std::string> listed = {};
  int all() const { return compared + quoted + static_cast<int>(elsewhere.size()); }
};
ProseFigures prose_figures(std::string_view page);

/// Whether a printed line is what was expected.
bool agrees(const ExpectedLine& expected, std::string_view printed);

/// Those that no line of the output agrees with.
std::vector<ExpectedLine> not_printed(const std::vector<ExpectedLine>& expected,
                                      std::string_view output);

}  // namespace whereabouts
