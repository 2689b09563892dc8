// --documents lines from the command line: names are learned, evaluated and written one by one.
#include <set>

#include "run_program.h"
#include "train/checkpoint.h"

namespace whereabouts {
namespace {

namespace fs = std::filesystem;

// Names of two to four syllables; none ends with the syllables that others begin with.
std::string made_up_name(int number) {
  static const char* first[] = {"Ba", "Do", "Ki", "Lu", "Ma"};
  static const char* middle[] = {"li", "ro", "nu", "se"};
  static const char* end[] = {"dan", "vix", "tor"};
  std::string name = first[number % 5];
  for (int k = 0; k < number / 5 % 3; ++k) name += middle[(number / 15 + k) % 4];
  return name + end[number / 7 % 3];
}

bool looks_like_a_name(const std::string& line) {
  return line.size() >= 5 && std::string("BDKLM").find(line[0]) != std::string::npos &&
         std::count_if(line.begin(), line.end(), [](char c) { return c < 'a'; }) == 1 &&
         (line.ends_with("dan") || line.ends_with("vix") || line.ends_with("tor"));
}

fs::path folder_with_names() {
  const fs::path folder = fresh_folder();
  std::ofstream text(folder / "names.txt");
  for (int i = 0; i < 400; ++i) text << made_up_name(i * 37) << "\n";
  return folder;
}

std::string small(const std::string& lesson) {
  return lesson_program(lesson) + " --width 32 --heads 2 --layers 1 --length 32 --batch 16 ";
}

const char* const kLines = "--data names.txt --documents lines --eval-lengths 32,64 --lr 0.01 ";

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

TEST(Documents, NamesAreTrainedWrittenOneByOneAndEndAtTheEndSymbol) {
  const fs::path folder = folder_with_names();
  const ProgramRun trained = run_command(
      small("03_train_short_test_long") + kLines + "--schemes rope --steps 300 --out a", folder);
  ASSERT_EQ(trained.exit_code, 0) << trained.error;
  EXPECT_NE(trained.out.find("documents: 36"), std::string::npos) << trained.out;
  EXPECT_NE(trained.out.find("beyond that, a length changes nothing"), std::string::npos);
  EXPECT_EQ(read_record((folder / "a/model.safetensors").string()).documents, "lines");

  const std::string write = small("15_generation").substr(0, small("15_generation").find(" --")) +
                            " --model a/model.safetensors --tokens 300 ";
  const ProgramRun names = run_command(write + "--samples 20", folder);
  ASSERT_EQ(names.exit_code, 0) << names.error;
  const std::vector<std::string> written = lines_of(names.out);
  EXPECT_EQ(written.size(), 20u) << names.out;
  EXPECT_GE(std::count_if(written.begin(), written.end(), looks_like_a_name), 17) << names.out;
  EXPECT_GT(std::set<std::string>(written.begin(), written.end()).size(), 5u);

  const ProgramRun begun = run_command(write + "--prompt Ki --samples 3", folder);
  for (const std::string& line : lines_of(begun.out)) EXPECT_TRUE(line.starts_with("Ki")) << line;
  EXPECT_EQ(run_command(write + "--prompt Ki --samples 3 --no-cache", folder).out, begun.out);
  const ProgramRun two = run_command(write + "--prompt \"$(printf 'Ki\\nDo')\"", folder);
  EXPECT_EQ(two.exit_code, 2);
  EXPECT_NE(two.error.find("beginning of one document"), std::string::npos) << two.error;
  fs::remove_all(folder);
}

TEST(Documents, AResumedRunHasTheBitsOfOneThatWasNotInterrupted) {
  const fs::path folder = folder_with_names();
  const std::string lesson = lesson_program("03_train_short_test_long");
  const std::string train =
      small("03_train_short_test_long") + kLines + "--steps 400 --save-every 5 ";
  ASSERT_EQ(run_command(train + "--threads 1 --out whole", folder).exit_code, 0);
  run_command(train +
                  "--threads 2 --out cut & p=$!; while [ ! -e cut/training.safetensors ]; do "
                  "sleep 0.02; done; kill -9 $p; wait $p",
              folder);
  EXPECT_LT(read_record((folder / "cut/training.safetensors").string()).step, 400);
  const ProgramRun resumed = run_command(lesson + " --resume cut", folder);
  EXPECT_EQ(resumed.exit_code, 0) << resumed.error;
  EXPECT_NE(resumed.out.find("--documents lines"), std::string::npos) << resumed.out;
  EXPECT_EQ(contents(folder / "whole/model.safetensors"),
            contents(folder / "cut/model.safetensors"));
  const ProgramRun contradicted = run_command(lesson + " --resume whole --documents none", folder);
  EXPECT_EQ(contradicted.exit_code, 2);
  EXPECT_NE(contradicted.error.find("--documents none contradicts"), std::string::npos);
  fs::remove_all(folder);
}

TEST(Documents, LessonNineComparesSchemesOnThem) {
  const fs::path folder = folder_with_names();
  const ProgramRun run = run_command(
      small("09_extrapolation_gap") + kLines + "--schemes learned,alibi --steps 30 --out b",
      folder);
  EXPECT_EQ(run.exit_code, 0) << run.error;
  EXPECT_NE(run.out.find("beyond that, a length changes nothing"), std::string::npos) << run.out;
  EXPECT_EQ(run.out.find("is not defined beyond"), std::string::npos) << "no name is so long";
  EXPECT_TRUE(fs::exists(folder / "b/results.csv"));
  fs::remove_all(folder);
}

TEST(Documents, WhatHasNoMeaningWithThemIsRefusedInOneLine) {
  const fs::path folder = folder_with_names();
  const auto refused = [&](const std::string& command, const std::string& says) {
    const ProgramRun run = run_command(command, folder);
    EXPECT_EQ(run.exit_code, 2) << command;
    EXPECT_NE(run.error.find(says), std::string::npos) << run.error;
    EXPECT_EQ(std::count(run.error.begin(), run.error.end(), '\n'), 1) << run.error;
  };
  const std::string nine = small("09_extrapolation_gap") + kLines;
  refused(nine + "--protocols fixed,sliding",
          "protocol sliding reads across the ends of documents");
  refused(nine + "--full", "--full is about running text");
  refused(small("09_extrapolation_gap") + "--data names.txt --documents words",
          "--documents is none or lines");
  std::ofstream(folder / "one.txt") << "one line";
  refused(small("03_train_short_test_long") + "--data one.txt --documents lines", "line");
  ASSERT_EQ(
      run_command(small("03_train_short_test_long") + kLines + "--schemes rope --steps 2 --out a",
                  folder)
          .exit_code,
      0);
  refused(lesson_program("10_extending_rope") + " --model a/model.safetensors",
          "was trained with --documents lines");
  fs::remove_all(folder);
}

}  // namespace
}  // namespace whereabouts
