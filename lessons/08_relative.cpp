// Lesson 08. Distances.
//
// Question  If only the distance between two tokens counts, where can it enter attention, and what
//           must be decided about distances that training never showed?
// Run       make 08
// Expect    | Row i, column j: i - j. Row 5, column 2: 5 - 2 = 3
//           | k_j . Q[delta(j, i)]: row 0 row 1 row 2 row 3
// within 0.4| transformer-xl  2.32  2.18  2.18  2.18  2.18  2.18  2.19  2.19  2.19
// Try       1. One vector for all distances from 4 on: make 08 ARGS="--schemes shaw:clip=4"
//           2. T5's own buckets: make 08 ARGS="--schemes t5:buckets=32:max-distance=128"
//           3. Find R by shifting a matrix, as Transformer-XL's authors do: make exercise-08
#include <algorithm>
#include <cmath>
#include <iostream>

#include "evaluate/for_length.h"
#include "experiment/model_pictures.h"
#include "lesson/curves.h"
#include "lesson/lesson.h"
#include "nn/inspect.h"
#include "ops.h"
#include "position/t5.h"
#include "report/number.h"
#include "report/page.h"
#include "report/svg.h"
#include "util/check.h"
#include "util/file.h"
#include "util/write_file.h"

using namespace whereabouts;

namespace {

// f(i - j) for six queries i and six keys j.
std::vector<double> six_by_six(int (*f)(int n)) {
  std::vector<double> matrix;
  for (int i = 0; i < 6; ++i) {
    for (int j = 0; j < 6; ++j) matrix.push_back(f(i - j));
  }
  return matrix;
}

void matrices() {
  std::cout << heading("1. How far is token 5 from token 2?");
  const auto relative = six_by_six([](int n) { return n; });
  std::cout << "Row i, column j: i - j. Row 5, column 2: 5 - 2 = " << relative[5 * 6 + 2] << "\n\n"
            << text_matrix(relative, 6, 6, 0);
  std::cout << heading("2. A learned row for each distance: which row?");
  std::cout << "Shaw, clip 2: rows 0 to 4 hold the distances -2 to 2, and all beyond\n\n"
            << text_matrix(six_by_six([](int n) { return std::clamp(n, -2, 2) + 2; }), 6, 6, 0)
            << "\nDeBERTa, k = 3: delta(i, j), rows 0 to 5\n\n"
            << text_matrix(six_by_six([](int n) { return std::clamp(n + 3, 0, 5); }), 6, 6, 0);
}

void buckets(const Lesson& lesson) {
  std::cout
      << "\nT5 keeps near distances apart and shares a bucket among far ones. Each begins at\n";
  HeatMap map{"T5's buckets of distances",
              "One distance each at first, then more and more together, and one for all the rest",
              "distance"};
  map.value_label = "bucket";
  map.rows = 2, map.columns = 128;
  map.row_labels = {"32 up to 128", "16 up to 64"};
  for (const auto& [count, farthest] : {std::pair{32, 128}, {16, 64}}) {
    std::cout << count << " up to " << farthest << ": ";
    for (int n = 0; n < 128; ++n) {
      const int bucket = t5_bucket(n, count, farthest, /*causal=*/true);
      map.values.push_back(bucket);
      if (n == 0 || bucket != t5_bucket(n - 1, count, farthest, true)) std::cout << " " << n;
    }
    std::cout << "\n";
  }
  write_file(lesson.out / "t5_buckets.svg", svg_heat_map(map));
}

// One backward pass: which rows of DeBERTa's two tables receive a gradient?
void rows_that_learn(const Text& text) {
  std::cout << heading("3. DeBERTa, k = 3: which rows learn, if nobody sees what comes later?");
  const Transformer model({.vocabulary = text.vocabulary_size(), .scheme = "deberta:span=3"}, 0);
  const std::span<const Token> line = std::span(text.tokens).first(33);
  backward(cross_entropy(model.logits(line.first(32), 1, Positions::whole(32)), line.last(32)));
  for (const std::string table : {"keys", "queries"}) {
    std::cout << (table == "keys" ? "q_i . K[delta(i, j)]:" : "k_j . Q[delta(j, i)]:");
    for (const int r : rows_with_gradient(model.parameters().at("position." + table)))
      std::cout << " row " << r;
    std::cout << "\n";
  }
}

// q_i . k_j,  q_i . R_n,  u . k_j  and  v . R_n,  each by itself, in the first layer.
void four_terms(const Lesson& lesson, const Transformer& model, const Text& text) {
  std::cout << heading("5. Transformer-XL's four terms, told apart");
  const std::span<const Token> tokens = split(text).validation.first(32);
  const NoGrad no_grad;
  const AttentionSteps parts = first_layer(model, tokens);
  const std::pair<const char*, Tensor> terms[] = {
      {"q_i . k_j   does this key match me?", scale(parts.content, parts.scale)},
      {"q_i . R_n   what do I want n characters back?", scale(parts.keys, parts.scale)},
      {"u . k_j     is this key worth a look for anyone?", scale(parts.queries, parts.scale)},
      {"v . R_n     is n characters back worth a look for anyone?", parts.distance}};
  std::vector<std::string> header = {"term over sqrt(d)"};
  for (int h = 1; h <= model.config().heads; ++h)
    header.push_back(concat(h == 1 ? "head " : "", h));
  TextTable table(header);
  std::vector<Tensor> pictures;
  for (const auto& [name, scores] : terms) {
    std::vector<std::string> cells = {name};
    for (int h = 0; h < model.config().heads; ++h)
      cells.push_back(format_fixed(deviation_of_seen(scores, h), 2));
    table.row(cells);
    pictures.push_back(scores);
  }
  HeatMap map = scores_side_by_side(pictures, /*head=*/0, tokens, text.vocabulary);
  map.title = "The four terms of Transformer-XL, first layer, first head";
  map.subtitle =
      "From left to right: q.k (content), q.R (content and distance), u.k (the key alone: "
      "columns), v.R (the distance alone: diagonals)";
  map.x_label = "keys, four times";
  write_file(lesson.out / "four_terms.svg", svg_heat_map(map));
  std::cout << "How much each varies over the pairs of a text (standard deviation):\n\n"
            << table.text();
}

// What each scheme has learned to add to a score, by head and distance.
void what_they_add(const Lesson& lesson, const std::vector<Transformer>& models, const Text& text) {
  std::cout << heading("6. What each adds to the score, by distance (averaged over a text)");
  std::vector<Added> all;
  const std::span<const Token> beginning = std::span(text.tokens).first(384);
  for (const Transformer& model : models) {
    all.push_back(
        {model.config().scheme, added_by_distance(for_length(model, 384), beginning, 129)});
    const HeatMap map =
        added_map(all.back(), concat("First layer, averaged over a text; the training length was ",
                                     lesson.settings.length));
    write_file(lesson.out / ("adds_" + name_for_file(model.config().scheme) + ".svg"),
               svg_heat_map(map));
  }
  std::cout << added_table(all, std::vector{0, 1, 2, 4, 8, 16, 32, 63, 128});
}

void lesson_08(Lesson& lesson) {
  Settings& s = lesson.settings;
  s.limit_if_quick(10, 128);  // so that four models take seconds
  matrices();
  buckets(lesson);
  const Text text = load_lesson_text(lesson);
  check_enough_for_pictures(text);
  rows_that_learn(text);

  std::cout << heading("4. Trained short, tested long");
  std::vector<Transformer> models;
  std::vector<ResultRow> rows;
  for (const std::string& scheme : s.schemes) {
    models.push_back(train_model(lesson, text, scheme, s.seed));
    std::ranges::copy(measure_lengths(lesson, scheme, models.back(), text),
                      std::back_inserter(rows));
  }
  std::cout << "\n";
  show_curves(lesson, rows, "Four ways to say how far");

  std::string four;
  for (const Transformer& model : models) {
    if (model.config().scheme != "transformer-xl") continue;
    four_terms(lesson, model, text);
    four = " four_terms.svg";
  }
  what_they_add(lesson, models, text);
  std::cout << "\nwritten to " << lesson.out.string() << ": t5_buckets.svg gap.svg gap.csv" << four
            << " adds_*.svg\n"
               "next: make 09, where all schemes meet\n";
}

}  // namespace

int main(int argc, char** argv) {
  Settings defaults;
  defaults.schemes = {"shaw", "transformer-xl", "t5", "deberta"};

  return run_lesson(argc, argv, "08_relative", "Distances: Shaw, Transformer-XL, T5, DeBERTa.",
                    defaults, lesson_08);
}
