#include "program/folded_output.h"

#include <unistd.h>

#include <iostream>
#include <sstream>

#include "report/terminal.h"

namespace whereabouts {

std::string folded(const std::string& line, int columns) {
  const std::size_t indent = line.find_first_not_of(' ');
  if (display_width(line) <= columns || indent == line.npos || line.find("  ", indent) != line.npos)
    return line;
  std::istringstream words(line);
  std::string result, now(indent, ' ');
  bool first = true;
  for (std::string word; words >> word; first = false) {
    if (!first && display_width(now) + 1 + display_width(word) > columns) {
      result += now + "\n";
      now = std::string(indent + 2, ' ') + word;
    } else {
      now += (first ? "" : " ") + word;
    }
  }
  return result + now;
}

FoldedOutput::FoldedOutput() {
  if (is_terminal(STDOUT_FILENO)) before_ = std::cout.rdbuf(this);
}

FoldedOutput::~FoldedOutput() {
  if (before_ == nullptr) return;
  sync();
  std::cout.rdbuf(before_);
}

int FoldedOutput::overflow(int character) {
  if (character == traits_type::eof()) return traits_type::not_eof(character);
  if (character != '\n') {
    line_ += static_cast<char>(character);
    return character;
  }
  const std::string text = (begun_ ? line_ : folded(line_, terminal_width(STDOUT_FILENO))) + "\n";
  line_.clear();
  begun_ = false;
  const auto size = static_cast<std::streamsize>(text.size());
  return before_->sputn(text.data(), size) == size ? character : traits_type::eof();
}

int FoldedOutput::sync() {
  if (!line_.empty()) {
    const auto size = static_cast<std::streamsize>(line_.size());
    if (before_->sputn(line_.data(), size) != size) return -1;
    line_.clear();
    begun_ = true;
  }
  return before_->pubsync();
}

}  // namespace whereabouts
