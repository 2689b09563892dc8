// parity: 0111=0101, is the number of ones so far odd?
#pragma once

#include "text/task.h"
#include "util/check.h"

namespace whereabouts {

inline TaskInstance parity_instance(int length, Random& random) {
  constexpr Token kEquals = 2;
  check_argument(length >= 1, "task", "the parity of ", length, " digits");
  TaskInstance instance;
  for (int i = 0; i < length; ++i) instance.tokens.push_back(random.between(0, 1));
  instance.tokens.push_back(kEquals);
  int odd = 0;
  for (int i = 0; i < length; ++i) ask_for(instance, odd ^= instance.tokens[i]);
  return instance;
}

inline Task parity_task() {
  return {.name = "parity",
          .description = "is the number of ones so far odd?",
          .alphabet = "01=",
          .trained = 6,
          .tested = 30,
          .tokens_per_item = 2,
          .tokens_besides = 1,
          .steps = 2500,
          .make = parity_instance};
}

}  // namespace whereabouts
