#include "experiment/settings.h"

#include <algorithm>

#include "evaluate/fixed_windows.h"
#include "report/number.h"
#include "util/check.h"
#include "util/joined.h"

namespace whereabouts {

std::string Settings::lengths() const {
  return shortest_length > 0 ? concat(shortest_length, "..", length) : concat(length);
}

std::string Settings::of_runs() const {
  return concat("--width ", width, " --heads ", heads, " --layers ", layers, " --steps ", steps,
                " --batch ", batch, " --length ", lengths(), " --lr ", shortest(learning_rate),
                " --eval-lengths ", joined(eval_lengths, ","));
}

ModelConfig Settings::model(const Text& text, const std::string& scheme) const {
  return {.vocabulary = text.vocabulary_size(),
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

void add_size_flags(Settings& s, Flags& flags) {
  flags.add("steps", s.steps, "training steps", 1, 10'000'000);
  flags.add("batch", s.batch, "windows in a training step", 1, 65'536);
  flags.add_range("length", s.shortest_length, s.length,
                  "characters in a training window; 32..64: each batch draws a length from there, "
                  "and the model counts as trained on 64",
                  FixedWindows::kTargets, 65'536);
  flags.add("width", s.width, "channels of the model", 1, 8192);
  flags.add("heads", s.heads, "attention heads; must divide the width", 1, 1024);
  flags.add("layers", s.layers, "layers", 1, 256);
  flags.add("lr", s.learning_rate, "learning rate at its highest", 1e-9, 10);
}

}  // namespace whereabouts
