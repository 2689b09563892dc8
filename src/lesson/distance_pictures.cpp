#include "lesson/distance_pictures.h"

#include <iostream>
#include <map>

#include "evaluate/fixed_targets.h"
#include "evaluate/for_length.h"
#include "experiment/model_pictures.h"
#include "nn/inspect.h"
#include "nn/interventions.h"
#include "ops.h"
#include "report/number.h"
#include "report/svg.h"
#include "report/terminal.h"
#include "util/check.h"
#include "util/file.h"
#include "util/write_file.h"

namespace whereabouts {

void show_buckets(const Lesson& lesson, const std::function<int(int, int, int)>& bucket) {
  std::cout
      << "\nT5 keeps near distances apart and shares a bucket among far ones. Each begins at\n";
  HeatMap map{"T5's buckets of distances",
              "One distance each at first, then more and more together, and one for all the rest",
              "distance"};
  map.value_label = "bucket";
  map.rows = 2, map.columns = 128;
  map.row_labels = {"32 up to 128", "16 up to 64"};
  for (const auto& [count, farthest] : {std::pair{32, 128}, {16, 64}}) {
    std::cout << count << " up to " << farthest << ":";
    for (int n = 0; n < 128; ++n) {
      const int own = bucket(n, count, farthest);
      map.values.push_back(own);
      if (n == 0 || own != bucket(n - 1, count, farthest)) std::cout << " " << n;
    }
    std::cout << "\n";
  }
  write_file(lesson.out / "t5_buckets.svg", svg_heat_map(map));
}

void show_rows_that_learn(const Text& text) {
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

void show_four_terms(const Lesson& lesson, const Transformer& model, const Text& text) {
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

void show_what_they_add(const Lesson& lesson, const std::vector<Transformer>& models,
                        const Text& text) {
  constexpr double kFarthest = 8;  // of the scale: what is beyond has the colour of its end
  std::vector<Added> all;
  const std::span<const Token> beginning = std::span(text.tokens).first(384);
  for (const Transformer& model : models) {
    all.push_back(
        {model.config().scheme, added_by_distance(for_length(model, 384), beginning, 129)});
  }
  for (const Added& added : all) {
    HeatMap map = added_map(
        added, concat("First layer, averaged over a text; the training length was ",
                      lesson.settings.length, ". All pictures of this kind have one scale"));
    map.low = -kFarthest, map.high = kFarthest;
    write_file(lesson.out / ("adds_" + name_for_file(added.scheme) + ".svg"), svg_heat_map(map));
  }
  std::cout << added_table(all, std::vector{0, 1, 2, 4, 8, 16, 32, 63, 128});
}

void show_without_terms(const Lesson& lesson, const std::vector<Transformer>& models,
                        const Text& text) {
  const std::map<ScoreTerm, const char*> names = {
      {ScoreTerm::kKeys, "query . vector of the distance"},
      {ScoreTerm::kQueries, "key . vector of the distance"},
      {ScoreTerm::kValues, "vector of the distance in the value"},
      {ScoreTerm::kDistance, "number of the distance"},
      {ScoreTerm::kPairBias, "number of the pair"}};
  const FixedTargets targets(text, lesson.settings.longest());
  const auto bits = [&](const Transformer& model) {
    return targets.score(model, lesson.settings.length).bits_per_char;
  };
  TextTable table({"scheme", "without", concat("bits at ", lesson.settings.length), "more"});
  for (const Transformer& model : models) {
    const double whole = bits(model);
    table.row({model.config().scheme, "nothing", format_fixed(whole, 3), "-"});
    for (const ScoreTerm term : terms_of(model)) {
      const double without = bits(without_term(model, term));
      table.row({"", names.at(term), format_fixed(without, 3), format_signed(without - whole, 3)});
    }
  }
  std::cout << table.text();
}

}  // namespace whereabouts
