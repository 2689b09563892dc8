// Section 2 of lesson 16: on which side of the square is each patch of a picture?
#pragma once

#include <algorithm>
#include <functional>
#include <iostream>

#include "evaluate/example_score.h"
#include "evaluate/measurement.h"
#include "experiment/model_pictures.h"
#include "experiment/results.h"
#include "lesson/encoders.h"
#include "report/number.h"
#include "report/svg.h"
#include "report/terminal.h"
#include "text/pictures.h"
#include "util/check.h"
#include "util/file.h"
#include "util/write_file.h"

namespace whereabouts {

inline constexpr int kSide = 8, kLargerSide = 12;  // patches in a row of a picture

// Rope turns half of a head's pairs by the row and half by the column, which takes whole pairs.
inline std::vector<std::string> of_pictures(const Settings& s) {
  std::vector<std::string> schemes = {"none", "sinusoidal", "learned", "learned-2d"};
  if (s.width / s.heads % 4 == 0) {
    schemes.push_back("rope-2d");
    schemes.push_back("rope-2d:kind=mixed");
  }
  return schemes;
}

// `enlarged(model, settings, as_grid)` is the model for pictures of kLargerSide.
using Enlarge = std::function<Transformer(const Transformer&, const Settings&, bool as_grid)>;

// Returns the percentage that is right in larger pictures when a learned table is stretched as a
// grid.
inline double pictures(const Lesson& lesson, int steps, const Enlarge& enlarged) {
  const Settings& s = lesson.settings;
  Random random(s.seed, "a picture");
  for (const std::string& line : drawn_with_answers(random_picture(kSide, random)))
    std::cout << line << "\n";
  std::cout << "\nright: left, right, above, below; a dot where two are as true\n\n";

  const auto tested = [&](int side) {  // the same pictures for every model
    Random test_random(0, "pictures to test with");
    return random_pictures(s.quick ? 4 : 200, side, test_random);
  };
  const std::vector<int> stages = {std::max(1, steps / 8), std::max(1, steps / 4), steps};
  TextTable table({"positions", concat("% after ", stages[0]), concat(stages[1]), concat(stages[2]),
                   "12 by 12", "its table stretched"});
  std::vector<ResultRow> rows;
  double as_grid = 0;
  for (const std::string& scheme : of_pictures(s)) {
    std::vector<std::string> cells = {scheme};
    const auto add = [&](const Transformer& tried, int side, const std::string& kind) {
      const Score score = score_examples(tried, tested(side), std::ssize(kSides)).targets;
      cells.push_back(format_fixed(100 * score.accuracy, 1));
      rows.push_back(row_of(tried, s.seed, "pictures", side * side, score));
      rows.back().kind = kind;
    };
    Transformer model = encoder(s, kPatches, scheme, kSide * kSide);
    for (const int stage : stages) {  // each from the start, so that each ends with small steps
      model = encoder(s, kPatches, scheme, kSide * kSide);
      Random stream(s.seed, "pictures");
      train_encoder(model, s, stage, scheme + ", pictures",
                    [&] { return random_pictures(s.batch, kSide, stream); });
      add(model, kSide, concat("after ", stage, " steps"));
    }
    const std::string how = scheme == "learned"      ? "as a line of 64 places"
                            : scheme == "learned-2d" ? "its rows and its columns"
                                                     : "it has none";
    add(enlarged(model, s, false), kLargerSide, how);
    cells.push_back(how);
    table.row(cells);
    if (scheme == "learned") {
      cells = {"", "", "", ""};
      add(enlarged(model, s, true), kLargerSide, "as a grid of 8 by 8");
      cells.push_back(rows.back().kind);
      as_grid = 100 * rows.back().accuracy;
      table.row(cells);
    }
    if (scheme != "none" && !scheme.starts_with("rope"))
      write_file(lesson.out / ("likeness_" + name_for_file(scheme) + ".svg"),
                 svg_heat_map(address_map(model, kSide, 2, 5)));
  }
  write_file(lesson.out / "pictures.csv",
             csv_of(rows, {"scheme", "seed", "protocol", "length", "kind", "accuracy", "scored"}));
  std::cout << table.text();
  if (of_pictures(s).size() == 4)
    std::cout << "\nrope-2d is left out: it takes heads whose width is a multiple of 4\n";
  return as_grid;
}

}  // namespace whereabouts
