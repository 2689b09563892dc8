#include "lesson/learned_pictures.h"

#include <iostream>
#include <span>

#include "evaluate/fixed_targets.h"
#include "nn/inspect.h"
#include "nn/interventions.h"
#include "report/number.h"
#include "report/svg.h"
#include "report/terminal.h"
#include "util/check.h"
#include "util/write_file.h"

namespace whereabouts {
namespace {

// The mean cosine of two rows at some distances.
std::vector<std::string> by_distance(const std::string& name, const std::vector<double>& cosine,
                                     int rows, std::span<const int> distances) {
  std::vector<std::string> cells = {name};
  for (const int n : distances) {
    double total = 0;
    for (int i = 0; i + n < rows; ++i) total += cosine[i * rows + i + n];
    cells.push_back(format_fixed(total / (rows - n), 2));
  }
  return cells;
}

}  // namespace

void show_rows_alike(const Lesson& lesson, const Text& text, const Transformer& model) {
  const Settings& s = lesson.settings;
  const std::string kTable = "position.table";
  const Transformer fresh(s.model(text, s.schemes[0]), s.seed);
  const std::vector<double> before = cosines(fresh.parameters().at(kTable)),
                            after = cosines(model.parameters().at(kTable));
  std::vector<int> distances;
  for (int n = 1; n < s.length; n *= 2) distances.push_back(n);
  std::vector<std::string> header = {"mean cosine at distance"};
  for (const int n : distances) header.push_back(std::to_string(n));
  TextTable table(header);
  table.row(by_distance("before training", before, s.length, distances));
  table.row(by_distance("after training", after, s.length, distances));

  HeatMap map{"How alike are the learned rows?",
              "The cosine between every two rows of the table after training", "position",
              "position"};
  map.rows = map.columns = s.length;
  map.values = after, map.diverging = true;
  write_file(lesson.out / "rows.svg", svg_heat_map(map));
  std::cout << table.text();
}

void show_moved_texts(const Lesson& lesson, const Text& text, const Transformer& model) {
  const int L = lesson.settings.length, half = L / 2;
  if (half < FixedWindows::kTargets) {
    std::cout << "For this section the trained length must be " << 2 * FixedWindows::kTargets
              << " or more.\n";
    return;
  }
  const FixedTargets targets(text, lesson.settings.longest());
  TextTable table({"the first character is told", concat("bits at ", half)});
  const auto add = [&](const std::string& name, const std::function<int(int)>& move) {
    const Score score = targets.score(with_positions(model, move), half);
    table.row({name, format_fixed(score.bits_per_char, 3)});
  };
  for (const int start : {0, 1, L / 4, half})
    add(concat("row ", start), [start](int p) { return p + start; });
  add(concat("row ", half - 1, ", the next ", half - 2, ", ..."),
      [half](int p) { return half - 1 - p; });
  std::cout << table.text();
}

}  // namespace whereabouts
