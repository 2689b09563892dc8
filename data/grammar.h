// A grammar for stories: rules, tables, sounds and roles, read from a file such as
// data/fables.grammar, whose head explains the notation.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace whereabouts {

struct Grammar {
  /// Rows with named columns, for what belongs together: a heron, its walk and its voice.
  struct Table {
    std::vector<std::string> columns;
    std::vector<std::vector<std::string>> rows;
  };
  /// Somebody or something in a story: a row of a table, and a name made by a rule.
  struct Role {
    std::string table;
    std::string name_rule;
  };
  using Lines = std::vector<std::string>;

  std::map<std::string, Lines, std::less<>> rules;
  std::map<std::string, Lines, std::less<>> sounds;
  std::map<std::string, Table, std::less<>> tables;
  std::map<std::string, Role, std::less<>> roles;
};

/// Throws UserError naming the line that cannot be understood, or a role whose table or rule is
/// missing. Slots inside the lines are looked at only when a story is told.
Grammar parse_grammar(std::string_view source);

}  // namespace whereabouts
