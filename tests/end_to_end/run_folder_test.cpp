// The folder of a training run: whatever happens to it, no model and no loss is lost.
#include "small_lesson.h"
#include "train/checkpoint.h"
#include "train/safetensors.h"
#include "util/write_file.h"

namespace whereabouts {
namespace {

TEST(RunFolder, TwoProgramsCanNotTrainIntoOneFolder) {
  const fs::path folder = folder_with_text();
  Running first(folder, kSmall + " --steps 100000 --save-every 10 --out a");
  ASSERT_TRUE(first.wait_for(folder / "a/training.safetensors"));
  const ProgramRun second = lesson(folder, kSmall + " --steps 5 --out a");
  EXPECT_EQ(second.exit_code, 2);
  EXPECT_NE(second.error.find("another program is training into a"), std::string::npos)
      << second.error;
  first.send(SIGKILL);
  first.wait();
  // The lock goes with the program. A new run moves the unfinished one aside, where it can go on.
  const ProgramRun third = lesson(folder, kSmall + " --steps 5 --out a");
  EXPECT_EQ(third.exit_code, 0) << third.error;
  EXPECT_NE(third.out.find("a/earlier-1"), std::string::npos) << third.out;
  EXPECT_EQ(read_record((folder / "a/earlier-1/training.safetensors").string()).last_step, 100000);
  EXPECT_EQ(read_record((folder / "a/training.safetensors").string()).step, 5);
  // So is a finished one: no model is written over.
  const std::string model = contents(folder / "a/model.safetensors");
  const ProgramRun fourth = lesson(folder, kSmall + " --steps 2 --out a");
  EXPECT_NE(fourth.out.find("a held a finished run of 5 steps; it was moved to a/earlier-2"),
            std::string::npos)
      << fourth.out;
  EXPECT_EQ(contents(folder / "a/earlier-2/model.safetensors") == model, true);
  EXPECT_EQ(lines(contents(folder / "a/earlier-2/loss.csv")), 6);
  EXPECT_EQ(read_record((folder / "a/model.safetensors").string()).step, 2);
  // Also where only the model is left of it.
  fs::remove(folder / "a/training.safetensors");
  EXPECT_EQ(lesson(folder, kSmall + " --steps 3 --out a").exit_code, 0);
  EXPECT_EQ(read_record((folder / "a/earlier-3/model.safetensors").string()).step, 2);
  fs::remove_all(folder);
}

TEST(RunFolder, WhatLiesInTheWayIsFoundBeforeTheFirstStep) {
  const fs::path folder = folder_with_text();
  ASSERT_EQ(lesson(folder, kSmall + " --steps 5 --out a").exit_code, 0);
  const auto refused = [&](const std::string& flags, const std::string& says) {
    const ProgramRun run = lesson(folder, flags + " --steps 1000000 --eval-lengths 32 --threads 1");
    EXPECT_EQ(run.exit_code, 2) << flags;
    EXPECT_EQ(lines(run.error), 1) << run.error;
    EXPECT_NE(run.error.find(says), std::string::npos) << run.error;
  };
  for (const char* name : {"model.safetensors", "loss.csv", "loss.svg"}) {
    fs::rename(folder / "a" / name, folder / "aside");
    fs::create_directory(folder / "a" / name);
    refused("--resume a", std::string("a/") + name + " is a folder");
    fs::create_directories(folder / "b" / name);
    refused("--data text.txt --out b", std::string("b/") + name + " is a folder");
    fs::remove_all(folder / "b");
    fs::remove(folder / "a" / name);
    fs::rename(folder / "aside", folder / "a" / name);
  }
  if (geteuid() != 0) {  // root may write anything
    fs::permissions(folder / "a/model.safetensors", fs::perms::owner_read);
    refused("--resume a", "a/model.safetensors is read-only");
  }
  fs::remove_all(folder);
}

TEST(RunFolder, ALossFileThatCanNotBeWrittenCostsNeitherCheckpointNorLosses) {
  const fs::path folder = folder_with_text();
  const std::string run = kSmall + " --steps 1500 --save-every 10";
  ASSERT_EQ(lesson(folder, run + " --out whole").exit_code, 0);
  {
    Running program(folder, run + " --out cut");
    ASSERT_TRUE(program.wait_for(folder / "cut/loss.csv"));
    std::error_code error;
    do fs::remove(folder / "cut/loss.csv", error);
    while (!fs::create_directory(folder / "cut/loss.csv", error) && program.alive());
    EXPECT_EQ(program.wait(), 1);
  }
  const std::string error = contents(folder / "err.txt");
  for (const char* said :
       {"could not write cut/loss.csv", "training.safetensors is of step 1500",
        "model.safetensors is of step 1500", "loss.csv is of step ", "tries again in 10 steps"})
    EXPECT_NE(error.find(said), std::string::npos) << error;
  EXPECT_EQ(error.find("nothing is saved"), std::string::npos) << error;
  EXPECT_EQ(read_record((folder / "cut/training.safetensors").string()).step, 1500);
  EXPECT_EQ(read_record((folder / "cut/model.safetensors").string()).step, 1500);
  fs::remove(folder / "cut/loss.csv");
  const ProgramRun last = lesson(folder, "--resume cut --eval-lengths 32 --threads 1");
  EXPECT_EQ(last.exit_code, 0) << last.error;
  EXPECT_EQ(last.out.find("lacks"), std::string::npos) << last.out;
  expect_same_files(folder / "whole", folder / "cut");
  fs::remove_all(folder);
}

TEST(RunFolder, LossesOlderThanTheTrainingStateHoldsAreToldIfTheFileIsGone) {
  const fs::path folder = folder_with_text();
  ASSERT_EQ(lesson(folder, kSmall + " --steps 4100 --out a").exit_code, 0);
  fs::remove(folder / "a/loss.csv");
  const ProgramRun run = lesson(folder, "--resume a --steps 4101 --eval-lengths 32 --threads 1");
  EXPECT_EQ(run.exit_code, 0) << run.error;
  EXPECT_NE(run.out.find("a/loss.csv lacks 4 of the steps before step 5\n"), std::string::npos)
      << run.out;
  EXPECT_EQ(lines(contents(folder / "a/loss.csv")), 1 + 4097);
  fs::remove_all(folder);
}

TEST(RunFolder, AClosedTerminalSavesAsCtrlCDoes) {
  const fs::path folder = folder_with_text();
  Running program(folder, kSmall + " --steps 1000000 --save-every 10 --out a");
  ASSERT_TRUE(program.wait_for(folder / "a/model.safetensors"));
  program.send(SIGHUP);
  EXPECT_EQ(program.wait(), 128 + SIGHUP);
  const std::string error = contents(folder / "err.txt");
  EXPECT_NE(error.find("--resume a"), std::string::npos) << error;
  const int step = read_record((folder / "a/training.safetensors").string()).step;
  EXPECT_NE(error.find("interrupted after step " + std::to_string(step)), std::string::npos);
  fs::remove_all(folder);
}

TEST(RunFolder, AFolderThatIsRemovedMeanwhileIsMadeAgain) {
  const fs::path folder = folder_with_text();
  Running program(folder, kSmall + " --steps 600 --save-every 100 --out a");
  ASSERT_TRUE(program.wait_for(folder / "a/model.safetensors"));
  fs::rename(folder / "a", folder / "gone");
  EXPECT_EQ(program.wait(), 0) << contents(folder / "err.txt");
  EXPECT_EQ(read_record((folder / "a/training.safetensors").string()).step, 600);
  expect_whole_loss_file(folder / "a/loss.csv", 600);
  fs::remove_all(folder);
}

TEST(RunFolder, ALogReaderThatLeavesLosesNothingAndALogHoldsNoControlCharacters) {
  const fs::path folder = folder_with_text();
  EXPECT_EQ(run_command(lesson_program("03_train_short_test_long") + kSmall +
                            " --steps 30 --out a 2>&1 | head -n 1",
                        folder)
                .exit_code,
            0);
  for (int i = 0; i < 2000 && !fs::exists(folder / "a/loss.svg"); ++i)
    std::this_thread::sleep_for(milliseconds(2));
  EXPECT_EQ(read_record((folder / "a/training.safetensors").string()).step, 30);
  const ProgramRun logged = lesson(folder, kSmall + " --steps 30 --out b 2>&1");
  EXPECT_EQ(logged.out.find('\r'), std::string::npos);
  EXPECT_EQ(logged.out.find('\x1b'), std::string::npos);
  EXPECT_NE(logged.out.find("rope  30/30"), std::string::npos) << logged.out;
  fs::remove_all(folder);
}

TEST(RunFolder, ALossThatIsNoNumberKeepsTheGoodCheckpoint) {
  const fs::path folder = folder_with_text();
  ASSERT_EQ(lesson(folder, kSmall + " --steps 5 --out a").exit_code, 0);
  const fs::path training = folder / "a/training.safetensors";
  Safetensors contents_now = read_safetensors(training.string());
  for (const auto& [name, tensor] : contents_now.tensors)
    if (name == "head")
      for (float& x : tensor.numbers()) x = 3e38f;
  write_file(training, safetensors_bytes(contents_now));
  const std::string before = contents(training);
  const ProgramRun run = lesson(folder, "--resume a --steps 9 --eval-lengths 32 --threads 1");
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_EQ(lines(run.error), 1);
  EXPECT_NE(run.error.find("step 6 of 9: the "), std::string::npos) << run.error;
  EXPECT_NE(run.error.find("the checkpoint of step 5 in a is kept"), std::string::npos)
      << run.error;
  EXPECT_EQ(contents(training) == before, true);
  fs::remove_all(folder);
}

}  // namespace
}  // namespace whereabouts
