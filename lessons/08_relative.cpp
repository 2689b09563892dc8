// Lesson 08. Distances.
//
// Question  If only the distance between two tokens counts, where can it enter attention, and what
//           must be decided about distances that training never showed?
// Run       make 08
// Expect    | Row i, column j: i - j. Row 5, column 2: 5 - 2 = 3
//           | k_j . Q[delta(j, i)]: row 0 row 1 row 2 row 3
// within 0.4| transformer-xl  2.27  2.18  2.18  2.18  2.18  2.18  2.18  2.18  2.19
// Try       1. One vector for all distances from 4 on: make 08 ARGS="--schemes shaw:clip=4"
//           2. T5's own buckets: make 08 ARGS="--schemes t5:buckets=32:max-distance=128"
//           3. Find R by shifting a matrix, as Transformer-XL's authors do: make exercise-08
#include <algorithm>
#include <cmath>
#include <iostream>

#include "app/gap.h"
#include "app/lesson.h"
#include "nn/inspect.h"
#include "ops.h"
#include "position/t5.h"
#include "report/number.h"
#include "report/page.h"
#include "report/svg.h"
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
  HeatMap map;
  map.title = "T5's buckets of distances";
  map.subtitle =
      "One distance each at first, then more and more together, and one for all the rest";
  map.x_label = "distance";
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
    const Tensor& rows = model.parameters().at("position." + table);  // [H, 2k, D]
    std::cout << (table == "keys" ? "q_i . K[delta(i, j)]:" : "k_j . Q[delta(j, i)]:");
    for (int r = 0; r < rows.dim(1); ++r) {
      const std::span<const float> dr(rows.grad() + r * rows.dim(2), rows.dim(2));
      if (std::ranges::any_of(dr, [](float d) { return d != 0; })) std::cout << " row " << r;
    }
    std::cout << "\n";
  }
}

// q_i . k_j,  q_i . R_n,  u . k_j  and  v . R_n,  each by itself, in the first layer.
void four_terms(const Lesson& lesson, const Transformer& model, const Text& text) {
  std::cout << heading("5. Transformer-XL's four terms, told apart");
  const std::span<const Token> tokens = split(text).validation.first(32);
  const NoGrad no_grad;
  const int T = 32, H = model.config().heads;
  const int D = model.config().width / H;
  const auto [query, key] = first_layer(model, tokens);
  const ScoreTerms terms = model.scheme().terms(Positions::whole(T));
  const Tensor q_k = matmul_transposed(query, key);  // [1, H, T, T]
  const Tensor q_R =
      matmul_transposed(query, terms.keys.table.reshape({1, H, T, D}));  // [1, H, T, n]
  const Tensor u_k =
      matmul_transposed(terms.queries.table.reshape({1, H, 1, D}), key);  // [1, H, 1, T]
  const float scale = 1 / std::sqrt(static_cast<float>(D));
  const auto score = [&](int term, int h, int i, int j) {
    const int row = (h * T + i) * T, n = i - j;
    return term == 0   ? q_k.data()[row + j] * scale
           : term == 1 ? q_R.data()[row + n] * scale
           : term == 2 ? u_k.data()[h * T + j] * scale
                       : terms.distance.data()[h * T + n];
  };
  const char* names[] = {"q_i . k_j   does this key match me?",
                         "q_i . R_n   what do I want n characters back?",
                         "u . k_j     is this key worth a look for anyone?",
                         "v . R_n     is n characters back worth a look for anyone?"};
  HeatMap map;
  map.title = "The four terms of Transformer-XL, first layer, first head";
  map.subtitle =
      "From left to right: q.k (content), q.R (content and distance), u.k (the key alone: "
      "columns), v.R (the distance alone: diagonals)";
  map.x_label = "keys, four times", map.y_label = "the query, down the text",
  map.value_label = "score";
  map.rows = T, map.columns = 4 * T + 3;
  map.diverging = true;
  for (int c = 0; c < map.columns; ++c) map.column_labels.push_back(std::to_string(c % (T + 1)));
  for (int i = 0; i < T; ++i) {
    const std::string character = decode(text.vocabulary, tokens.subspan(i, 1));
    map.row_labels.push_back(character == " " ? "space" : character == "\n" ? "line" : character);
  }
  map.values.assign(static_cast<std::size_t>(map.rows * map.columns), NAN);
  TextTable table({"term over sqrt(d)", "head 1", "2", "3", "4"});
  for (int term = 0; term < 4; ++term) {
    std::vector<std::string> cells = {names[term]};
    for (int h = 0; h < H; ++h) {
      double sum = 0, squares = 0;
      for (int i = 0; i < T; ++i) {
        for (int j = 0; j <= i; ++j) {
          const double s = score(term, h, i, j);
          sum += s, squares += s * s;
          if (h == 0) map.values[i * map.columns + term * (T + 1) + j] = s;
        }
      }
      const double pairs = T * (T + 1) / 2.0;
      cells.push_back(fixed(std::sqrt(squares / pairs - sum * sum / pairs / pairs), 2));
    }
    table.row(cells);
  }
  std::cout << "How much each varies over the pairs of a text (standard deviation):\n\n"
            << table.text();
  write_file(lesson.out / "four_terms.svg", svg_heat_map(map));
}

// What each scheme has learned to add to a score, by head and distance.
void what_they_add(const Lesson& lesson, const std::vector<Transformer>& models, const Text& text) {
  std::cout << heading("6. What each adds to the score, by distance (averaged over a text)");
  constexpr int kDistances = 129;
  TextTable table({"scheme", "head", "n = 0", "1", "2", "4", "8", "16", "32", "63", "128"});
  for (const Transformer& model : models) {
    const Tensor added = added_by_distance(model, std::span(text.tokens).first(384), kDistances);
    HeatMap map;
    map.title = "What " + model.config().scheme + " adds to the score";
    map.subtitle = "First layer, averaged over a text; the training length was " +
                   std::to_string(lesson.settings.length);
    map.x_label = "distance", map.y_label = "head", map.value_label = "added";
    map.rows = added.dim(0), map.columns = kDistances;
    map.row_labels = {"1", "2", "3", "4"};
    map.diverging = true;
    map.values.assign(added.numbers().begin(), added.numbers().end());
    write_file(lesson.out / ("adds_" + model.config().scheme + ".svg"), svg_heat_map(map));
    for (int h = 0; h < added.dim(0); ++h) {
      std::vector<std::string> cells = {model.config().scheme, std::to_string(h + 1)};
      for (const int n : {0, 1, 2, 4, 8, 16, 32, 63, 128})
        cells.push_back(fixed(added.data()[h * kDistances + n], 2));
      table.row(cells);
    }
  }
  std::cout << table.text();
}

}  // namespace

int main(int argc, char** argv) {
  Settings defaults;
  defaults.schemes = {"shaw", "transformer-xl", "t5", "deberta"};

  return run_lesson(argc, argv, "08_relative", "Distances: Shaw, Transformer-XL, T5, DeBERTa.",
                    defaults, [](Lesson& lesson) {
                      Settings& s = lesson.settings;
                      if (s.quick) {  // four models in a moment
                        s.steps = std::min(s.steps, 10);
                        std::erase_if(s.eval_lengths, [](int length) { return length > 128; });
                      }
                      matrices();
                      buckets(lesson);
                      const Text text = load_lesson_text(lesson);
                      rows_that_learn(text);

                      std::cout << heading("4. Trained short, tested long");
                      std::vector<Transformer> models;
                      std::vector<Gap> gaps;
                      for (const std::string& scheme : s.schemes) {
                        models.push_back(train_model(lesson, text, scheme, s.seed));
                        gaps.push_back(measure_gap(lesson, scheme, models.back(), split(text)));
                      }
                      std::cout << "\n" << gap_table(gaps) << "\n" << gap_text_plot(gaps);
                      write_file(lesson.out / "gap.csv", gap_csv(gaps));
                      write_file(
                          lesson.out / "gap.svg",
                          svg_line_plot(gap_plot(gaps, s.length, "Four ways to say how far")));

                      for (const Transformer& model : models) {
                        if (model.config().scheme == "transformer-xl")
                          four_terms(lesson, model, text);
                      }
                      what_they_add(lesson, models, text);
                      std::cout << "\nwritten to " << lesson.out.string()
                                << ": t5_buckets.svg gap.svg gap.csv four_terms.svg adds_*.svg\n"
                                   "next: make 09, where all schemes meet\n";
                    });
}
