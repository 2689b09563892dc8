// The whole: from a text to the result that the project is about, and the programs as a person runs
// them.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

#include "evaluate/fixed.h"
#include "evaluate/fixed_windows.h"
#include "run_program.h"
#include "text/text.h"
#include "train/trainer.h"

namespace whereabouts {
namespace {

namespace fs = std::filesystem;

const std::string kFables = WHEREABOUTS_SOURCE_DIR "/data/fables.txt";

// Trained for about a second each at length 32, tested at 32 and at 128. The bounds leave room:
// over six seeds the gap was -0.01 to 0.00 for alibi, 0.11 to 0.13 for none, 0.45 to 0.56 for
// sinusoidal and 1.89 to 2.29 for rope.
TEST(EndToEnd, TrainedShortAndTestedLongTheSchemesSeparate) {
  const Text text = load_text(kFables);
  const Split parts = split(text);
  const FixedWindows windows = fixed_windows(parts.validation.size(), 128);
  std::map<std::string, double> home, gap;
  for (const char* scheme : {"none", "sinusoidal", "rope", "alibi"}) {
    Transformer model({.vocabulary = text.vocabulary_size(),
                       .width = 32,
                       .heads = 4,
                       .layers = 2,
                       .trained_length = 32,
                       .scheme = scheme},
                      0);
    const TrainingConfig config{.steps = 300, .batch = 16, .length = 32, .learning_rate = 0.01};
    Trainer trainer(model, config, parts.training);
    for (int step = 0; step < config.steps; ++step) trainer.step();
    home[scheme] = score_fixed(model, parts.validation, windows, 32).bits_per_char;
    gap[scheme] = score_fixed(model, parts.validation, windows, 128).bits_per_char - home[scheme];
  }
  // Where they were trained, those that know the order of characters are better than the one that
  // must guess it, and rope is the best.
  EXPECT_LT(home["alibi"], home["none"] - 0.1);
  EXPECT_LT(home["rope"], home["alibi"] - 0.05);
  EXPECT_LT(home["none"], 3.7);
  // Beyond, alibi stays where it is, none gets a little worse, and the two that met angles they had
  // never seen break.
  EXPECT_NEAR(gap["alibi"], 0, 0.04);
  EXPECT_GT(gap["none"], 0.05);
  EXPECT_LT(gap["none"], 0.25);
  EXPECT_GT(gap["sinusoidal"], 0.3);
  EXPECT_GT(gap["rope"], 1.2);
}

// ---- the programs ----

TEST(Program, TheMainJobWritesItsResultsUnderTheFixedHeader) {
  const fs::path folder = fresh_folder();
  const ProgramRun run =
      run_command(lesson_program("09_extrapolation_gap") + " --quick --steps 4 --batch 8 --data '" +
                      kFables + "' --eval-lengths 64,128 --seeds 2 --schemes none,learned",
                  folder);
  EXPECT_EQ(run.exit_code, 0) << run.error;
  const fs::path out = folder / "out/09_extrapolation_gap";
  std::istringstream csv(contents(out / "results.csv"));
  std::string line;
  std::getline(csv, line);
  EXPECT_EQ(line, "scheme,seed,protocol,length,bits_per_char,scored");
  std::vector<std::string> beginnings;
  while (std::getline(csv, line)) {
    EXPECT_TRUE(line.ends_with(",6144")) << line;
    std::size_t comma = 0;
    for (int i = 0; i < 4; ++i) comma = line.find(',', comma) + 1;
    beginnings.push_back(line.substr(0, comma - 1));
  }
  std::ranges::sort(beginnings);
  const std::vector<std::string> expected = {
      "learned,0,fixed,128", "learned,0,fixed,64", "learned,1,fixed,128", "learned,1,fixed,64",
      "none,0,fixed,128",    "none,0,fixed,64",    "none,1,fixed,128",    "none,1,fixed,64"};
  EXPECT_EQ(beginnings, expected);
  EXPECT_TRUE(contents(out / "gap.svg").starts_with("<svg"));
  EXPECT_NE(run.out.find("Whereabouts "), std::string::npos);
  EXPECT_NE(run.out.find("beyond=clamp"), std::string::npos) << run.out;
}

TEST(Program, LessonThreeWritesItsLossesStepByStep) {
  const fs::path folder = fresh_folder();
  const ProgramRun run =
      run_command(lesson_program("03_train_short_test_long") + " --quick --steps 3 --batch 8" +
                      " --data='" + kFables + "' --out=here",
                  folder);
  EXPECT_EQ(run.exit_code, 0) << run.error;
  std::istringstream csv(contents(folder / "here/loss.csv"));
  std::string line;
  std::getline(csv, line);
  EXPECT_EQ(line, "step,loss,validation");
  for (const char* step : {"1,", "2,", "3,"}) {
    std::getline(csv, line);
    EXPECT_TRUE(line.starts_with(step)) << line;
  }
  EXPECT_FALSE(std::getline(csv, line));
  EXPECT_FALSE(fs::exists(folder / "out"));
}

TEST(Program, TheSameSeedPrintsTheSameTableWithAnyNumberOfThreads) {
  const fs::path folder = fresh_folder();
  std::vector<std::string> results;
  for (const char* threads : {"1", "2", "4"}) {
    const std::string out = std::string("threads") + threads;
    const ProgramRun run = run_command(
        lesson_program("09_extrapolation_gap") + " --quick --steps 10 --schemes rope,t5 --data '" +
            kFables + "' --eval-lengths 64,256 --threads " + threads + " --out " + out,
        folder);
    ASSERT_EQ(run.exit_code, 0) << run.error;
    results.push_back(contents(folder / out / "results.csv"));
  }
  EXPECT_EQ(results[0], results[1]);
  EXPECT_EQ(results[0], results[2]);
}

TEST(Program, HelpAndTheListOfSchemesTrainNothing) {
  const fs::path folder = fresh_folder();
  const ProgramRun help = run_command(lesson_program("09_extrapolation_gap") + " --help", folder);
  EXPECT_EQ(help.exit_code, 0);
  for (const char* flag :
       {"--data", "--schemes", "--steps", "--batch", "--length", "--width", "--heads", "--layers",
        "--lr", "--seed", "--seeds", "--eval-lengths", "--threads", "--out", "--quick", "--help"})
    EXPECT_NE(help.out.find(std::string(flag) + " "), std::string::npos) << flag;
  const ProgramRun list =
      run_command(lesson_program("09_extrapolation_gap") + " --list-schemes", folder);
  EXPECT_EQ(list.exit_code, 0);
  EXPECT_NE(list.out.find("Press et al. 2022"), std::string::npos);
  EXPECT_NE(list.out.find("rope/none"), std::string::npos);
  EXPECT_FALSE(fs::exists(folder / "out"));
}

// What a person gets wrong: one line that names it, exit code 2, and nothing trained.
struct Mistake {
  const char* flags;
  const char* said;
};

void PrintTo(const Mistake& mistake, std::ostream* out) { *out << mistake.flags; }

class BadInput : public testing::TestWithParam<Mistake> {};

TEST_P(BadInput, IsOneClearLineAndExitCodeTwo) {
  const fs::path folder = fresh_folder();
  const auto write = [&](const char* name, const std::string& text) {
    std::ofstream(folder / name, std::ios::binary) << text;
  };
  write("empty.txt", "");
  write("one.txt", "aaaaaaaa");
  write("short.txt", "abcdefgh\n");
  write("medium.txt", contents(kFables).substr(0, 5000));
  write("latin1.txt", "caf\xe9 au lait");
  write("utf16.txt", std::string("\xff\xfe"
                                 "a\0b\0",
                                 6));
  fs::create_directory(folder / "folder");
  // If a mistake were found too late, this many steps would be hard to overlook.
  const std::string flags = GetParam().flags;
  const std::string usual = (flags.find("--steps") == flags.npos ? " --steps 100000" : "") +
                            (flags.find("--data") == flags.npos ? " --data '" + kFables + "'" : "");
  for (const char* lesson : {"03_train_short_test_long", "09_extrapolation_gap"}) {
    const ProgramRun run = run_command(lesson_program(lesson) + usual + " " + flags, folder);
    EXPECT_EQ(run.exit_code, 2) << lesson << ": " << run.error;
    EXPECT_EQ(std::ranges::count(run.error, '\n'), 1) << run.error;
    EXPECT_TRUE(run.error.starts_with(std::string(lesson) + ": ")) << run.error;
    EXPECT_NE(run.error.find(GetParam().said), std::string::npos) << run.error;
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, BadInput,
    testing::Values(
        Mistake{"--data ''", "--data needs the path of a text, got an empty one"},
        Mistake{"--data missing.txt", "there is no file 'missing.txt'"},
        Mistake{"--data empty.txt", "'empty.txt' is empty"},
        Mistake{"--data one.txt", "only one distinct character, 'a'"},
        Mistake{"--data short.txt", "'short.txt' is too short: its training part"},
        Mistake{"--data medium.txt", "evaluation at length 1024 needs at least 1025"},
        Mistake{"--data medium.txt --eval-lengths 32,512", "length 512 needs at least 513"},
        Mistake{"--data latin1.txt", "not valid UTF-8: byte 0xE9 at offset 3"},
        Mistake{"--data utf16.txt", "is UTF-16"},
        Mistake{"--data folder", "'folder' is a directory"},
        Mistake{"--stepps 100", "unknown flag \"--stepps\"; did you mean --steps?"},
        Mistake{"--lenght=64", "did you mean --length?"},
        Mistake{"--batch", "--batch needs a value"},
        Mistake{"--batch --seed 1", "--batch needs a value"},
        Mistake{"--steps 12abc", "--steps takes a whole number, got \"12abc\""},
        Mistake{"--steps=", "--steps takes a whole number"},
        Mistake{"--steps 0", "--steps must be between 1 and"},
        Mistake{"--steps -5", "--steps must be between 1 and"},
        Mistake{"--batch 2.5", "--batch takes a whole number, got \"2.5\""},
        Mistake{"--width 99999999999999999999", "--width must be between"},
        Mistake{"--lr -1", "--lr must be between"}, Mistake{"--lr nan", "--lr takes a number"},
        Mistake{"--lr 0,001", "--lr takes a number"},
        Mistake{"--threads -2", "--threads must be between"},
        Mistake{"--threads 100000", "--threads must be between"},
        Mistake{"--length 8", "--length must be between 32 and"},
        Mistake{"--eval-lengths 64,,128", "--eval-lengths takes a list"},
        Mistake{"--eval-lengths 16", "--eval-lengths must be between 32 and"},
        Mistake{"--heads 0", "--heads must be between"},
        Mistake{"--width 30 --schemes none", "--width 30 can not be divided among --heads 4"},
        Mistake{"--width 8192 --layers 256", "of memory (weights "},
        Mistake{"--width 8192 --layers 256", "lower --width or --layers"},
        Mistake{"--length 65536 --batch 65536 --eval-lengths 64", "of memory (weights "},
        Mistake{"--width 12 --schemes rope", "the width of a head must be even"},
        Mistake{"--schemes alibbi", "there is no scheme \"alibbi\"; did you mean alibi?"},
        Mistake{"--schemes rope:base=x", "base"},
        Mistake{"--schemes rope:bass=3", "there is no option \"bass\""},
        Mistake{"--out /proc/x", "--out /proc/x cannot be created"},
        Mistake{"--out one.txt", "--out one.txt is a file"},
        Mistake{"--out ''", "--out needs the name of a folder"},
        Mistake{"--quick=yes", "--quick is a switch"},
        Mistake{"--seed 1 --seed 2", "--seed is given twice"},
        Mistake{"rope", "stray word \"rope\""}),
    [](const auto& mistake) {
      std::string name = std::to_string(mistake.index);
      for (const char* c = mistake.param.flags; *c; ++c) name += std::isalnum(*c) ? *c : '_';
      return name;
    });

TEST(GoodInput, WhatFitsTheMachineButNotALimitIsRefusedBeforeTheFirstStep) {
  const fs::path folder = fresh_folder();
  const ProgramRun run =
      run_command("ulimit -v 1000000 && " + lesson_program("03_train_short_test_long") +
                      " --threads 1 --width "
                      "1024 --layers 8 --steps 100000 --data '" +
                      kFables + "'",
                  folder);
  EXPECT_EQ(run.exit_code, 2) << run.error;
  EXPECT_EQ(std::ranges::count(run.error, '\n'), 1) << run.error;
  EXPECT_NE(run.error.find("lower --width or --layers"), std::string::npos) << run.error;
}

TEST(GoodInput, AnEvaluationOfLongWindowsShowsItsProgress) {
  const fs::path folder = fresh_folder();
  for (const char* lesson : {"03_train_short_test_long", "09_extrapolation_gap"}) {
    const ProgramRun run =
        run_command(lesson_program(lesson) +
                        " --steps 1 --batch 1 --width 4 --heads 1 --layers 1 --schemes none "
                        "--eval-lengths 64,4096 --data '" +
                        kFables + "'",
                    folder);
    EXPECT_EQ(run.exit_code, 0) << run.error;
    EXPECT_NE(run.error.find("none reads 4096  192/192  "), std::string::npos) << run.error;
  }
}

TEST(GoodInput, AnOddWidthOfAHeadIsFineWhereNothingTurns) {
  const fs::path folder = fresh_folder();
  const ProgramRun run = run_command(
      lesson_program("03_train_short_test_long") +
          " --quick --steps 2 --batch 2 --width 12 --schemes alibi --data '" + kFables + "'",
      folder);
  EXPECT_EQ(run.exit_code, 0) << run.error;
}

TEST(GoodInput, AnyUtf8TextWillDo) {
  const fs::path folder = fresh_folder();
  std::ofstream file(folder / "mine.txt", std::ios::binary);
  file << "\xef\xbb\xbf";  // a byte-order mark, as some editors write
  for (int i = 0; i < 3000; ++i) file << "grün, 日本 and " << i << "\r\n";
  file.close();
  const ProgramRun run = run_command(
      lesson_program("03_train_short_test_long") + " --quick --steps 2 --batch 2 --data mine.txt",
      folder);
  EXPECT_EQ(run.exit_code, 0) << run.error;
  EXPECT_NE(run.out.find("byte-order mark was left out"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("3000 CRLF line ends were read as LF"), std::string::npos) << run.out;
}

}  // namespace
}  // namespace whereabouts
