// recall: q3d7B1>d7q3B1, pairs of key and value; then every key again, for its value.
#pragma once

#include <vector>

#include "text/task.h"
#include "util/check.h"

namespace whereabouts {

inline constexpr int kRecallKeys = 20;  ///< of the symbols; the values are digits

inline TaskInstance recall_instance(int length, Random& random) {
  std::vector<Token> keys = different_tokens(length, kRecallKeys, random);
  std::vector<Token> value_of(kRecallKeys);
  TaskInstance instance;
  for (const Token key : keys) {
    value_of[key] = kRecallKeys + random.between(0, 9);
    instance.tokens.insert(instance.tokens.end(), {key, value_of[key]});
  }
  instance.tokens.push_back(kRecallKeys + 10);
  random.shuffle(std::span(keys));
  for (const Token key : keys) {
    instance.tokens.push_back(key);
    ask_for(instance, value_of[key]);
  }
  return instance;
}

inline Task recall_task() {
  return {.name = "recall",
          .description = "the value of each key",
          .alphabet = concat(kTaskSymbols.substr(0, kRecallKeys), "0123456789>"),
          .trained = 4,
          .tested = 20,
          .tokens_per_item = 4,
          .tokens_besides = 1,
          .possible = kRecallKeys,
          .steps = 7500,
          .make = recall_instance};
}

}  // namespace whereabouts
