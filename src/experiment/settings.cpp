#include "experiment/settings.h"

#include <algorithm>

#include "report/number.h"
#include "util/check.h"
#include "util/joined.h"

namespace whereabouts {

std::string Settings::lengths() const {
  return shortest_length > 0 ? concat(shortest_length, "..", length) : concat(length);
}

std::string Settings::of_runs() const {
  return concat(
      "--width ", width, " --heads ", heads, " --layers ", layers, " --steps ", steps, " --batch ",
      batch,
      batch_shards == TrainingConfig().shards ? "" : concat(" --batch-shards ", batch_shards),
      " --length ", lengths(), " --lr ", shortest(learning_rate), " --eval-lengths ",
      joined(eval_lengths, ","));
}

ModelConfig Settings::model(int vocabulary, const std::string& scheme) const {
  return {.vocabulary = vocabulary,
          .width = width,
          .heads = heads,
          .layers = layers,
          .trained_length = length,
          .scheme = scheme};
}

TrainingConfig Settings::training(std::uint64_t run_seed) const {
  return {.steps = steps,
          .batch = batch,
          .length = length,
          .shortest_length = shortest_length,
          .shards = batch_shards,
          .learning_rate = learning_rate,
          .seed = run_seed};
}

void Settings::limit_if_quick(int most_steps, int longest_length) {
  if (!quick) return;
  steps = std::min(steps, most_steps);
  std::erase_if(eval_lengths, [&](int at) { return at > longest_length && at != length; });
}

std::vector<std::uint64_t> seeds_from(std::uint64_t first, int count) {
  const std::uint64_t last = first + static_cast<std::uint64_t>(count - 1);
  check_user(last >= first, "--seed ", first, " is too large for ", count,
             " seeds, since the largest is ", UINT64_MAX, "; give a smaller one");
  std::vector<std::uint64_t> seeds;
  for (int i = 0; i < count; ++i) seeds.push_back(first + static_cast<std::uint64_t>(i));
  return seeds;
}

int Settings::longest() const { return std::max(length, *std::ranges::max_element(eval_lengths)); }

}  // namespace whereabouts
