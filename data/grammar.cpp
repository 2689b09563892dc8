#include "grammar.h"

#include <algorithm>
#include <sstream>
#include <utility>

#include "util/check.h"

namespace whereabouts {
namespace {

std::string stripped(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return "";
  return std::string(text.substr(first, text.find_last_not_of(" \t\r") - first + 1));
}

std::vector<std::string> split_at(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    parts.push_back(stripped(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return parts;
}

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> all;
  for (std::string word; in >> word;) all.push_back(word == "-" ? "" : word);
  return all;
}

}  // namespace

Grammar parse_grammar(std::string_view source) {
  Grammar grammar;
  Grammar::Lines* rule = nullptr;
  Grammar::Table* table = nullptr;
  int number = 0;
  for (const std::string& line : split_at(source, '\n')) {
    ++number;
    const auto demand = [&](bool ok, const auto&... what) {
      check_user(ok, "grammar, line ", number, ": ", what...);
    };
    demand(std::all_of(line.begin(), line.end(), [](char c) { return c >= ' ' && c <= '~'; }),
           "only ASCII is allowed");
    if (line.empty() || line[0] == '#') continue;
    if (line.starts_with("- ")) {
      const std::string content = stripped(line.substr(2));
      demand(rule || table, "a line that belongs to no rule or table");
      if (rule) {
        rule->push_back(content);
      } else {
        table->rows.push_back(split_at(content, ','));
        demand(table->rows.back().size() == table->columns.size(), "the table has ",
               table->columns.size(), " columns, the row ", table->rows.back().size());
      }
      continue;
    }
    const std::size_t space = std::min(line.find(' '), line.size());
    const std::string keyword = line.substr(0, space);
    const std::vector<std::string> halves = split_at(line.substr(space), ':');
    const std::string& name = halves.front();
    demand(!name.empty() && halves.size() == (keyword == "rule" ? 1u : 2u),
           "expected 'rule NAME', 'table NAME: columns', 'sounds NAME: sounds' or 'role NAME: ",
           "TABLE RULE'");
    rule = nullptr;
    table = nullptr;
    if (keyword == "rule") {
      rule = &grammar.rules[name];
      demand(rule->empty(), "there is already a rule ", name);
    } else if (keyword == "table") {
      table = &grammar.tables[name];
      table->columns = split_at(halves[1], ',');
    } else if (keyword == "sounds") {
      grammar.sounds[name] = words_of(halves[1]);
      demand(!grammar.sounds[name].empty(), "no sounds");
    } else {
      const std::vector<std::string> parts = words_of(halves[1]);
      demand(keyword == "role" && parts.size() == 2, "expected 'role NAME: TABLE RULE'");
      grammar.roles[name] = {parts[0], parts[1]};
    }
  }
  for (const auto& [name, lines] : grammar.rules) {
    check_user(!lines.empty(), "grammar: the rule ", name, " has no lines");
  }
  for (const auto& [name, role] : grammar.roles) {
    const auto found = grammar.tables.find(role.table);
    check_user(found != grammar.tables.end() && !found->second.rows.empty(), "grammar: the role ",
               name, " needs a table ", role.table, " with rows");
    check_user(grammar.rules.contains(role.name_rule), "grammar: the role ", name, " needs a rule ",
               role.name_rule);
  }
  return grammar;
}

}  // namespace whereabouts
