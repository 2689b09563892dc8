// A text that is learned by heart is noticed; one that is not is left in peace.
#include <algorithm>
#include <regex>

#include "run_program.h"
#include "train/checkpoint.h"
#include "util/random.h"

namespace whereabouts {
namespace {

namespace fs = std::filesystem;

const std::string kFables = WHEREABOUTS_SOURCE_DIR "/data/fables.txt";

// Names made of random syllables, 1,500 characters: there is little to learn but the list itself.
void write_names(const fs::path& path) {
  Random random(0, "names");
  const std::string consonants = "bcdfghjklmnprstvw", vowels = "aeiouy";
  std::string text;
  while (text.size() < 1'500) {
    for (int syllable = random.between(2, 5); syllable > 0; --syllable) {
      text += consonants[random.below(consonants.size())];
      text += vowels[random.below(vowels.size())];
    }
    text += '\n';
  }
  std::ofstream(path) << text.substr(0, 1'500);
}

ProgramRun lesson(const fs::path& folder, const std::string& flags,
                  const std::string& name = "03_train_short_test_long") {
  return run_command(lesson_program(name) + " " + flags, folder);
}

bool says(const ProgramRun& run, const std::string& text) {
  return run.out.find(text) != std::string::npos;
}

const std::string kTiny =
    " --schemes rope --width 32 --heads 2 --layers 2 --length 32 --batch 16 --eval-lengths 32";

TEST(OverFitting, OfASmallTextIsToldAndTheBestWeightsAreKept) {
  const fs::path folder = fresh_folder();
  write_names(folder / "names.txt");
  const std::string flags = kTiny + " --data names.txt --steps 400 --lr 0.02";
  const ProgramRun run = lesson(folder, flags + " --out a");
  ASSERT_EQ(run.exit_code, 0) << run.error;
  EXPECT_TRUE(says(run, "400 steps read the training part 152 times")) << run.out;
  std::smatch found;
  const std::regex notice(
      "notice: the loss on the validation part was lowest after step ([0-9]+) ");
  ASSERT_TRUE(std::regex_search(run.out, found, notice)) << run.out;
  const int best = std::stoi(found[1]);
  EXPECT_LT(best, 300);
  EXPECT_NE(run.error.find("lowest after step"), std::string::npos) << "told while it trains";
  EXPECT_EQ(read_record((folder / "a/best.safetensors").string()).step, best);
  EXPECT_EQ(read_record((folder / "a/model.safetensors").string()).step, 400);

  // The curve is in the file and in the picture, with what takes no training.
  const std::string csv = contents(folder / "a/loss.csv");
  EXPECT_TRUE(
      std::regex_search(csv, std::regex("\n" + std::to_string(best) + ",[0-9.]+,[0-9.]+\n")));
  EXPECT_NE(csv.find(",\n"), std::string::npos) << "empty between the looks";
  const std::string svg = contents(folder / "a/loss.svg");
  for (const char* name : {"loss", "validation", "guessing", "each character", "what follows each",
                           "what follows each two"})
    EXPECT_NE(svg.find("data-name=\"" + std::string(name) + "\""), std::string::npos) << name;

  // With --keep best the table is that of the best weights, and so better.
  const ProgramRun kept = lesson(folder, flags + " --keep best --out b");
  ASSERT_EQ(kept.exit_code, 0) << kept.error;
  EXPECT_TRUE(says(kept, "of the weights after step " + std::to_string(best))) << kept.out;
  const auto level = [](const ProgramRun& r) {
    std::smatch row;
    EXPECT_TRUE(std::regex_search(r.out, row, std::regex("\n +32 +([0-9.]+) +\\+0.000")));
    return std::stod(row[1]);
  };
  EXPECT_LT(level(kept), level(run) - 0.1);
  const ProgramRun read = lesson(folder, "--model a/best.safetensors --eval-lengths 32 --out c");
  EXPECT_EQ(read.exit_code, 0) << read.error;
  EXPECT_EQ(level(read), level(kept));
  EXPECT_EQ(contents(folder / "a/model.safetensors") == contents(folder / "b/model.safetensors"),
            true)
      << "which weights are evaluated changes no training";
}

TEST(OverFitting, OfTheFablesThereIsNone) {
  const fs::path folder = fresh_folder();
  const ProgramRun run = lesson(folder, kTiny + " --data '" + kFables + "' --steps 400 --lr 0.02");
  ASSERT_EQ(run.exit_code, 0) << run.error;
  EXPECT_FALSE(says(run, "lowest after step")) << run.out;
  EXPECT_EQ(run.error.find("lowest after step"), std::string::npos) << run.error;
  EXPECT_FALSE(says(run, "times; so short a text")) << run.out;
  EXPECT_FALSE(says(run, "no result")) << run.out;
}

TEST(OverFitting, TheComparisonMarksWhatIsWorseThanATableOfPairs) {
  const fs::path folder = fresh_folder();
  write_names(folder / "names.txt");
  const std::string flags = kTiny + " --data names.txt --steps 400 --lr 0.02";
  const ProgramRun run = lesson(folder, flags + " --out a", "09_extrapolation_gap");
  ASSERT_EQ(run.exit_code, 0) << run.error;
  EXPECT_TRUE(says(run, "notice: rope: the loss on the validation part was lowest after step "))
      << run.out;
  EXPECT_TRUE(says(run, "\n! rope has ")) << run.out;
  EXPECT_TRUE(std::regex_search(run.out, std::regex("\nrope +[0-9.]+!\n"))) << run.out;
  EXPECT_TRUE(std::regex_search(run.out, std::regex("\nrope +\\+0.00!\n"))) << run.out;
  const ProgramRun kept = lesson(folder, flags + " --keep best --out b", "09_extrapolation_gap");
  EXPECT_TRUE(says(kept, "rope: evaluated with the weights after step ")) << kept.out;
  EXPECT_EQ(lesson(folder, "--keep both", "09_extrapolation_gap").exit_code, 2);
  const ProgramRun full =
      lesson(folder, flags + " --full --keep best --out c", "09_extrapolation_gap");
  EXPECT_EQ(full.exit_code, 2);
  EXPECT_NE(full.error.find("--keep best is not for --full"), std::string::npos) << full.error;
}

TEST(OverFitting, AQuickRunSaysThatItsNumbersAreNoResult) {
  const fs::path folder = fresh_folder();
  for (const char* name : {"03_train_short_test_long", "13_length_generalisation"}) {
    const ProgramRun run =
        lesson(folder,
               std::string("--quick --steps 2") +
                   (name[0] == '0' && name[1] == '3' ? " --data '" + kFables + "'" : std::string()),
               name);
    ASSERT_EQ(run.exit_code, 0) << run.error;
    EXPECT_TRUE(says(run, "these numbers are no result")) << run.out;
    if (name[1] == '2') {
      EXPECT_TRUE(says(run, "! none, alibi: fewer than 0.90 of the characters right")) << run.out;
    }
  }
}

}  // namespace
}  // namespace whereabouts
