// What a printed lesson is set with: headings, matrices as numbers, curves in a line.
#pragma once

#include <span>
#include <string>

#include "report/terminal.h"

namespace whereabouts {

/// A line of text, underlined, with space around it.
std::string heading(const std::string& text);

/// A matrix [rows, columns] as numbers with so many decimals, one line a row, each line behind its
/// label if labels are given. Throws std::invalid_argument when sizes disagree.
std::string text_matrix(std::span<const double> values, int rows, int columns, int decimals,
                        std::span<const std::string> row_labels = {});
std::string text_matrix(std::span<const float> values, int rows, int columns, int decimals,
                        std::span<const std::string> row_labels = {});

/// Numbers as a row of characters, one each, higher for more: a curve in a single line. `low` and
/// `high` are the ends of the scale.
std::string text_curve(std::span<const double> values, double low, double high,
                       bool utf8 = utf8_locale());

}  // namespace whereabouts
