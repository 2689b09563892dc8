#include "position/options.h"

#include <algorithm>
#include <cmath>

#include "util/check.h"
#include "util/joined.h"
#include "util/read_number.h"

namespace whereabouts {

std::vector<std::string> scheme_parts(const std::string& spec) {
  std::vector<std::string> parts(1);
  for (const char c : spec) {
    if (c == '/') {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  for (const std::string& part : parts) {
    check_user(
        parts.size() == 1 || !part.empty(), "in \"", spec,
        "\" a scheme is missing before or after a /; a scheme for each layer is written rope/none");
    check_user(
        part.empty() || part.find('*') == std::string::npos, "\"", part,
        "\" is not a scheme; for one that stays the same in some layers write its name again: ",
        "rope/rope/none");
  }
  return parts;
}

SchemeOptions::SchemeOptions(std::string_view spec) {
  const auto next_part = [&spec] {
    const std::size_t colon = spec.find(':');
    const std::string_view part = spec.substr(0, colon);
    spec = colon == std::string_view::npos ? std::string_view() : spec.substr(colon + 1);
    return part;
  };
  name_ = next_part();
  while (!spec.empty()) {
    const std::string_view part = next_part();
    const std::size_t equals = part.find('=');
    if (equals == std::string_view::npos || equals == 0) {
      refuse(concat("an option is written key=value, got \"", part, "\""));
    }
    const std::string key(part.substr(0, equals));
    if (given(key)) refuse(concat("option ", key, " is given twice"));
    options_.push_back({key, std::string(part.substr(equals + 1)), false});
  }
}

void SchemeOptions::refuse(const std::string& text) const {
  throw UserError("scheme " + name_ + ": " + text);
}

bool SchemeOptions::given(std::string_view key) const {
  return std::ranges::any_of(options_, [&](const Option& o) { return o.key == key; });
}

const std::string* SchemeOptions::find(std::string_view key) {
  for (Option& o : options_) {
    if (o.key != key) continue;
    o.asked = true;
    return &o.value;
  }
  return nullptr;
}

void SchemeOptions::note(std::string_view key, const std::string& value) {
  used_.push_back({std::string(key), value, true});
}

bool SchemeOptions::shared() {
  const bool yes = choice("shared", "yes", {"yes", "no"}) == "yes";
  used_.back().asked = !yes;
  return yes;
}

double SchemeOptions::number(std::string_view key, double fallback, double low, double high) {
  double value = fallback;
  if (const std::string* text = find(key)) {
    if (read_number(*text, value) != std::errc() || !std::isfinite(value))
      refuse(concat(key, " must be a number, got \"", *text, "\""));
  }
  if (value < low || value > high)
    refuse(concat(key, " must be between ", low, " and ", high, ", got ", value));
  note(key, concat(value));
  return value;
}

std::optional<double> SchemeOptions::number_if_given(std::string_view key, double low, double high,
                                                     const std::string& otherwise) {
  if (given(key)) return number(key, low, low, high);
  note(key, otherwise);
  return std::nullopt;
}

int SchemeOptions::integer(std::string_view key, int fallback, int low, int high) {
  int value = fallback;
  if (const std::string* text = find(key)) {
    if (read_number(*text, value) != std::errc())
      refuse(concat(key, " must be a whole number, got \"", *text, "\""));
  }
  if (value < low || value > high)
    refuse(concat(key, " must be between ", low, " and ", high, ", got ", value));
  note(key, concat(value));
  return value;
}

std::vector<double> SchemeOptions::numbers(std::string_view key,
                                           const std::vector<double>& fallback, double low,
                                           double high) {
  std::vector<double> values = fallback;
  if (const std::string* text = find(key)) {
    values.clear();
    for (std::size_t from = 0; from <= text->size();) {
      const std::size_t end = std::min(text->find('+', from), text->size());
      const std::string part = text->substr(from, end - from);
      double value = 0;
      if (read_number(part, value) != std::errc() || !std::isfinite(value))
        refuse(concat(key, " must be numbers with + between, got \"", *text, "\""));
      if (value < low || value > high)
        refuse(concat(key, " must be between ", low, " and ", high, ", got ", value));
      values.push_back(value);
      from = end + 1;
    }
    if (values.size() != fallback.size())
      refuse(concat(key, " must be ", fallback.size(), " numbers, got ", values.size()));
  }
  std::string shown;
  for (const double value : values) shown += concat(shown.empty() ? "" : "+", value);
  note(key, shown);
  return values;
}

std::string SchemeOptions::text(std::string_view key, std::string_view fallback) {
  const std::string* typed = find(key);
  const std::string value = typed ? *typed : std::string(fallback);
  note(key, value);
  return value;
}

bool SchemeOptions::yes_or_no(std::string_view key, bool fallback) {
  return choice(key, fallback ? "yes" : "no", {"yes", "no"}) == "yes";
}

std::string SchemeOptions::choice(std::string_view key, std::string_view fallback,
                                  std::initializer_list<std::string_view> allowed) {
  const std::string* text = find(key);
  const std::string value = text ? *text : std::string(fallback);
  if (std::ranges::find(allowed, value) == allowed.end())
    refuse(concat(key, " must be one of ", joined(allowed), ", got \"", value, "\""));
  note(key, value);
  return value;
}

void SchemeOptions::refuse_unknown() const {
  for (const Option& o : options_) {
    if (o.asked) continue;
    const std::string list = joined(used_, ", ", &Option::key);
    refuse(concat("there is no option \"", o.key, "\"; ",
                  list.empty() ? "it has none" : "its options are " + list));
  }
}

std::string SchemeOptions::in_use() const {
  std::string text;
  for (const Option& o : used_)
    if (o.asked) text += (text.empty() ? "" : " ") + o.key + "=" + o.value;
  return text;
}

std::string SchemeOptions::take_rest(std::string_view name_of_inner) {
  std::string spec(name_of_inner);
  for (Option& o : options_) {
    if (o.asked) continue;
    o.asked = true;
    spec += ":" + o.key + "=" + o.value;
    note(o.key, o.value);
  }
  return spec;
}

}  // namespace whereabouts
