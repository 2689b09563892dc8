#include "check/expected.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>

#include "util/read_number.h"

namespace whereabouts {
namespace {

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

bool is_digit(char c) { return '0' <= c && c <= '9'; }

// The number after the word `within`, if the text begins with it.
std::optional<double> tolerance(std::string_view text) {
  constexpr std::string_view kWord = "within ";
  if (!text.starts_with(kWord)) return {};
  text.remove_prefix(kWord.size());
  double value = 0;
  read_number(text.substr(0, text.find_first_of(" |\r")), value);
  return value;
}

// A piece of a line: a number, or a single character of anything else that is not space.
struct Piece {
  std::string_view text;
  bool number = false;
  int decimals = 0;
  double value = 0;
};

std::vector<Piece> pieces_of(std::string_view line) {
  std::vector<Piece> pieces;
  for (std::size_t i = 0; i < line.size();) {
    if (std::isspace(static_cast<unsigned char>(line[i]))) {
      ++i;
      continue;
    }
    const bool sign = (line[i] == '-' || line[i] == '+') && i + 1 < line.size() &&
                      is_digit(line[i + 1]) &&
                      (i == 0 || !std::isalnum(static_cast<unsigned char>(line[i - 1])));
    std::size_t end = i + (sign ? 1 : 0);
    Piece piece;
    while (end < line.size() && is_digit(line[end])) piece.number = true, ++end;
    if (piece.number && end + 1 < line.size() && line[end] == '.' && is_digit(line[end + 1]))
      for (++end; end < line.size() && is_digit(line[end]); ++end) ++piece.decimals;
    if (!piece.number) end = i + 1;
    piece.text = line.substr(i, end - i);
    if (piece.number) {
      const std::string_view digits = line[i] == '+' ? piece.text.substr(1) : piece.text;
      read_number(digits, piece.value);
    }
    pieces.push_back(piece);
    i = end;
  }
  return pieces;
}

bool piece_agrees(const Piece& expected, const Piece& printed, double within) {
  if (expected.number != printed.number) return false;
  if (!expected.number || expected.decimals == 0) return expected.text == printed.text;
  const double unit = std::pow(10.0, -expected.decimals);
  const double allowed = within > 0 ? within : unit;
  return std::abs(expected.value - printed.value) <= allowed + unit * 1e-6;
}

// .5 becomes 0.5.
std::string with_zeros(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool bare = text[i] == '.' && i + 1 < text.size() && is_digit(text[i + 1]) &&
                      (i == 0 || std::isalnum(static_cast<unsigned char>(text[i - 1])) == 0);
    result += bare ? "0." : std::string(1, text[i]);
  }
  return result;
}

// The numbers with decimals; `text` must live as long as they do.
std::vector<Piece> figures_of(const std::string& text) {
  std::vector<Piece> figures = pieces_of(text);
  std::erase_if(figures, [](const Piece& piece) { return piece.decimals == 0; });
  return figures;
}

bool has_rounded(const std::vector<Piece>& figures, const Piece& rounded) {
  const double unit = std::pow(10.0, -rounded.decimals);
  return std::ranges::any_of(figures, [&](const Piece& f) {
    return f.decimals >= rounded.decimals &&
           std::abs(std::abs(f.value) - std::abs(rounded.value)) <= unit * (0.5 + 1e-6);
  });
}

// Replaces everything from `open` to `close` by a space.
void cut_out(std::string& text, std::string_view open, std::string_view close) {
  for (std::size_t at = text.find(open); at != text.npos; at = text.find(open, at)) {
    const std::size_t end = text.find(close, at + open.size());
    text.replace(at, end == text.npos ? end : end + close.size() - at, " ");
  }
}

}  // namespace

std::vector<ExpectedLine> expected_in_source(std::string_view source) {
  std::vector<ExpectedLine> expected;
  int number = 0;
  double within = 0;
  for (std::string_view line : lines_of(source)) {
    ++number;
    if (!line.starts_with("//")) break;  // the head comment is over
    line = trimmed(line.substr(2));
    if (line.starts_with("Expect")) line = trimmed(line.substr(6)), within = 0;
    if (const auto given = tolerance(line)) {
      within = *given;
      line = trimmed(line.substr(std::min(line.find('|'), line.size())));
    }
    if (line.starts_with("|"))
      expected.push_back({std::string(trimmed(line.substr(1))), number, within});
    else
      within = 0;
  }
  return expected;
}

std::vector<ExpectedLine> expected_in_page(std::string_view page) {
  std::vector<ExpectedLine> expected;
  int number = 0;
  bool inside = false;
  double within = 0;
  for (const std::string_view line : lines_of(page)) {
    ++number;
    constexpr std::string_view kFence = "```", kOpens = "```output";
    if (inside && line.starts_with(kFence)) {
      inside = false;
    } else if (line.starts_with(kOpens)) {
      inside = true;
      within = tolerance(trimmed(line.substr(kOpens.size()))).value_or(0);
    } else if (inside && !trimmed(line).empty() && trimmed(line) != "...") {
      expected.push_back({std::string(trimmed(line)), number, within});
    }
  }
  return expected;
}

int blocks_not_compared(std::string_view page) {
  int blocks = 0;
  bool inside = false, counted = false;
  for (const std::string_view line : lines_of(page)) {
    if (line.starts_with("```")) {
      inside = !inside && line.starts_with("```text");
      counted = false;
    } else if (inside && !counted) {
      counted = std::ranges::any_of(pieces_of(line),
                                    [](const Piece& piece) { return piece.decimals > 0; });
      blocks += counted ? 1 : 0;
    }
  }
  return blocks;
}

ProseFigures prose_figures(std::string_view page) {
  constexpr std::string_view kFence = "```", kListed = "<!-- not compared: ";
  std::string sentences, output, quoted, listed;
  std::string* block = nullptr;  // where the lines of the block go
  std::string code;
  for (const std::string_view line : lines_of(page)) {
    std::string* const to = block                       ? block
                            : line.starts_with("|")     ? &quoted
                            : line.starts_with(kListed) ? &listed
                                                        : &sentences;
    if (line.starts_with(kFence)) {
      const std::string_view kind = line.substr(kFence.size());
      block = block                        ? nullptr
              : kind.starts_with("output") ? &output
              : kind.starts_with("text")   ? &quoted
                                           : &code;
    } else {
      to->append(line).append("\n");
    }
  }
  cut_out(sentences, "`", "`");
  cut_out(sentences, "$$", "$$");
  cut_out(sentences, "$", "$");
  cut_out(sentences, "](", ")");
  for (std::string* text : {&sentences, &output, &quoted, &listed}) *text = with_zeros(*text);
  const std::vector<Piece> in_output = figures_of(output), in_quoted = figures_of(quoted);
  ProseFigures result;
  for (const Piece& figure : figures_of(sentences)) {
    if (has_rounded(in_output, figure))
      ++result.compared;
    else if (has_rounded(in_quoted, figure))
      ++result.quoted;
    else
      result.elsewhere.emplace_back(figure.text);
  }
  for (const Piece& figure : figures_of(listed)) result.listed.emplace_back(figure.text);
  return result;
}

bool agrees(const ExpectedLine& expected, std::string_view printed) {
  constexpr std::string_view kMore = "...";
  std::string_view text = expected.text;
  const bool more = text.ends_with(kMore);
  if (more) text.remove_suffix(kMore.size());
  const std::vector<Piece> wanted = pieces_of(text), given = pieces_of(printed);
  if (wanted.size() > given.size() || (!more && wanted.size() < given.size())) return false;
  for (std::size_t i = 0; i < wanted.size(); ++i)
    if (!piece_agrees(wanted[i], given[i], expected.within)) return false;
  return true;
}

std::vector<ExpectedLine> not_printed(const std::vector<ExpectedLine>& expected,
                                      std::string_view output) {
  const std::vector<std::string_view> printed = lines_of(output);
  std::vector<ExpectedLine> missing;
  for (const ExpectedLine& e : expected) {
    bool found = false;
    for (const std::string_view line : printed) found = found || agrees(e, line);
    if (!found) missing.push_back(e);
  }
  return missing;
}

}  // namespace whereabouts
