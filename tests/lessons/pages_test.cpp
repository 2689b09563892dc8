// The pages of the course: their links lead somewhere, their commands are understood, their list is
// complete.
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <set>
#include <sstream>

#include "check/expected.h"
#include "lessons/run.h"
#include "program/folded_output.h"
#include "report/terminal.h"
#include "util/file.h"

namespace whereabouts {
namespace {

namespace fs = std::filesystem;

const fs::path kLessons = fs::path(WHEREABOUTS_SOURCE_DIR) / "lessons";

std::vector<fs::path> files(const std::string& extension) {
  std::vector<fs::path> result;
  for (const auto& entry : fs::directory_iterator(kLessons))
    if (entry.path().extension() == extension) result.push_back(entry.path());
  return result;
}

// The pages of the course, and those at the front door and beside the corpus.
std::vector<fs::path> pages() {
  std::vector<fs::path> result = files(".md");
  for (const char* other : {"README.md", "data/README.md"})
    result.push_back(fs::path(WHEREABOUTS_SOURCE_DIR) / other);
  return result;
}

// The commands in blocks of the kind `sh`, without the comments behind them; a line that ends with a
// backslash goes on in the next.
std::vector<std::string> commands(const std::string& page) {
  std::istringstream lines(page);
  std::vector<std::string> result;
  bool inside = false, goes_on = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.find("```") != std::string::npos) {
      inside = !inside && line.ends_with("```sh");
    } else if (inside && line.find_first_not_of(' ') != std::string::npos) {
      line.erase(0, line.find_first_not_of(' '));
      line = line.substr(0, line.find("  #"));
      line = line.substr(0, line.find_last_not_of(' ') + 1);
      if (goes_on) line = result.back() + line, result.pop_back();
      goes_on = line.ends_with("\\");
      if (goes_on) line.pop_back();
      result.push_back(line);
    }
  }
  return result;
}

// The lesson of this number as a path below the build folder, or nothing.
std::string program(const std::string& number) {
  for (const fs::path& source : files(".cpp"))
    if (source.stem().string().starts_with(number + "_"))
      return "lessons/" + source.stem().string();
  return "";
}

// The page without its blocks of code, where brackets are not links.
std::string prose(const std::string& page) {
  std::istringstream lines(page);
  std::string result;
  bool inside = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("```"))
      inside = !inside;
    else if (!inside)
      result += line + "\n";
  }
  return result;
}

TEST(Pages, EveryLinkAndPictureIsThere) {
  const std::regex link(R"(\]\(([^)#]+)[^)]*\))");
  int links = 0;
  for (const fs::path& page : pages()) {
    const std::string text = prose(read_file(page.string(), "a page"));
    for (std::sregex_iterator at(text.begin(), text.end(), link), end; at != end; ++at) {
      const std::string target = (*at)[1];
      if (target.starts_with("http")) continue;
      EXPECT_TRUE(fs::exists(page.parent_path() / target)) << page.filename() << ": " << target;
      ++links;
    }
  }
  EXPECT_GT(links, 20);
}

// GitHub reads Markdown before formulas, whose marks it may take for its own: what it is known to
// spoil is not in the pages. (That nothing but spaces and brackets stands next to the $ outside is
// checked by the book, which reads the pages too.)
TEST(Pages, NoFormulaIsSpoiltByMarkdown) {
  const std::vector<std::pair<std::regex, const char*>> spoilt = {
      {std::regex(R"(\\[^A-Za-z])"), "Markdown takes the backslash before a punctuation mark"},
      {std::regex(R"((^|[^A-Za-z0-9\s])_)"), "_ behind a punctuation mark begins an emphasis"},
      {std::regex(R"(\s_)"), "_ behind a space begins an emphasis"},
      {std::regex(R"([*~])"), "* and ~ are marks of Markdown: write \\cdot or \\times"},
      {std::regex(R"(<[A-Za-z/!?])"), "an HTML tag begins with < and a letter: write \\lt"},
      {std::regex(R"(\]\()"), "](  is in the middle of a link"},
      {std::regex(R"(\\(operatorname|def|require|href|class))"), "GitHub forbids that command"},
      {std::regex(R"(^\s|\s$)"), "a space next to the $"}};
  const auto check = [&](const std::string& where, const std::string& formula) {
    for (const auto& [pattern, why] : spoilt)
      EXPECT_FALSE(std::regex_search(formula, pattern)) << where << ": " << formula << ": " << why;
  };
  int formulas = 0;
  for (const fs::path& page : pages()) {
    std::istringstream lines(prose(read_file(page.string(), "a page")));
    bool block = false;
    for (std::string line; std::getline(lines, line);) {
      const std::string where = page.filename().string();
      if (line == "$$") {
        block = !block;
      } else if (block) {
        check(where, line), ++formulas;
      } else {
        line = std::regex_replace(line, std::regex("`[^`]*`"), "code");
        EXPECT_EQ(std::ranges::count(line, '$') % 2, 0) << where << ": a formula has one line";
        for (std::size_t from = 0; (from = line.find('$', from)) != line.npos; ++formulas) {
          const std::size_t end = std::min(line.find('$', from + 1), line.size() - 1);
          const std::string formula = line.substr(from + 1, end - from - 1);
          check(where, formula);
          EXPECT_FALSE(line.starts_with("|") && formula.find('|') != formula.npos)
              << where << ": " << formula << ": a | ends the cell of a table: write \\lvert";
          from = end + 1;
        }
        EXPECT_FALSE(std::regex_search(line, std::regex(R"(\[[^\]]*\$[^\]]*\]\()")))
            << where << ": no formula is shown within a link: " << line;
      }
    }
    EXPECT_FALSE(block) << page.filename() << ": a $$ is not closed";
  }
  EXPECT_GT(formulas, 200);
}

// Flags are read and checked as they would be, and then --help ends the run before it begins.
TEST(Pages, EveryCommandIsUnderstood) {
  const std::regex lesson(R"re(make ([0-9][0-9])( ARGS="([^"]*)")?)re"),
      exercise(R"(make exercise-([0-9][0-9]))"), built(R"(build/(lessons/[0-9][0-9]_\w+)( .*)?)"),
      plain(R"re(make ([a-z]+)(( [A-Z]+=[^ "]+)*)( ARGS=("([^"]*)"|[^ ]*))?)re"),
      portable(R"(make( [A-Z_]+=[^ ]+)+)");
  const std::string makefile = read_file(WHEREABOUTS_SOURCE_DIR "/Makefile", "the Makefile");
  int known = 0;
  for (const fs::path& page : pages()) {
    for (const std::string& command : commands(read_file(page.string(), "a page"))) {
      SCOPED_TRACE(page.filename().string() + ": " + command);
      std::smatch m;
      ++known;
      if (std::regex_match(command, m, lesson)) {
        ASSERT_NE(program(m[1]), "");
        const Ran ran = run(program(m[1]) + " " + m[3].str() + " --help");
        EXPECT_EQ(ran.exit_code, 0) << ran.output;
      } else if (std::regex_match(command, m, built)) {
        const Ran ran = run(m[1].str() + m[2].str() + " --help");
        EXPECT_EQ(ran.exit_code, 0) << ran.output;
      } else if (std::regex_match(command, m, exercise)) {
        bool there = false;
        for (const auto& entry : fs::directory_iterator(kLessons / "exercises"))
          there |= entry.path().filename().string().starts_with(m[1].str() + "_");
        EXPECT_TRUE(there);
      } else if (std::regex_match(command, m, plain)) {
        EXPECT_NE(makefile.find("\n" + m[1].str() + ":"), std::string::npos);
        if (m[1] == "run" || m[1] == "report") {
          const std::string arguments = m[6].matched ? m[6].str() : m[5].str();
          const Ran ran = run("lessons/09_extrapolation_gap " + arguments + " --help");
          EXPECT_EQ(ran.exit_code, 0) << ran.output;
        }
      } else if (std::regex_match(command, portable)) {
        EXPECT_NE(makefile.find("\n.DEFAULT_GOAL := build"), std::string::npos);
      } else if (command.starts_with("apt-get install ")) {
        continue;  // a fresh system is needed to try it
      } else if (command.starts_with(
                     "$(command -v sudo) sh -c 'apt-get update && apt-get install")) {
        EXPECT_TRUE(command.ends_with("&& make run"));  // a fresh system is needed to try the rest
      } else {
        --known;  // a shell command of another kind, which nobody has checked
        ADD_FAILURE() << "a command of a kind that this test does not know";
      }
    }
  }
  EXPECT_GT(known, 15);
}

TEST(Pages, TheRouteNamesEveryLesson) {
  const std::string route = read_file((kLessons / "README.md").string(), "the route");
  for (const fs::path& source : files(".cpp")) {
    const std::string name = source.stem().string();
    if (name.find_first_not_of("0123456789") != 2) continue;
    EXPECT_NE(route.find("(" + name), std::string::npos) << name;
  }
}

TEST(Pages, EveryPageTellsItsCommandAndHasExercises) {
  for (const fs::path& page : files(".md")) {
    if (page.stem() == "README") continue;
    const std::string text = read_file(page.string(), "a page");
    for (const char* part : {"## Exercises", "```sh\nmake "})
      EXPECT_NE(text.find(part), std::string::npos) << page.filename() << " lacks " << part;
  }
}

TEST(Pages, EveryLessonShowsAPicture) {
  for (const fs::path& page : files(".md")) {
    if (page.stem() == "README") continue;
    const std::string text = prose(read_file(page.string(), "a page"));
    EXPECT_NE(text.find("](images/"), std::string::npos) << page.filename();
  }
}

// 09_gap.svg is gap.svg of lesson 09; what has no such name has lines of its own under `images`.
TEST(Pages, EveryPictureIsShownAndRenewedByMakeImages) {
  std::string text;
  for (const fs::path& page : pages()) text += read_file(page.string(), "a page");
  const std::string makefile = read_file(WHEREABOUTS_SOURCE_DIR "/Makefile", "the Makefile");
  int pictures = 0;
  for (const auto& entry : fs::directory_iterator(kLessons / "images")) {
    const std::string name = entry.path().filename().string(), number = name.substr(0, 2);
    EXPECT_NE(text.find("images/" + name + ")"), std::string::npos) << name << " is shown nowhere";
    EXPECT_TRUE(makefile.find("lessons/images/" + name) != std::string::npos ||
                (name[2] == '_' && !program(number).empty()))
        << name << " is drawn by no command";
    ++pictures;
  }
  EXPECT_GT(pictures, 15);
}

// What a reader reads of a page: no code, no formulas, no headings, no captions of pictures, no addresses of
// links.
std::string read_aloud(const std::string& page) {
  std::istringstream lines(prose(page));
  std::string text;
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    if (++number <= 3 || line.starts_with("#") || line.starts_with("!["))
      continue;  // links to pages
    text += line + "\n";
  }
  text = std::regex_replace(text, std::regex("`[^`]*`"), "");
  text = std::regex_replace(text, std::regex(R"(\$\$[^$]*\$\$|\$[^$\n]*\$)"), "");
  return std::regex_replace(text, std::regex(R"(\]\([^)]*\))"), "]");
}

// The table of words in the route says where each is explained: no earlier page uses it, and there
// it is emphasised where it occurs first.
TEST(Pages, EachWordIsExplainedWhereItIsUsedFirst) {
  const std::string route = read_file((kLessons / "README.md").string(), "the route");
  const std::regex row(R"(\| \[([0-9]{2})\]\([^)]*\) \| ([^|]*) \|)");
  std::vector<fs::path> in_order = files(".md");
  std::erase_if(in_order, [](const fs::path& page) { return page.stem() == "README"; });
  std::ranges::sort(in_order);
  const std::string words_of_route = route.substr(route.find("## Where each word"));
  int words = 0;
  for (std::sregex_iterator at(words_of_route.begin(), words_of_route.end(), row), end; at != end;
       ++at) {
    std::istringstream list((*at)[2]);
    for (std::string word; std::getline(list, word, ',');) {
      if (word.starts_with(" ")) word.erase(0, 1);
      SCOPED_TRACE(word);
      ++words;
      const std::regex whole("(^|[^A-Za-z-])(\\**)(" + word + ")(?![A-Za-z-])",
                             std::regex::icase | std::regex::ECMAScript);
      for (const fs::path& page : in_order) {
        const std::string text = read_aloud(read_file(page.string(), "a page"));
        std::smatch found;
        if (!std::regex_search(text, found, whole)) continue;
        EXPECT_EQ(page.stem().string().substr(0, 2), (*at)[1].str()) << "used on an earlier page";
        EXPECT_FALSE(found[2].str().empty()) << "not emphasised where it is used first";
        break;
      }
    }
  }
  EXPECT_GT(words, 30);
}

// A figure of a sentence that no block or table of its page has is one that nobody compares; the page
// lists it, so that a figure that was forgotten when its block changed is found.
TEST(Pages, FiguresInSentencesStandInABlockOrAreListed) {
  int compared = 0;
  for (const fs::path& page : files(".md")) {
    if (page.stem() == "README") continue;
    const ProseFigures figures = prose_figures(read_file(page.string(), "a page"));
    compared += figures.compared;
    EXPECT_EQ(std::set(figures.elsewhere.begin(), figures.elsewhere.end()),
              std::set(figures.listed.begin(), figures.listed.end()))
        << page.filename();
  }
  EXPECT_GT(compared, 100);
}

// What a program prints is folded on a terminal, but for rows of tables; other blocks are not.
TEST(Pages, WhatIsQuotedOfATerminalFitsIntoIt) {
  int seen = 0;
  for (const fs::path& page : files(".md")) {
    std::istringstream text(read_file(page.string(), "a page"));
    std::string kind;
    for (std::string line; std::getline(text, line);) {
      if (line.starts_with("```")) {
        kind = kind.empty() ? line.substr(3) + " " : "";
      } else if (kind.starts_with("output ") || kind.starts_with("text ")) {
        std::istringstream lines(kind[0] == 'o' ? folded(line, kTerminalColumns) : line);
        for (std::string shown; std::getline(lines, shown); ++seen)
          EXPECT_LE(display_width(shown), kTerminalColumns) << page.filename() << ": " << shown;
      }
    }
  }
  EXPECT_GT(seen, 300);
}

TEST(Lessons, NoneIsLongerThanAScreenOrTwo) {
  constexpr int kMostLines = 120;
  int seen = 0;
  for (const std::string extension : {".cpp", ".h"}) {
    for (const fs::path& source : files(extension)) {
      const std::string name = source.stem().string();
      if (std::isdigit(static_cast<unsigned char>(name[0])) == 0) continue;
      const std::string text = read_file(source.string(), "a lesson");
      EXPECT_LE(std::ranges::count(text, '\n'), kMostLines) << source.filename();
      ++seen;
    }
  }
  EXPECT_GE(seen, 20);
}

}  // namespace
}  // namespace whereabouts
