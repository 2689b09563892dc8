// Formulas: from the TeX that stands in the pages to MathML, which every browser draws by itself.
//
//   theta_i = 10000^{-2i/d}   ->   <math><msub><mi>θ</mi><mi>i</mi></msub><mo>=</mo>...</math>
//
// Only the subset that the pages use is known. What GitHub would spoil is refused: there, Markdown
// comes before TeX, so a backslash before a punctuation mark (\, \\ \{) is lost, and an underscore
// that follows anything but a letter or a digit may begin an emphasis. Rows end with \cr.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

namespace whereabouts {

/// A formula that cannot be set: a sentence that names the command, and where it stands.
class MathError : public std::runtime_error {
 public:
  MathError(const std::string& sentence, std::size_t at) : std::runtime_error(sentence), at_(at) {}
  std::size_t at() const { return at_; }  ///< byte of the formula

 private:
  std::size_t at_;
};

/// The formula as a <math> element; with `display` on a line of its own, where sums have their
/// bounds above and below. Throws MathError.
std::string math_to_mathml(std::string_view tex, bool display);

}  // namespace whereabouts
