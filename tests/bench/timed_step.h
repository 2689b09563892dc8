// A training step of a model without positions, with the clock on each operation.
#pragma once

#include <span>

#include "bench/operation_times.h"
#include "ops.h"
#include "text/batch.h"
#include "train/trainer.h"

namespace whereabouts {

/// Trainer::step() on running text, with the clock set at the start of each shard.
inline void timed_step(Trainer& trainer, std::span<const Token> text, OperationTimes& times) {
  const TrainingConfig& config = trainer.config();
  const Batch batch = random_batch(text, config.batch, config.length, trainer.batches());
  trainer.step(std::vector<int>(static_cast<std::size_t>(config.batch), config.length),
               [&](const Transformer& replica, const Shard& shard) {
                 times.from_here();
                 const auto part = [&](const std::vector<Token>& tokens) {
                   return std::span(tokens).subspan(std::size_t(shard.first) * config.length,
                                                    std::size_t(shard.count) * config.length);
                 };
                 return cross_entropy(replica.logits(part(batch.inputs), shard.count,
                                                     Positions::whole(config.length)),
                                      part(batch.targets));
               });
}

}  // namespace whereabouts
