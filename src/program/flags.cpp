#include "program/flags.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

#include "report/number.h"
#include "report/terminal.h"
#include "util/check.h"
#include "util/file.h"
#include "util/joined.h"
#include "util/nearest.h"
#include "util/read_number.h"
#include "util/visible.h"

namespace whereabouts {
namespace {

constexpr std::size_t kHelpWidth = 80;

// What was typed, in quotes, on one line; a long text is cut, so that the message stays readable.
std::string quoted(std::string_view text) {
  constexpr int kLongest = 60;
  const std::string first = cut_to_width(text, kLongest);
  return concat('"', visible(first, true), first.size() < text.size() ? "...\"" : "\"");
}

template <class Integer>
Integer whole_number(std::string_view name, std::string_view text, Integer min, Integer max) {
  Integer value{};
  const std::errc error = read_number(text, value);
  check_user(error != std::errc::invalid_argument, "--", name, " takes a whole number, got ",
             quoted(text));
  check_user(error == std::errc{} && min <= value && value <= max, "--", name, " must be between ",
             min, " and ", max, ", got ", text);
  return value;
}

double number(std::string_view name, std::string_view text, double min, double max) {
  double value = 0;
  const std::errc error = read_number(text, value);
  check_user(error != std::errc::invalid_argument && std::isfinite(value), "--", name,
             " takes a number, got ", quoted(text));
  check_user(error == std::errc() && min <= value && value <= max, "--", name, " must be between ",
             shortest(min), " and ", shortest(max), ", got ", text);
  return value;
}

std::vector<std::string> items(std::string_view name, std::string_view text) {
  std::vector<std::string> result;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t comma = std::min(text.find(',', start), text.size());
    result.emplace_back(text.substr(start, comma - start));
    check_user(!result.back().empty(), "--", name, " takes a list such as a,b,c, got ",
               quoted(text));
    start = comma + 1;
  }
  return result;
}

template <class T>
std::vector<T> distinct(std::string_view name, const std::vector<T>& list) {
  for (std::size_t i = 0; i < list.size(); ++i)
    check_user(std::find(list.begin(), list.begin() + i, list[i]) == list.begin() + i, "--", name,
               " lists ", list[i], " twice");
  return list;
}

// Words of `text` on lines of at most kHelpWidth; `first` starts the first line, the others are
// indented by `indent`.
std::string wrapped(std::string first, std::size_t indent, std::string_view text) {
  std::istringstream words{std::string(text)};
  std::string result, line = std::move(first);
  line.resize(std::max(line.size(), indent), ' ');
  for (std::string word; words >> word;) {
    if (line.size() > indent && line.size() + 1 + word.size() > kHelpWidth) {
      result += line + "\n";
      line.assign(indent, ' ');
    }
    if (line.size() > indent) line += " ";
    line += word;
  }
  return result + line + "\n";
}

}  // namespace

Flags::Flags(std::string program, std::string summary)
    : program_(std::move(program)), summary_(std::move(summary)) {}

void Flags::add(std::string_view name, std::string_view placeholder, std::string_view help,
                std::function<void(const Typed&)> set, std::function<std::string()> show) {
  const bool taken =
      std::any_of(flags_.begin(), flags_.end(), [&](const Flag& f) { return f.name == name; });
  check_argument(!taken && name != "help", "Flags::add", "--", name, " is taken");
  flags_.push_back({std::string(name), std::string(placeholder), std::string(help), show(),
                    std::move(set), show});
}

void Flags::add(std::string_view name, int& value, std::string_view help, int min, int max) {
  add(
      name, "N", help,
      [&value, min, max](const Typed& t) { value = whole_number(t.name, t.text, min, max); },
      [&value] { return concat(value); });
}

void Flags::add(std::string_view name, double& value, std::string_view help, double min,
                double max) {
  add(
      name, "X", help,
      [&value, min, max](const Typed& t) { value = number(t.name, t.text, min, max); },
      [&value] { return shortest(value); });
}

void Flags::add(std::string_view name, std::optional<double>& value, std::string_view help) {
  add(
      name, "X", help,
      [&value](const Typed& t) {
        constexpr double kLargest = std::numeric_limits<double>::max();
        value = number(t.name, t.text, -kLargest, kLargest);
      },
      [&value] { return value ? shortest(*value) : std::string(); });
}

void Flags::add(std::string_view name, std::uint64_t& value, std::string_view help) {
  add(
      name, "N", help,
      [&value](const Typed& t) {
        value = whole_number<std::uint64_t>(t.name, t.text, 0, UINT64_MAX);
      },
      [&value] { return concat(value); });
}

void Flags::add(std::string_view name, std::string& value, std::string_view help) {
  add(
      name, "TEXT", help, [&value](const Typed& t) { value = t.text; }, [&value] { return value; });
}

void Flags::add(std::string_view name, bool& value, std::string_view help) {
  check_argument(!value, "Flags::add", "the switch --", name, " must start as false");
  add(
      name, "", help, [&value](const Typed&) { value = true; },
      [&value] { return std::string(value ? "true" : ""); });
}

void Flags::add(std::string_view name, std::vector<int>& value, std::string_view help, int min,
                int max) {
  add(
      name, "N,N,...", help,
      [&value, min, max](const Typed& t) {
        std::vector<int> list;
        for (const std::string& item : items(t.name, t.text))
          list.push_back(whole_number(t.name, item, min, max));
        value = distinct(t.name, list);
      },
      [&value] { return joined(value, ","); });
}

void Flags::add(std::string_view name, std::vector<std::string>& value, std::string_view help) {
  add(
      name, "A,B,...", help,
      [&value](const Typed& t) { value = distinct(t.name, items(t.name, t.text)); },
      [&value] { return joined(value, ","); });
}

void Flags::add_range(std::string_view name, int& low, int& high, std::string_view help, int min,
                      int max) {
  add(
      name, "N or N..N", help,
      [&low, &high, min, max](const Typed& t) {
        const std::size_t dots = t.text.find("..");
        const bool two = dots != std::string_view::npos;
        const int first = whole_number(t.name, t.text.substr(0, dots), two ? 1 : min, max);
        const int last = two ? whole_number(t.name, t.text.substr(dots + 2), min, max) : first;
        check_user(first <= last, "--", t.name, " ", t.text, ": the smaller number comes first");
        low = first < last ? first : 0, high = last;
      },
      [&low, &high] { return low > 0 ? concat(low, "..", high) : concat(high); });
}

void Flags::add_repeated(std::string_view name, std::vector<std::string>& values,
                         std::string_view help) {
  add(
      name, "TEXT", help, [&values](const Typed& t) { values.emplace_back(t.text); },
      [] { return std::string(); });
  flags_.back().repeated = &values;
}

void Flags::add_config() {
  add("config", config_, "more flags from this file, a line each, such as: length 64");
}

// `typed` is an argument as typed, up to its '='.
Flags::Flag& Flags::find(std::string_view typed) {
  std::string_view name = typed;
  name.remove_prefix(std::min(name.find_first_not_of('-'), name.size()));
  std::vector<std::string> names{"help"};
  for (Flag& flag : flags_) {
    if (typed.starts_with("--") && typed.substr(2) == flag.name) return flag;
    names.push_back(flag.name);
  }
  const std::string guess = nearest(name, names);
  throw UserError(
      concat("unknown flag ", quoted(typed),
             guess.empty() ? "; --help lists them all" : "; did you mean --" + guess + "?"));
}

void Flags::parse(int argc, const char* const* argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--help" || argument == "-h") {
      help_wanted_ = true;
      return;
    }
    check_user(!argument.starts_with("--help="), "--help is a switch and takes no value, got ",
               quoted(argument.substr(argument.find('=') + 1)));
    check_user(argument.starts_with('-') && argument.size() > 1, "stray word ", quoted(argument),
               "; flags look like --name value");
    const std::size_t equals = argument.find('=');
    const bool attached = equals != std::string_view::npos;
    Flag& flag = find(argument.substr(0, equals));
    check_user(!flag.given || flag.repeated, "--", flag.name, " is given twice");
    flag.given = true;

    std::string_view text;
    if (attached) {
      check_user(!flag.is_switch(), "--", flag.name, " is a switch and takes no value, got ",
                 quoted(argument.substr(equals + 1)));
      text = argument.substr(equals + 1);
    } else if (!flag.is_switch()) {
      const bool missing = i + 1 == argc || std::string_view(argv[i + 1]).starts_with("--");
      check_user(!missing, "--", flag.name, " needs a value: --", flag.name, " ", flag.placeholder);
      text = argv[++i];
    }
    flag.set({flag.name, text});
  }
  if (!config_.empty()) read_config();
}

void Flags::read_config() {
  const std::string file = read_file(config_, "the settings");
  std::vector<std::string> typed, in_file;  // names of flags
  for (const Flag& flag : flags_)
    if (flag.given) typed.push_back(flag.name);
  const auto holds = [](const std::vector<std::string>& names, const std::string& name) {
    return std::ranges::find(names, name) != names.end();
  };
  std::istringstream lines(file);
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    const std::size_t begin = line.find_first_not_of(" \t\r");
    if (begin == std::string::npos || line[begin] == '#') continue;
    line = line.substr(begin, line.find_last_not_of(" \t\r") + 1 - begin);
    const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
    const std::string name = line.substr(0, end);
    const std::size_t value_at = std::min(line.find_first_not_of(" \t", end), line.size());
    try {
      Flag& flag = find("--" + name);
      check_user(name != "config", "--config stands on the command line alone");
      check_user(flag.repeated || !holds(in_file, name), "--", name, " is given twice");
      in_file.push_back(name);
      const std::string_view value = std::string_view(line).substr(value_at);
      check_user(flag.is_switch() == value.empty(), "--", name,
                 flag.is_switch() ? " is a switch and takes no value" : " needs a value");
      if (holds(typed, name)) continue;
      flag.set({name, value});
      flag.given = true;
    } catch (const UserError& error) {
      throw UserError(concat("'", config_, "', line ", number, ": ", error.what()));
    }
  }
}

std::string Flags::help() const {
  constexpr std::size_t kWidest = 24;  // longer names get a line of their own
  std::vector<std::pair<std::string, std::string>> rows;
  for (const Flag& flag : flags_) {
    std::string left = "  --" + flag.name + (flag.is_switch() ? "" : " " + flag.placeholder);
    std::string right = flag.help;
    if (!flag.default_text.empty()) right += " (default " + flag.default_text + ")";
    rows.emplace_back(std::move(left), std::move(right));
  }
  rows.emplace_back("  -h, --help", "this text");

  std::size_t indent = 0;
  for (const auto& [left, right] : rows)
    if (left.size() <= kWidest) indent = std::max(indent, left.size() + 2);

  std::string text =
      wrapped("", 0, "Usage: " + program_ + " [flags]") + "\n" + wrapped("", 0, summary_) + "\n";
  for (const auto& [left, right] : rows) {
    if (left.size() + 2 <= indent)
      text += wrapped(left, indent, right);
    else
      text += left + "\n" + wrapped("", indent, right);
  }
  return text;
}

bool Flags::given(std::string_view name) const {
  const auto flag =
      std::find_if(flags_.begin(), flags_.end(), [&](const Flag& f) { return f.name == name; });
  check_argument(flag != flags_.end(), "Flags::given", "there is no flag --", name);
  return flag->given;
}

std::string Flags::settings() const {
  std::string text;
  for (const Flag& flag : flags_) {
    for (const std::string& value : flag.values()) {
      if (value.empty() && flag.default_text.empty()) continue;
      text += (text.empty() ? "--" : " --") + flag.name;
      if (flag.is_switch()) continue;
      text += value.starts_with("--") ? "=" : " ";
      text += shell_word(value);
    }
  }
  return text;
}

std::string Flags::as_config(const std::vector<std::string>& without, bool all) const {
  std::string text;
  for (const Flag& flag : flags_) {
    if (flag.name == "config" || std::ranges::find(without, flag.name) != without.end()) continue;
    for (const std::string& value : flag.values()) {
      if (value.empty() && !flag.is_switch()) continue;
      // A value that a line cannot hold, such as a path with a line end, stays a comment.
      const bool fits = value.empty() || (value.find_first_of("\n\r") == std::string::npos &&
                                          value.find_first_not_of(" \t") == 0 &&
                                          value.find_last_not_of(" \t") + 1 == value.size());
      text +=
          concat((flag.given || (all && !flag.is_switch())) && fits ? "" : "# ", flag.name,
                 flag.is_switch() ? "" : concat(" ", fits ? value : visible(value, true)), "\n");
    }
  }
  return text;
}

std::string shell_word(const std::string& word) {
  const bool plain =
      !word.empty() && word.find_first_of(" \t\n\"'\\$`&|;<>()*?[]#~!{}") == std::string::npos;
  if (plain) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

}  // namespace whereabouts
