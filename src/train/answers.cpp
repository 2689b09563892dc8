#include "train/answers.h"

#include <algorithm>

#include "ops.h"
#include "util/check.h"

namespace whereabouts {

Tensor answers(const Transformer& model, std::span<const Example> examples, std::uint64_t draw) {
  check_argument(!examples.empty(), "answers", "wants at least one example");
  const std::size_t length = examples[0].inputs.size();
  std::vector<Token> inputs;
  const auto T = static_cast<int>(length);
  int last = 1;  // so many positions, from the first that any example asks about
  for (const Example& example : examples)
    for (const int place : example.places) last = std::max(last, T - place);
  std::vector<int> asked;  // rows of the hidden states [examples * last, C]
  int rows = 0;
  for (const Example& example : examples) {
    check_argument(example.inputs.size() == length, "answers", "examples of ", length, " and of ",
                   example.inputs.size(), " tokens");
    for (const int place : example.places) asked.push_back(rows + place - (T - last));
    rows += last;
    inputs.insert(inputs.end(), example.inputs.begin(), example.inputs.end());
  }
  Positions at = Positions::whole(T);
  at.draw = draw;
  const Tensor hidden =  // [B, last, C]
      model.hidden(inputs, static_cast<int>(examples.size()), at, nullptr, last);
  return model.head(gather_rows(hidden.reshape({rows, hidden.dim(-1)}), asked));
}

std::vector<Token> targets_of(std::span<const Example> examples) {
  std::vector<Token> targets;
  for (const Example& example : examples)
    targets.insert(targets.end(), example.targets.begin(), example.targets.end());
  return targets;
}

}  // namespace whereabouts
