// What the programs send to a terminal: nothing that steers it but the carriage returns of their
// own progress.
#include "run_program.h"
#include "util/visible.h"

namespace whereabouts {
namespace {

namespace fs = std::filesystem;

// ESC, BEL, BS, a C1 control, a right-to-left override, DEL.
constexpr const char* kSteering[] = {"\x1b", "\a", "\b", "\xC2\x9B", "\xE2\x80\xAE", "\x7F"};

std::string small_flags() {
  return " --width 16 --heads 2 --layers 1 --length 32 --batch 4 --eval-lengths 32 --threads 1 ";
}

// A folder with a text of coloured words and a model of it.
fs::path folder_with_model() {
  const fs::path folder = fresh_folder();
  std::ofstream text(folder / "text.txt");
  for (int i = 0; i < 400; ++i) {
    text << "\x1b[3" << i % 8 << "mred";
    for (const char* steers : kSteering) text << steers << "x";
    text << "\n";
  }
  text.close();
  const ProgramRun run = run_command(lesson_program("03_train_short_test_long") + small_flags() +
                                         "--data text.txt --steps 60 --lr 0.02 --out a",
                                     folder);
  EXPECT_EQ(run.exit_code, 0) << run.error;
  return folder;
}

void expect_harmless(const std::string& sent) {
  for (const char* steers : kSteering)
    EXPECT_EQ(sent.find(steers), std::string::npos) << visible(sent);
}

TEST(Terminal, AFileGetsTheTextAsItIsAndATerminalMarks) {
  if (!has_terminals()) GTEST_SKIP() << "no terminal can be made here";
  const fs::path folder = folder_with_model();
  const std::string write = lesson_program("15_generation") +
                            " --model a/model.safetensors --threads 1 --tokens 300 --prompt '" +
                            kSteering[0] + "[31m'";
  const ProgramRun piped = run_command(write, folder);
  EXPECT_TRUE(piped.out.starts_with("\x1b[31m"));
  EXPECT_GT(std::count(piped.out.begin(), piped.out.end(), '\x1b'), 3);
  const ProgramRun shown = run_in_terminal(write, folder);
  EXPECT_EQ(shown.exit_code, 0);
  expect_harmless(shown.out);
  EXPECT_NE(shown.out.find("--prompt '<U+001B>[31m'"), std::string::npos) << shown.out;
  EXPECT_NE(shown.out.find(visible(piped.out)), std::string::npos) << shown.out;
  fs::remove_all(folder);
}

TEST(Terminal, ATextIsTrainedOnWithANoticeAndItsSampleIsHarmless) {
  if (!has_terminals()) GTEST_SKIP() << "no terminal can be made here";
  const fs::path folder = folder_with_model();
  const std::string train = lesson_program("03_train_short_test_long") + small_flags() +
                            "--data text.txt --steps 60 --lr 0.02 --out b";
  const ProgramRun shown = run_in_terminal(train, folder);
  EXPECT_EQ(shown.exit_code, 0) << shown.out;
  expect_harmless(shown.out);
  EXPECT_NE(shown.out.find("notice: 2800 control characters (U+0007, U+0008, U+001B, U+007F, "
                           "U+009B, U+202E)"),
            std::string::npos)
      << shown.out;
  EXPECT_NE(shown.out.find("\n  are part of the text"), std::string::npos) << shown.out;  // folded
  EXPECT_NE(shown.out.find("<U+001B>"), std::string::npos);
  fs::remove_all(folder);
}

TEST(Terminal, MessagesAndWhatACheckpointSaysAreHarmless) {
  if (!has_terminals()) GTEST_SKIP() << "no terminal can be made here";
  const fs::path folder = folder_with_model();
  const std::string generate = lesson_program("15_generation") + " --tokens 5 ";
  const auto shown = [&](const std::string& flags, int exit_code) {
    const ProgramRun run = run_in_terminal(generate + flags, folder);
    EXPECT_EQ(run.exit_code, exit_code) << run.out;
    expect_harmless(run.out);
    return run.out;
  };
  EXPECT_NE(shown("--model 'no\x1b[2Jfile'", 2).find("no<U+001B>[2Jfile"), std::string::npos);
  EXPECT_NE(shown("--\xE2\x80\xAEx", 2).find("<U+202E>"), std::string::npos);
  EXPECT_NE(shown("--out '\xC2\x9B"
                  "2J' --data text.txt --quick" +
                      small_flags(),
                  0)
                .find("<U+009B>2J"),
            std::string::npos);
  // Of equal length, so that the file stays what it says it is.
  std::string bytes = contents(folder / "a/model.safetensors");
  const std::size_t at = bytes.find("\"data\":\"text.txt\"");
  ASSERT_NE(at, std::string::npos);
  bytes.replace(at, 17,
                "\"data\":\"t\xE2\x80\xAE\xC2\x9B"
                "xt\"");
  std::ofstream(folder / "a/model.safetensors", std::ios::binary) << bytes;
  shown("--model a/model.safetensors", 0);
  const ProgramRun piped = run_command(generate + "--model 'no\x1b[2Jfile'", folder);
  EXPECT_NE(piped.error.find("no<U+001B>[2Jfile"), std::string::npos) << "also in a log";
  fs::remove_all(folder);
}

}  // namespace
}  // namespace whereabouts
