// How far trained models look, and why windows side by side mislead, for lesson 12.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "lesson/lesson.h"
#include "nn/transformer.h"

namespace whereabouts {

/// A trained model and the name it has in tables.
struct Trained {
  std::string scheme;
  Transformer model;
};

/// Prints within how many characters half, 90 % and 99 % of each model's receptive field lies, and
/// writes receptive_field.svg.
void show_receptive_fields(const std::vector<Trained>& all, std::span<const Token> validation,
                           const Lesson& lesson);

/// Prints the loss in windows that do not overlap beside that on fixed targets, and the mean of the
/// first places of long windows, by length; writes position.svg.
void show_early_tokens(const Trained& trained, std::span<const Token> validation,
                       const Lesson& lesson);

}  // namespace whereabouts
