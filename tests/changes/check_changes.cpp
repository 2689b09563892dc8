// Makes the changes that the README calls small, each in a copy of the tree, builds and runs it,
// and counts its lines.   make check-changes   make check-changes CHANGES="rms_norm sgd"
//
// A change is a patch in this folder, as `diff -u` writes it. Where it belongs is found by its
// lines, not by their numbers, so it goes on fitting when something else moves.
//
// The copy is built in one piece (a unity build), so this also tells if two files have a local name
// in common.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace fs = std::filesystem;

namespace {

struct Change {
  std::string name;        // the patch; where there is none, only flags
  int lines = 0;           // changed at most, in files that are there already
  int files = 0;           // new ones, at most
  std::string program;     // a lesson
  std::string flags = {};  // of its own
  bool trains = true;      // the lesson writes loss.csv
};

const std::string kTrain = "03_train_short_test_long";

// The limits are those that the README names.
const std::vector<Change> kChanges = {
    {.name = "none", .program = kTrain},
    {.name = "silu", .lines = 12, .program = kTrain},
    {.name = "rms_norm", .lines = 25, .program = kTrain},
    {.name = "swiglu", .lines = 8, .program = kTrain},
    {.name = "post_norm", .lines = 2, .program = kTrain},
    {.name = "dropout", .lines = 15, .program = kTrain},
    {.name = "tied_weights", .lines = 5, .program = kTrain},
    {.name = "sgd", .lines = 3, .program = kTrain, .flags = "--lr 0.1"},
    {.name = "rope_in_odd_layers", .program = kTrain, .flags = "--schemes none/rope"},
    {.name = "scheme_of_layers",
     .lines = 2,
     .files = 1,
     .program = kTrain,
     .flags = "--schemes log-bias"},
    {.name = "scheme_of_grid",
     .lines = 2,
     .files = 1,
     .program = kTrain,
     .flags = "--schemes grid"},
    {.name = "new_task",
     .lines = 2,
     .files = 1,
     .program = "13_length_generalisation",
     .flags = "--tasks sort --quick",
     .trains = false},
};

std::string read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error("can not read " + path.string());
  return {std::istreambuf_iterator<char>(in), {}};
}

using Files = std::map<std::string, std::string>;  // what is in them, by path

// The tree as it is.
Files files_of(const fs::path& source) {
  Files files = {{"CMakeLists.txt", read(source / "CMakeLists.txt")}};
  for (const char* folder : {"src", "lessons", "data", "tests"}) {
    for (const auto& entry : fs::recursive_directory_iterator(source / folder)) {
      const std::string kind = entry.path().extension().string();
      if (kind == ".h" || kind == ".cpp" || kind == ".txt" || kind == ".grammar")
        files[fs::relative(entry.path(), source).string()] = read(entry.path());
    }
  }
  return files;
}

struct Size {
  int lines = 0, files = 0;
};

// Applies a patch and returns how much it changes: of each stretch of lines that go and lines that
// come, the larger number.
Size apply(const std::string& patch, const std::string& name, Files& files) {
  Size size;
  std::string file, before, after;
  bool is_new = false;
  int gone = 0, come = 0;
  const auto end_stretch = [&] {
    size.lines += std::max(gone, come);
    gone = come = 0;
  };
  const auto end_hunk = [&] {
    end_stretch();
    if (before.empty() && after.empty()) return;
    std::string& text = files[file];
    const std::size_t at = text.find(before);
    if (!is_new && (at == std::string::npos || text.find(before, at + 1) != std::string::npos))
      throw std::runtime_error("tests/changes/" + name + ".patch does not fit " + file +
                               " any more; these lines should be there once:\n" + before);
    text.replace(is_new ? 0 : at, before.size(), after);
    before.clear(), after.clear();
  };
  std::istringstream in(patch);
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("--- ")) {
      end_hunk();
      is_new = line == "--- /dev/null";
      size.files += is_new;
    } else if (line.starts_with("+++ ")) {
      file = line.substr(std::string("+++ b/").size());
      if (is_new == files.contains(file))
        throw std::runtime_error("tests/changes/" + name + ".patch: " + file +
                                 (is_new ? " is there already" : " is not there any more"));
    } else if (line.starts_with("@@")) {
      end_hunk();
    } else if (line.starts_with("-")) {
      before += line.substr(1) + "\n";
      ++gone;
    } else if (line.starts_with("+")) {
      after += line.substr(1) + "\n";
      come += !is_new;
    } else if (line.starts_with(" ")) {
      end_stretch();
      before += line.substr(1) + "\n";
      after += line.substr(1) + "\n";
    }
  }
  end_hunk();
  return size;
}

// Makes the copy hold exactly these files, and touches no file that is so already.
void write(const Files& files, const fs::path& tree) {
  fs::create_directories(tree);
  for (const auto& entry : fs::recursive_directory_iterator(tree)) {
    if (entry.is_regular_file() && !files.contains(fs::relative(entry.path(), tree).string()))
      fs::remove(entry.path());
  }
  for (const auto& [name, text] : files) {
    if (fs::exists(tree / name) && read(tree / name) == text) continue;
    fs::create_directories((tree / name).parent_path());
    std::ofstream(tree / name, std::ios::binary) << text;
  }
}

std::string quoted(const fs::path& path) { return "'" + path.string() + "'"; }

void run(const std::string& command, const fs::path& log) {
  if (std::system((command + " > " + quoted(log) + " 2>&1").c_str()) == 0) return;
  throw std::runtime_error(command + "\n" + read(log));
}

std::vector<double> losses_of(const fs::path& file) {
  std::istringstream in(read(file));
  std::vector<double> losses;
  std::string line;
  std::getline(in, line);  // the names of the columns
  while (std::getline(in, line)) losses.push_back(std::stod(line.substr(line.find(',') + 1)));
  return losses;
}

// Trains a few steps: the loss starts where guessing does, stays a number and falls, with the same
// bits for another number of threads, and the run can be gone on with.
void check_training(const std::string& program, const fs::path& out, const std::string& flags,
                    double guessing) {
  const fs::path log = out / "run.log", again = out / "again";
  fs::remove_all(out);
  fs::create_directories(out);
  const std::string command = program +
                              " --steps 20 --batch 8 --length 32 --width 32 --heads 2 "
                              "--eval-lengths 32 --save-every 0 " +
                              flags + " --out ";
  run(command + quoted(out / "run") + " --threads 2", log);
  run(command + quoted(again) + " --threads 1", log);
  const std::vector<double> losses = losses_of(out / "run/loss.csv");
  const auto complain = [&](const std::string& what) {
    std::string all;
    for (const double loss : losses) all += " " + std::to_string(loss);
    throw std::runtime_error(what + ":" + all);
  };
  if (losses.size() != 20) complain("20 losses were wanted");
  if (!std::ranges::all_of(losses, [](double x) { return std::isfinite(x); }))
    complain("the loss is no longer a number");
  if (std::abs(losses.front() - guessing) > 0.3)
    complain("the first loss is not near " + std::to_string(guessing));
  if (losses.back() > losses.front() - 0.1) complain("the loss does not fall");
  for (const char* file : {"run/loss.csv", "run/training.safetensors"}) {
    if (read(out / file) != read(again / fs::path(file).filename()))
      complain(std::string(file) + " differs with another number of threads");
  }
  run(program + " --resume " + quoted(again) + " --steps 25 --eval-lengths 32", log);
  if (losses_of(again / "loss.csv").size() != 25) complain("the run was not gone on with");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::cerr << "usage: check_changes SOURCES FOLDER [CHANGE...]\n";
    return 2;
  }
  const fs::path source = fs::absolute(argv[1]), folder = fs::absolute(argv[2]);
  const std::set<std::string> wanted(argv + 3, argv + argc);
  const fs::path tree = folder / "tree", build = folder / "build", log = folder / "build.log";
  const std::string data = " --data " + quoted(source / "data/fables.txt");
  double guessing = std::log(63.0);  // nats, with the characters of the fables
  int failed = 0, made = 0;
  for (const Change& change : kChanges) {
    if (!wanted.empty() && !wanted.contains(change.name)) continue;
    ++made;
    std::cout << change.name << std::string(20 - std::min<std::size_t>(19, change.name.size()), ' ')
              << std::flush;
    try {
      Files files = files_of(source);
      Size size;
      const fs::path patch = source / "tests/changes" / (change.name + ".patch");
      if (fs::exists(patch)) size = apply(read(patch), change.name, files);
      std::cout << size.lines << " lines, " << size.files << " new files   " << std::flush;
      if (size.lines > change.lines || size.files > change.files) {
        throw std::runtime_error("more than the " + std::to_string(change.lines) + " lines and " +
                                 std::to_string(change.files) + " files that the README names");
      }
      write(files, tree);
      run("cmake -S " + quoted(tree) + " -B " + quoted(build) +
              " -DCMAKE_BUILD_TYPE=None -DCMAKE_CXX_FLAGS=-O0 -DWHEREABOUTS_NATIVE=OFF"
              " -DWHEREABOUTS_TESTS=OFF -DWHEREABOUTS_WERROR=ON -DCMAKE_UNITY_BUILD=ON"
              " -DCMAKE_UNITY_BUILD_BATCH_SIZE=0 -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON",
          log);
      run("cmake --build " + quoted(build) + " --parallel --target " + change.program, log);
      const std::string program = quoted(build / "lessons" / change.program);
      const fs::path out = folder / "out" / change.name;
      if (change.trains) {
        check_training(program, out, change.flags + data, guessing);
      } else {
        fs::create_directories(out);
        run(program + " " + change.flags + " --out " + quoted(out), log);
      }
      std::cout << "good" << std::endl;
    } catch (const std::exception& error) {
      ++failed;
      std::cout << "FAILED\n" << error.what() << std::endl;
    }
  }
  if (made == 0) std::cerr << "there is no such change\n";
  return failed == 0 && made > 0 ? 0 : 1;
}
