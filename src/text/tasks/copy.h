// copy: qd7B>qd7B and reverse: qd7B>B7dq, the symbols of an instance being all different.
#pragma once

#include <algorithm>
#include <vector>

#include "text/task.h"
#include "util/check.h"

namespace whereabouts {

inline TaskInstance copy_instance(int length, Random& random, bool backwards) {
  constexpr auto kEnd = static_cast<Token>(kTaskSymbols.size());
  std::vector<Token> symbols = different_tokens(length, kEnd, random);
  TaskInstance instance{symbols, {}};
  instance.tokens.push_back(kEnd);
  if (backwards) std::ranges::reverse(symbols);
  for (const Token s : symbols) ask_for(instance, s);
  return instance;
}

inline Task copy_task() {
  return {.name = "copy",
          .description = "symbols that do not repeat, once more",
          .alphabet = concat(kTaskSymbols, ">"),
          .trained = 12,
          .tested = 60,
          .tokens_per_item = 2,
          .tokens_besides = 1,
          .possible = 60,
          .steps = 2500,
          .make = [](int length, Random& random) { return copy_instance(length, random, false); }};
}

inline Task reverse_task() {
  Task task = copy_task();
  task.name = "reverse";
  task.description = "symbols that do not repeat, from the last to the first";
  task.trained = 6;
  task.tested = 30;
  task.make = [](int length, Random& random) { return copy_instance(length, random, true); };
  return task;
}

}  // namespace whereabouts
