// ALiBi's penalties as pictures and tables, for lesson 07.
#pragma once

#include <span>
#include <vector>

#include "lesson/lesson.h"
#include "nn/transformer.h"

namespace whereabouts {

/// Prints how far each head sees if all keys fit alike, for these slopes, and writes weights.svg.
void show_how_far(const Lesson& lesson, std::span<const double> slopes);

/// Writes bias.svg: a square matrix of biases, minus infinity where a query does not see a key.
void draw_bias(const Lesson& lesson, const std::vector<double>& bias, double slope);

/// For each head of a trained model, reading four times the trained length: the share of its
/// attention at the trained length or more, and bits per character without those keys. Returns the
/// largest share; 0 if the text is too short.
double show_far_attention(const Lesson& lesson, const Transformer& model,
                          std::span<const Token> text);

}  // namespace whereabouts
