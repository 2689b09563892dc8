// sum: 58+39=871 is 85 + 93 = 178, the numbers one after the other, lowest digits first. Here the
// two digits that a digit of the answer is made of are far from it, and the farther the longer the
// numbers are; in `addition` they stand beside it.
//
// sum-hints: the same with a letter before each digit that tells its place, A5B8+A3B9=A8B7C1 (Zhou
// et al., 2023). The letters begin anywhere in the alphabet, so that long numbers have no letter
// that short ones did not have; they are given, the digits are asked for.
#pragma once

#include "text/task.h"
#include "util/check.h"

namespace whereabouts {

inline TaskInstance sum_instance(int length, Random& random, bool hints) {
  constexpr Token kPlus = 10, kEquals = 11, kFirstHint = 12, kHints = 52;
  check_argument(length >= 1 && (!hints || length < kHints), "task", "a sum of ", length,
                 " digits");
  const Token first_hint = hints ? kFirstHint + random.between(0, kHints - length - 1) : Token{0};
  TaskInstance instance;
  const auto add_hint = [&](int place) {
    if (hints) instance.tokens.push_back(first_hint + place);
  };
  std::vector<int> sums(static_cast<std::size_t>(length) + 1);
  for (const Token end : {kPlus, kEquals}) {
    for (int place = 0; place < length; ++place) {
      const int digit = random.between(0, 9);
      sums[place] += digit;
      add_hint(place);
      instance.tokens.push_back(digit);
    }
    instance.tokens.push_back(end);
  }
  int carry = 0;
  for (int place = 0; place <= length; ++place) {
    const int total = sums[place] + carry;
    add_hint(place);
    ask_for(instance, total % 10);
    carry = total / 10;
  }
  return instance;
}

inline Task sum_task() {
  return {.name = "sum",
          .description = "two numbers and their sum, lowest digits first",
          .alphabet = "0123456789+=",
          .trained = 6,
          .tested = 24,
          .tokens_per_item = 3,
          .tokens_besides = 3,
          .steps = 4000,
          .make = [](int length, Random& random) { return sum_instance(length, random, false); }};
}

inline Task sum_with_hints_task() {
  return {.name = "sum-hints",
          .description = "the same, with a letter before each digit that tells its place",
          .alphabet = "0123456789+=ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
          .trained = 6,
          .tested = 24,
          .tokens_per_item = 6,
          .tokens_besides = 4,
          .possible = 51,
          .steps = 4000,
          .make = [](int length, Random& random) { return sum_instance(length, random, true); }};
}

}  // namespace whereabouts
