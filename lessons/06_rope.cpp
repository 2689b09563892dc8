// Lesson 06. RoPE: turning queries and keys.
//
// Question  If queries and keys are turned by their position, what does their product depend on,
//           and what happens at angles that training never showed?
// Run       make 06
// Expect    | (0, 0)       0  -1.4680
//           | (10, 15)     5  -1.8122
//           | (10, 14)     4  -1.8336
//           | the same weights give the same logits: no
//           | the same with their columns reordered:  yes
// within 0.6| bits per character    32    48    64    80    96   128   256   512  1024
//           | rope                2.35  2.23  2.23  2.24  2.24  3.46  6.48  6.22  6.28
//           | pair 3             99.3        2.23         2.24         2.29
// Try       1. Only pairs that turn fast: make 06 ARGS="--schemes rope:base=10"
//           2. Turn a quarter of the channels: make 06 ARGS="--schemes rope:partial=0.25"
//           3. Write the rotation yourself: make exercise-06
#include <cmath>
#include <iostream>
#include <numbers>

#include "check/difference.h"
#include "evaluate/fixed.h"
#include "experiment/half_turn.h"
#include "lesson/curves.h"
#include "lesson/lesson.h"
#include "nn/interventions.h"
#include "position/rope.h"
#include "report/number.h"
#include "report/page.h"
#include "report/svg.h"
#include "util/check.h"
#include "util/write_file.h"

using namespace whereabouts;

namespace {

// A query and a key of eight channels, four pairs.
constexpr float kQuery[] = {0.12573022f,  -0.13210486f, 0.64042265f, 0.10490012f,
                            -0.53566937f, 0.36159505f,  1.30400005f, 0.94708096f};
constexpr float kKey[] = {-0.70373524f, -1.26542147f, -0.62327446f, 0.04132598f,
                          -2.32503077f, -0.21879166f, -1.24591095f, -0.73226735f};

// x at a position: pair i is turned by the angle position * theta_i, theta_i = 10000^(-2i/d).
Tensor turned(std::span<const float> x, int position) {
  const auto channels = static_cast<int>(x.size());
  const Rotation by = rotation({position}, rope_frequencies(channels, 10000).theta);
  return rotate_pairs(Tensor({1, channels}, x), by.cosine, by.sine);
}

double dot(const Tensor& x, const Tensor& y) { return matmul_transposed(x, y).item(); }

void one_pair() {
  std::cout << heading("1. One pair, turned by 1 radian a position");
  constexpr float kPair[] = {1, 0};
  TextTable table({"position", "x", "y"});
  for (int p = 0; p <= 5; ++p) {
    const Tensor at = turned(kPair, p);
    table.row({std::to_string(p), format_fixed(at.data()[0], 4), format_fixed(at.data()[1], 4)});
  }
  std::cout << table.text() << "\nproduct of positions 0 and 2: "
            << format_fixed(dot(turned(kPair, 0), turned(kPair, 2)), 4)
            << "\nproduct of positions 3 and 5: "
            << format_fixed(dot(turned(kPair, 3), turned(kPair, 5)), 4) << "\n";
}

void four_pairs(const Lesson& lesson) {
  std::cout << heading("2. A query and a key of four pairs, moved together");
  TextTable table({"(query, key)", "offset", "product"});
  constexpr std::pair<int, int> kPlaces[] = {{0, 0}, {0, 5}, {3, 8},  {10, 15},
                                             {0, 4}, {3, 7}, {10, 14}};
  for (const auto& [m, n] : kPlaces) {
    table.row({concat("(", m, ", ", n, ")"), std::to_string(n - m),
               format_fixed(dot(turned(kQuery, m), turned(kKey, n)), 4)});
  }
  std::cout << table.text() << "\nOnly the offset counts.\n";

  std::vector<TurningPair> pairs(4);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const double wave = 2 * std::numbers::pi * std::pow(10000.0, 2 * i / 8.0);
    pairs[i].name = concat("pair ", i);
    pairs[i].note = concat("a turn in ", format_fixed(wave, 0), " positions");
    for (int p = 0; p < 6; ++p) {
      const Tensor at = turned(kQuery, p);
      pairs[i].x.push_back(at.data()[2 * i]);
      pairs[i].y.push_back(at.data()[2 * i + 1]);
    }
  }
  write_file(lesson.out / "turning_pairs.svg",
             svg_turning_pairs("A query at positions 0 to 5",
                               "Eight channels are four arrows; position turns each at its own "
                               "speed and changes no length",
                               pairs));
}

void two_layouts(const Lesson& lesson) {
  std::cout << heading("3. Neighbours or halves: two layouts, one function");
  constexpr int kTokens = 32;
  const ModelConfig config{.vocabulary = kTokens, .scheme = "rope"};
  ModelConfig other = config;
  other.scheme = "rope:layout=half";
  const Transformer neighbours(config, lesson.settings.seed), halves(other, lesson.settings.seed);
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

void turns(const Lesson& lesson) {
  const Settings& s = lesson.settings;
  const int head_dim = s.width / s.heads;
  std::cout << heading("4. How far did each pair turn while it was trained?");
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
  std::cout << table.text();
}

// One pair after the other is told no distance above those of training; nothing else changes.
void which_pair(const Lesson& lesson, const Transformer& model, std::span<const Token> text) {
  const Settings& s = lesson.settings;
  std::cout << heading("6. Which pair is it?");
  const auto theta = rope_theta(s.schemes[0], s.width / s.heads);
  if (!theta || theta->empty()) {
    std::cout << "This section is about rope itself: --schemes rope, with base or partial.\n";
    return;
  }
  const int twice = 2 * s.length, four = 4 * s.length, longest = s.quick ? four : 16 * s.length;
  FixedWindows windows = fixed_windows(text.size(), longest);
  if (windows.count == 0) {
    std::cout << "The text has no room for contexts of " << longest << ".\n";
    return;
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
}

void lesson_06(const Lesson& lesson) {
  const Settings& s = lesson.settings;
  check_user(s.schemes.size() == 1, "this lesson takes one scheme");
  check_user(s.width / s.heads % 2 == 0, "this lesson turns pairs of channels, and of --width ",
             s.width, " each of --heads ", s.heads, " has an odd number; give another width");
  one_pair();
  four_pairs(lesson);
  two_layouts(lesson);
  turns(lesson);
  std::cout << heading("5. Trained short, tested long");
  const Text text = load_lesson_text(lesson);
  const Transformer model = train_model(lesson, text, s.schemes[0], s.seed);
  std::cout << "\n";
  show_curves(lesson, measure_lengths(lesson, s.schemes[0], model, text),
              "Relative, and yet it breaks");
  which_pair(lesson, model, split(text).validation);
  std::cout << "\nwritten to " << lesson.out.string()
            << ": turning_pairs.svg turns.svg gap.svg gap.csv\n"
               "next: make 07, where nothing is turned or added but a penalty\n";
}

}  // namespace

int main(int argc, char** argv) {
  Settings defaults;
  defaults.schemes = {"rope"};

  return run_lesson(argc, argv, "06_rope", "Turning queries and keys.", defaults, lesson_06);
}
