// What a task beside language is: a question with a length, so that a rule which was learned on
// short ones can be asked of longer ones.
//
// A task is one file in text/tasks/ and one row of the table in text/tasks.cpp.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/example.h"
#include "util/random.h"

namespace whereabouts {

struct TaskInstance {
  std::vector<Token> tokens;
  std::vector<int> asked;  ///< the places in `tokens` that are to be predicted, ascending
};

/// A kind of question. Instances of one length all have equally many tokens and the same places
/// asked.
struct Task {
  std::string name, description;
  std::string alphabet;  ///< the symbol of each token
  int trained = 0;       ///< trained on lengths 1 .. this
  int tested = 0;        ///< tested up to this
  int tokens_per_item = 0, tokens_besides = 0;
  int possible = 0;  ///< there are no longer instances; 0: of any length
  int steps = 0;     ///< of 32 instances, after which the trained lengths are as solved as they get
  std::function<TaskInstance(int length, Random& random)> make;

  int vocabulary() const { return static_cast<int>(alphabet.size()); }
  int tokens(int length) const { return length * tokens_per_item + tokens_besides; }
  std::string text_of(std::span<const Token> tokens) const;

  /// A new instance, where each token predicts the next one.
  Example example(int length, Random& random) const;
  /// Instances to test with, the same ones for every model.
  std::vector<Example> test_examples(int length, int count) const;
};

/// 60 symbols to be copied or looked up.
inline constexpr std::string_view kTaskSymbols =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ01234567";

/// Appends what must be predicted.
void ask_for(TaskInstance& instance, Token token);

/// `count` different tokens out of 0 .. among - 1, in random order. Throws std::invalid_argument
/// unless 1 <= count <= among.
std::vector<Token> different_tokens(int count, int among, Random& random);

}  // namespace whereabouts
