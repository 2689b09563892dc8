#include "fables.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "text/text.h"
#include "util/check.h"
#include "util/random.h"

namespace whereabouts {
namespace {

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
char upper(char c) { return static_cast<char>(std::toupper(static_cast<unsigned char>(c))); }
char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

using Pronouns = std::array<std::pair<std::string_view, std::string_view>, 4>;
constexpr std::array<Pronouns, 2> kPronouns = {
    Pronouns{{{"he", "he"}, {"him", "him"}, {"his", "his"}, {"himself", "himself"}}},
    Pronouns{{{"he", "she"}, {"him", "her"}, {"his", "her"}, {"himself", "herself"}}}};

// All words of the grammar in lower case. A name must not be one of them.
std::set<std::string> words_of(const Grammar& grammar) {
  std::set<std::string> words;
  const auto add = [&](const std::string& text) {
    std::string word;
    for (char c : text + " ") {
      if (is_letter(c)) {
        word += lower(c);
      } else {
        words.insert(std::exchange(word, ""));
      }
    }
  };
  for (const auto& [name, lines] : grammar.rules) std::for_each(lines.begin(), lines.end(), add);
  for (const auto& [name, table] : grammar.tables) {
    for (const auto& row : table.rows) std::for_each(row.begin(), row.end(), add);
  }
  return words;
}

class Teller {
 public:
  Teller(const Grammar& grammar, std::uint64_t seed)
      : grammar_(grammar), random_(seed, "fables"), taken_names_(words_of(grammar)) {}

  void tell_one() {
    cast_.clear();
    unused_.clear();
    fixed_.clear();
    rows_taken_.clear();
    expand_rule("fable");
    say("\n\n\n");
  }

  const Fables& fables() const { return fables_; }

 private:
  // What is known so far about somebody or something in this fable; drawn when first needed.
  struct Cast {
    std::optional<std::size_t> row;
    std::optional<std::size_t> gender;
    std::string name;
    std::size_t last_said = 0;
  };

  std::size_t choose(std::size_t count) {
    fables_.entropy_bits += std::log2(static_cast<double>(count));
    return static_cast<std::size_t>(random_.below(count));
  }

  // ---- writing --------------------------------------------------------------------------------

  // Appends text, settling an open a(n) and a wanted capital; returns where the text begins.
  std::size_t say(std::string_view text) {
    std::string& out = fables_.text;
    if (text.empty()) return out.size();
    if (article_end_ && is_letter(text[0])) {
      const bool vowel = std::string_view("aeiou").find(lower(text[0])) != std::string_view::npos;
      if (vowel) out.insert(*article_end_, 1, 'n');
      article_end_.reset();
    }
    const std::size_t begin = out.size();
    out += text;
    for (std::size_t i = begin; capital_wanted_ && i < out.size(); ++i) {
      if (!is_letter(out[i])) continue;
      out[i] = upper(out[i]);
      capital_wanted_ = false;
    }
    return begin;
  }

  // Literal text, in which a(n) and // mean something.
  void say_literal(std::string_view text) {
    while (!text.empty()) {
      const std::size_t article = std::min(text.find("(n) "), text.size());
      const std::size_t paragraph = std::min(text.find(" // "), text.size());
      const std::size_t end = std::min(article, paragraph);
      say(text.substr(0, end));
      text.remove_prefix(end);
      if (text.empty()) return;
      if (article < paragraph) {
        article_end_ = fables_.text.size();
        fables_.text += ' ';
      } else {
        say("\n\n");
      }
      text.remove_prefix(4);
    }
  }

  // ---- expanding ------------------------------------------------------------------------------

  void expand(std::string_view line) {
    while (!line.empty()) {
      const std::size_t open = std::min(line.find_first_of("[{<"), line.size());
      say_literal(line.substr(0, open));
      if (open == line.size()) return;
      const std::size_t close = closing_bracket(line, open);
      const std::string_view inside = line.substr(open + 1, close - open - 1);
      check_user(!inside.empty(), "grammar: an empty slot in: ", line);
      if (line[open] == '{') expand_role(inside);
      if (line[open] == '<') expand_fixed(inside);
      if (line[open] == '[') expand_choice(inside);
      line.remove_prefix(close + 1);
    }
  }

  static std::size_t closing_bracket(std::string_view line, std::size_t open) {
    const char opening = line[open];
    const char closing = opening == '[' ? ']' : opening == '{' ? '}' : '>';
    int depth = 0;
    for (std::size_t i = open; i < line.size(); ++i) {
      if (line[i] == opening) ++depth;
      if (line[i] == closing && --depth == 0) return i;
    }
    throw UserError(concat("grammar: a slot is not closed in: ", line));
  }

  // [rule], [rule: role, role] or [this|that]
  void expand_choice(std::string_view inside) {
    std::vector<std::string_view> choices;
    int depth = 0;
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= inside.size(); ++i) {
      if (i < inside.size() && inside[i] == '[') ++depth;
      if (i < inside.size() && inside[i] == ']') --depth;
      if (i == inside.size() || (inside[i] == '|' && depth == 0)) {
        choices.push_back(inside.substr(begin, i - begin));
        begin = i + 1;
      }
    }
    if (choices.size() > 1) {
      expand(choices[choose(choices.size())]);
    } else {
      const std::size_t colon = inside.find(": ");
      const std::string name = lower_first(inside.substr(0, colon));
      if (colon == std::string_view::npos) {
        expand_rule(name);
      } else {
        expand_rule_about(name, inside.substr(colon + 2));
      }
    }
  }

  // [rule: hero, friend]: inside, {1} is the hero and {2} the friend.
  void expand_rule_about(const std::string& name, std::string_view roles) {
    std::vector<std::string> about;
    while (!roles.empty()) {
      const std::size_t comma = std::min(roles.find(", "), roles.size());
      about.push_back(role_meant_by(roles.substr(0, comma)));
      roles.remove_prefix(std::min(comma + 2, roles.size()));
    }
    std::swap(about_, about);
    expand_rule(name);
    std::swap(about_, about);
  }

  // A role's name; a digit means one that the rule is about.
  std::string role_meant_by(std::string_view name) const {
    if (name.size() != 1 || name[0] < '1' || name[0] > '9') return std::string(name);
    const auto place = static_cast<std::size_t>(name[0] - '1');
    check_user(place < about_.size(), "grammar: {", name, "} in a rule about ", about_.size(),
               " roles");
    return about_[place];
  }

  // The rule's name as the grammar has it; a capital is remembered for what comes.
  std::string lower_first(std::string_view name) {
    std::string result(name);
    if (result[0] != lower(result[0])) capital_wanted_ = true;
    result[0] = lower(result[0]);
    return result;
  }

  void expand_rule(const std::string& name) {
    if (const auto sounds = grammar_.sounds.find(name); sounds != grammar_.sounds.end()) {
      say(sounds->second[choose(sounds->second.size())]);
      return;
    }
    const auto rule = grammar_.rules.find(name);
    check_user(rule != grammar_.rules.end(), "grammar: there is no rule ", name);
    check_user(depth_ < 50, "grammar: the rule ", name, " calls itself without end");
    ++depth_;
    expand(rule->second[next_unused(name, rule->second.size())]);
    --depth_;
  }

  // A line that this fable has not had; when all have been used, all are free again.
  std::size_t next_unused(const std::string& name, std::size_t count) {
    std::vector<std::size_t>& unused = unused_[name];
    if (unused.empty()) {
      unused.resize(count);
      std::iota(unused.begin(), unused.end(), std::size_t{0});
    }
    const std::size_t place = choose(unused.size());
    const std::size_t line = unused[place];
    unused.erase(unused.begin() + static_cast<std::ptrdiff_t>(place));
    return line;
  }

  // <rule>: told once in a fable, and then always in the same words, which must hold no names.
  void expand_fixed(std::string_view inside) {
    const std::string name = lower_first(inside);
    if (!fixed_.contains(name)) {
      const std::size_t repeated = fables_.names.size();
      fixed_[name] = aside([&] { expand_rule(name); });
      check_user(fables_.names.size() == repeated, "grammar: <", name, "> must not say names");
    }
    say(fixed_[name]);
  }

  // What `tell` would write, without writing it.
  template <class Tell>
  std::string aside(Tell tell) {
    const auto article = std::exchange(article_end_, std::nullopt);
    const bool capital = std::exchange(capital_wanted_, false);
    const std::size_t begin = fables_.text.size();
    tell();
    std::string told = fables_.text.substr(begin);
    fables_.text.resize(begin);
    article_end_ = article;
    capital_wanted_ = capital;
    return told;
  }

  // ---- who and what ---------------------------------------------------------------------------

  // {role} or {role.column}
  void expand_role(std::string_view inside) {
    const std::size_t dot = std::min(inside.find('.'), inside.size());
    const std::string role_name = role_meant_by(inside.substr(0, dot));
    const auto role = grammar_.roles.find(role_name);
    check_user(role != grammar_.roles.end(), "grammar: there is no role ", role_name);
    Cast& cast = cast_[role_name];
    if (dot == inside.size()) {
      say_name(role->second, cast);
      return;
    }
    check_user(dot + 1 < inside.size(), "grammar: a column is missing in {", inside, "}");
    const std::string column = lower_first(inside.substr(dot + 1));
    for (std::size_t i = 0; i < kPronouns[0].size(); ++i) {
      if (kPronouns[0][i].first != column) continue;
      if (!cast.gender) cast.gender = choose(2);
      say(kPronouns[*cast.gender][i].second);
      return;
    }
    const Grammar::Table& table = grammar_.tables.find(role->second.table)->second;
    const auto found = std::find(table.columns.begin(), table.columns.end(), column);
    check_user(found != table.columns.end(), "grammar: the table ", role->second.table,
               " has no column ", column);
    if (!cast.row) cast.row = untaken_row(role->second.table, table.rows.size());
    say(table.rows[*cast.row][static_cast<std::size_t>(found - table.columns.begin())]);
  }

  // No two roles of a fable are the same kind of animal.
  std::size_t untaken_row(const std::string& table, std::size_t count) {
    std::vector<std::size_t> free;
    for (std::size_t row = 0; row < count; ++row) {
      if (!rows_taken_.contains({table, row})) free.push_back(row);
    }
    check_user(!free.empty(), "grammar: the table ", table, " has fewer rows than there are roles");
    const std::size_t row = free[choose(free.size())];
    rows_taken_.insert({table, row});
    return row;
  }

  void say_name(const Grammar::Role& role, Cast& cast) {
    capital_wanted_ = false;  // a name has one already
    const bool recalled = !cast.name.empty();
    if (!recalled) cast.name = new_name(role.name_rule);
    const std::size_t begin = say(cast.name);
    if (recalled) {
      fables_.names.push_back({static_cast<std::int64_t>(begin),
                               static_cast<std::int64_t>(cast.name.size()),
                               static_cast<std::int64_t>(begin - cast.last_said)});
    }
    cast.last_said = begin;
  }

  // A name unlike all words and all earlier names. Only the draw that is kept costs bits.
  std::string new_name(const std::string& rule) {
    for (int attempt = 0; attempt < 10'000; ++attempt) {
      const double bits_before = fables_.entropy_bits;
      const std::string name = drawn_name(rule);
      std::string key;
      for (char c : name) key += lower(c);
      if (name.size() >= 4 && name.size() <= 10 && taken_names_.insert(key).second) return name;
      fables_.entropy_bits = bits_before;
    }
    throw UserError(concat("grammar: the rule ", rule, " has too few names of 4 to 10 letters"));
  }

  std::string drawn_name(const std::string& rule) {
    unused_.erase(rule);  // two names may be built the same way
    std::string name = aside([&] { expand_rule(rule); });
    if (!name.empty()) name[0] = upper(name[0]);
    return name;
  }

  const Grammar& grammar_;
  Random random_;
  Fables fables_;
  std::set<std::string> taken_names_;  // in lower case

  // This fable's memory.
  std::map<std::string, Cast, std::less<>> cast_;
  std::map<std::string, std::vector<std::size_t>> unused_;
  std::map<std::string, std::string> fixed_;
  std::set<std::pair<std::string, std::size_t>> rows_taken_;

  std::vector<std::string> about_;  // the roles that the rule being told is about

  std::optional<std::size_t> article_end_;  // where an "n" would have to be inserted
  bool capital_wanted_ = false;
  int depth_ = 0;
};

}  // namespace

Fables tell_fables(const Grammar& grammar, std::uint64_t seed, std::size_t characters) {
  Teller teller(grammar, seed);
  while (teller.fables().text.size() < characters) teller.tell_one();
  Fables fables = teller.fables();
  while (fables.text.ends_with("\n\n")) fables.text.pop_back();
  return fables;
}

RepeatedNames repeated_names_of(const Fables& fables) {
  return {.names = fables.names,
          .text_checksum = text_from_utf8(fables.text, "the fables").checksum,
          .entropy_bits_per_char = fables.entropy_bits / static_cast<double>(fables.text.size())};
}

}  // namespace whereabouts
