// A trained model made ready to read a longer text.
#pragma once

#include "nn/transformer.h"

namespace whereabouts {

/// The model as it can read texts of `length`. A scheme that is not defined beyond the training
/// length is taken with the option that it names for that (Traits::past_trained), and then
/// `changed`, if given, is set.
Transformer for_length(const Transformer& model, int length, bool* changed = nullptr);

}  // namespace whereabouts
