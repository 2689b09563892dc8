#include "../data/fables.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <string>

#include "evaluate/fixed_windows.h"
#include "text/text.h"
#include "util/check.h"
#include "util/file.h"

namespace whereabouts {
namespace {

const std::string kData = WHEREABOUTS_SOURCE_DIR "/data/";

std::string tell(const std::string& grammar, std::size_t characters = 1) {
  return tell_fables(parse_grammar(grammar), 1, characters).text;
}

std::string refusal(const std::string& grammar) {
  try {
    tell(grammar);
  } catch (const UserError& error) {
    return error.what();
  }
  ADD_FAILURE() << "nothing was thrown for\n" << grammar;
  return "";
}

bool is_word_at(const std::string& text, std::size_t at, const std::string& word) {
  const auto letter = [&](std::size_t i) {
    return i < text.size() && std::isalpha(static_cast<unsigned char>(text[i]));
  };
  return text.compare(at, word.size(), word) == 0 && !letter(at + word.size()) &&
         (at == 0 || !letter(at - 1));
}

TEST(Grammar, SlotsArticlesCapitalsAndParagraphsAreFilledIn) {
  const std::string animals =
      "table animal: kind, went\n- owl, glided\nrole hero: animal name\n"
      "sounds s: Zim\nrule name\n- [s]bo\n";
  EXPECT_EQ(
      tell(animals + "rule fable\n- A(n) {hero.kind}, a(n) [dog|dog]. // {hero.Kind} {hero}."),
      "An owl, a dog.\n\nOwl Zimbo.\n");
  EXPECT_EQ(tell("rule fable\n- [Other], [other].\nrule other\n- \"so\n  \n"), "\"So, \"so.\n");
}

TEST(Grammar, ARuleCanBeAboutRoles) {
  const std::string roles =
      "table animal: kind\n- owl\n- owl\nrole a: animal name\nrole b: animal name2\n"
      "sounds s: Zim\nsounds t: Bol\nrule name\n- [s]bo\nrule name2\n- [t]ga\n";
  EXPECT_EQ(tell(roles + "rule fable\n- [Say: a, b], {a}.\nrule say\n- the {1} [both: 2, 1]\n"
                         "rule both\n- {1} {2}, a(n) {2.kind}\n"),
            "The Zimbo Bolga Zimbo, an owl, Zimbo.\n");
}

TEST(Grammar, AFixedRuleRepeatsItself) {
  const std::string text = tell("rule fable\n- <x> <x> <X>\nrule x\n- [a|b|c|d] [a|b|c|d]\n");
  EXPECT_EQ(text.substr(0, 3), text.substr(4, 3));
}

TEST(Grammar, NoLineComesTwiceBeforeAllHaveCome) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto grammar = parse_grammar("rule fable\n- [x][x][x]\nrule x\n- a\n- b\n- c\n");
    std::string text = tell_fables(grammar, seed, 1).text.substr(0, 3);
    std::sort(text.begin(), text.end());
    EXPECT_EQ(text, "abc");
  }
}

TEST(Grammar, MistakesAreNamed) {
  const auto names = [](const std::string& grammar, const std::string& what) {
    const std::string message = refusal(grammar);
    EXPECT_NE(message.find(what), std::string::npos) << message;
  };
  names("", "no rule fable");
  names("rule fable\n- [nowhere]", "no rule nowhere");
  names("rule fable\n- {hero}", "no role hero");
  names("rule fable\n- {1}", "{1} in a rule about 0 roles");
  names("rule fable\n- [x: a]\nrule x\n- {2}", "{2} in a rule about 1 roles");
  names("rule fable\n- [open", "not closed");
  names("rule fable\n- []", "empty slot");
  names("rule fable\n- [fable]", "without end");
  names("rule fable", "no lines");
  names("- stray", "line 1: a line that belongs to no rule");
  names("rule fable\n- x\nrule fable\n", "line 3: there is already a rule fable");
  names("table t: a, b\n- only one\n", "line 2: the table has 2 columns, the row 1");
  names("role hero: animal name\n", "needs a table animal");
  names("nonsense\n", "line 1");
  names("rule fable\n- caf\xC3\xA9\n", "only ASCII");
  names("rule fable\n- {h}\nrole h: t r\ntable t: k\n- x\nrule r\n- Ab\n", "too few names");
}

// Two choices among four and one among eight: 2 + 2 + 3 bits, whatever is drawn.
TEST(Fables, EntropyIsTheSumOfTheChoices) {
  const auto grammar = parse_grammar(
      "rule fable\n- [a|b|c|d][x][y]\nsounds x: a b c d e f g h\nrule y\n- a\n- b\n- c\n- d\n");
  EXPECT_DOUBLE_EQ(tell_fables(grammar, 3, 1).entropy_bits, 7.0);
}

class Corpus : public ::testing::TestWithParam<const char*> {
 protected:
  const std::string text_ = read_file(kData + GetParam() + ".txt", "the text");
  const RepeatedNames repeated_ = read_repeated_names(kData + GetParam() + ".repeated_names.csv");
};
INSTANTIATE_TEST_SUITE_P(Of, Corpus, ::testing::Values("fables", "playground"),
                         [](const auto& text) { return std::string(text.param); });

TEST_P(Corpus, IsWhatItsGrammarAndSeedSay) {
  const std::string path = kData + GetParam();
  const Grammar grammar = parse_grammar(read_file(path + ".grammar", "the grammar"));
  const Fables fables = tell_fables(grammar, kFablesSeed, kFablesCharacters);
  EXPECT_TRUE(fables.text == text_) << path << ".txt is out of date: make data";
  EXPECT_EQ(repeated_names_to_csv(repeated_names_of(fables)),
            read_file(path + ".repeated_names.csv", "the names"))
      << path << ".repeated_names.csv is out of date: make data";
  EXPECT_NE(tell_fables(grammar, kFablesSeed + 1, 5'000).text, fables.text.substr(0, 5'000));
}

TEST_P(Corpus, IsReadyForTraining) {
  const Text text = text_from_utf8(text_, "fables");
  EXPECT_EQ(text.tokens.size(), text_.size()) << "one byte a character";
  EXPECT_TRUE(text.notices.empty());
  EXPECT_EQ(text.checksum, repeated_.text_checksum);
  EXPECT_GT(text_.size(), 1'000'000u);
  EXPECT_LT(text_.size(), 2'000'000u);
  EXPECT_GE(text.vocabulary_size(), 50);
  EXPECT_LE(text.vocabulary_size(), 70);
  EXPECT_NO_THROW(check_long_enough(text, 64, 16'384));
}

TEST_P(Corpus, LeavesNothingOfTheNotationBehind) {
  EXPECT_EQ(text_.find_first_of("[]{}<>|()/#\t"), std::string::npos);
  for (const char* flaw : {"  ", " .", " ,", "..", " a a", " a e", " a o", " an b", "\n ", " \n"}) {
    EXPECT_EQ(text_.find(flaw), std::string::npos) << "'" << flaw << "'";
  }
  for (std::size_t i = 2; i + 1 < text_.size(); ++i) {
    if (text_[i - 2] != '.' || text_[i - 1] != ' ') continue;
    ASSERT_FALSE(std::islower(static_cast<unsigned char>(text_[i]))) << text_.substr(i - 40, 80);
  }
}

TEST_P(Corpus, EveryRecalledNameStandsHereAndThereAndNotBetween) {
  ASSERT_GT(repeated_.names.size(), 10'000u);
  for (const RepeatedName& name_again : repeated_.names) {
    const auto here = static_cast<std::size_t>(name_again.offset);
    const auto there = static_cast<std::size_t>(name_again.offset - name_again.distance);
    const std::string name = text_.substr(here, static_cast<std::size_t>(name_again.length));
    ASSERT_TRUE(std::isupper(static_cast<unsigned char>(name[0]))) << name;
    ASSERT_TRUE(is_word_at(text_, here, name)) << name;
    ASSERT_TRUE(is_word_at(text_, there, name)) << name;
    ASSERT_EQ(text_.find("\n\n\n", there), text_.find("\n\n\n", here)) << "in two fables: " << name;
    for (std::size_t at = text_.find(name, there + 1); at < here; at = text_.find(name, at + 1)) {
      ASSERT_FALSE(is_word_at(text_, at, name)) << name << " stands between at " << at;
    }
  }
}

// Somebody who is only named once cannot be recalled, so look from the other side: every later
// occurrence of a recalled name is listed.
TEST_P(Corpus, NoRecallIsMissing) {
  std::size_t listed = 0;
  for (std::size_t i = 0; i < 500; ++i) {
    const RepeatedName& name_again = repeated_.names[i];
    const auto here = static_cast<std::size_t>(name_again.offset);
    const std::string name = text_.substr(here, static_cast<std::size_t>(name_again.length));
    for (std::size_t at = text_.find(name, here + 1); at != std::string::npos;
         at = text_.find(name, at + 1)) {
      if (!is_word_at(text_, at, name)) continue;
      const auto found = std::find_if(
          repeated_.names.begin(), repeated_.names.end(),
          [&](const RepeatedName& other) { return other.offset == static_cast<std::int64_t>(at); });
      ASSERT_NE(found, repeated_.names.end()) << name << " at " << at;
      ++listed;
      break;
    }
  }
  EXPECT_GT(listed, 400u);
}

TEST_P(Corpus, DistancesCoverEveryScale) {
  std::array<int, 16> octaves{};
  int within_training_length = 0;
  for (const RepeatedName& name_again : repeated_.names) {
    ++octaves[static_cast<std::size_t>(std::bit_width(static_cast<unsigned>(name_again.distance)) -
                                       1)];
    within_training_length += name_again.distance + name_again.length < 64;
  }
  const double all = static_cast<double>(repeated_.names.size());
  const bool dense = GetParam() == std::string("playground");
  for (std::size_t octave = 3; octave <= (dense ? 9 : 10); ++octave) {  // 8 .. 1023 or 2047
    EXPECT_GT(octaves[octave] / all, 0.02) << "from " << (1 << octave);
  }
  EXPECT_TRUE(dense || octaves[11] / all > 0.005) << "from 2048";
  EXPECT_GT(within_training_length / all, dense ? 0.5 : 0.15);
}

// 1234567 as the page writes it: 1,234,567.
std::string with_commas(std::size_t number) {
  std::string digits = std::to_string(number);
  for (int i = static_cast<int>(digits.size()) - 3; i > 0; i -= 3) {
    digits.insert(static_cast<std::size_t>(i), 1, ',');
  }
  return digits;
}

TEST_P(Corpus, ThePageQuotesItsFigures) {
  const std::string page = read_file(kData + "README.md", "the page about the corpus");
  std::array<std::size_t, 10> rows{};  // 4 to 7, 8 to 15, ..., 2048 and more
  for (const RepeatedName& name_again : repeated_.names) {
    const auto octave = std::bit_width(static_cast<unsigned>(name_again.distance)) - 1;
    ++rows[static_cast<std::size_t>(std::clamp(static_cast<int>(octave) - 2, 0, 9))];
  }
  const auto entropy = std::to_string(repeated_.entropy_bits_per_char).substr(0, 6);
  EXPECT_NE(page.find(with_commas(text_.size()) + " characters"), std::string::npos);
  EXPECT_NE(page.find(with_commas(repeated_.names.size()) + " of these"), std::string::npos);
  EXPECT_NE(page.find("**" + entropy + " bits per character**"), std::string::npos);
  for (std::size_t count : rows) {
    EXPECT_NE(page.find(" | " + with_commas(count) + " | "), std::string::npos) << count;
  }
}

// Far below the 4 to 5 bits of single letters, and far above the nothing of a text known by heart.
TEST_P(Corpus, EntropyIsPlausible) {
  EXPECT_GT(repeated_.entropy_bits_per_char, 0.1);
  EXPECT_LT(repeated_.entropy_bits_per_char, 1.0);
}

}  // namespace
}  // namespace whereabouts
