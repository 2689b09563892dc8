// The name of a scheme with its options, as typed by a person:  rope:base=500:layout=half
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace whereabouts {

/// The schemes that are named one after the other for the layers: "rope/none" is rope, none. Throws
/// UserError if a name is missing or is a number of layers.
std::vector<std::string> scheme_parts(const std::string& spec);

/// A scheme asks for its options by name, with a default and what is allowed. Everything wrong is a
/// UserError of one line.
class SchemeOptions {
 public:
  /// Takes "name" or "name:key=value:key=value...".
  explicit SchemeOptions(std::string_view spec);

  const std::string& name() const { return name_; }
  double number(std::string_view key, double fallback, double low, double high);
  /// The number if it was given. If not, in_use() shows `otherwise`, which says how the scheme
  /// comes to a value of its own:  factor=length/64
  std::optional<double> number_if_given(std::string_view key, double low, double high,
                                        const std::string& otherwise);
  int integer(std::string_view key, int fallback, int low, int high);
  /// As many numbers as `fallback` has, written 1+2+4.
  std::vector<double> numbers(std::string_view key, const std::vector<double>& fallback, double low,
                              double high);
  std::string text(std::string_view key, std::string_view fallback);
  bool yes_or_no(std::string_view key, bool fallback);
  std::string choice(std::string_view key, std::string_view fallback,
                     std::initializer_list<std::string_view> allowed);
  bool given(std::string_view key) const;
  /// The option `shared`, yes or no: whether the layers share what the scheme learns. in_use()
  /// shows it only if they do not.
  bool shared();

  /// A UserError that names the scheme:  "scheme rope: " and the text.
  [[noreturn]] void refuse(const std::string& text) const;

  /// Throws if an option was given that the scheme never asked for.
  void refuse_unknown() const;

  /// Every option that was asked for, with the value in use:  "base=10000 layout=interleaved"
  std::string in_use() const;

  /// "name:key=value..." with all options that were not asked for so far: they are meant for a
  /// scheme inside of this one.
  std::string take_rest(std::string_view name_of_inner);

 private:
  struct Option {
    std::string key, value;
    bool asked = false;  // by the scheme; of used_: whether it is shown
  };
  const std::string* find(std::string_view key);
  void note(std::string_view key, const std::string& value);

  std::string name_;
  std::vector<Option> options_;
  std::vector<Option> used_;
};

}  // namespace whereabouts
