// Encoders, in which every character sees all others: made, trained, and tried on masked
// characters, for lesson 16.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "lesson/lesson.h"
#include "nn/transformer.h"
#include "text/example.h"

namespace whereabouts {

/// A new encoder of the lesson's size for texts of `length`.
Transformer encoder(const Settings& settings, int vocabulary, const std::string& scheme,
                    int length);

/// Trains on new examples in each step, with progress shown under the name `what`.
void train_encoder(Transformer& model, const Settings& settings, int steps, const std::string& what,
                   const std::function<std::vector<Example>()>& new_examples);

/// Trains an encoder of each scheme to fill in characters that are hidden; prints bits per hidden
/// character, the share that is right and a sample, and writes masked.csv.
void show_masked_characters(const Lesson& lesson);

}  // namespace whereabouts
