#include "program/flags.h"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "report/number.h"
#include "report/terminal.h"
#include "util/check.h"
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
void require_distinct(std::string_view name, const std::vector<T>& list) {
  for (std::size_t i = 0; i < list.size(); ++i)
    check_user(std::find(list.begin(), list.begin() + i, list[i]) == list.begin() + i, "--", name,
               " lists ", list[i], " twice");
}

template <class T>
std::string joined(const std::vector<T>& list) {
  std::string text;
  for (const T& item : list) {
    if (!text.empty()) text += ",";
    text += concat(item);
  }
  return text;
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
                std::function<void(std::string_view)> set, std::function<std::string()> show) {
  const bool taken =
      std::any_of(flags_.begin(), flags_.end(), [&](const Flag& f) { return f.name == name; });
  check_argument(!taken && name != "help", "Flags::add", "--", name, " is taken");
  flags_.push_back({std::string(name), std::string(placeholder), std::string(help), show(),
                    std::move(set), show});
}

void Flags::add(std::string_view name, int& value, std::string_view help, int min, int max) {
  add(
      name, "N", help,
      [name = std::string(name), &value, min, max](std::string_view text) {
        value = whole_number(name, text, min, max);
      },
      [&value] { return concat(value); });
}

void Flags::add(std::string_view name, double& value, std::string_view help, double min,
                double max) {
  add(
      name, "X", help,
      [name = std::string(name), &value, min, max](std::string_view text) {
        value = number(name, text, min, max);
      },
      [&value] { return shortest(value); });
}

void Flags::add(std::string_view name, std::uint64_t& value, std::string_view help) {
  add(
      name, "N", help,
      [name = std::string(name), &value](std::string_view text) {
        value = whole_number<std::uint64_t>(name, text, 0, UINT64_MAX);
      },
      [&value] { return concat(value); });
}

void Flags::add(std::string_view name, std::string& value, std::string_view help) {
  add(
      name, "TEXT", help, [&value](std::string_view text) { value = text; },
      [&value] { return value; });
}

void Flags::add(std::string_view name, bool& value, std::string_view help) {
  check_argument(!value, "Flags::add", "the switch --", name, " must start as false");
  add(
      name, "", help, [&value](std::string_view) { value = true; },
      [&value] { return std::string(value ? "true" : ""); });
}

void Flags::add(std::string_view name, std::vector<int>& value, std::string_view help, int min,
                int max) {
  add(
      name, "N,N,...", help,
      [name = std::string(name), &value, min, max](std::string_view text) {
        std::vector<int> list;
        for (const std::string& item : items(name, text))
          list.push_back(whole_number(name, item, min, max));
        require_distinct(name, list);
        value = list;
      },
      [&value] { return joined(value); });
}

void Flags::add(std::string_view name, std::vector<std::string>& value, std::string_view help) {
  add(
      name, "A,B,...", help,
      [name = std::string(name), &value](std::string_view text) {
        std::vector<std::string> list = items(name, text);
        require_distinct(name, list);
        value = list;
      },
      [&value] { return joined(value); });
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
    check_user(!flag.given, "--", flag.name, " is given twice");
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
    flag.set(text);
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
    const std::string value = flag.show();
    if (value.empty() && flag.default_text.empty()) continue;
    text += (text.empty() ? "--" : " --") + flag.name;
    if (flag.is_switch()) continue;
    text += value.starts_with("--") ? "=" : " ";
    text += shell_word(value);
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
