// A little of what a trained model writes.
#pragma once

#include "experiment/settings.h"
#include "nn/transformer.h"
#include "text/text.h"

namespace whereabouts {

/// Prints 300 characters that the model writes at temperature 0.8, begun with the first character
/// of the validation part; of a text of documents, ten documents.
void print_sample(const Settings& settings, const Text& text, const Transformer& model);

}  // namespace whereabouts
