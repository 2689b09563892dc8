// How well a model answers examples: the instances of a task, masked characters, pictures.
#pragma once

#include <span>

#include "evaluate/losses.h"
#include "text/example.h"

namespace whereabouts {

struct ExampleScore {
  Score targets;     ///< over all places that are asked about
  double exact = 0;  ///< the share of examples answered without a mistake
};

/// Scores examples of one length. A place is right if its target is the likeliest of the first
/// `choices` tokens (0: of all), given the inputs as they are. So where each target is the next
/// input, an example is exact just when the model, writing greedily, gives the whole answer. The
/// same bits for any number of threads. Throws std::invalid_argument if there is no example.
ExampleScore score_examples(const Transformer& model, std::span<const Example> examples,
                            int choices = 0);

/// The inputs with the likeliest of the first `choices` tokens in each place that is asked about.
std::vector<Token> filled_in(const Transformer& model, const Example& example, int choices);

}  // namespace whereabouts
