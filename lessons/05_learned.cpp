// Lesson 05. A table, and its edge.
//
// Question  What does a learned table of positions look like after training, and what can be done
//           beyond its end?
// Run       make 05
// Expect    | ten positions looked up: shape (10, 768)
//           | the library looks up the same: yes
//           | rows with a gradient: 10 of 512
// within 0.3| clamp               2.88  2.84  2.86  3.50  4.00  3.91  3.96  3.96  3.96
//           | wrap                2.88  2.84  2.86  3.66  4.39  3.83  3.93  3.95  3.99
//           | interpolate         2.88  2.84  2.86  2.90  2.97  3.08  3.41  3.66  3.83
// Try       1. Train at twice the length: make 05 ARGS="--length 128"
//           2. Train three times as long: make 05 ARGS="--steps 3000"
//           3. Write the three policies yourself: make exercise-05
#include <algorithm>
#include <iostream>

#include "check/difference.h"
#include "experiment/length_curve.h"
#include "lesson/curves.h"
#include "lesson/guess.h"
#include "lesson/learned_pictures.h"
#include "lesson/lesson.h"
#include "nn/inspect.h"
#include "ops.h"
#include "report/page.h"
#include "util/check.h"

using namespace whereabouts;

namespace {

// The vectors at some positions: rows of the table, copied. Going back, each vector's gradient is
// added to the row that it came from, and a row that nobody looked up gets none.
Tensor look_up(const Tensor& table, const std::vector<int>& positions) {
  const int C = table.dim(1), T = static_cast<int>(positions.size());
  Tensor vectors({T, C});
  for (int t = 0; t < T; ++t)
    std::copy_n(table.data() + positions[t] * C, C, vectors.data() + t * C);
  return record("look up", {table}, vectors, [=] {
    for (int t = 0; t < T; ++t) {
      for (int c = 0; c < C; ++c) table.grad()[positions[t] * C + c] += vectors.grad()[t * C + c];
    }
  });
}

void looking_up() {
  std::cout << heading("1. Looking up is all there is");
  constexpr int kRows = 512, kChannels = 768;
  Parameters parameters(/*seed=*/0);
  const Tensor table = parameters.normal("table", {kRows, kChannels}, 0.02);
  const std::vector<int> ten = Positions::whole(10).queries;
  const Tensor vectors = look_up(table, ten);
  std::cout << "a table of " << kRows << " positions by " << kChannels
            << " channels: " << table.size()
            << " numbers to learn\nten positions looked up: shape (" << vectors.dim(0) << ", "
            << vectors.dim(1) << ")\n";

  // With any loss, only the rows that were looked up get a gradient.
  backward(sum(multiply(vectors, vectors)));
  const std::vector<float> ours(table.grad(), table.grad() + table.size());
  std::cout << "rows with a gradient: " << rows_with_gradient(table).size() << " of " << kRows
            << "\n";
  table.clear_grad();
  const Tensor library = gather_rows(table, ten);
  backward(sum(multiply(library, library)));
  const bool same =
      largest_difference(vectors.numbers(), library.numbers()) == 0 &&
      largest_difference(ours, std::span<const float>(table.grad(), ours.size())) == 0;
  std::cout << "the library looks up the same: " << (same ? "yes" : "no") << "\n";
}

void beyond_the_edge(const Lesson& lesson, const Text& text, const Transformer& model) {
  std::cout << heading("4. One position too many");
  const Settings& s = lesson.settings;
  const std::vector<int> tokens(static_cast<std::size_t>(s.length) + 1, 0);
  try {
    const NoGrad no_gradient;
    model.logits(tokens, 1, Positions::whole(s.length + 1));
  } catch (const UserError& refusal) {
    std::cout << refusal.what() << "\n";
  }

  std::cout << heading("5. Three ways on, trained short and tested long");
  const Guess guess(lesson, concat("the last row repeated (clamp): how many bits more at ",
                                   s.longest(), " than at ", s.length, "?"));
  std::vector<ResultRow> rows;
  for (const std::string policy : {"clamp", "wrap", "interpolate"}) {
    std::ranges::copy(measure_lengths(lesson, policy,
                                      model.with_scheme(s.schemes[0] + ":beyond=" + policy), text),
                      std::back_inserter(rows));
  }
  show_gap(lesson, text, rows, "Three ways past the end of a table");
  guess.compare(bits_at(rows, "clamp", s.longest()) - bits_at(rows, "clamp", s.length), 0.3, 2);
}

void lesson_05(const Lesson& lesson) {
  const Settings& s = lesson.settings;
  check_user(s.schemes == std::vector<std::string>{"learned"},
             "this lesson is about --schemes learned");
  looking_up();
  const Text text = load_lesson_text(lesson);
  const Transformer model = train_model(lesson, text, s.schemes[0], s.seed);
  std::cout << heading("2. What the table looks like, before and after");
  show_rows_alike(lesson, text, model);
  std::cout << heading("3. The same text at other rows");
  show_moved_texts(lesson, text, model);
  beyond_the_edge(lesson, text, model);
  std::cout << "\nwritten to " << lesson.out.string()
            << ": rows.svg gap.svg gap.csv\n"
               "next: make 06, where queries and keys are turned\n";
}

}  // namespace

int main(int argc, char** argv) {
  return run_lesson(argc, argv, "05_learned", "A table, and its edge.", {.schemes = {"learned"}},
                    lesson_05);
}
