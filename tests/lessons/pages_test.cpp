// The pages of the course: their links lead somewhere, their commands are understood, their list is
// complete.
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <set>
#include <sstream>

#include "lessons/run.h"
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

// The commands in blocks of the kind `sh`, without the comments behind them.
std::vector<std::string> commands(const std::string& page) {
  std::istringstream lines(page);
  std::vector<std::string> result;
  bool inside = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("```")) {
      inside = line == "```sh";
    } else if (inside && !line.empty()) {
      line = line.substr(0, line.find("  #"));
      result.push_back(line.substr(0, line.find_last_not_of(' ') + 1));
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
  for (const fs::path& page : files(".md")) {
    const std::string text = prose(read_file(page.string(), "a page"));
    std::vector<std::string> missing_pictures;
    int pictures = 0;
    for (std::sregex_iterator at(text.begin(), text.end(), link), end; at != end; ++at) {
      const std::string target = (*at)[1];
      if (target.starts_with("http")) continue;
      const bool there = fs::exists(page.parent_path() / target);
      if (target.starts_with("images/")) {
        pictures += there ? 1 : 0;
        if (!there) missing_pictures.push_back(target);
      } else {
        EXPECT_TRUE(there) << page.filename() << ": " << target;
        ++links;
      }
    }
    // A page whose pictures are still to be made with `make images` has none of them.
    EXPECT_TRUE(missing_pictures.empty() || pictures == 0)
        << page.filename() << ": " << missing_pictures.front();
  }
  EXPECT_GT(links, 20);
}

// Flags are read and checked as they would be, and then --help ends the run before it begins.
TEST(Pages, EveryCommandIsUnderstood) {
  const std::regex lesson(R"re(make ([0-9][0-9])( ARGS="([^"]*)")?)re"),
      exercise(R"(make exercise-([0-9][0-9]))"), built(R"(build/(lessons/[0-9][0-9]_\w+)( .*)?)"),
      plain(R"(make [a-z]+)"), plain_with_arguments(R"re(make ([a-z]+) ARGS="[^"]*")re");
  const std::string makefile = read_file(WHEREABOUTS_SOURCE_DIR "/Makefile", "the Makefile");
  int known = 0;
  for (const fs::path& page : files(".md")) {
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
      } else if (std::regex_match(command, plain) ||
                 std::regex_match(command, plain_with_arguments)) {
        const std::string target = command.substr(5, command.find(' ', 5) - 5);
        EXPECT_NE(makefile.find("\n" + target + ":"), std::string::npos);
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

}  // namespace
}  // namespace whereabouts
