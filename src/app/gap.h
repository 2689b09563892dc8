// What a lesson shows of one trained model: bits per character at every length, and the gap.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "app/lesson.h"
#include "nn/transformer.h"
#include "report/svg.h"
#include "text/text.h"

namespace whereabouts {

/// One model under protocol `fixed`, at each of the lesson's evaluation lengths.
struct Gap {
  std::string name;
  std::vector<int> lengths;
  std::vector<double> bits;  ///< per character
  std::int64_t scored = 0;   ///< characters behind each number
  /// Throws std::invalid_argument if this length was not evaluated.
  double at(int length) const;
  /// The longest length up to which no value is above `most`; 0 if already the first one is.
  int reach(double most) const;
};

/// The model as for_length() gives it at each length: a scheme that is not defined beyond the
/// training length goes on there with the option that it names for that.
Gap measure_gap(const Lesson& lesson, const std::string& name, const Transformer& model,
                const Split& parts);

/// A row for each model, a column for each length.
std::string gap_table(std::span<const Gap> gaps);
/// The same as a small plot in text, in a plot for SVG, and as CSV
/// (model,length,bits_per_char,...).
std::string gap_text_plot(std::span<const Gap> gaps);
LinePlot gap_plot(std::span<const Gap> gaps, int trained_length, const std::string& title);
std::string gap_csv(std::span<const Gap> gaps);

/// All of these: writes FILE.csv and FILE.svg to the lesson's folder, and prints table and plot.
void show_gaps(const Lesson& lesson, std::span<const Gap> gaps, const std::string& title,
               const std::string& file = "gap");

/// What lesson 03 tells step by step, for a lesson on one scheme: loads the text, trains on short
/// windows, measures at every length, and shows the gap. Throws UserError for several schemes.
void train_short_test_long(const Lesson& lesson, const std::string& title);

}  // namespace whereabouts
