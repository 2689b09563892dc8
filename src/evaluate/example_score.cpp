#include "evaluate/example_score.h"

#include <algorithm>

#include "train/answers.h"
#include "util/check.h"
#include "util/parallel.h"

namespace whereabouts {
namespace {

// The likeliest of the first `choices` tokens (0: of all) in row `row` of logits [N, V].
Token likeliest(const Tensor& logits, std::size_t row, int choices) {
  const auto V = static_cast<std::size_t>(logits.dim(-1));
  const auto x = logits.numbers().subspan(row * V, choices > 0 ? choices : V);
  return static_cast<Token>(std::ranges::max_element(x) - x.begin());
}

}  // namespace

ExampleScore score_examples(const Transformer& model, std::span<const Example> examples,
                            int choices) {
  check_argument(!examples.empty(), "score_examples", "wants at least one example");
  const auto count = static_cast<int>(examples.size());
  const int together = std::max(1, 2048 / static_cast<int>(examples[0].inputs.size()));
  const int groups = (count + together - 1) / together;
  const auto group_of = [&](int group) {
    const int first = group * together;
    return examples.subspan(first, std::min(together, count - first));
  };
  std::vector<std::vector<CharLoss>> losses(groups);
  parallel_for(groups, [&](int group) {
    const NoGrad no_grad;
    const Tensor logits = answers(model, group_of(group));
    const std::vector<Token> targets = targets_of(group_of(group));
    losses[group] = losses_of(logits.numbers(), targets);
    for (std::size_t i = 0; i < targets.size(); ++i)
      losses[group][i].right = likeliest(logits, i, choices) == targets[i];
  });
  ScoreSum sum;
  int exact = 0;
  for (int group = 0; group < groups; ++group) {
    auto loss = losses[group].begin();
    for (const Example& example : group_of(group)) {
      const auto end = loss + std::ssize(example.targets);
      exact += std::all_of(loss, end, [](const CharLoss& of_target) { return of_target.right; });
      for (; loss != end; ++loss) sum.add(*loss);
    }
  }
  return {sum.mean(), static_cast<double>(exact) / count};
}

std::vector<Token> filled_in(const Transformer& model, const Example& example, int choices) {
  const NoGrad no_grad;
  const Tensor logits = answers(model, std::span(&example, 1));
  std::vector<Token> tokens = example.inputs;
  for (std::size_t i = 0; i < example.places.size(); ++i)
    tokens[example.places[i]] = likeliest(logits, i, choices);
  return tokens;
}

}  // namespace whereabouts
