// Tasks beside language: copy, reverse, add, count, look up. Their instances have a length, and
// there are instances of any length, so they ask whether a rule that was learned on short ones
// holds on longer ones (as Kazemnejad et al., 2023, and many others do).
//
//   copy      qd7B>qd7B              symbols that do not repeat, once more
//   reverse   qd7B>B7dq              from the last to the first
//   addition  53=889=7=1             85 + 93 = 178, column by column, lowest digits first
//   parity    0111=0101              is the number of ones so far odd?
//   recall    q3d7B1>d7q3B1          pairs of key and value; then every key again, for its value
//
// After `>` or `=` the answer must be predicted character by character; the keys of recall and the
// digits of later columns are given.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "text/text.h"
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
};

const std::vector<Task>& tasks();
/// Throws UserError, naming those there are, for an unknown one.
const Task& task_named(const std::string& name);

}  // namespace whereabouts
