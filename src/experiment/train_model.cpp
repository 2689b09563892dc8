#include "experiment/train_model.h"

#include <cmath>
#include <iostream>
#include <optional>

#include "evaluate/validation.h"
#include "program/progress.h"
#include "util/check.h"

namespace whereabouts {

void print_options(const std::string& scheme, const Transformer& model) {
  if (!model.scheme_options().empty())
    std::cout << scheme << ": " << model.scheme_options() << "\n";
}

Transformer train_model(const Settings& s, const Text& text, const std::string& scheme,
                        std::uint64_t seed) {
  Transformer model(s.model(text, scheme), seed);
  const Split parts = split(text);
  Trainer trainer(model, s.training(seed), parts.training, text.boundary);
  const ValidationWatch watch(parts.validation, s.training(seed), text.boundary);
  std::vector<ValidationLoss> looks;
  std::optional<Transformer> best;
  if (seed == s.seed) print_options(scheme, model);
  const std::string name = scheme + (s.seeds > 1 ? " seed " + std::to_string(seed) : "");
  Progress progress(name, s.steps);
  for (int step = 1; step <= s.steps; ++step) {
    progress.update(step, trainer.step(), trainer.targets_seen());
    if (!s.watches_validation || !watch.due(step)) continue;
    const double on_validation = watch.loss(model);
    if (!std::isfinite(on_validation)) continue;
    looks.push_back({step, on_validation});
    if (s.keep == "best" && lowest(looks)->step == step) best.emplace(snapshot(model));
  }
  progress.finish();
  if (rises(looks))
    std::cout << concat("notice: ", name, ": ", rise_in_words(looks),
                        best ? "" : "; --keep best evaluates the weights of that step", "\n");
  if (!best) return model;
  std::cout << concat(name, ": evaluated with the weights after step ", lowest(looks)->step,
                      ", the best on the validation part\n");
  return std::move(*best);
}

}  // namespace whereabouts
