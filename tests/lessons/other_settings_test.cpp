// Every lesson with other heads, layers, widths, lengths, schemes and seeds than its own: it ends
// well with every file that it announces, or it refuses in one line before it has begun.
#include <algorithm>
#include <fstream>
#include <sstream>

#include "lessons/run.h"

namespace whereabouts {
namespace {

namespace fs = std::filesystem;

struct Other {
  const char* lesson;
  const char* flags;
  const char* refusal = "";  // what the one line says; "": it must end well
};

void PrintTo(const Other& other, std::ostream* out) { *out << other.lesson << " " << other.flags; }

// "written to out/15: gap.csv adds_*.svg" and "written: out/results.csv, out/gap.svg" name these.
std::vector<fs::path> announced(const std::string& output, const fs::path& out) {
  std::vector<fs::path> files;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("written")) continue;
    std::istringstream words(line.substr(line.find(": ") + 2));
    for (std::string word; words >> word;) {
      if (word.ends_with(',')) word.pop_back();
      const std::string kind = fs::path(word).extension();
      if (kind != ".csv" && kind != ".svg" && kind != ".html" && kind != ".safetensors") continue;
      files.push_back(word.find('/') == std::string::npos ? out / word : fs::path(word));
    }
  }
  return files;
}

// "adds_*.svg" is there if one such file is.
bool is_there(const fs::path& file) {
  const std::string name = file.filename();
  const std::size_t star = name.find('*');
  if (star == std::string::npos) return fs::exists(file) && fs::file_size(file) > 0;
  for (const auto& entry : fs::directory_iterator(file.parent_path())) {
    const std::string there = entry.path().filename();
    if (there.starts_with(name.substr(0, star)) && there.ends_with(name.substr(star + 1)))
      return true;
  }
  return false;
}

class OtherSettings : public testing::TestWithParam<Other> {};

TEST_P(OtherSettings, EndWellWithEveryFileAnnouncedOrInOneLine) {
  const Other& other = GetParam();
  const QuickLesson lesson(other.lesson, std::string("--threads 1 ") + other.flags);
  const std::string& output = lesson.output();
  if (*other.refusal) {
    EXPECT_EQ(lesson.exit_code(), 2) << output;
    EXPECT_TRUE(lesson.printed(std::string(other.lesson) + ": " + other.refusal)) << output;
    EXPECT_FALSE(lesson.printed(" loss ")) << "trained before it refused\n" << output;
    EXPECT_EQ(output.find("["), std::string::npos) << "a developer's message\n" << output;
    return;
  }
  ASSERT_EQ(lesson.exit_code(), 0) << output;
  const std::vector<fs::path> files = announced(output, lesson.out());
  EXPECT_EQ(files.empty(), std::string(other.lesson) == "15_generation") << output;
  for (const fs::path& file : files) EXPECT_TRUE(is_there(file)) << file << "\n" << output;
}

INSTANTIATE_TEST_SUITE_P(
    All, OtherSettings,
    testing::Values(
        Other{"03_train_short_test_long",
              "--steps 2 --batch 2 --heads 3 --width 12 --layers 3 --length 48 --schemes alibi "
              "--eval-lengths 32,96 --seed 18446744073709551615"},
        Other{"03_train_short_test_long", "--steps 2 --batch 2 --schemes t5 --heads 1"},
        Other{"04_sinusoidal", "--seeds 2", "unknown flag \"--seeds\"; did you mean --seed?"},
        Other{"04_sinusoidal",
              "--steps 1 --batch 2 --heads 2 --width 24 --layers 1 --length 32 --schemes learned "
              "--eval-lengths 32,64"},
        Other{"04_sinusoidal", "--schemes none,rope", "this lesson takes one scheme"},
        Other{"05_learned",
              "--steps 1 --batch 2 --heads 8 --width 16 --layers 1 --length 40 --seed 3 "
              "--eval-lengths 64"},
        Other{"05_learned", "--schemes rope", "this lesson is about --schemes learned"},
        Other{"06_rope",
              "--steps 1 --batch 2 --heads 2 --width 24 --layers 3 --length 100 --schemes "
              "rope:base=10"},
        Other{"06_rope", "--steps 1 --batch 2 --heads 4 --width 12 --layers 1 --schemes none",
              "this lesson turns pairs of channels"},
        Other{"07_alibi",
              "--steps 1 --batch 2 --heads 12 --width 24 --layers 1 --length 32 --schemes t5 "
              "--eval-lengths 48"},
        Other{"07_alibi", "--steps 1 --batch 2 --heads 1 --width 7 --layers 1 --schemes alibi"},
        Other{"08_relative", "--steps 1 --batch 2 --heads 8 --layers 1 --eval-lengths 64"},
        Other{"08_relative",
              "--steps 1 --batch 2 --heads 2 --width 16 --length 256 --eval-lengths 512 --schemes "
              "transformer-xl"},
        Other{"08_relative", "--steps 1 --batch 2 --heads 3 --width 12 --schemes rope,learned"},
        Other{
            "09_extrapolation_gap",
            "--steps 1 --batch 2 --heads 3 --width 12 --layers 3 --length 48 --schemes t5,learned "
            "--protocols fixed,windows,sliding,cropped,position,names --eval-lengths 32,64"},
        Other{"09_extrapolation_gap",
              "--steps 1 --batch 2 --protocols cropped --schemes alibi --eval-lengths 64 --seed "
              "18446744073709551615"},
        Other{"09_extrapolation_gap", "--seed 18446744073709551614 --seeds 3",
              "--seed 18446744073709551614 is too large for 3 seeds, since the largest is "
              "18446744073709551615"},
        Other{"09_extrapolation_gap", "--full --seeds 2 --seed 18446744073709551615",
              "--seed 18446744073709551615 is too large for 2 seeds"},
        Other{"10_extending_rope",
              "--steps 1 --batch 2 --heads 8 --width 32 --layers 1 --length 256 --fine-tune-length "
              "128 --eval-lengths 64,512"},
        Other{"10_extending_rope", "--schemes rope:scaling=yarn",
              "this lesson reads one model through every scaling"},
        Other{"10_extending_rope", "--schemes rope/none",
              "this lesson takes one scheme, a form of rope, the same in every layer"},
        Other{"11_another_distance", "--schemes rope/none",
              "this lesson takes one scheme, a form of rope, the same in every layer"},
        Other{"11_another_distance", "--schemes rope:scaling=yarn",
              "this lesson reads one model through every scaling"},
        Other{"12_what_flat_loss_hides",
              "--steps 1 --batch 2 --heads 2 --width 12 --layers 1 --length 32 --eval-lengths 32 "
              "--schemes learned"},
        Other{"12_what_flat_loss_hides",
              "--steps 1 --batch 2 --heads 3 --width 12 --layers 1 --data data/README.md "
              "--length 32 --eval-lengths 64 --schemes none,cope"},
        Other{
            "13_length_generalisation",
            "--steps 1 --batch 2 --heads 3 --width 12 --layers 1 --trained 3 --instances 2 --tasks "
            "all --schemes none,learned --seed 18446744073709551615"},
        Other{"13_length_generalisation", "--seed 18446744073709551615 --seeds 2",
              "--seed 18446744073709551615 is too large for 2 seeds"},
        Other{"15_generation",
              "--steps 1 --batch 2 --heads 2 --width 8 --layers 3 --length 32 --tokens 40"},
        Other{"15_generation", "--steps 1 --batch 2 --schemes learned --tokens 100"},
        Other{"16_encoders_and_images",
              "--steps 1 --batch 2 --heads 2 --width 12 --layers 1 --length 48 --schemes alibi,t5 "
              "--picture-steps 1"},
        Other{
            "16_encoders_and_images",
            "--steps 1 --batch 2 --heads 1 --width 7 --layers 1 --schemes none --picture-steps 1"},
        Other{"17_newer_schemes",
              "--steps 1 --batch 2 --heads 8 --layers 1 --schemes t5,learned --eval-lengths 64"},
        Other{"17_newer_schemes",
              "--steps 2 --batch 2 --heads 2 --width 24 --length 256 --eval-lengths 512 --schemes "
              "fire,sandwich"},
        Other{"19_claims", "--steps 1 --batch 2 --heads 2 --width 16 --layers 1 --length 48"},
        Other{"20_your_own_scheme",
              "--steps 1 --batch 2 --heads 2 --width 12 --layers 1 --length 48 --schemes learned "
              "--eval-lengths 64"}),
    [](const auto& other) {
      return std::string(other.param.lesson) + "_" + std::to_string(other.index);
    });

}  // namespace
}  // namespace whereabouts
