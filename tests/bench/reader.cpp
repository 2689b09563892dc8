// What a reader waits for, measured with the commands that a reader types, in a copy of the
// project.
#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "bench/parts.h"
#include "report/terminal.h"
#include "util/check.h"

namespace whereabouts {
namespace {

namespace fs = std::filesystem;

// A copy of the project in the folder for temporary files, which goes with this object.
class Copy {
 public:
  Copy() : folder_(fs::temp_directory_path() / concat("whereabouts-reader-", getpid())) {
    fs::create_directories(folder_);
    for (const char* name :
         {"CMakeLists.txt", "Makefile", "README.md", "data", "lessons", "src", "tests"})
      fs::copy(fs::path(WHEREABOUTS_SOURCE_DIR) / name, folder_ / name,
               fs::copy_options::recursive);
  }
  ~Copy() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  Copy(const Copy&) = delete;
  Copy& operator=(const Copy&) = delete;

  // Not what a make above this program was told.
  static constexpr const char* kAfresh = "unset MAKEFLAGS MAKEOVERRIDES CMAKE_FLAGS ARGS; ";

  // Runs a command there. Throws UserError with the end of what it said if it fails.
  void run(const std::string& command) const {
    const fs::path log = folder_ / "log";
    const int status = std::system(
        concat("cd '", folder_.string(), "' && (", kAfresh, command, ") > log 2>&1 < /dev/null")
            .c_str());
    if (status == 0) return;
    std::system(concat("tail -100 '", log.string(), "'").c_str());
    throw UserError("reader's time: this failed: " + command);
  }

  // Seconds until a command prints `text`; it is then waited for.
  double until(const std::string& command, const std::string& text) const {
    const double begin = now();
    double seconds = -1;
    std::string said;
    std::FILE* pipe =
        popen(concat("cd '", folder_.string(), "' && ", kAfresh, command, " 2>&1").c_str(), "r");
    check_user(pipe != nullptr, "can not start ", command);
    for (int c; (c = std::fgetc(pipe)) != EOF;) {
      said += static_cast<char>(c);
      if (seconds < 0 && said.ends_with(text)) seconds = now() - begin;
    }
    check_user(pclose(pipe) == 0 && seconds >= 0, "reader's time: this failed: ", command);
    return seconds;
  }

  void change(const std::string& file) const {
    std::ofstream(folder_ / file, std::ios::app) << "// changed\n";
  }

 private:
  fs::path folder_;
};

// Seconds of all processors that finished children took.
double processor_seconds() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

// Rows of what was waited for. On a machine that does other things too, the time of all processors
// says more than the clock.
class Waits {
 public:
  explicit Waits(Bench& bench) : bench_(bench) {}

  void add(const std::string& what, double wished, const std::function<void()>& work,
           int times = 1) {
    add_clocked(what, wished, times, [&] {
      const double begin = now();
      work();
      return now() - begin;
    });
  }
  void add_clocked(const std::string& what, double wished, int times,
                   const std::function<double()>& seconds_of_work) {
    std::vector<double> clock;
    const double before = processor_seconds();
    for (int i = 0; i < times; ++i) clock.push_back(seconds_of_work());
    const double processors = (processor_seconds() - before) / times;
    bench_.keep(what, 1, clock, 1);  // wider vectors compile no faster
    const double seconds = median(clock);
    std::cerr << what << ": " << format_fixed(seconds, 2) << " s\n";  // all of them take minutes
    table_.row({what, format_fixed(seconds, 2), format_fixed(processors, 2),
                format_fixed(wished, 1), seconds <= wished ? "yes" : "no"});
  }
  void print() const { std::cout << "\nA reader's time, in seconds:\n\n" << table_.text(); }

 private:
  Bench& bench_;
  TextTable table_{{"", "waited", "processor time", "wished", "met"}};
};

bool installed(const std::string& compiler) {
  return std::system(("command -v " + compiler + " > /dev/null").c_str()) == 0;
}

}  // namespace

void reader(Bench& bench) {
  const Copy copy;
  Waits waits(bench);
  for (const std::string compiler : {"clang++", "g++"}) {  // what follows uses the last
    if (!installed(compiler)) continue;
    waits.add("clean build, " + compiler, 45, [&] {
      copy.run("rm -rf build && make CMAKE_FLAGS=-DCMAKE_CXX_COMPILER=" + compiler);
    });
  }
  waits.add(
      "make 06, changed", 4,
      [&] {
        copy.change("lessons/06_rope.cpp");
        copy.run("make 06 ARGS=--help");
      },
      3);
  waits.add_clocked("start to first step of 09", 0.2, 5, [&] {
    return copy.until(
        "build/lessons/09_extrapolation_gap --schemes none --steps 1 "
        "--eval-lengths 64",
        "1/1");
  });
  copy.run("make everything");
  waits.add("make test, built", 60, [&] { copy.run("make test"); });
  waits.print();
}

void report(Bench& bench) {
  const Copy copy;
  Waits waits(bench);
  copy.run("make");
  waits.add("make report", 12 * 60, [&] { copy.run("make report"); });
  waits.print();
}

}  // namespace whereabouts
