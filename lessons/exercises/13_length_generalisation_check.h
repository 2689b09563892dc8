// What exercise 13 is examined by.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "check/exercise.h"

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
  const auto sum = [&](const std::string& first, const std::string& second) {
    return [&addition, first, second] { return addition(first, second); };
  };
  examiner.expect("2 + 3", "23=5=0", sum("2", "3"),
                  "one column, and a carry of 0 at the end, which is always written",
                  {{"23=5", "the carry out of the last column is always written, also a 0"},
                   {"23=5=", "the carry out of the last column is always written, also a 0"},
                   {"2+3=5", "this is a sum as people write it: write it column by column"},
                   {"32=5=0", "the digit of the first number stands first"}});
  examiner.expect("12 + 34", "24=613=4=0", sum("12", "34"),
                  "the lowest digits, 2 and 4, come first",
                  {{"13=424=6=0", "begin with the lowest digits, the last characters: 2 and 4"},
                   {"24=6=013=4=0", "the carry is written once, at the end"}});
  examiner.expect("35 + 98", "58=339=3=1", sum("35", "98"),
                  "5 + 8 = 13: write 3, carry 1 into the next column",
                  {{"58=339=2=1", "the carry of 5 + 8 = 13 is missing in the next column"},
                   {"58=1339=13=1", "a column has one digit of the sum: write 3 of 13, carry 1"},
                   {"58=339=3=0", "3 + 9 + 1 = 13: the 1 is carried out of the last column"}});
  examiner.expect("999 + 001", "91=090=090=0=1", sum("999", "001"),
                  "a carry can make another: 9 + 0 + 1 = 10",
                  {{"91=090=090=9=0",
                    "a carry can make another: 9 + 0 + 1 = 10, so add the carry before you ask "
                    "whether the sum has two digits"}});
  examiner.expect("734512 + 198746", "26=814=557=248=339=371=9=0", sum("734512", "198746"),
                  "six columns, as in the instances that the lesson trains on",
                  {{"26=814=557=248=339=371=9=1",
                    "7 + 1 + 1 = 9 carries nothing: set the carry anew in every column"}});

  using Texts = std::vector<std::string>;
  const auto marked = [&](const Texts& right, const Texts& given) {
    return [&marks, right, given] {
      const Marks m = marks(right, given);
      return std::vector<double>{m.characters, m.instances};
    };
  };
  examiner.expect("marks: all is right", {1, 1}, marked({"abc", "def"}, {"abc", "def"}),
                  "shares lie between 0 and 1",
                  {{{6, 2}, "these are counts: divide by how many there are"},
                   {{100, 100}, "these are percent: shares lie between 0 and 1"}});
  examiner.expect(
      "marks: one of eight characters is wrong", {0.875, 0.5},
      marked({"abcd", "efgh"}, {"abcd", "efgx"}),
      "7 of 8 characters are right, and 1 of 2 instances",
      {{{0.875, 0.875}, "the second share is of instances: one counts only if all of it is right"},
       {{0, 0}, "divide as real numbers: in C++ 7 / 8 is 0"},
       {{0.875, 1}, "efgx has a mistake at its end, so it does not count"},
       {{0.875, 0}, "one of the two instances has no mistake: a half"}});
  examiner.expect("marks: the right characters in the wrong places", {0.25, 0},
                  marked({"abcd"}, {"acdb"}), "compare place by place",
                  {{{1, 0},
                    "a character is right if it is the one at this place: compare place by "
                    "place"}});
  examiner.expect(
      "marks: one mistake in every instance", {0.75, 0},
      marked({"abcd", "efgh", "ijkl"}, {"abcx", "xfgh", "ixkl"}),
      "three quarters are right, and nothing is without a mistake",
      {{{0.75, 0.6666667}, "all characters of an instance must be right, not only the last"}});
  examiner.expect("marks: answers of 2 and of 6 characters", {0.75, 0.5},
                  marked({"ab", "cdefgh"}, {"ab", "cdefxx"}), "6 of 8 characters are right",
                  {{{0.8333333, 0.5},
                    "this is the mean of 2/2 and 4/6: count the characters over all instances, 6 "
                    "of 8"}});
}

}  // namespace whereabouts
