#include "evaluate/for_length.h"

namespace whereabouts {

Transformer for_length(const Transformer& model, int length, bool* changed) {
  const bool change = length > model.config().trained_length && !model.traits().any_length;
  if (changed) *changed = change;
  return change ? model.past_trained() : model.replica();
}

}  // namespace whereabouts
