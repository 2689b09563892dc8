#include "program/flags.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "decimal_comma.h"
#include "util/check.h"

namespace whereabouts {
namespace {

struct Settings {
  int steps = 1000;
  double lr = 0.003;
  std::uint64_t seed = 1;
  std::string data = "data/fables.txt";
  bool quick = false;
  std::vector<int> lengths{32, 64};
  std::vector<std::string> schemes{"none", "rope"};
  Flags flags{"lesson", "What it does."};

  Settings() {
    flags.add("steps", steps, "training steps", 1, 1000000);
    flags.add("lr", lr, "highest learning rate", 0, 10);
    flags.add("seed", seed, "seed of everything random");
    flags.add("data", data,
              "text to train on; any UTF-8 file that is longer than the block will do");
    flags.add("quick", quick, "a small run");
    flags.add("eval-lengths", lengths, "lengths to evaluate at", 1, 65536);
    flags.add("schemes", schemes, "schemes to compare");
  }
  Settings& parse(std::vector<const char*> words) {
    words.insert(words.begin(), "lesson");
    flags.parse(static_cast<int>(words.size()), words.data());
    return *this;
  }
};

std::string refusal(const std::vector<const char*>& words) {
  try {
    Settings().parse(words);
  } catch (const UserError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Flags, ReadsEveryKindInBothForms) {
  Settings a;
  a.parse({"--steps", "10", "--lr=1e-3", "--seed=18446744073709551615", "--data", "a b.txt",
           "--quick", "--eval-lengths=8,16,32", "--schemes", "alibi"});
  EXPECT_EQ(a.steps, 10);
  EXPECT_EQ(a.lr, 0.001);
  EXPECT_EQ(a.seed, 18446744073709551615ull);
  EXPECT_EQ(a.data, "a b.txt");
  EXPECT_TRUE(a.quick);
  EXPECT_EQ(a.lengths, (std::vector<int>{8, 16, 32}));
  EXPECT_EQ(a.schemes, std::vector<std::string>{"alibi"});
  EXPECT_EQ(Settings().parse({"--data="}).data, "");
  EXPECT_EQ(Settings().parse({"--data=--x=y"}).data, "--x=y");
}

TEST(Flags, WithoutArgumentsKeepsDefaults) {
  Settings a;
  a.parse({});
  EXPECT_EQ(a.steps, 1000);
  EXPECT_FALSE(a.flags.given("steps"));
  EXPECT_TRUE(Settings().parse({"--steps", "1000"}).flags.given("steps"));
  a.flags.parse(0, nullptr);  // a program may be started without even a name
  EXPECT_THROW(a.flags.given("nonsense"), std::invalid_argument);
}

TEST(Flags, RefusesWhatIsNotAWholeNumber) {
  for (const char* text : {"12abc", "1e3", "", "nan", "inf", "0x10", "1.5", " 5", "+5", "five"}) {
    const std::string expected = std::string("--steps takes a whole number, got \"") + text + "\"";
    EXPECT_EQ(refusal({"--steps", text}), expected);
  }
  EXPECT_EQ(refusal({"--seed=-1"}), "--seed takes a whole number, got \"-1\"");
}

TEST(Flags, RefusesNumbersOutOfRange) {
  EXPECT_EQ(refusal({"--steps", "0"}), "--steps must be between 1 and 1000000, got 0");
  EXPECT_EQ(refusal({"--steps", "-5"}), "--steps must be between 1 and 1000000, got -5");
  EXPECT_EQ(refusal({"--steps", "99999999999999999999"}),
            "--steps must be between 1 and 1000000, got 99999999999999999999");
  EXPECT_EQ(refusal({"--lr", "-1"}), "--lr must be between 0 and 10, got -1");
  EXPECT_EQ(refusal({"--lr", "1e999"}), "--lr must be between 0 and 10, got 1e999");
  EXPECT_EQ(refusal({"--seed", "18446744073709551616"}),
            "--seed must be between 0 and 18446744073709551615, got 18446744073709551616");
}

TEST(Flags, RefusesWhatIsNotAFiniteDecimalNumber) {
  for (const char* text :
       {"12abc", "", "nan", "inf", "0x10", "1e", ".", "0,5", " 1", "1 ", "-", "+1"}) {
    const std::string expected = std::string("--lr takes a number, got \"") + text + "\"";
    EXPECT_EQ(refusal({"--lr", text}), expected);
  }
}

TEST(Flags, SuggestsTheNearestFlag) {
  EXPECT_EQ(refusal({"--stpes", "10"}), "unknown flag \"--stpes\"; did you mean --steps?");
  EXPECT_EQ(refusal({"--Steps=10"}), "unknown flag \"--Steps\"; did you mean --steps?");
  EXPECT_EQ(refusal({"-steps", "10"}), "unknown flag \"-steps\"; did you mean --steps?");
  EXPECT_EQ(refusal({"--eval", "10"}), "unknown flag \"--eval\"; did you mean --eval-lengths?");
  EXPECT_EQ(refusal({"--hepl"}), "unknown flag \"--hepl\"; did you mean --help?");
  EXPECT_EQ(refusal({"--zzzzz"}), "unknown flag \"--zzzzz\"; --help lists them all");
  EXPECT_EQ(refusal({"--"}), "unknown flag \"--\"; --help lists them all");
}

TEST(Flags, RefusesMissingRepeatedAndStray) {
  EXPECT_EQ(refusal({"--steps"}), "--steps needs a value: --steps N");
  EXPECT_EQ(refusal({"--steps", "--lr", "3"}), "--steps needs a value: --steps N");
  EXPECT_EQ(refusal({"--steps", "1", "--steps=1"}), "--steps is given twice");
  EXPECT_EQ(refusal({"--quick", "--quick"}), "--quick is given twice");
  EXPECT_EQ(refusal({"--steps", "10", "20"}), "stray word \"20\"; flags look like --name value");
  EXPECT_EQ(refusal({"-"}), "stray word \"-\"; flags look like --name value");
  EXPECT_EQ(refusal({""}), "stray word \"\"; flags look like --name value");
  EXPECT_EQ(refusal({"--quick=yes"}), "--quick is a switch and takes no value, got \"yes\"");
  EXPECT_EQ(refusal({"--help=1"}), "--help is a switch and takes no value, got \"1\"");
}

TEST(Flags, RefusesBadLists) {
  EXPECT_EQ(refusal({"--eval-lengths", "8,,16"}),
            "--eval-lengths takes a list such as a,b,c, got \"8,,16\"");
  EXPECT_EQ(refusal({"--eval-lengths", "8,"}),
            "--eval-lengths takes a list such as a,b,c, got \"8,\"");
  EXPECT_EQ(refusal({"--schemes="}), "--schemes takes a list such as a,b,c, got \"\"");
  EXPECT_EQ(refusal({"--eval-lengths", "8,x"}), "--eval-lengths takes a whole number, got \"x\"");
  EXPECT_EQ(refusal({"--eval-lengths", "8,0"}),
            "--eval-lengths must be between 1 and 65536, got 0");
  EXPECT_EQ(refusal({"--schemes", "rope,none,rope"}), "--schemes lists rope twice");
}

TEST(Flags, ErrorsAreOneShortLine) {
  const std::string text = refusal({("--steps=1\n2\x1b[31m" + std::string(5000, 'x')).c_str()});
  EXPECT_EQ(text.find_first_of("\n\x1b"), std::string::npos);
  EXPECT_LT(text.size(), 200u);
}

TEST(Flags, HelpShowsDefaultsWithinEightyColumns) {
  EXPECT_TRUE(Settings().parse({"-h"}).flags.help_wanted());
  EXPECT_FALSE(Settings().parse({"--quick"}).flags.help_wanted());
  EXPECT_TRUE(Settings().parse({"--help", "nonsense"}).flags.help_wanted());
  const std::string help = Settings().flags.help();
  for (const char* part :
       {"Usage: lesson [flags]", "What it does.", "--steps N", "training steps (default 1000)",
        "(default 0.003)", "(default none,rope)", "a small run\n", "-h, --help"})
    EXPECT_NE(help.find(part), std::string::npos) << part << "\n" << help;
  std::istringstream lines(help);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80u) << line;
}

TEST(Flags, SettingsCanBeTypedAgain) {
  EXPECT_EQ(Settings().parse({"--quick", "--data", "it's"}).flags.settings(),
            "--steps 1000 --lr 0.003 --seed 1 --data 'it'\\''s' --quick --eval-lengths 32,64 "
            "--schemes none,rope");
}

TEST(Flags, ADefaultThatCannotBeTypedIsAProgrammersError) {
  Settings a;
  bool on = true;
  EXPECT_THROW(a.flags.add("on", on, ""), std::invalid_argument);
  EXPECT_THROW(a.flags.add("steps", a.steps, "", 0, 1), std::invalid_argument);
}

TEST(Flags, NumbersDoNotDependOnTheLocale) {
  const DecimalComma in_use;
  EXPECT_EQ(Settings().parse({"--lr", "0.5"}).lr, 0.5);
  EXPECT_EQ(refusal({"--lr", "0,5"}), "--lr takes a number, got \"0,5\"");
  EXPECT_EQ(refusal({"--steps", "0"}), "--steps must be between 1 and 1000000, got 0");
  EXPECT_NE(Settings().flags.help().find("(default 0.003)"), std::string::npos);
}

// ---- a file of settings ----

struct WithConfig {
  int steps = 1000, shortest = 0, length = 64;
  bool quick = false;
  std::vector<std::string> varied;
  Flags flags{"lesson", "What it does."};

  explicit WithConfig(const std::string& file = "") {
    flags.add("steps", steps, "training steps", 1, 1000000);
    flags.add_range("length", shortest, length, "characters", 32, 100);
    flags.add("quick", quick, "a small run");
    flags.add_repeated("vary", varied, "a setting");
    flags.add_config();
    std::ofstream(path()) << file;
  }
  ~WithConfig() { std::filesystem::remove(path()); }
  static std::string path() { return testing::TempDir() + "whereabouts_settings.txt"; }
  WithConfig& parse(std::vector<std::string> words) {
    std::vector<const char*> typed = {"lesson"};
    for (const std::string& word : words) typed.push_back(word.c_str());
    flags.parse(static_cast<int>(typed.size()), typed.data());
    return *this;
  }
};

TEST(Config, SettingsComeFromAFileAndTheCommandLineWins) {
  WithConfig s("# a comment\n\n  steps 50  \r\nlength 16..48\nquick\nvary a=1,2\nvary b=3\n");
  s.parse({"--steps", "70", "--config", s.path()});
  EXPECT_EQ(s.steps, 70);
  EXPECT_EQ(s.length, 48);
  EXPECT_EQ(s.shortest, 16);
  EXPECT_TRUE(s.quick);
  EXPECT_TRUE(s.flags.given("quick"));
  EXPECT_EQ(s.varied, (std::vector<std::string>{"a=1,2", "b=3"}));
}

TEST(Config, WhatIsWrittenGivesTheSameSettings) {
  WithConfig first;
  first.parse({"--steps", "50", "--vary", "a=1,2", "--length", "40..90", "--vary", "b=3"});
  const std::string file = first.flags.as_config({});
  EXPECT_EQ(file, "steps 50\nlength 40..90\n# quick\nvary a=1,2\nvary b=3\n");
  WithConfig second(file);
  second.parse({"--config", second.path()});
  EXPECT_EQ(second.flags.as_config({}), file);
  EXPECT_EQ(second.flags.as_config({"steps"}), "length 40..90\n# quick\nvary a=1,2\nvary b=3\n");
}

TEST(Config, AWrongLineIsNamed) {
  const auto refused = [](const std::string& file) {
    WithConfig s(file);
    try {
      s.parse({"--config", s.path()});
    } catch (const UserError& error) {
      const std::string text = error.what(), name = "'" + s.path() + "', ";
      EXPECT_TRUE(text.starts_with(name)) << text;
      return text.substr(std::min(name.size(), text.size()));
    }
    return std::string("nothing");
  };
  EXPECT_EQ(refused("steps 5\n\nstep 6\n"),
            "line 3: unknown flag \"--step\"; did you mean --steps?");
  EXPECT_EQ(refused("steps many\n"), "line 1: --steps takes a whole number, got \"many\"");
  EXPECT_EQ(refused("steps\n"), "line 1: --steps needs a value");
  EXPECT_EQ(refused("quick yes\n"), "line 1: --quick is a switch and takes no value");
  EXPECT_EQ(refused("steps 5\nsteps 6\n"), "line 2: --steps is given twice");
  EXPECT_EQ(refused("config other.txt\n"), "line 1: --config stands on the command line alone");
}

TEST(Config, AMissingFileIsRefused) {
  WithConfig s;
  EXPECT_THROW(s.parse({"--config", "no/such/file.txt"}), UserError);
}

TEST(Flags, ARangeIsOneNumberOrTwo) {
  const auto refusal_of = [](const char* text) {
    try {
      WithConfig().parse({"--length", text});
    } catch (const UserError& error) {
      return std::string(error.what());
    }
    return std::string("nothing");
  };
  WithConfig one, two;
  one.parse({"--length", "50"});
  EXPECT_EQ(one.length, 50);
  EXPECT_EQ(one.shortest, 0);
  two.parse({"--length=50..50"});
  EXPECT_EQ(two.shortest, 0);
  EXPECT_EQ(two.flags.settings(), "--steps 1000 --length 50");
  EXPECT_EQ(refusal_of("1..32"), "nothing");
  EXPECT_EQ(refusal_of("0..64"), "--length must be between 1 and 100, got 0");
  EXPECT_EQ(refusal_of("8..31"), "--length must be between 32 and 100, got 31");
  EXPECT_EQ(refusal_of("31"), "--length must be between 32 and 100, got 31");
  EXPECT_EQ(refusal_of("64..48"), "--length 64..48: the smaller number comes first");
  EXPECT_EQ(refusal_of("16.."), "--length takes a whole number, got \"\"");
}

}  // namespace
}  // namespace whereabouts
