// Training a model on text with the settings of an experiment.
#pragma once

#include <cstdint>
#include <string>

#include "experiment/settings.h"

namespace whereabouts {

/// Trains a new model, showing progress. Where the settings watch the validation part, it is told
/// when the loss rises there, and with keep = "best" the weights are those of the best step.
Transformer train_model(const Settings& settings, const Text& text, const std::string& scheme,
                        std::uint64_t seed);

/// Prints the options that the model's scheme uses, where it has any.
void print_options(const std::string& scheme, const Transformer& model);

}  // namespace whereabouts
