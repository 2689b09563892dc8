// Lesson 05. A table, and its edge.
//
// Question  What does a learned table of positions look like after training, and what can be done
//           beyond its end?
// Run       make 05
// Expect    | ten positions looked up: shape (10, 768)
//           | rows with a gradient: 10 of 512
// within 0.3| clamp               2.88  2.84  2.86  3.50  4.00  3.91  3.96  3.96  3.96
//           | wrap                2.88  2.84  2.86  3.66  4.39  3.83  3.93  3.95  3.99
//           | interpolate         2.88  2.84  2.86  2.90  2.97  3.08  3.41  3.66  3.83
// Try       1. Train at twice the length: make 05 ARGS="--length 128"
//           2. Train three times as long: make 05 ARGS="--steps 3000"
//           3. Write the three policies yourself: make exercise-05
#include <algorithm>
#include <cmath>
#include <iostream>

#include "lesson/curves.h"
#include "lesson/lesson.h"
#include "nn/inspect.h"
#include "ops.h"
#include "report/number.h"
#include "report/page.h"
#include "report/svg.h"
#include "report/terminal.h"
#include "util/check.h"
#include "util/write_file.h"

using namespace whereabouts;

namespace {

void looking_up() {
  std::cout << heading("1. Looking up is all there is");
  constexpr int kRows = 512, kChannels = 768;
  Parameters parameters(/*seed=*/0);
  const Tensor table = parameters.normal("table", {kRows, kChannels}, 0.02);
  const Tensor vectors = gather_rows(table, Positions::whole(10).queries);
  std::cout << "a table of " << kRows << " positions by " << kChannels
            << " channels: " << table.size()
            << " numbers to learn\nten positions looked up: shape (" << vectors.dim(0) << ", "
            << vectors.dim(1) << ")\n";

  // With any loss, only the rows that were looked up get a gradient.
  backward(sum(multiply(vectors, vectors)));
  std::cout << "rows with a gradient: " << rows_with_gradient(table).size() << " of " << kRows
            << "\n";
}

// The mean cosine of two rows at some distances.
std::vector<std::string> by_distance(const std::string& name, const std::vector<double>& cosine,
                                     int rows, std::span<const int> distances) {
  std::vector<std::string> cells = {name};
  for (const int n : distances) {
    double total = 0;
    for (int i = 0; i + n < rows; ++i) total += cosine[static_cast<std::size_t>(i * rows + i + n)];
    cells.push_back(format_fixed(total / (rows - n), 2));
  }
  return cells;
}

void what_it_learned(const Lesson& lesson, const Text& text, const Transformer& model) {
  std::cout << heading("2. What the table looks like, before and after");
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

  HeatMap map;
  map.title = "How alike are the learned rows?";
  map.subtitle = "The cosine between every two rows of the table after training";
  map.x_label = map.y_label = "position";
  map.rows = map.columns = s.length;
  map.values = after;
  map.diverging = true;
  write_file(lesson.out / "rows.svg", svg_heat_map(map));
  std::cout << table.text();
}

void beyond_the_edge(const Lesson& lesson, const Text& text, const Transformer& model) {
  std::cout << heading("3. One position too many");
  const Settings& s = lesson.settings;
  const std::vector<int> tokens(static_cast<std::size_t>(s.length) + 1, 0);
  try {
    const NoGrad no_gradient;
    model.logits(tokens, 1, Positions::whole(s.length + 1));
  } catch (const UserError& refusal) {
    std::cout << refusal.what() << "\n";
  }

  std::cout << heading("4. Three ways on, trained short and tested long");
  std::vector<ResultRow> rows;
  for (const std::string policy : {"clamp", "wrap", "interpolate"}) {
    std::ranges::copy(measure_lengths(lesson, policy,
                                      model.with_scheme(s.schemes[0] + ":beyond=" + policy), text),
                      std::back_inserter(rows));
  }
  show_curves(lesson, rows, "Three ways past the end of a table");
}

}  // namespace

int main(int argc, char** argv) {
  Settings defaults;
  defaults.schemes = {"learned"};

  return run_lesson(argc, argv, "05_learned", "A table, and its edge.", defaults,
                    [](const Lesson& lesson) {
                      const Settings& s = lesson.settings;
                      check_user(s.schemes == std::vector<std::string>{"learned"},
                                 "this lesson is about --schemes learned");
                      looking_up();
                      const Text text = load_lesson_text(lesson);
                      const Transformer model = train_model(lesson, text, s.schemes[0], s.seed);
                      what_it_learned(lesson, text, model);
                      beyond_the_edge(lesson, text, model);
                      std::cout << "\nwritten to " << lesson.out.string()
                                << ": rows.svg gap.svg gap.csv\n"
                                   "next: make 06, where queries and keys are turned\n";
                    });
}
