#include "experiment/runs.h"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "report/number.h"
#include "util/check.h"
#include "util/checksum.h"
#include "util/file.h"
#include "util/read_number.h"

namespace whereabouts {
namespace {

constexpr std::string_view kTitle = "# whereabouts run", kChecksum = "# checksum=";

// A value takes one line.
std::string one_line(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return c == '\n' || c == '\r'; }, ' ');
  return text;
}

template <class Number, class... Base>
Number parsed(const std::string& text, const std::string& name, Base... base) {
  Number value{};
  check_user(read_number(text, value, base...) == std::errc(), name, ": \"", text,
             "\" is not a number");
  return value;
}

// The words in which two settings differ: "--steps 1000 --lr 0.1" and "--steps 40 --lr 0.1" give
// "--steps 1000". A word with dashes begins a setting.
std::vector<std::string> split_settings(const std::string& settings) {
  std::vector<std::string> parts;
  std::istringstream words(settings);
  for (std::string word; words >> word;) {
    if (parts.empty() || word.starts_with("--"))
      parts.push_back(word);
    else
      parts.back() += " " + word;
  }
  return parts;
}

std::string only_in(const std::string& one, const std::string& other) {
  const std::vector<std::string> others = split_settings(other);
  std::string text;
  for (const std::string& part : split_settings(one))
    if (std::ranges::find(others, part) == others.end()) text += (text.empty() ? "" : " ") + part;
  return text.empty() ? "nothing" : text;
}

// The numbers after a setting: "--eval-lengths 32,64" gives 32 and 64; none if it is not there.
std::vector<int> numbers_of(const std::string& settings, const std::string& flag) {
  std::vector<int> numbers;
  for (const std::string& part : split_settings(settings)) {
    if (!part.starts_with(flag + " ")) continue;
    std::istringstream list(part.substr(flag.size() + 1));
    for (std::string number; std::getline(list, number, ',');)
      numbers.push_back(parsed<int>(number.substr(number.rfind('.') + 1), flag));  // of 16..64, 64
  }
  return numbers;
}

void require_finite(const ResultRow& row, const std::string& name) {
  check_user(std::isfinite(row.bits_per_char) && std::isfinite(row.accuracy), name, ": ",
             row.scheme, ", protocol ", row.protocol, ", length ", row.length,
             ": what was measured is not a finite number");
}

// Rows that belong to another run, or that its settings cannot give.
void require_own_rows(const Run& run, const std::string& name) {
  // "text", or of a grid of settings "text length=32".
  const bool is_text = run.key.dataset == "text" || run.key.dataset.starts_with("text ");
  std::vector<int> lengths = numbers_of(run.conditions.settings, "--eval-lengths");
  if (!lengths.empty())
    for (const int length : numbers_of(run.conditions.settings, "--length"))
      lengths.push_back(length);
  for (const ResultRow& row : run.rows) {
    const bool own = row.scheme == run.key.scheme || row.scheme.starts_with(run.key.scheme + ":");
    check_user(own && row.seed == run.key.seed && (is_text || row.protocol == run.key.dataset),
               name, " says that it is the run of ", run.key.dataset, " ", run.key.scheme, " seed ",
               run.key.seed, " and has a row of ", row.protocol, " ", row.scheme, " seed ",
               row.seed, "; remove it to measure again");
    check_user(lengths.empty() || std::ranges::find(lengths, row.length) != lengths.end(), name,
               " has a row of length ", row.length,
               ", which is not one of its settings; remove it to measure again");
    require_finite(row, name);
  }
}

}  // namespace

std::string difference(const RunConditions& there, const RunConditions& here) {
  if (there.version != here.version)
    return concat("version ", there.version, ", here ", here.version);
  if (there.text_checksum != here.text_checksum)
    return concat("the text ", there.text, ", here another: ", here.text);
  if (there.settings != here.settings)
    return concat(only_in(there.settings, here.settings), ", here ",
                  only_in(here.settings, there.settings));
  return "";
}

std::string run_file_name(const RunKey& key) {
  return concat(name_for_file(key.dataset + "-" + key.scheme), "-seed", key.seed, ".csv");
}

std::string run_to_text(const Run& run) {
  for (const ResultRow& row : run.rows) require_finite(row, run.key.scheme);
  std::string text = concat(
      "# version=", one_line(run.conditions.version), "\n# dataset=", one_line(run.key.dataset),
      "\n# settings=", one_line(run.conditions.settings),
      "\n# text=", one_line(run.conditions.text),
      "\n# text_checksum=", hexadecimal(run.conditions.text_checksum),
      "\n# scheme=", one_line(run.key.scheme), "\n# options=", one_line(run.options),
      "\n# seed=", run.key.seed, "\n# command=", one_line(run.command),
      "\n# program=", one_line(run.program), "\n# rows=", run.rows.size(), "\n");
  for (const auto& [name, value] : run.notes)
    text += concat("# note.", name, "=", shortest(value), "\n");
  text += all_columns(run.rows);
  return concat(kTitle, "\n", kChecksum, hexadecimal(checksum(text)), "\n", text);
}

Run run_from_text(const std::string& text, const std::string& name) {
  check_user(text.starts_with(kTitle), name, " is not the result of a run");
  const std::string start = concat(kTitle, "\n", kChecksum);
  check_user(
      text.starts_with(start), name,
      " has no checksum: it is of an earlier version, or not whole; remove it to measure again");
  std::size_t at = text.find('\n', start.size());
  check_user(at != std::string::npos, name, " is not whole; remove it to measure again");
  check_user(text.substr(start.size(), at - start.size()) ==
                 hexadecimal(checksum(std::string_view(text).substr(at + 1))),
             name, " was changed since it was written, or is not whole (its checksum differs); ",
             "remove it to measure again");
  std::map<std::string, std::string> head;
  for (++at; text.compare(at, 2, "# ") == 0;) {
    const std::size_t end = text.find('\n', at), equals = text.find('=', at);
    check_user(end != std::string::npos && equals < end, name,
               " is not whole; remove it to measure again");
    head[text.substr(at + 2, equals - at - 2)] = text.substr(equals + 1, end - equals - 1);
    at = end + 1;
  }
  const auto value = [&](const std::string& key) {
    check_user(head.contains(key), name, ": there is no ", key,
               "; remove the file to measure again");
    return head.at(key);
  };
  Run run{.key = {value("dataset"), value("scheme"), parsed<std::uint64_t>(value("seed"), name)},
          .conditions = {value("version"), value("settings"), value("text"),
                         parsed<std::uint64_t>(value("text_checksum"), name, 16)},
          .options = value("options"),
          .command = value("command"),
          .program = value("program")};
  for (const auto& [key, number] : head) {
    if (!key.starts_with("note.")) continue;
    run.notes[key.substr(5)] = parsed<double>(number, name);
    check_user(std::isfinite(run.notes[key.substr(5)]), name, ": ", key, " is not a finite number");
  }
  run.rows = rows_from(std::string_view(text).substr(at), name);
  check_user(run.rows.size() == parsed<std::size_t>(value("rows"), name), name,
             " is not whole; remove it to measure again");
  require_own_rows(run, name);
  return run;
}

}  // namespace whereabouts
