// What a scheme costs: memory, and time for one more character.
#pragma once

#include <cstdint>
#include <span>

#include "nn/transformer.h"

namespace whereabouts {

struct MemoryCost {
  std::int64_t training = 0;  ///< bytes for forward and backward of one window, besides the weights
  std::int64_t reading = 0;   ///< bytes for evaluating one text, besides the weights
};

/// Runs each once, alone on a thread whose store of buffers is empty, and counts what it takes from
/// the system. The count depends on the model and the lengths, not on the machine.
MemoryCost memory_cost(const Transformer& model, int training_length, int reading_length);

/// Seconds for the logits of what follows `text` (at least two tokens), the fastest of a few tries:
/// with everything before the last token in a cache, or all of it computed again.
double seconds_for_next(const Transformer& model, std::span<const int> text, bool cached);

}  // namespace whereabouts
