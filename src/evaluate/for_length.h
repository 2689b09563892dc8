// A trained model made ready to read a longer text.
#pragma once

#include "nn/transformer.h"

namespace whereabouts {

/// The model as it can read texts of `length`: a scheme that is not defined beyond the training
/// length is asked to clamp or whatever else it offers for that (Traits::past_trained), and `changed`, if
/// given, says whether that was needed.
Transformer for_length(const Transformer& model, int length, bool* changed = nullptr);

}  // namespace whereabouts
