// Long lines of prose are folded at the width of the terminal, between words.
#pragma once

#include <streambuf>
#include <string>

namespace whereabouts {

/// The line, which ends in no newline, as lines of at most so many columns, the later ones indented
/// by two more than the first. A line in which two spaces stand together is a row of a table, and
/// stays as it is, and so does a word that is too long.
std::string folded(const std::string& line, int columns);

/// While it lives, what is printed to std::cout is folded, if that is a terminal; what goes into a
/// pipe or a file is not. What is flushed before its line ends, such as a question, is printed as
/// it is.
class FoldedOutput : public std::streambuf {
 public:
  FoldedOutput();
  ~FoldedOutput() override;
  FoldedOutput(const FoldedOutput&) = delete;
  FoldedOutput& operator=(const FoldedOutput&) = delete;

 protected:
  int overflow(int character) override;
  int sync() override;

 private:
  std::streambuf* before_ = nullptr;  // null: not a terminal
  std::string line_;
  bool begun_ = false;  // part of the line is printed already
};

}  // namespace whereabouts
