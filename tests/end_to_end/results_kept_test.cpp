// Nothing that a lesson has computed is lost: what would keep it from its folder is found before
// the first step, and results are in the folder before a reader can leave.
#include <algorithm>
#include <set>

#include "run_program.h"

namespace whereabouts {
namespace {

namespace fs = std::filesystem;

const std::string kFables = " --data '" WHEREABOUTS_SOURCE_DIR "/data/fables.txt'";

// A lesson that trains, and a result that it has to keep.
struct Kept {
  const char* lesson;
  const char* flags;
  const char* result;
  const char* table;  // how the first line of the table of them begins
};

void PrintTo(const Kept& kept, std::ostream* out) { *out << kept.lesson << " " << kept.flags; }

bool takes_text(const Kept& kept) { return std::string(kept.lesson) != "13_length_generalisation"; }
std::string command_of(const Kept& kept) {
  return lesson_program(kept.lesson) + " --quick --threads 1 --out out " +
         (takes_text(kept) ? kFables : "") + " " + kept.flags;
}

class ResultsKept : public testing::TestWithParam<Kept> {};

TEST_P(ResultsKept, AFolderInTheirPlaceIsRefusedBeforeTheFirstStep) {
  const fs::path folder = fresh_folder(), in_the_way = fs::path("out") / GetParam().result;
  fs::create_directories(folder / in_the_way);
  const ProgramRun run = run_command(command_of(GetParam()), folder);
  EXPECT_EQ(run.exit_code, 2) << run.out;
  EXPECT_EQ(std::ranges::count(run.error, '\n'), 1) << run.error;
  EXPECT_NE(run.error.find(in_the_way.string() + " is a folder"), std::string::npos) << run.error;
  for (const auto& entry : fs::recursive_directory_iterator(folder / "out"))
    EXPECT_TRUE(entry.is_directory()) << entry.path();
  fs::remove_all(folder);
}

// Here of a full disk under a log; for one lesson below also of a closed log and a reader that
// leaves.
TEST_P(ResultsKept, WhateverBecomesOfWhatIsPrinted) {
  const fs::path folder = fresh_folder(), result = folder / "out" / GetParam().result;
  run_command(command_of(GetParam()) + " > /dev/full", folder);
  ASSERT_TRUE(fs::exists(result));
  EXPECT_GT(contents(result).size(), 0u);
  fs::remove_all(folder);
}

// Whoever can read the first line of a table finds the results: there the program is killed.
TEST_P(ResultsKept, BeforeTheirTableCanBeRead) {
  const fs::path folder = fresh_folder();
  const ProgramRun run =
      run_command("(stdbuf -o0 " + command_of(GetParam()) +
                      " & echo $! > process; wait) | ("
                      "grep -m 1 -E '" +
                      GetParam().table + "' && read process < process && kill -9 $process)",
                  folder);
  EXPECT_EQ(std::ranges::count(run.out, '\n'), 1) << "no such line\n" << run.out << run.error;
  EXPECT_TRUE(fs::exists(folder / "out" / GetParam().result)) << run.out << run.error;
  fs::remove_all(folder);
}

INSTANTIATE_TEST_SUITE_P(
    All, ResultsKept,
    testing::Values(
        Kept{"03_train_short_test_long", "--steps 2 --batch 2 --eval-lengths 64", "loss.csv",
             "^context "},
        Kept{"04_sinusoidal", "--steps 1 --batch 2 --eval-lengths 64", "gap.csv",
             "^bits per character "},
        Kept{"05_learned", "--steps 1 --batch 2 --eval-lengths 64", "gap.csv",
             "^bits per character "},
        Kept{"06_rope", "--steps 1 --batch 2 --eval-lengths 64", "gap.csv", "^bits per character "},
        Kept{"07_alibi", "--steps 1 --batch 2 --eval-lengths 64", "gap.csv",
             "^bits per character "},
        Kept{"08_relative", "--steps 1 --batch 2 --eval-lengths 64", "gap.csv",
             "^bits per character "},
        Kept{"09_extrapolation_gap", "--schemes none --steps 1 --batch 2 --eval-lengths 64",
             "results.csv", "^scheme "},
        Kept{"09_extrapolation_gap",
             "--full --schemes none --seeds 1 --steps 1 --eval-lengths 64 --protocols fixed "
             "--tasks none",
             "results.csv", "^written"},
        Kept{"09_extrapolation_gap",
             "--full --schemes none --seeds 1 --steps 1 --eval-lengths 64 --protocols fixed "
             "--tasks none",
             "runs/text-none-seed0.csv", "^written"},
        Kept{"10_extending_rope", "--steps 1 --batch 2 --eval-lengths 64", "untrained.csv",
             "^bits per character "},
        Kept{"12_what_flat_loss_hides", "--steps 1 --batch 2 --schemes none --eval-lengths 64",
             "names.csv", "^scheme  context"},
        Kept{"13_length_generalisation", "--steps 1 --batch 2 --schemes none --instances 2",
             "tasks.csv", "^scheme "},
        Kept{"15_generation", "--steps 1 --batch 2 --tokens 5", "trap.svg", "^scheme "},
        Kept{"16_encoders_and_images", "--steps 1 --batch 2 --schemes none --picture-steps 1",
             "masked.csv", "^positions "},
        Kept{"17_newer_schemes", "--steps 1 --batch 2 --schemes fire --eval-lengths 64", "gap.csv",
             "^bits per character "},
        Kept{"19_claims", "--steps 1 --batch 2 --eval-lengths 64", "claims.csv", "^== order"},
        Kept{"20_your_own_scheme", "--steps 1 --batch 2 --schemes none --eval-lengths 64",
             "gap.csv", "^bits per character "}),
    [](const auto& kept) {
      return std::string(kept.param.lesson) + "_" + std::to_string(kept.index);
    });

TEST(ResultsKeptAsTheyAre, WhoeverListens) {
  const fs::path folder = fresh_folder(), result = folder / "out/results.csv";
  const std::string command = command_of(
      {"09_extrapolation_gap", "--schemes none --steps 1 --batch 2 --eval-lengths 64", "", ""});
  std::string complete;
  for (const std::string to : {" > all.txt", " > /dev/full", " >&-", " | head -n 1"}) {
    fs::remove_all(folder / "out");
    run_command(command + to, folder);
    ASSERT_TRUE(fs::exists(result)) << to;
    if (complete.empty()) complete = contents(result);
    EXPECT_EQ(contents(result), complete) << to;
  }
  EXPECT_GT(complete.size(), 0u);
  fs::remove_all(folder);
}

// ---- what can not fit into memory ----

TEST(ResultsKeptFromTheStart, TasksAndWholeExperimentsThatCanNotFitIntoMemoryAreNotBegun) {
  const fs::path folder = fresh_folder();
  const auto refused = [&](const std::string& limit, const std::string& command,
                           const std::string& says) {
    const ProgramRun run = run_command(limit + command + " --out out", folder);
    EXPECT_EQ(run.exit_code, 2) << command << "\n" << run.error;
    EXPECT_EQ(std::ranges::count(run.error, '\n'), 1) << run.error;
    EXPECT_NE(run.error.find(" of memory"), std::string::npos) << run.error;
    EXPECT_NE(run.error.find(says), std::string::npos) << run.error;
    EXPECT_FALSE(fs::exists(folder / "out/runs/text-none-seed0.csv"));
    EXPECT_FALSE(fs::exists(folder / "out/tasks.csv"));
  };
  const std::string tasks = lesson_program("13_length_generalisation") + " --threads 1",
                    whole = lesson_program("09_extrapolation_gap") + kFables + " --full",
                    pictures = lesson_program("16_encoders_and_images") + kFables;
  refused("", tasks + " --width 8192 --layers 256", "lower --width or --layers");
  refused("ulimit -v 1000000 && ", tasks + " --width 1024 --layers 8", "lower --width or --layers");
  refused("", whole + " --width 8192 --layers 256", "lower --width or --layers");
  // One such run would fit, two would not.
  const std::string large = whole +
                            " --schemes none,alibi --seeds 1 --tasks none --eval-lengths "
                            "64 --width 640 --layers 4 --threads ";
  refused("ulimit -v 2750000 && ", large + "2", " for 2 runs side by side (weights ");
  refused("", pictures + " --length 32 --eval-lengths 32 --batch 65536 --width 128 --layers 4",
          "lower --batch");
  fs::remove_all(folder);
}

}  // namespace
}  // namespace whereabouts
