#include "train/answers.h"

#include "ops.h"
#include "util/check.h"

namespace whereabouts {

Tensor answers(const Transformer& model, std::span<const Example> examples, std::uint64_t draw) {
  check_argument(!examples.empty(), "answers", "wants at least one example");
  const std::size_t length = examples[0].inputs.size();
  std::vector<Token> inputs;
  std::vector<int> asked;  // rows of the hidden states [examples * length, C]
  for (const Example& example : examples) {
    check_argument(example.inputs.size() == length, "answers", "examples of ", length, " and of ",
                   example.inputs.size(), " tokens");
    for (const int place : example.places) asked.push_back(static_cast<int>(inputs.size()) + place);
    inputs.insert(inputs.end(), example.inputs.begin(), example.inputs.end());
  }
  Positions at = Positions::whole(static_cast<int>(length));
  at.draw = draw;
  const Tensor hidden = model.hidden(inputs, static_cast<int>(examples.size()), at);  // [B, T, C]
  return model.head(gather_rows(hidden.reshape({std::ssize(inputs), hidden.dim(-1)}), asked));
}

std::vector<Token> targets_of(std::span<const Example> examples) {
  std::vector<Token> targets;
  for (const Example& example : examples)
    targets.insert(targets.end(), example.targets.begin(), example.targets.end());
  return targets;
}

}  // namespace whereabouts
