// Lesson 08. Distances.
//
// Question  If only the distance between two tokens counts, where can it enter attention, and what
//           must be decided about distances that training never showed?
// Run       make 08
// Expect    | Row i, column j: i - j. Row 5, column 2: 5 - 2 = 3
//           | the library has the same buckets: yes
//           | k_j . Q[delta(j, i)]: row 0 row 1 row 2 row 3
// within 0.4| transformer-xl  2.32  2.18  2.18  2.18  2.18  2.18  2.19  2.19  2.19
// Try       1. One vector for all distances from 4 on: make 08 ARGS="--schemes shaw:clip=4"
//           2. T5's own buckets: make 08 ARGS="--schemes t5:buckets=32:max-distance=128"
//           3. Find R by shifting a matrix, as Transformer-XL's authors do: make exercise-08
#include <algorithm>
#include <cmath>
#include <iostream>

#include "experiment/length_curve.h"
#include "experiment/model_pictures.h"
#include "lesson/curves.h"
#include "lesson/distance_pictures.h"
#include "lesson/guess.h"
#include "lesson/lesson.h"
#include "position/t5.h"
#include "report/page.h"
#include "util/check.h"

using namespace whereabouts;

namespace {

// Which row of a learned table belongs to the distance n = i - j.
// Shaw: a row for each distance from -clip to clip; all beyond share the last ones.
int shaw_row(int n, int clip) { return std::clamp(n, -clip, clip) + clip; }
// DeBERTa, 2k rows for the distances -k to k - 1.
int deberta_row(int n, int k) { return std::clamp(n + k, 0, 2 * k - 1); }
// T5: the first half of the buckets hold one distance each; the others grow, so that each is wider
// than the one before by the same factor, and the last takes all from `farthest` on.
int t5_row(int n, int buckets, int farthest) {
  const int exact = buckets / 2;
  if (n < exact) return n;
  const double share = std::log(1.0 * n / exact) / std::log(1.0 * farthest / exact);
  return std::min(exact + static_cast<int>(share * (buckets - exact) + 1e-9), buckets - 1);
}

// row(i - j) for six queries i and six keys j.
template <class Row>
std::string six_by_six(const Row& row) {
  std::vector<double> matrix;
  for (int i = 0; i < 6; ++i) {
    for (int j = 0; j < 6; ++j) matrix.push_back(row(i - j));
  }
  return text_matrix(matrix, 6, 6, 0);
}

void which_row() {
  std::cout << heading("1. How far is token 5 from token 2?")
            << "Row i, column j: i - j. Row 5, column 2: 5 - 2 = " << 5 - 2 << "\n\n"
            << six_by_six([](int n) { return n; })
            << heading("2. A learned row for each distance: which row?")
            << "Shaw, clip 2: rows 0 to 4 hold the distances -2 to 2, and all beyond\n\n"
            << six_by_six([](int n) { return shaw_row(n, 2); })
            << "\nDeBERTa, k = 3: delta(i, j), rows 0 to 5\n\n"
            << six_by_six([](int n) { return deberta_row(n, 3); });
}

void lesson_08(Lesson& lesson) {
  Settings& s = lesson.settings;
  s.limit_if_quick(10, 128);  // so that four models take seconds
  which_row();
  show_buckets(lesson, t5_row);
  bool same = true;
  for (int n = 0; n < 4096; ++n)
    same = same && t5_row(n, 32, 128) == t5_bucket(n, 32, 128, true) &&
           t5_row(n, 16, 64) == t5_bucket(n, 16, 64, true);
  std::cout << "the library has the same buckets: " << (same ? "yes" : "no") << "\n";
  const Text text = load_lesson_text(lesson);
  check_enough_for_pictures(text);
  std::cout << heading("3. DeBERTa, k = 3: which rows learn, if nobody sees what comes later?");
  show_rows_that_learn(text);

  std::cout << heading("4. Trained short, tested long");
  const Guess guess(lesson,
                    concat("how many of these ", s.schemes.size(), " need less than 0.1 bits ",
                           "more at ", s.longest(), " than at ", s.length, "?"));
  std::vector<Transformer> models;
  std::vector<ResultRow> rows;
  for (const std::string& scheme : s.schemes) {
    models.push_back(train_model(lesson, text, scheme, s.seed));
    const auto own = measure_lengths(lesson, scheme, models.back(), text);
    rows.insert(rows.end(), own.begin(), own.end());
  }
  std::cout << "\n";
  show_gap(lesson, text, rows, "Four ways to say how far");
  guess.compare(flat_schemes(rows, s.length, s.longest(), 0.1), 0);

  const auto xl = std::ranges::find(s.schemes, "transformer-xl");
  if (xl != s.schemes.end()) {
    std::cout << heading("5. Transformer-XL's four terms, told apart");
    show_four_terms(lesson, models[static_cast<std::size_t>(xl - s.schemes.begin())], text);
  }
  std::cout << heading("6. What each adds to the score, by distance (averaged over a text)");
  show_what_they_add(lesson, models, text);
  std::cout << heading("7. Which term tells the distance? One taken out after the other");
  show_without_terms(lesson, models, text);
  std::cout << "\nwritten to " << lesson.out.string() << ": t5_buckets.svg gap.svg gap.csv"
            << (xl != s.schemes.end() ? " four_terms.svg" : "")
            << " adds_*.svg\nnext: make 09, where all schemes meet\n";
}

}  // namespace

int main(int argc, char** argv) {
  return run_lesson(argc, argv, "08_relative", "Distances: Shaw, Transformer-XL, T5, DeBERTa.",
                    {.schemes = {"shaw", "transformer-xl", "t5", "deberta"}}, lesson_08);
}
