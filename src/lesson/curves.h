// What a lesson shows of its trained models: bits per character at every length of context.
#pragma once

#include <string>
#include <vector>

#include "evaluate/result_row.h"
#include "lesson/lesson.h"
#include "nn/transformer.h"
#include "report/svg.h"
#include "text/text.h"

namespace whereabouts {

/// One model under protocol `fixed` at each of the lesson's lengths; the rows carry `name` in place
/// of the scheme, so that several readings of one scheme can stand side by side.
std::vector<ResultRow> measure_lengths(const Lesson& lesson, const std::string& name,
                                       const Transformer& model, const Text& text);

/// Prints table and plot of such rows, and writes FILE.csv and FILE.svg to the lesson's folder.
void show_curves(const Lesson& lesson, const std::vector<ResultRow>& rows, const std::string& title,
                 const std::string& file = "gap");

/// A plot of the gap in the frame that all lessons share. The axes are the same; grey lines are
/// what takes no training, guessing and what a table of counts of the training part predicts, and
/// the curves of earlier lessons in the folders beside this one, if `plot` has no curve of that
/// name and they were last run as they come: another setting makes another curve.
LinePlot in_gap_frame(const Lesson& lesson, const Text& text, LinePlot plot);

/// Writes FILE.csv and FILE.svg, a plot in that frame.
void draw_gap(const Lesson& lesson, const Text& text, const std::vector<ResultRow>& rows,
              const std::string& title, const std::string& file = "gap");
/// The same, with table and plot printed.
void show_gap(const Lesson& lesson, const Text& text, const std::vector<ResultRow>& rows,
              const std::string& title, const std::string& file = "gap");

/// What lesson 03 tells step by step, for a lesson on one scheme: loads the text, trains on short
/// windows, measures at every length, and shows the curve. Returns what it shows, a row for each
/// length. Throws UserError for several schemes.
std::vector<ResultRow> train_short_test_long(const Lesson& lesson, const std::string& title);

}  // namespace whereabouts
