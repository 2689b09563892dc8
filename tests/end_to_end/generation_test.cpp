// Lesson 15 from the command line.
#include <algorithm>

#include "run_program.h"

namespace whereabouts {
namespace {

namespace fs = std::filesystem;

ProgramRun generation(const fs::path& folder, const std::string& flags) {
  return run_command(lesson_program("15_generation") + " --threads 1 " + flags, folder);
}

// A folder with a small trained model of this scheme in a/model.safetensors. Its text has line
// ends, letters of two and four bytes, and no upper case.
fs::path folder_with_model(const std::string& scheme) {
  const fs::path folder = fresh_folder();
  std::ofstream text(folder / "text.txt");
  for (int i = 0; i < 200; ++i) text << "the fox said: né, " << i * i << " 😀.\n";
  text.close();
  const ProgramRun run = run_command(
      lesson_program("03_train_short_test_long") +
          " --data text.txt --width 16 --heads 2 --layers 2 --length 32 "
          "--batch 4 --steps 60 --lr 0.02 --eval-lengths 32 --threads 1 --out a --schemes " +
          scheme,
      folder);
  EXPECT_EQ(run.exit_code, 0) << run.error;
  return folder;
}

TEST(Generation, StdoutIsTheTextAloneTheSameWithAndWithoutCache) {
  for (const std::string scheme : {"t5", "learned"}) {
    const fs::path folder = folder_with_model(scheme);
    const std::string flags =
        "--model a/model.safetensors --prompt 'the fox' --tokens 100 --seed 4";
    const ProgramRun cached = generation(folder, flags), again = generation(folder, flags),
                     without = generation(folder, flags + " --no-cache"),
                     other_seed = generation(folder, flags.substr(0, flags.size() - 1) + "5");
    EXPECT_EQ(cached.exit_code, 0) << cached.error;
    EXPECT_TRUE(cached.out.starts_with("the fox")) << cached.out;
    EXPECT_EQ(cached.out, again.out);
    EXPECT_EQ(cached.out, without.out);
    EXPECT_NE(cached.out, other_seed.out);
    EXPECT_NE(cached.error.find(scheme + " was trained on 32 characters"), std::string::npos)
        << cached.error;
    if (scheme == "learned") {
      EXPECT_NE(cached.error.find("beyond=clamp"), std::string::npos);
    }
    fs::remove_all(folder);
  }
}

TEST(Generation, OddRequestsAreServedOrRefusedInOneLine) {
  const fs::path folder = folder_with_model("rope");
  const std::string model = "--model a/model.safetensors ";
  const auto text = [&](const std::string& flags) {
    const ProgramRun run = generation(folder, model + flags);
    EXPECT_EQ(run.exit_code, 0) << flags << run.error;
    return run.out;
  };
  EXPECT_EQ(text("--prompt 'the' --tokens 0"), "the\n");
  EXPECT_EQ(text("--tokens 0"), "\n");
  EXPECT_GE(text("--tokens 1").size(), 2u);
  EXPECT_GE(text("--prompt '' --tokens 5").size(), 6u);
  EXPECT_EQ(text("--prompt 'the' --tokens 30 --top-k 1"),
            text("--prompt 'the' --tokens 30 --temperature 0"));
  EXPECT_EQ(text("--prompt 'the' --tokens 30 --top-k 9999"), text("--prompt 'the' --tokens 30"));
  text("--tokens 5 --temperature 1e-30");
  text("--tokens 5 --temperature 1e30");
  std::string prompt;
  while (prompt.size() < 1000) prompt += "the fox said: ";
  EXPECT_TRUE(text("--tokens 3 --prompt '" + prompt + "'").starts_with(prompt));
  EXPECT_EQ(
      text("--tokens 8 --schemes rope:scaling=dynamic-ntk --prompt '" + prompt + "'"),
      text("--tokens 8 --no-cache --schemes rope:scaling=dynamic-ntk --prompt '" + prompt + "'"));

  const auto refused = [&](const std::string& flags, const std::string& says) {
    const ProgramRun run = generation(folder, model + flags);
    EXPECT_EQ(run.exit_code, 2) << flags;
    EXPECT_NE(run.error.find(says), std::string::npos) << run.error;
    EXPECT_EQ(run.out, "");
  };
  refused("--prompt A", "'A' (U+0041)");
  refused("--prompt 'the ü'", "'ü' (U+00FC)");
  refused("--prompt '\t'", "U+0009");
  refused("--prompt \"$(printf '\\303')\"", "UTF-8");
  refused("--tokens -1", "--tokens must be between 0");
  refused("--temperature -1", "--temperature must be between 0");
  refused("--temperature nan", "--temperature takes a number");
  refused("--temperature inf", "--temperature takes a number");
  refused("--top-k -1", "--top-k must be between 0");
  refused("--top-p 0", "--top-p must be between");
  refused("--top-p 1.1", "--top-p must be between");
  refused("--samples 0", "--samples must be between 1");
  fs::remove_all(folder);
}

TEST(Generation, EndsWhenItHasWrittenTheStop) {
  const fs::path folder = folder_with_model("rope");
  const auto text = [&](const std::string& flags) {
    return generation(folder,
                      "--model a/model.safetensors --tokens 200 --prompt 'the fox' " + flags)
        .out;
  };
  const std::string whole = text("");
  const std::string written = whole.substr(std::string("the fox").size());
  // Three characters that were written one after another end it where they first stand.
  const auto ascii = [](const std::string& some) {
    return std::ranges::all_of(some, [](char c) { return (c & 0x80) == 0 && c != '\''; });
  };
  std::size_t at = 20;
  while (!ascii(written.substr(at, 3))) ++at;
  const std::string stop = written.substr(at, 3);
  const std::string until = written.substr(0, written.find(stop) + stop.size());
  EXPECT_EQ(text("--stop '" + stop + "'"), "the fox" + until + "\n");
  // What the prompt says does not count.
  EXPECT_GT(text("--stop 'the fox'").size(), std::string("the fox\n").size());
  EXPECT_EQ(text("--stop ''"), whole);
  const ProgramRun run = generation(folder, "--model a/model.safetensors --stop 'the Q'");
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.error.find("'Q' (U+0051)"), std::string::npos) << run.error;
  EXPECT_NE(run.error.find("--stop"), std::string::npos) << run.error;
  fs::remove_all(folder);
}

TEST(Generation, SamplesAreDrawnAnewAndTheFirstIsTheSameHoweverManyThereAre) {
  const fs::path folder = folder_with_model("rope");
  const auto text = [&](const std::string& flags) {
    return generation(folder, "--model a/model.safetensors --tokens 60 --prompt 'the' " + flags)
        .out;
  };
  const std::string one = text("--samples 1"), three = text("--samples 3"),
                    two = text("--samples 2");
  EXPECT_EQ(one, text(""));
  EXPECT_TRUE(three.starts_with("--- sample 1 of 3 ---\n" + one + "\n--- sample 2 of 3 ---\nthe"))
      << three;
  EXPECT_EQ(three, text("--samples 3"));
  const auto second = [](const std::string& all) {
    const std::size_t from = all.find("---\n", all.find("--- sample 2")) + 4;
    return all.substr(from, all.find("\n--- sample 3") - from);
  };
  EXPECT_EQ(second(three), second(two));
  EXPECT_NE(second(three), one);
  EXPECT_NE(text("--samples 2 --top-p 0.3"), two);
  fs::remove_all(folder);
}

TEST(Generation, EndsQuietlyWhenTheReaderLeaves) {
  const fs::path folder = folder_with_model("alibi");
  const ProgramRun run = run_command(
      lesson_program("15_generation") +
          " --model a/model.safetensors --tokens 100000 2> err.txt | head -c 10 | wc -c; grep -c "
          "'15_generation: ' err.txt",
      folder);
  // The banner has one line that starts with the name of the program; an error would be a second.
  EXPECT_EQ(run.out, "10\n1\n") << contents(folder / "err.txt");
  fs::remove_all(folder);
}

TEST(Generation, WithoutAModelTheLessonTrainsOneAndShowsTheTrap) {
  const fs::path folder = fresh_folder();
  const ProgramRun run = generation(
      folder, "--quick --length 32 --width 16 --heads 2 --tokens 40 --data '" WHEREABOUTS_SOURCE_DIR
              "/data/fables.txt'");
  EXPECT_EQ(run.exit_code, 0) << run.error;
  for (const char* part : {"1. A text", "the largest difference of any logit is",
                           "rope:scaling=dynamic-ntk", "times as fast"})
    EXPECT_NE(run.out.find(part), std::string::npos) << run.out;
  EXPECT_NE(contents(folder / "out/15_generation/trap.svg").find("trained at 32"),
            std::string::npos);
  fs::remove_all(folder);
}

}  // namespace
}  // namespace whereabouts
