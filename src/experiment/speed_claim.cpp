#include "experiment/speed_claim.h"

#include <chrono>

#include "train/trainer.h"
#include "util/check.h"

namespace whereabouts {

BySeed times_as_fast(const std::string& scheme, const std::string& other, const Text& text,
                     const Settings& settings, int rounds, int steps) {
  Transformer first(settings.model(text, scheme), settings.seed);
  Transformer second(settings.model(text, other), settings.seed);
  const Split parts = split(text);
  TrainingConfig config = settings.training(settings.seed);
  config.steps = 1 + rounds * steps;
  Trainer trainers[] = {Trainer(first, config, parts.training, text.boundary),
                        Trainer(second, config, parts.training, text.boundary)};
  for (Trainer& trainer : trainers) trainer.step();  // the first asks the system for memory
  BySeed ratios;
  for (int round = 0; round < rounds; ++round) {
    double seconds[2];
    for (const int turn : {0, 1}) {
      const int which = (round + turn) % 2;
      const auto start = std::chrono::steady_clock::now();
      for (int step = 0; step < steps; ++step) trainers[which].step();
      seconds[which] =
          std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    }
    ratios[static_cast<std::uint64_t>(round)] = seconds[1] / seconds[0];
  }
  return ratios;
}

Claim speed_claim(const Text& text, const Settings& settings) {
  const int rounds = settings.quick ? 1 : 5;
  const BySeed found =
      times_as_fast("alibi", "sinusoidal", text, settings, rounds, settings.quick ? 2 : 40);
  return {"alibi",
          "\"Faster.\"",
          concat("in each of ", rounds, " rounds at least 5 % more steps a second than sinusoidal"),
          found,
          at_least(1.05),
          "",
          concat("trained in turn, ", text_of(found, 2), " times as many steps a second"),
          "make 19"};
}

}  // namespace whereabouts
