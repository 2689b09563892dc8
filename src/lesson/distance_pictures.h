// What the schemes of lesson 08 do with a distance, as pictures and tables.
#pragma once

#include <functional>
#include <vector>

#include "lesson/lesson.h"
#include "nn/transformer.h"

namespace whereabouts {

/// Prints where each of T5's buckets begins, for 32 buckets up to 128 and 16 up to 64, and writes
/// t5_buckets.svg. `bucket(n, buckets, farthest)` is the bucket of distance n.
void show_buckets(const Lesson& lesson, const std::function<int(int, int, int)>& bucket);

/// One backward pass through a new model of scheme deberta:span=3: prints which rows of its two
/// tables receive a gradient under a causal mask.
void show_rows_that_learn(const Text& text);

/// Prints how much each of Transformer-XL's four terms varies, by head, in the first layer of a
/// trained model of that scheme, and writes four_terms.svg.
void show_four_terms(const Lesson& lesson, const Transformer& model, const Text& text);

/// Prints what each model has learned to add to a score by distance, and writes a picture of each;
/// all on one scale, so that they can be compared.
void show_what_they_add(const Lesson& lesson, const std::vector<Transformer>& models,
                        const Text& text);

/// Takes one term after the other out of the trained models, and prints what that costs in bits per
/// character at the trained length.
void show_without_terms(const Lesson& lesson, const std::vector<Transformer>& models,
                        const Text& text);

}  // namespace whereabouts
