// addition: 53=889=7=1 is 85 + 93 = 178, column by column, lowest digits first. The digits of the
// next column are given.
#pragma once

#include "text/task.h"
#include "util/check.h"

namespace whereabouts {

inline TaskInstance addition_instance(int length, Random& random) {
  constexpr Token kEquals = 10;
  check_argument(length >= 1, "task", "an addition of ", length, " digits");
  TaskInstance instance;
  int carry = 0;
  for (int i = 0; i < length; ++i) {
    const int first = random.between(0, 9), second = random.between(0, 9);
    instance.tokens.insert(instance.tokens.end(), {first, second, kEquals});
    ask_for(instance, (first + second + carry) % 10);
    carry = (first + second + carry) / 10;
  }
  instance.tokens.push_back(kEquals);
  ask_for(instance, carry);
  return instance;
}

inline Task addition_task() {
  return {.name = "addition",
          .description = "digit by digit, lowest first, with carries",
          .alphabet = "0123456789=",
          .trained = 6,
          .tested = 30,
          .tokens_per_item = 4,
          .tokens_besides = 2,
          .steps = 2500,
          .make = addition_instance};
}

}  // namespace whereabouts
