// What exercise 13 is examined by.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "check/exercise.h"
#include "text/tasks.h"

namespace whereabouts {

struct Marks {
  double characters = 0, instances = 0;
};

/// `addition(first, second)` is the text of an instance; `marks(wanted, given)` are the shares of
/// characters and of instances that are right.
inline void check_length_generalisation(
    Examiner& examiner,
    const std::function<std::string(const std::string&, const std::string&)>& addition,
    const std::function<Marks(const std::vector<std::string>&, const std::vector<std::string>&)>&
        marks) {
  const auto sum = [&](const std::string& first, const std::string& second,
                       const std::string& expected, const std::string& hint) {
    const std::string given = addition(first, second);
    examiner.expect_true(first + " + " + second + " is " + expected, given == expected,
                         "yours is \"" + given + "\"; " + hint);
  };
  sum("2", "3", "23=5=0", "one column, and a carry of 0 at the end, which is always written");
  sum("12", "34", "24=613=4=0", "the lowest digits, 2 and 4, come first");
  sum("35", "98", "58=339=3=1", "5 + 8 = 13: write 3, carry 1 into the next column");
  sum("999", "001", "91=090=090=0=1", "a carry can make another: 9 + 0 + 1 = 10");

  const Task& task = task_named("addition");
  Random random(0, "exercise 13");
  std::string first, second;
  const std::string wanted = task.text_of(task.make(6, random).tokens);
  for (int i = 0; i < 6; ++i) {
    first.insert(0, 1, wanted[4 * i]);
    second.insert(0, 1, wanted[4 * i + 1]);
  }
  sum(first, second, wanted, "this is an instance that the lesson trains on");

  const auto marked = [&](const std::vector<std::string>& right,
                          const std::vector<std::string>& given) {
    const Marks m = marks(right, given);
    return std::vector<double>{m.characters, m.instances};
  };
  using Row = std::vector<double>;
  examiner.expect("marks: all is right", Row{1, 1}, marked({"abc", "def"}, {"abc", "def"}),
                  "shares lie between 0 and 1");
  examiner.expect("marks: one of eight characters is wrong", Row{0.875, 0.5},
                  marked({"abcd", "efgh"}, {"abcd", "efgx"}),
                  "characters over all instances; an instance counts only if all of it is right; "
                  "divide as real numbers: 7 / 8 is 0 for whole ones");
  examiner.expect("marks: the right characters in the wrong places", Row{0.25, 0},
                  marked({"abcd"}, {"acdb"}), "compare place by place");
  examiner.expect("marks: one mistake in every instance", Row{0.75, 0},
                  marked({"abcd", "efgh", "ijkl"}, {"abcx", "xfgh", "ixkl"}),
                  "three quarters are right, and nothing is without a mistake");
}

}  // namespace whereabouts
