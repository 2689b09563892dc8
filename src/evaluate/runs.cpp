#include "evaluate/runs.h"

#include <algorithm>
#include <charconv>
#include <sstream>

#include "report/number.h"
#include "util/check.h"
#include "util/read_number.h"

namespace whereabouts {
namespace {

constexpr std::string_view kTitle = "# whereabouts run";

std::string hexadecimal(std::uint64_t x) {
  char digits[16];
  return {digits, std::to_chars(digits, digits + 16, x, 16).ptr};
}

// A value takes one line.
std::string one_line(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return c == '\n' || c == '\r'; }, ' ');
  return text;
}

template <class Number, class... Base>
Number parsed(const std::string& text, const std::string& name, Base... base) {
  Number value{};
  require(read_number(text, value, base...) == std::errc(), name, ": \"", text,
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
  for (const std::string& part : split_settings(one)) {
    if (std::ranges::find(others, part) == others.end()) text += (text.empty() ? "" : " ") + part;
  }
  return text.empty() ? "nothing" : text;
}

}  // namespace

std::string difference(const RunConditions& there, const RunConditions& here) {
  if (there.version != here.version)
    return sentence("version ", there.version, ", here ", here.version);
  if (there.text_checksum != here.text_checksum)
    return sentence("the text ", there.text, ", here another: ", here.text);
  if (there.settings != here.settings)
    return sentence(only_in(there.settings, here.settings), ", here ",
                    only_in(here.settings, there.settings));
  return "";
}

std::string run_file_name(const RunKey& key) {
  std::string name = sentence(key.subject, "-", key.scheme, "-seed", key.seed, ".csv");
  std::ranges::replace_if(
      name, [](unsigned char c) { return !(std::isalnum(c) || c == '-' || c == '.' || c == '='); },
      '_');
  return name;
}

std::string run_to_text(const Run& run) {
  std::string text = sentence(
      kTitle, "\n# version=", one_line(run.conditions.version),
      "\n# subject=", one_line(run.key.subject), "\n# settings=", one_line(run.conditions.settings),
      "\n# text=", one_line(run.conditions.text),
      "\n# text_checksum=", hexadecimal(run.conditions.text_checksum),
      "\n# scheme=", one_line(run.key.scheme), "\n# options=", one_line(run.options),
      "\n# seed=", run.key.seed, "\n# command=", one_line(run.command),
      "\n# program=", one_line(run.program), "\n# rows=", run.rows.size(), "\n");
  for (const auto& [name, value] : run.notes)
    text += sentence("# note.", name, "=", shortest(value), "\n");
  return text + all_columns(run.rows);
}

Run run_from_text(const std::string& text, const std::string& name) {
  require(text.starts_with(kTitle), name, " is not the result of a run");
  std::map<std::string, std::string> head;
  std::size_t at = text.find('\n');
  require(at != std::string::npos, name, " is not whole; remove it to measure again");
  for (++at; text.compare(at, 2, "# ") == 0;) {
    const std::size_t end = text.find('\n', at), equals = text.find('=', at);
    require(end != std::string::npos && equals < end, name,
            " is not whole; remove it to measure again");
    head[text.substr(at + 2, equals - at - 2)] = text.substr(equals + 1, end - equals - 1);
    at = end + 1;
  }
  const auto value = [&](const std::string& key) {
    require(head.contains(key), name, ": there is no ", key, "; remove the file to measure again");
    return head.at(key);
  };
  Run run{.key = {value("subject"), value("scheme"), parsed<std::uint64_t>(value("seed"), name)},
          .conditions = {value("version"), value("settings"), value("text"),
                         parsed<std::uint64_t>(value("text_checksum"), name, 16)},
          .options = value("options"),
          .command = value("command"),
          .program = value("program")};
  for (const auto& [key, number] : head) {
    if (key.starts_with("note.")) run.notes[key.substr(5)] = parsed<double>(number, name);
  }
  run.rows = rows_from(std::string_view(text).substr(at), name);
  require(run.rows.size() == parsed<std::size_t>(value("rows"), name), name,
          " is not whole; remove it to measure again");
  return run;
}

}  // namespace whereabouts
