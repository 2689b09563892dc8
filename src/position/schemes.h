// The table of all positional schemes. A new scheme is a file in this folder and a row in
// schemes.cpp.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "position/scheme.h"

namespace whereabouts {

struct SchemeEntry {
  const char* name;
  const char* description;  ///< one line
  const char* paper;
  std::unique_ptr<PositionScheme> (*make)(Setup& setup);
};

/// A row for a class that has kDescription and kPaper and is made from a Setup.
template <class Scheme>
constexpr SchemeEntry scheme_row(const char* name) {
  return {name, Scheme::kDescription, Scheme::kPaper,
          [](Setup& setup) -> std::unique_ptr<PositionScheme> {
            return std::make_unique<Scheme>(setup);
          }};
}

std::span<const SchemeEntry> schemes();

/// While one of these lives, the table has one more row: for a scheme that lives outside of this
/// folder, as in lesson 20. Throws std::invalid_argument if there is a scheme of this name already.
class AddedScheme {
 public:
  explicit AddedScheme(const SchemeEntry& entry);
  ~AddedScheme();
  AddedScheme(const AddedScheme&) = delete;
  AddedScheme& operator=(const AddedScheme&) = delete;

 private:
  std::string name_;
};

/// Makes the scheme that setup.options name, for one layer. Throws UserError for an unknown name,
/// with the nearest one, and for an unknown or impossible option.
std::unique_ptr<PositionScheme> make_scheme(Setup& setup);
/// The same for the only layer of a model, from a `spec` such as "alibi" or
/// "rope:scaling=yarn:factor=4". `options_in_use`, if given, receives all options with their
/// values.
std::unique_ptr<PositionScheme> make_scheme(const std::string& spec, int width, int heads,
                                            int trained_length, Parameters& parameters,
                                            bool causal = true,
                                            std::string* options_in_use = nullptr);

}  // namespace whereabouts
