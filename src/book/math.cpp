#include "book/math.h"

#include <array>
#include <cctype>
#include <map>

#include "report/svg_canvas.h"
#include "util/check.h"

namespace whereabouts {
namespace {

// Letters and signs that have a name.
const std::map<std::string_view, const char*> kLetters = {
    {"alpha", "α"}, {"beta", "β"},   {"gamma", "γ"}, {"delta", "δ"},   {"epsilon", "ε"},
    {"theta", "θ"}, {"lambda", "λ"}, {"mu", "μ"},    {"pi", "π"},      {"rho", "ρ"},
    {"sigma", "σ"}, {"phi", "φ"},    {"omega", "ω"}, {"Delta", "Δ"},   {"infty", "∞"},
    {"ldots", "…"}, {"cdots", "⋯"},  {"top", "⊤"},   {"partial", "∂"}, {"prime", "′"}};

const std::map<std::string_view, const char*> kOperators = {{"cdot", "⋅"},
                                                            {"times", "×"},
                                                            {"le", "≤"},
                                                            {"ge", "≥"},
                                                            {"lt", "&lt;"},
                                                            {"gt", "&gt;"},
                                                            {"ne", "≠"},
                                                            {"approx", "≈"},
                                                            {"to", "→"},
                                                            {"mapsto", "↦"},
                                                            {"pm", "±"},
                                                            {"propto", "∝"},
                                                            {"in", "∈"},
                                                            {"mid", "|"},
                                                            {"vert", "|"},
                                                            {"bmod", "mod"},
                                                            {"Leftrightarrow", "⇔"}};

// Functions with a name of several letters, set upright.
constexpr std::array kFunctions = {"sin", "cos", "ln", "log", "exp", "max", "min"};

const std::map<std::string_view, const char*> kFences = {
    {"lfloor", "⌊"}, {"rfloor", "⌋"}, {"lvert", "|"}, {"rvert", "|"}};

bool is_letter_of_math(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
bool is_digit_of_math(char c) { return '0' <= c && c <= '9'; }

class MathReader {
 public:
  MathReader(std::string_view tex, bool display) : tex_(tex), display_(display) {}

  std::string whole() {
    const std::string result = row();
    if (at_ < tex_.size()) fail(concat("an unexpected ", tex_[at_]));
    return result;
  }

 private:
  [[noreturn]] void fail(const std::string& sentence) const { throw MathError(sentence, at_); }

  void skip_space() {
    while (at_ < tex_.size() && std::isspace(static_cast<unsigned char>(tex_[at_]))) ++at_;
  }

  // The name of the command that begins here, without moving on; empty if none does.
  std::string_view next_command() const {
    if (at_ >= tex_.size() || tex_[at_] != '\\') return {};
    std::size_t end = at_ + 1;
    while (end < tex_.size() && is_letter_of_math(tex_[end])) ++end;
    return tex_.substr(at_ + 1, end - at_ - 1);
  }

  bool row_ends() const {
    if (at_ >= tex_.size() || tex_[at_] == '}' || tex_[at_] == '&') return true;
    const std::string_view command = next_command();
    return command == "right" || command == "end" || command == "cr";
  }

  // Everything up to what ends a row, each piece with its sub- and superscripts.
  std::string row() {
    std::string result;
    prefix_ = true;
    for (skip_space(); !row_ends(); skip_space()) result += scripted();
    return result;
  }

  // The braces around a text, and the text as it stands.
  std::string_view plain_argument() {
    skip_space();
    if (at_ >= tex_.size() || tex_[at_] != '{') fail("a { is missing");
    const std::size_t end = tex_.find('}', at_);
    if (end == tex_.npos) fail("a } is missing");
    const std::string_view text = tex_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    return text;
  }

  // A group in braces, or a single piece.
  std::string argument() {
    skip_space();
    if (row_ends()) fail("something is missing at the end");
    if (tex_[at_] != '{') return piece();
    return group();
  }

  std::string group() {
    ++at_;
    const std::string inside = row();
    if (at_ >= tex_.size() || tex_[at_] != '}') fail("a } is missing");
    ++at_;
    prefix_ = false;
    return concat("<mrow>", inside, "</mrow>");
  }

  std::string scripted() {
    large_ = false;
    const std::string base = piece();
    const bool limits = large_ && display_, was_prefix = prefix_;
    std::string below, above, primes;
    for (;; skip_space()) {
      const char c = at_ < tex_.size() ? tex_[at_] : ' ';
      if (c == '\'') {
        ++at_;
        primes += "<mo lspace=\"0\" rspace=\"0\">′</mo>";  // the sign itself is small and high
      } else if (c == '_' || c == '^') {
        if (c == '_' && (at_ == 0 || !std::isalnum(static_cast<unsigned char>(tex_[at_ - 1]))))
          fail("an underscore must follow a letter or a digit, or GitHub may read an emphasis");
        std::string& script = c == '_' ? below : above;
        if (!script.empty() && c == '_') fail("two indices");
        ++at_;
        const bool outer = prefix_;
        script += argument();
        prefix_ = outer;
      } else {
        break;
      }
    }
    prefix_ = was_prefix;
    if (below.empty() && above.empty())
      return primes.empty() ? base : concat("<mrow>", base, primes, "</mrow>");
    above = primes + above;
    const auto one = [](const std::string& script) { return concat("<mrow>", script, "</mrow>"); };
    const std::string kind = limits ? (below.empty()   ? "mover"
                                       : above.empty() ? "munder"
                                                       : "munderover")
                                    : (below.empty()   ? "msup"
                                       : above.empty() ? "msub"
                                                       : "msubsup");
    return concat("<", kind, ">", base, below.empty() ? "" : one(below),
                  above.empty() ? "" : one(above), "</", kind, ">");
  }

  std::string letter(std::string_view text) {
    prefix_ = false;
    return concat("<mi>", text, "</mi>");
  }

  // What may stand before a sign, such as = or (, makes the sign one of a number: = -1.
  std::string op(std::string_view text) {
    const bool sign = prefix_ && (text == "−" || text == "+" || text == "±");
    prefix_ = true;
    return concat("<mo", sign ? " form=\"prefix\"" : "", ">", text, "</mo>");
  }

  std::string fence(std::string_view text, bool stretchy, bool opens) {
    prefix_ = opens;
    return concat("<mo stretchy=\"", stretchy ? "true" : "false", "\" form=\"",
                  opens ? "prefix" : "postfix", "\">", text, "</mo>");
  }

  std::string piece() {
    const char c = tex_[at_];
    if (c == '\\') return command();
    if (c == '{') return group();
    if (is_digit_of_math(c)) {
      const std::size_t first = at_;
      // A point or a comma belongs to a number if a digit follows it.
      while (at_ < tex_.size() && (is_digit_of_math(tex_[at_]) ||
                                   ((tex_[at_] == '.' || tex_[at_] == ',') &&
                                    at_ + 1 < tex_.size() && is_digit_of_math(tex_[at_ + 1]))))
        ++at_;
      prefix_ = false;
      return concat("<mn>", tex_.substr(first, at_ - first), "</mn>");
    }
    ++at_;
    if (is_letter_of_math(c)) return letter(std::string(1, c));
    if ((c == '+' || c == '-') && at_ < tex_.size() && tex_[at_] == '=') {
      ++at_;
      return op(c == '+' ? "+=" : "−=");
    }
    const auto one_of = [c](std::string_view signs) { return signs.find(c) != signs.npos; };
    if (one_of("([])")) return fence(std::string(1, c), false, one_of("(["));
    if (c == '-') return op("−");
    if (one_of("+=,;:")) return op(std::string(1, c));
    if (c == '|') return "<mo stretchy=\"false\" lspace=\"0\" rspace=\"0\">|</mo>";
    if (one_of("!.")) return concat("<mo>", c, "</mo>");
    if (c != '/') {
      --at_;
      fail(concat("the character ", c, " is not known in formulas"));
    }
    prefix_ = true;
    return "<mo lspace=\"0\" rspace=\"0\">/</mo>";
  }

  std::string command() {
    const std::string_view name = next_command();
    if (name.empty()) fail("a backslash before a punctuation mark, which GitHub would take away");
    const std::size_t begins = at_;
    at_ += name.size() + 1;
    if (const auto found = kLetters.find(name); found != kLetters.end())
      return letter(found->second);
    if (const auto found = kOperators.find(name); found != kOperators.end())
      return op(found->second);
    if (const auto found = kFences.find(name); found != kFences.end())
      return fence(found->second, false, name[0] == 'l');
    for (const char* function : kFunctions) {
      if (name != function) continue;
      skip_space();
      const bool space = at_ < tex_.size() &&
                         (std::isalnum(static_cast<unsigned char>(tex_[at_])) || tex_[at_] == '\\');
      const char* const thin = "<mspace width=\"0.17em\"/>";
      const std::string word = concat(prefix_ ? "" : thin, "<mi mathvariant=\"normal\">", name,
                                      "</mi>", space ? thin : "");
      prefix_ = true;
      return word;
    }
    if (name == "sum" || name == "prod") {
      large_ = prefix_ = true;
      return concat("<mo>", name == "sum" ? "∑" : "∏", "</mo>");
    }
    if (name == "frac") {
      const std::string above = argument(), below = argument();
      return concat("<mfrac>", above, below, "</mfrac>");
    }
    if (name == "sqrt") return concat("<msqrt>", argument(), "</msqrt>");
    if (name == "text") {
      const std::string_view words = plain_argument();
      prefix_ = words.ends_with(' ');  // of -1: a sign of what follows
      return concat("<mtext>", with_spaces(words), "</mtext>");
    }
    if (name == "mathrm") {
      prefix_ = false;
      return concat("<mi mathvariant=\"normal\">", xml_escaped(plain_argument()), "</mi>");
    }
    if (name == "thinspace" || name == "quad" || name == "qquad") {
      prefix_ = true;
      const char* const width = name == "quad" ? "1em" : name == "qquad" ? "2em" : "0.17em";
      return concat("<mspace width=\"", width, "\"/>");
    }
    if (name == "left") return between_fences();
    if (name == "begin") return table();
    at_ = begins;
    fail(concat("the command \\", name, " is not known"));
  }

  // Spaces at the ends of a text would be dropped.
  static std::string with_spaces(std::string_view text) {
    std::string result;
    for (const char c : text) {
      if (c == ' ')
        result += "\xC2\xA0";
      else
        result += xml_escaped(std::string_view(&c, 1));
    }
    return result;
  }

  std::string one_fence(bool opens) {
    skip_space();
    if (const auto found = kFences.find(next_command()); found != kFences.end()) {
      at_ += found->first.size() + 1;
      return fence(found->second, true, opens);
    }
    const char c = at_ < tex_.size() ? tex_[at_] : ' ';
    if (std::string_view("()[]|.").find(c) == std::string_view::npos)
      fail(concat("no fence after \\", opens ? "left" : "right"));
    ++at_;
    return c == '.' ? "" : fence(std::string(1, c), true, opens);
  }

  std::string between_fences() {
    const std::string open = one_fence(true), inside = row();
    if (next_command() != "right") fail("a \\right is missing");
    at_ += std::string_view("\\right").size();
    const std::string close = one_fence(false);
    return concat("<mrow>", open, inside, close, "</mrow>");
  }

  // \begin{kind} a & b \cr c & d \end{kind}
  std::string table() {
    const std::string kind(plain_argument());
    const std::map<std::string, std::pair<const char*, const char*>> around = {
        {"matrix", {"", ""}},
        {"pmatrix", {"(", ")"}},
        {"bmatrix", {"[", "]"}},
        {"cases", {"{", ""}},
        {"aligned", {"", ""}}};
    const auto found = around.find(kind);
    if (found == around.end()) fail(concat("the environment ", kind, " is not known"));
    std::string rows, cells;
    for (;;) {
      cells += concat("<mtd>", row(), "</mtd>");
      if (at_ < tex_.size() && tex_[at_] == '&') {
        ++at_;
        continue;
      }
      const std::string_view command = next_command();
      if (command != "cr" && command != "end") fail(concat("\\end{", kind, "} is missing"));
      at_ += command.size() + 1;
      rows += concat("<mtr>", cells, "</mtr>");
      cells.clear();
      if (command == "cr") continue;
      if (plain_argument() != kind) fail(concat("\\end{", kind, "} is missing"));
      break;
    }
    prefix_ = false;
    const auto [open, close] = found->second;
    const auto side = [&](const std::string& text, bool opens) {
      return text.empty() ? "" : fence(text, true, opens);
    };
    return concat("<mrow>", side(open, true), "<mtable class=\"", kind,
                  kind == "aligned" ? "\" displaystyle=\"true\">" : "\">", rows, "</mtable>",
                  side(close, false), "</mrow>");
  }

  std::string_view tex_;
  bool display_;
  std::size_t at_ = 0;
  bool prefix_ = true;  // a sign that comes now belongs to what follows
  bool large_ = false;  // the last piece was a sum or a product
};

}  // namespace

std::string math_to_mathml(std::string_view tex, bool display) {
  return concat("<math", display ? " display=\"block\"" : "", " alttext=\"", xml_escaped(tex),
                "\">", "<mrow>", MathReader(tex, display).whole(), "</mrow></math>");
}

}  // namespace whereabouts
