// A trained model made ready to read a longer text.
#pragma once

#include "nn/transformer.h"

namespace whereabouts {

/// The model as it can read texts of `length`. A scheme that is not defined beyond the training
/// length is taken with the option that it names for that (Traits::past_trained), and then
/// `changed`, if given, is set.
inline Transformer for_length(const Transformer& model, int length, bool* changed = nullptr) {
  const bool change = length > model.config().trained_length && !model.traits().any_length;
  if (changed) *changed = change;
  return change ? model.past_trained() : model.replica();
}

}  // namespace whereabouts
