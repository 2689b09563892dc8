#include "lesson/turning_pictures.h"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <numbers>

#include "check/difference.h"
#include "evaluate/fixed.h"
#include "experiment/half_turn.h"
#include "nn/interventions.h"
#include "position/rope.h"
#include "report/number.h"
#include "report/svg.h"
#include "report/terminal.h"
#include "util/check.h"
#include "util/write_file.h"

namespace whereabouts {

void draw_turning_pairs(const Lesson& lesson,
                        const std::function<std::vector<double>(int position)>& turned) {
  const std::size_t channels = turned(0).size();
  std::vector<TurningPair> pairs(channels / 2);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const double wave = 2 * std::numbers::pi * std::pow(10000.0, 2.0 * i / channels);
    pairs[i].name = concat("pair ", i);
    pairs[i].note = concat("a turn in ", format_fixed(wave, 0), " positions");
    for (int p = 0; p < 6; ++p) {
      const std::vector<double> at = turned(p);
      pairs[i].x.push_back(at[2 * i]);
      pairs[i].y.push_back(at[2 * i + 1]);
    }
  }
  write_file(lesson.out / "turning_pairs.svg",
             svg_turning_pairs("A query at positions 0 to 5",
                               "Eight channels are four arrows; position turns each at its own "
                               "speed and changes no length",
                               pairs));
}

void show_turns(const Lesson& lesson) {
  const Settings& s = lesson.settings;
  const int head_dim = s.width / s.heads;
  const std::vector<double> theta = rope_frequencies(head_dim, 10000).theta;
  TextTable table({"pair", "radians a position", "a turn in",
                   "turns in " + std::to_string(s.length), "all angles seen"});
  LinePlot plot{"Which pairs complete a turn within the training length?",
                concat("The cosine of each pair of a head of ", head_dim,
                       " channels. Left of the line is what training showed"),
                "distance between query and key", "cosine"};
  plot.y_min = -1, plot.y_max = 1;
  plot.mark_x = s.length, plot.mark_label = "trained at " + std::to_string(s.length);
  for (std::size_t i = 0; i < theta.size(); ++i) {
    const double wave = 2 * std::numbers::pi / theta[i], done = s.length / wave;
    table.row({std::to_string(i), format_fixed(theta[i], 5), format_fixed(wave, 1),
               format_fixed(done, 3), done >= 1 ? "yes" : "no"});
    plot.series.push_back(curve(
        concat("pair ", i), [&](double n) { return std::cos(n * theta[i]); }, 0, 256,
        theta[i] > 0.5 ? 0.5 : 2));
  }
  write_file(lesson.out / "turns.svg", svg_stacked_plot(plot));
  std::cout << table.text() << "\nmean cosine at";
  for (const int n : {0, 1, 4, 16, 64, 256}) {
    double mean = 0;
    for (const double t : theta) mean += std::cos(n * t) / static_cast<double>(theta.size());
    std::cout << (n == 0 ? " " : ", ") << n << ": " << format_fixed(mean, 2);
  }
  std::cout << "\n";
}

int show_clamped_pairs(const Lesson& lesson, const Transformer& model,
                       std::span<const Token> text) {
  const Settings& s = lesson.settings;
  const auto theta = rope_theta(s.schemes[0], s.width / s.heads);
  if (!theta || theta->empty()) {
    std::cout << "This section is about rope itself: --schemes rope, with base or partial.\n";
    return 0;
  }
  const int twice = 2 * s.length, four = 4 * s.length, longest = s.quick ? four : 16 * s.length;
  FixedWindows windows = fixed_windows(text.size(), longest);
  if (windows.count == 0) {
    std::cout << "The text has no room for contexts of " << longest << ".\n";
    return 0;
  }
  if (s.quick) windows.count = std::min(windows.count, 8);
  const auto bits = [&](const Transformer& reader, int length) {
    return format_fixed(score_fixed(reader, text, windows, length).bits_per_char, 2);
  };
  TextTable table({"clamped", "half a turn at", concat("bits at ", s.length),
                   concat("bits at ", twice), concat("bits at ", four)});
  table.row({"no pair", "-", bits(model, s.length), bits(model, twice), bits(model, four)});
  for (int p = 0; p < std::ssize(*theta); ++p) {
    const Transformer clamped = with_clamped_pair(model, p);
    table.row({concat("pair ", p), format_fixed(std::numbers::pi / theta->at(p), 1),
               bits(clamped, s.length), bits(clamped, twice), bits(clamped, four)});
  }
  std::cout << table.text();
  const auto law = half_turn(*theta, s.length);
  const auto found = measured_break(model, text, windows, longest);
  std::cout << "\nThe half-turn law predicts a break at "
            << (law ? format_fixed(law->predicted, 0) : concat(s.length, " or more"))
            << "; measured (" << kBroken << " bits above " << s.length
            << "): " << (found ? std::to_string(*found) : concat("none up to ", longest)) << "\n";
  return found.value_or(longest);
}

void compare_layouts(std::uint64_t seed) {
  constexpr int kTokens = 32;
  const ModelConfig config{.vocabulary = kTokens, .scheme = "rope"};
  ModelConfig other = config;
  other.scheme = "rope:layout=half";
  const Transformer neighbours(config, seed), halves(other, seed);
  const auto same = [&] {
    const NoGrad no_gradient;
    const Positions at = Positions::whole(kTokens);
    const Tensor x = neighbours.logits(at.queries, 1, at), y = halves.logits(at.queries, 1, at);
    return largest_difference(x.numbers(), y.numbers()) < 1e-3 ? "yes" : "no";
  };
  // New weights give scores so small that positions hardly matter; larger weights show them.
  for (const Transformer* model : {&neighbours, &halves})
    for (const Tensor& qkv : model->parameters().ending_with("qkv.weight"))
      for (float& weight : qkv.numbers()) weight *= 20;
  std::cout << "the same weights give the same logits: " << same() << "\n";

  // Reorder the columns of queries and keys in every layer: 2i -> i and
  // 2i + 1 -> i + d/2. Values are not turned.
  for (const Tensor& qkv : halves.parameters().ending_with("qkv.weight"))
    put_in_half_split(qkv, config.width / config.heads);
  std::cout << "the same with their columns reordered:  " << same() << "\n";
}

}  // namespace whereabouts
