// Runs that are interrupted, killed, starved of disk and resumed: nothing is lost, nothing doubled.
#include <chrono>
#include <map>

#include "small_lesson.h"
#include "train/checkpoint.h"
#include "train/safetensors.h"
#include "util/random.h"

namespace whereabouts {
namespace {

TEST(Resume, AfterCtrlCTheRunGoesOnToTheSameBits) {
  const fs::path folder = folder_with_text();
  const std::string run = kSmall + " --steps 500 --save-every 25";
  ASSERT_EQ(lesson(folder, run + " --out whole").exit_code, 0);
  int exit_code = 0;
  {
    Running program(folder, run + " --out cut");
    ASSERT_TRUE(program.wait_for(folder / "cut/training.safetensors"));
    program.send(SIGINT);
    exit_code = program.wait();
  }
  if (exit_code == 130) {  // and not finished by then
    const std::string error = contents(folder / "err.txt");
    EXPECT_NE(error.find("interrupted after step"), std::string::npos) << error;
    EXPECT_NE(error.find("--resume cut"), std::string::npos) << error;
    const RunRecord record = read_record((folder / "cut/training.safetensors").string());
    EXPECT_EQ(read_record((folder / "cut/model.safetensors").string()).step, record.step);
    expect_whole_loss_file(folder / "cut/loss.csv", record.step);
  }
  {  // a second time, by the other signal
    Running program(folder, "--resume cut --eval-lengths 32 --threads 1");
    std::this_thread::sleep_for(milliseconds(60));
    program.send(SIGTERM);
    exit_code = program.wait();
    EXPECT_TRUE(exit_code == 143 || exit_code == 128 + SIGTERM || exit_code == 0) << exit_code;
  }
  const ProgramRun last = lesson(folder, "--resume cut --eval-lengths 32 --threads 1");
  EXPECT_EQ(last.exit_code, 0) << last.error;
  expect_same_files(folder / "whole", folder / "cut");
  fs::remove_all(folder);
}

TEST(Resume, TheSettingsFileOfAResumedRunGivesTheSameRun) {
  const fs::path folder = folder_with_text();
  const std::string run =
      "--data text.txt --schemes rope --width 8 --heads 1 --layers 1 --length 16..32 --batch 2"
      " --lr 0.01 --steps 40 --eval-lengths 32 --threads 1 --out a";
  ASSERT_EQ(lesson(folder, run).exit_code, 0);
  ASSERT_EQ(lesson(folder, "--resume a --eval-lengths 32 --threads 1").exit_code, 0);
  const ProgramRun again = lesson(folder, "--config a/settings.txt --out b");
  ASSERT_EQ(again.exit_code, 0) << again.error;
  expect_same_files(folder / "a", folder / "b");
  fs::remove_all(folder);
}

TEST(Resume, KilledAtAnyMomentWhileSavingEverythingLoadsAndGoesOnToTheSameBits) {
  const fs::path folder = folder_with_text();
  const std::string run = kSmall + " --steps 250 --save-every 1";
  ASSERT_EQ(lesson(folder, run + " --out whole").exit_code, 0);
  Random random(std::chrono::steady_clock::now().time_since_epoch().count());
  const fs::path training = folder / "cut/training.safetensors",
                 model = folder / "cut/model.safetensors";
  for (int kills = 0; kills < 8; ++kills) {
    Running program(folder, fs::exists(training)
                                ? "--resume cut --save-every 1 --eval-lengths 32 --threads 1"
                                : run + " --out cut");
    program.wait_for(training);
    std::this_thread::sleep_for(std::chrono::microseconds(random.below(60'000)));
    program.send(SIGKILL);
    program.wait();
    if (!fs::exists(training)) continue;
    const Checkpoint saved = read_checkpoint(training.string());
    (void)saved.model();
    if (fs::exists(folder / "cut/loss.csv")) expect_whole_loss_file(folder / "cut/loss.csv", 1);
    if (fs::exists(model)) {
      const Checkpoint of_model = read_checkpoint(model.string());
      (void)of_model.model();
      EXPECT_LE(of_model.record.step, saved.record.step);
    }
  }
  ASSERT_EQ(lesson(folder, "--resume cut --save-every 0 --eval-lengths 32 --threads 1").exit_code,
            0);
  expect_same_files(folder / "whole", folder / "cut");
  for (const auto& entry : fs::directory_iterator(folder / "cut"))
    EXPECT_FALSE(entry.path().string().ends_with(".tmp")) << "left behind: " << entry.path();
  fs::remove_all(folder);
}

// The measured numbers of a run, without how long it took and by which command.
std::string numbers_of_run(const fs::path& file) {
  std::istringstream lines(contents(file));
  std::string kept;
  for (std::string line; std::getline(lines, line);) {
    const bool varies = line.starts_with("# note.") || line.starts_with("# command=") ||
                        line.starts_with("# checksum=");  // which is of those too
    if (!varies) kept += line + "\n";
  }
  return kept;
}

TEST(Sweep, KilledAtAnyMomentItLosesAtMostTheRunInProgress) {
  const fs::path folder = folder_with_text();
  const std::string sweep =
      " --full --data text.txt --schemes none,rope --seeds 3 --tasks parity --quick --steps 60"
      " --protocols fixed --width 8 --heads 1 --layers 1 --length 32 --batch 8 --eval-lengths 32,64"
      " --threads 1";
  const std::string name = "09_extrapolation_gap";
  ASSERT_EQ(lesson(folder, sweep + " --out whole", name).exit_code, 0);
  Random random(std::chrono::steady_clock::now().time_since_epoch().count());
  std::map<fs::path, std::string> finished;
  for (int kills = 0; kills < 10; ++kills) {
    Running program(folder, sweep + " --out cut", name);
    program.wait_for(folder / "cut/runs");
    std::this_thread::sleep_for(std::chrono::microseconds(random.below(150'000)));
    program.send(SIGKILL);
    program.wait();
    for (const auto& [path, text] : finished)
      EXPECT_EQ(contents(path), text) << path << " was finished before, and measured again";
    if (!fs::exists(folder / "cut/runs")) continue;
    for (const auto& entry : fs::directory_iterator(folder / "cut/runs")) {
      if (entry.path().extension() == ".csv") finished[entry.path()] = contents(entry.path());
    }
  }
  const ProgramRun last = lesson(folder, sweep + " --out cut", name);
  ASSERT_EQ(last.exit_code, 0) << last.error;
  for (const auto& [path, text] : finished) EXPECT_EQ(contents(path), text) << path;
  int runs = 0;
  for (const auto& entry : fs::directory_iterator(folder / "whole/runs")) {
    const fs::path other = folder / "cut/runs" / entry.path().filename();
    if (entry.path().extension() != ".csv") continue;
    EXPECT_EQ(numbers_of_run(other), numbers_of_run(entry.path())) << other;
    ++runs;
  }
  EXPECT_EQ(runs, 12);
  for (const auto& entry : fs::directory_iterator(folder / "cut/runs")) {
    const fs::path kind = entry.path().extension();  // neither temporary files nor marks of owners
    EXPECT_TRUE(kind == ".csv" || kind == ".safetensors") << "left behind: " << entry.path();
  }
  for (const char* table : {"results.csv", "tasks.csv"})
    EXPECT_EQ(contents(folder / "cut" / table), contents(folder / "whole" / table));
  fs::remove_all(folder);
}

TEST(Resume, AFullDiskKeepsTheEarlierCheckpointAndTheRunGoesOnFromIt) {
  const fs::path folder = folder_with_text();
  ASSERT_EQ(lesson(folder, kSmall + " --steps 40 --out whole").exit_code, 0);
  // A limit on the size of files fails like a full disk: in the middle of a write.
  const ProgramRun starved =
      run_command("ulimit -f 2 && " + lesson_program("03_train_short_test_long") + kSmall +
                      " --steps 40 --save-every 10 --out cut",
                  folder);
  EXPECT_EQ(starved.exit_code, 1);
  EXPECT_NE(starved.error.find("could not write cut/training.safetensors"), std::string::npos)
      << starved.error;
  EXPECT_NE(starved.error.find("tries again in 10 steps"), std::string::npos);
  EXPECT_FALSE(fs::exists(folder / "cut/training.safetensors"));
  fs::remove_all(folder / "cut");

  ASSERT_EQ(lesson(folder, kSmall + " --steps 40 --out cut").exit_code, 0);
  ASSERT_EQ(lesson(folder, "--resume cut --steps 50 --eval-lengths 32 --threads 1").exit_code, 0);
  const std::string good = contents(folder / "cut/training.safetensors");
  EXPECT_EQ(run_command("ulimit -f 2 && " + lesson_program("03_train_short_test_long") +
                            " --resume cut --steps 60 --eval-lengths 32",
                        folder)
                .exit_code,
            1);
  EXPECT_EQ(contents(folder / "cut/training.safetensors") == good, true);
  EXPECT_EQ(lesson(folder, "--resume cut --steps 60 --eval-lengths 32 --threads 1").exit_code, 0);
  fs::remove_all(folder);
}

TEST(Resume, GoingOnBeyondThePlannedStepsIsTheSameWheneverItIsDecided) {
  const fs::path folder = folder_with_text();
  ASSERT_EQ(lesson(folder, kSmall + " --steps 20 --out a").exit_code, 0);
  const std::string first = contents(folder / "a/loss.csv");
  fs::copy(folder / "a", folder / "b", fs::copy_options::recursive);
  fs::copy(folder / "a", folder / "c", fs::copy_options::recursive);
  const ProgramRun beyond = lesson(folder, "--resume a --steps 40 --eval-lengths 32 --threads 1");
  ASSERT_EQ(beyond.exit_code, 0);
  EXPECT_NE(beyond.out.find("planned for 20 steps; beyond them it stays at its end, 0.0003"),
            std::string::npos)
      << beyond.out;
  ASSERT_EQ(lesson(folder, "--resume b --steps 30 --eval-lengths 32 --threads 1").exit_code, 0);
  ASSERT_EQ(lesson(folder, "--resume b --steps 40 --eval-lengths 32 --threads 2").exit_code, 0);
  expect_same_files(folder / "a", folder / "b");
  EXPECT_TRUE(contents(folder / "a/loss.csv").starts_with(first));
  expect_whole_loss_file(folder / "a/loss.csv", 40);
  // From the checkpoint of step 20 again, but with the loss file of step 40: no row is doubled.
  fs::copy(folder / "a/loss.csv", folder / "c/loss.csv", fs::copy_options::overwrite_existing);
  ASSERT_EQ(lesson(folder, "--resume c --steps 40 --eval-lengths 32 --threads 1").exit_code, 0);
  expect_same_files(folder / "a", folder / "c");
  // At the last step there is nothing to train, and the model is brought up to date.
  fs::remove(folder / "c/model.safetensors");
  ASSERT_EQ(lesson(folder, "--resume c --eval-lengths 32 --threads 1").exit_code, 0);
  expect_same_files(folder / "a", folder / "c");
  fs::remove_all(folder);
}

TEST(Resume, WhatContradictsTheCheckpointIsRefusedInOneLine) {
  const fs::path folder = folder_with_text();
  ASSERT_EQ(lesson(folder, kSmall + " --steps 20 --out a").exit_code, 0);
  const auto refused = [&](const std::string& flags, const std::string& says) {
    const ProgramRun run = lesson(folder, flags + " --eval-lengths 32 --threads 1");
    EXPECT_EQ(run.exit_code, 2) << flags;
    EXPECT_EQ(lines(run.error), 1) << run.error;
    EXPECT_NE(run.error.find(says), std::string::npos) << run.error;
  };
  refused("--resume a --width 16", "--width 16 contradicts");
  refused("--resume a --heads 2", "--heads 2 contradicts");
  refused("--resume a --layers 2", "--layers 2 contradicts");
  refused("--resume a --length 64", "--length 64 contradicts");
  refused("--resume a --batch 4", "--batch 4 contradicts");
  refused("--resume a --lr 0.1", "--lr 0.1 contradicts");
  refused("--resume a --seed 1", "--seed 1 contradicts");
  refused("--resume a --schemes alibi", "--schemes contradicts");
  refused("--resume a --steps 10", "less than the 20");
  refused("--resume a --out b", "leave --out out");
  refused("--resume a --model a/model.safetensors", "exclude each other");
  refused("--resume nowhere", "nowhere");
  refused("--resume ''", "--resume takes the folder of a run");
  fs::create_directory(folder / "empty");
  refused("--resume empty", "nothing was saved there");
  fs::copy(folder / "a/model.safetensors", folder / "empty/training.safetensors");
  refused("--resume empty", "no training state");
  refused("--model a/model.safetensors --schemes alibi", "trained with rope");
  refused("--model a/model.safetensors --schemes rope:base=500", "beyond the training length");
  refused("--model a/model.safetensors --length 64", "--length 64 contradicts");
  refused("--model a", "is a directory");
  refused("--model text.txt", "text.txt");
  refused("--model ''", "there is no file");
  fs::resize_file(folder / "a/training.safetensors", 3000);
  refused("--resume a", "is cut off");
  fs::remove_all(folder);
}

TEST(Resume, AnotherTextIsRefusedByItsCharacters) {
  const fs::path folder = folder_with_text();
  ASSERT_EQ(lesson(folder, kSmall + " --steps 5 --out a").exit_code, 0);
  const std::string text = contents(folder / "text.txt");
  const auto says = [&](const std::string& other) {
    std::ofstream(folder / "other.txt") << other;
    const ProgramRun run =
        lesson(folder, "--resume a --data other.txt --eval-lengths 32 --threads 1");
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_EQ(lines(run.error), 1) << run.error;
    return run.error;
  };
  EXPECT_NE(says(text + "Z").find("'Z' (U+005A)"), std::string::npos);
  std::string without = text;
  std::replace(without.begin(), without.end(), 'x', 'o');
  EXPECT_NE(says(without).find("it lacks 'x' (U+0078)"), std::string::npos);
  EXPECT_NE(says(std::string(text.rbegin(), text.rend())).find("is not the text of the run"),
            std::string::npos);
  // The same text with other line ends is the same text.
  std::ofstream crlf(folder / "other.txt");
  for (const char c : text) (c == '\n' ? crlf << "\r\n" : crlf << c);
  crlf.close();
  EXPECT_EQ(lesson(folder, "--resume a --data other.txt --eval-lengths 32 --threads 1").exit_code,
            0);
  fs::remove_all(folder);
}

TEST(Resume, AModelReadsAnotherTextIfItKnowsTheCharacters) {
  const fs::path folder = folder_with_text();
  ASSERT_EQ(lesson(folder, kSmall + " --steps 5 --out a").exit_code, 0);
  const std::string text = contents(folder / "text.txt");
  const auto read = [&](const std::string& other) {
    std::ofstream(folder / "other.txt") << other;
    return lesson(folder, "--model a/model.safetensors --data other.txt --eval-lengths 32 --out e");
  };
  const ProgramRun more = read(text + "Z");
  EXPECT_EQ(more.exit_code, 2);
  EXPECT_EQ(lines(more.error), 1) << more.error;
  EXPECT_NE(more.error.find("'Z' (U+005A)"), std::string::npos) << more.error;
  // Without x, and in another order: the tokens are those of the model all the same.
  std::string fewer(text.rbegin(), text.rend());
  std::ranges::replace(fewer, 'x', 'o');
  const ProgramRun other = read(fewer);
  EXPECT_EQ(other.exit_code, 0) << other.error;
  EXPECT_NE(other.out.find("not the text the model was trained on"), std::string::npos)
      << other.out;
  fs::remove_all(folder);
}

TEST(Resume, AModelIsReadWithAnotherExtensionAndOtherLengths) {
  const fs::path folder = folder_with_text();
  ASSERT_EQ(lesson(folder, kSmall + " --steps 20 --out a").exit_code, 0);
  const std::string before = contents(folder / "a/model.safetensors");
  const ProgramRun plain =
                       lesson(folder, "--model a/model.safetensors --eval-lengths 32,64 --out e"),
                   yarn = lesson(folder,
                                 "--model a/model.safetensors --eval-lengths 32,64 --out e "
                                 "--schemes rope:scaling=yarn");
  EXPECT_EQ(plain.exit_code, 0) << plain.error;
  EXPECT_EQ(yarn.exit_code, 0) << yarn.error;
  const auto row = [](const std::string& text, const std::string& start) {
    const std::size_t at = text.find("\n" + start);
    return at == std::string::npos ? "" : text.substr(at, text.find('\n', at + 1) - at);
  };
  EXPECT_NE(yarn.out.find("factor=length/32"), std::string::npos) << yarn.out;
  EXPECT_NE(row(plain.out, "     32"), "") << plain.out;
  EXPECT_EQ(row(plain.out, "     32"), row(yarn.out, "     32"));
  EXPECT_EQ(contents(folder / "a/model.safetensors") == before, true);
  // The comparison takes those of its schemes that the model can be read with.
  const ProgramRun gap =
      lesson(folder,
             "--model a/model.safetensors --eval-lengths 32,64 --out g --schemes "
             "rope,rope:scaling=ntk:factor=2",
             "09_extrapolation_gap");
  EXPECT_EQ(gap.exit_code, 0) << gap.error;
  EXPECT_NE(gap.out.find("rope:scaling=ntk:factor=2: base=10000 layout=interleaved partial=1 "
                         "scaling=ntk factor=2\n"),
            std::string::npos)
      << gap.out;
  fs::remove_all(folder);
}

}  // namespace
}  // namespace whereabouts
