// Lesson 13 and its exercise.
#include <algorithm>
#include <cmath>
#include <functional>

#include "../lessons/exercises/13_length_generalisation_check.h"
#include "lessons/exercise.h"
#include "lessons/run.h"
#include "text/tasks.h"

namespace whereabouts {
namespace {

TEST(Lesson13, ShowsEveryTaskAndMapsThoseWanted) {
  const QuickLesson lesson("13_length_generalisation");
  ASSERT_EQ(lesson.exit_code(), 0) << lesson.output();
  for (const char* text :
       {"copy      DFI4>DFI4", "reverse   ryvs>svyr", "addition  71=876=328=124=7=0",
        "parity    0101=0110", "recall    d4r7j5m6>d4j5r7m6", "trained on lengths 1 to 12"})
    EXPECT_TRUE(lesson.printed(text)) << text << "\n" << lesson.output();
  for (const char* file : {"tasks.csv", "copy_character.svg", "copy_exact.svg"})
    EXPECT_TRUE(lesson.wrote(file)) << file;
  const Ran wrong = run("lessons/13_length_generalisation --tasks kopy");
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_TRUE(wrong.printed("did you mean copy?")) << wrong.output;
}

using Texts = std::vector<std::string>;

// Column by column, with what may go wrong.
struct Addition {
  bool highest_first = false, carries = true, carry_makes_carry = true, carry_ends = true;
  bool whole_sums = false, second_first = false;

  std::string operator()(const std::string& first, const std::string& second) const {
    std::string text;
    int carry = 0;
    for (std::size_t n = 0; n < first.size(); ++n) {
      const std::size_t i = highest_first ? n : first.size() - 1 - n;
      const int digits = first[i] + second[i] - 2 * '0', sum = digits + (carries ? carry : 0);
      text += second_first ? second[i] : first[i];
      text += second_first ? first[i] : second[i];
      text += '=';
      text += whole_sums ? std::to_string(sum) : std::to_string(sum % 10);
      const int next = (carry_makes_carry ? sum : digits) / 10;
      carry = carry_ends ? next : std::max(carry, next);
    }
    return text + '=' + char('0' + carry);
  }
};
const Addition right_addition;
Marks right_marks(const Texts& wanted, const Texts& given) {
  Marks sum;
  double characters = 0;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    for (std::size_t c = 0; c < wanted[i].size(); ++c)
      sum.characters += wanted[i][c] == given[i][c];
    characters += static_cast<double>(wanted[i].size());
    sum.instances += wanted[i] == given[i];
  }
  return {sum.characters / characters, sum.instances / static_cast<double>(wanted.size())};
}

Verdict verdict(const std::function<std::string(const std::string&, const std::string&)>& addition,
                const std::function<Marks(const Texts&, const Texts&)>& marks) {
  return examined([&](Examiner& e) { check_length_generalisation(e, addition, marks); });
}

TEST(Exercise13, AcceptsTheSolutionAndNamesWhatIsUnwritten) {
  expect_solution_passes("13_length_generalisation");
  expect_unwritten(verdict(
      [](const std::string&, const std::string&) -> std::string { not_written(); }, right_marks));
  EXPECT_EQ(verdict(right_addition, right_marks).exit_code, 0);
}

TEST(Exercise13, WantsWhatTheTaskOfTheLessonWrites) {
  const Task& task = task_named("addition");
  Random random(0, "exercise 13");
  std::string first, second;
  const std::string instance = task.text_of(task.make(6, random).tokens);
  for (std::size_t i = 0; i < 6; ++i) {
    first.insert(0, 1, instance[4 * i]);
    second.insert(0, 1, instance[4 * i + 1]);
  }
  EXPECT_EQ(instance, right_addition(first, second));
}

TEST(Exercise13, RefusesASumThatIsWrittenOtherwise) {
  using Sum = std::function<std::string(const std::string&, const std::string&)>;
  const auto refused = [](const Sum& sum, const std::string& check, const std::string& hint) {
    expect_refused(verdict(sum, right_marks), check, hint);
  };
  refused(
      [](const std::string& first, const std::string& second) {
        const std::string text = right_addition(first, second);
        return text.ends_with("=0") ? text.substr(0, text.size() - 2) : text;
      },
      "2 + 3", "always written, also a 0");
  refused(Addition{.second_first = true}, "2 + 3", "the digit of the first number");
  refused([](const std::string& a,
             const std::string& b) { return a + "+" + b + "=" + std::to_string(a[0] + b[0] - 96); },
          "2 + 3", "as people write it");
  refused(Addition{.highest_first = true}, "12 + 34", "begin with the lowest digits");
  refused(Addition{.carries = false}, "35 + 98", "is missing in the next column");
  refused(Addition{.whole_sums = true}, "35 + 98", "a column has one digit of the sum");
  refused(
      [](const std::string& first, const std::string& second) {
        std::string text = right_addition(first, second);
        text.back() = '0';
        return text;
      },
      "35 + 98", "carried out of the last column");
  refused(Addition{.carry_makes_carry = false}, "999 + 001", "add the carry before you ask");
  refused(Addition{.carry_ends = false}, "734512 + 198746", "set the carry anew");
}

TEST(Exercise13, RefusesMarksThatAreNoSharesOfCharactersAndInstances) {
  using Rule = std::function<Marks(const Texts&, const Texts&)>;
  const auto refused = [](const Rule& marks, const std::string& check, const std::string& hint) {
    expect_refused(verdict(right_addition, marks), "marks: " + check, hint);
  };
  const auto with_instances = [](const std::function<double(const Texts&, const Texts&)>& share) {
    return [=](const Texts& wanted, const Texts& given) {
      return Marks{right_marks(wanted, given).characters, share(wanted, given)};
    };
  };
  const auto times = [](double characters, double instances) {
    return [=](const Texts& wanted, const Texts& given) {
      const Marks m = right_marks(wanted, given);
      return Marks{characters * m.characters, instances * m.instances};
    };
  };
  refused(times(6, 2), "all is right", "these are counts");
  refused(times(100, 100), "all is right", "these are percent");
  refused(
      with_instances([](const Texts& w, const Texts& g) { return right_marks(w, g).characters; }),
      "one of eight", "the second share is of instances");
  refused(
      [](const Texts& wanted, const Texts& given) {
        const Marks m = right_marks(wanted, given);
        return Marks{std::floor(m.characters), std::floor(m.instances)};
      },
      "one of eight", "in C++ 7 / 8 is 0");
  refused(with_instances([](const Texts& w, const Texts& g) { return w == g ? 1.0 : 0.0; }),
          "one of eight", "one of the two instances");
  refused(
      [](const Texts& wanted, const Texts& given) {
        double found = 0, characters = 0;
        for (std::size_t i = 0; i < wanted.size(); ++i) {
          for (const char c : given[i]) found += wanted[i].find(c) != std::string::npos;
          characters += static_cast<double>(wanted[i].size());
        }
        return Marks{found / characters, right_marks(wanted, given).instances};
      },
      "the right characters in the wrong places", "compare place by place");
  const auto only = [&](bool last) {
    return with_instances([=](const Texts& wanted, const Texts& given) {
      double right = 0;
      for (std::size_t i = 0; i < wanted.size(); ++i)
        right += last ? wanted[i].back() == given[i].back() : wanted[i][0] == given[i][0];
      // One text alone is compared as a whole, as the checks before ask for.
      return wanted.size() == 1 ? 0 : right / static_cast<double>(wanted.size());
    });
  };
  refused(only(false), "one of eight", "has a mistake at its end");
  refused(only(true), "one mistake in every", "not only the last");
  refused(
      [](const Texts& wanted, const Texts& given) {
        double mean = 0;
        for (std::size_t i = 0; i < wanted.size(); ++i)
          mean += right_marks({wanted[i]}, {given[i]}).characters;
        return Marks{mean / static_cast<double>(wanted.size()),
                     right_marks(wanted, given).instances};
      },
      "answers of 2 and of 6", "this is the mean of 2/2 and 4/6");
}

}  // namespace
}  // namespace whereabouts
