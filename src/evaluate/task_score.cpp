#include "evaluate/task_score.h"

#include <algorithm>

#include "evaluate/losses.h"
#include "util/check.h"
#include "util/parallel.h"

namespace whereabouts {

TaskScore score_task(const Transformer& model, const Task& task, int length, int instances) {
  check_argument(instances >= 1, "score_task", "wants at least one instance");
  constexpr std::uint64_t kSeed = 1;  // training streams have other names, so nothing is shared
  Random random(kSeed, "test of " + task.name + " at " + std::to_string(length));
  std::vector<TaskInstance> drawn;
  for (int i = 0; i < instances; ++i) drawn.push_back(task.make(length, random));

  const int T = task.tokens(length) - 1;
  const Positions at = Positions::whole(T);
  const int together = std::max(1, 2048 / T);
  std::vector<std::vector<CharLoss>> losses(instances);
  parallel_for((instances + together - 1) / together, [&](int group) {
    const NoGrad no_grad;
    const int first = group * together, rows = std::min(together, instances - first);
    std::vector<Token> inputs, targets;
    std::vector<int> asked;
    for (int r = 0; r < rows; ++r) {
      const TaskInstance& instance = drawn[first + r];
      inputs.insert(inputs.end(), instance.tokens.begin(), instance.tokens.end() - 1);
      for (const int place : instance.asked) {
        asked.push_back(r * T + place - 1);
        targets.push_back(instance.tokens[place]);
      }
    }
    const Tensor hidden = model.hidden(inputs, rows, at);
    const Tensor answers =
        gather_rows(hidden.reshape({std::int64_t{rows} * T, hidden.dim(-1)}), asked);
    const std::vector<CharLoss> found = losses_of(model.head(answers).numbers(), targets);
    const std::size_t each = found.size() / static_cast<std::size_t>(rows);
    for (int r = 0; r < rows; ++r)
      losses[first + r].assign(found.begin() + std::ptrdiff_t(r * each),
                               found.begin() + std::ptrdiff_t((r + 1) * each));
  });
  ScoreSum sum;
  int exact = 0;
  for (const auto& answer : losses) {
    exact += std::ranges::all_of(answer, &CharLoss::right);
    for (const CharLoss& loss : answer) sum.add(loss);
  }
  const Score mean = sum.mean();
  return {static_cast<double>(exact) / instances, mean.accuracy, mean.bits_per_char, instances,
          mean.scored};
}

}  // namespace whereabouts
