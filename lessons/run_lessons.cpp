// Runs all lessons in order and ends with a summary (make lessons); with --reproduce, compares what
// they print with what their sources and pages promise (make reproduce).
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <iostream>

#include "check/expected.h"
#include "program/flags.h"
#include "program/run_main.h"
#include "report/number.h"
#include "report/terminal.h"
#include "util/check.h"
#include "util/file.h"

namespace fs = std::filesystem;
using namespace whereabouts;

namespace {

struct Run {
  int exit_code = 0;
  double seconds = 0;
  std::string output;
};

// Runs a program, collects what it prints, and shows it too unless `quiet`. Its progress goes where
// ours does.
Run run(const std::string& command, bool quiet) {
  Run result;
  const auto start = std::chrono::steady_clock::now();
  std::FILE* pipe = popen(command.c_str(), "r");
  check_user(pipe != nullptr, "can not start ", command);
  std::array<char, 4096> piece;
  for (std::size_t got; (got = std::fread(piece.data(), 1, piece.size(), pipe)) > 0;) {
    result.output.append(piece.data(), got);
    if (!quiet) std::cout.write(piece.data(), static_cast<std::streamsize>(got)).flush();
  }
  const int status = pclose(pipe);
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

std::string quoted(const std::string& path) {
  std::string text = "'";
  for (const char c : path) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

// How many promises of this file are not kept; each is printed.
int broken_promises(const fs::path& file, const std::vector<ExpectedLine>& expected,
                    const std::string& output) {
  const std::vector<ExpectedLine> missing = not_printed(expected, output);
  for (const ExpectedLine& e : missing)
    std::cout << file.string() << ":" << e.line << ": not printed: " << e.text << "\n";
  return static_cast<int>(missing.size());
}

// The pictures on a lesson's page, NN_x.svg, that its run has drawn as x.svg to the last byte, and
// how many there are. Trained models differ from processor to processor, and so do their pictures.
std::pair<int, int> same_pictures(const fs::path& source) {
  const std::string name = source.stem().string(), number = name.substr(0, 3);
  int same = 0, all = 0;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(source.parent_path() / "images", none)) {
    const std::string image = entry.path().filename().string();
    if (!image.starts_with(number)) continue;
    ++all;
    const fs::path drawn = fs::path("out") / name / image.substr(number.size());
    if (fs::exists(drawn) &&
        read_file(drawn.string(), "a picture") == read_file(entry.path().string(), "a picture"))
      ++same;
  }
  return {same, all};
}

}  // namespace

int main(int argc, char** argv) {
  return run_main("run_lessons", [&] {
    bool reproduce = false, quick = false;
    std::vector<std::string> only;
    std::string sources = "lessons";
    Flags flags("run_lessons", "Runs the lessons of the course, in order.");
    flags.add("reproduce", reproduce, "compare the output with the sources and the pages");
    flags.add("only", only, "numbers of lessons, such as 04,05; all if not given");
    flags.add("quick", quick, "run each with --quick");
    flags.add("sources", sources, "the folder with the lessons' sources and pages");
    flags.parse(argc, argv);
    if (flags.help_wanted()) return std::cout << flags.help(), 0;

    std::vector<fs::path> lessons;
    check_user(fs::is_directory(sources), "there is no folder ", sources,
               "; run from the top of the repository, or give --sources");
    for (const auto& entry : fs::directory_iterator(sources)) {
      const std::string name = entry.path().filename().string(), number = name.substr(0, 2);
      if (entry.path().extension() != ".cpp" ||
          number.find_first_not_of("0123456789") != number.npos)
        continue;
      if (only.empty() || std::ranges::find(only, number) != only.end())
        lessons.push_back(entry.path());
    }
    std::ranges::sort(lessons);

    int failed = 0;
    TextTable summary(reproduce
                          ? std::vector<std::string>{"lesson", "seconds", "as promised",
                                                     "same pictures", "figures", "not compared"}
                          : std::vector<std::string>{"lesson", "seconds", "result"});
    for (const fs::path& source : lessons) {
      const std::string name = source.stem().string();
      const fs::path program = fs::path(argv[0]).parent_path() / name;
      const std::string command = quoted(program.string()) + (quick ? " --quick" : "");
      if (!reproduce) std::cout << "\n==== " << name << " ====\n\n";
      const Run lesson = run(command, reproduce);
      fs::path page = source;
      page.replace_extension(".md");
      const std::string page_text =
          fs::exists(page) ? read_file(page.string(), "a page") : std::string();
      std::string result = lesson.exit_code == 0 ? "good" : concat("exit ", lesson.exit_code);
      int faults = lesson.exit_code == 0 ? 0 : 1;
      if (reproduce && faults == 0) {
        const auto in_source = expected_in_source(read_file(source.string(), "a lesson"));
        const std::vector<ExpectedLine> in_page = expected_in_page(page_text);
        faults = broken_promises(source, in_source, lesson.output) +
                 broken_promises(page, in_page, lesson.output);
        const std::size_t lines = in_source.size() + in_page.size();
        result = concat(lines - static_cast<std::size_t>(faults), " of ", lines, " lines");
      }
      std::vector<std::string> row = {name, format_fixed(lesson.seconds, 1), result};
      if (reproduce) {
        const auto [same, all] = same_pictures(source);
        const int blocks = blocks_not_compared(page_text);
        const ProseFigures figures = prose_figures(page_text);
        row.push_back(concat(same, " of ", all));
        row.push_back(concat(figures.compared, " of ", figures.all()));
        row.push_back(concat(blocks, blocks == 1 ? " block" : " blocks"));
      }
      failed += faults > 0 ? 1 : 0;
      summary.row(row);
      if (reproduce) std::cout << name << ": " << result << std::endl;
    }
    std::cout << "\n" << summary.text();
    if (reproduce)
      std::cout << "\nPictures of trained models differ from processor to processor. Figures are "
                   "those in sentences\nthat a compared line of their page has too. Not compared: "
                   "the other figures, and blocks of kind\ntext with decimals, which are of other "
                   "runs (their command stands beside them).\n";
    if (failed > 0) std::cout << "\n" << failed << " of " << lessons.size() << " need a look\n";
    return failed > 0 ? 1 : 0;
  });
}
