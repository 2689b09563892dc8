// Lesson 06. RoPE: turning queries and keys.
//
// Question  If queries and keys are turned by their position, what does their product depend on,
//           and what happens at angles that training never showed?
// Run       make 06
// Expect    | (0, 0)       0  -1.4680
//           | (10, 15)     5  -1.8122
//           | (10, 14)     4  -1.8336
//           | the library turns them the same way: yes
//           | the same weights give the same logits: no
//           | the same with their columns reordered:  yes
// within 0.6| bits per character    32    48    64    80    96   128   256   512  1024
//           | rope                2.35  2.23  2.23  2.24  2.24  3.46  6.48  6.22  6.28
//           | pair 3             99.3        2.23         2.24         2.29
// Try       1. Only pairs that turn fast: make 06 ARGS="--schemes rope:base=10"
//           2. Turn a quarter of the channels: make 06 ARGS="--schemes rope:partial=0.25"
//           3. Write the rotation yourself: make exercise-06
#include <complex>
#include <iostream>
#include <numeric>

#include "check/difference.h"
#include "lesson/curves.h"
#include "lesson/guess.h"
#include "lesson/lesson.h"
#include "lesson/turning_pictures.h"
#include "position/rope.h"
#include "report/number.h"
#include "report/page.h"
#include "util/check.h"

using namespace whereabouts;

namespace {

// A query and a key of eight channels, four pairs.
const std::vector<double> kQuery = {0.12573022,  -0.13210486, 0.64042265, 0.10490012,
                                    -0.53566937, 0.36159505,  1.30400005, 0.94708096};
const std::vector<double> kKey = {-0.70373524, -1.26542147, -0.62327446, 0.04132598,
                                  -2.32503077, -0.21879166, -1.24591095, -0.73226735};

// x at a position. Two neighbouring channels are one complex number, and a position p turns pair
// c/2 by the angle p theta,  theta = 10000^(-c/d):   z e^(i p theta)
std::vector<double> turned(const std::vector<double>& x, int position) {
  const std::size_t d = x.size();
  std::vector<double> y(d);
  for (std::size_t c = 0; c < d; c += 2) {
    const double theta = std::pow(10000.0, -static_cast<double>(c) / static_cast<double>(d));
    const auto z = std::complex(x[c], x[c + 1]) * std::polar(1.0, position * theta);
    y[c] = z.real(), y[c + 1] = z.imag();
  }
  return y;
}

double dot(const std::vector<double>& x, const std::vector<double>& y) {
  return std::inner_product(x.begin(), x.end(), y.begin(), 0.0);
}

void one_pair() {
  std::cout << heading("1. One pair, turned by 1 radian a position");
  TextTable table({"position", "x", "y"});
  for (int p = 0; p <= 5; ++p) {
    const std::vector<double> at = turned({1, 0}, p);
    table.row({std::to_string(p), format_fixed(at[0], 4), format_fixed(at[1], 4)});
  }
  const auto product = [](int p, int q) { return dot(turned({1, 0}, p), turned({1, 0}, q)); };
  std::cout << table.text() << "\nproduct of positions 0 and 2: " << format_fixed(product(0, 2), 4)
            << "\nproduct of positions 3 and 5: " << format_fixed(product(3, 5), 4) << "\n";
}

void four_pairs() {
  std::cout << heading("2. A query and a key of four pairs, moved together");
  TextTable table({"(query, key)", "offset", "product"});
  for (const auto& [m, n] : std::initializer_list<std::pair<int, int>>{
           {0, 0}, {0, 5}, {3, 8}, {10, 15}, {0, 4}, {3, 7}, {10, 14}})
    table.row({concat("(", m, ", ", n, ")"), std::to_string(n - m),
               format_fixed(dot(turned(kQuery, m), turned(kKey, n)), 4)});
  const Tensor row({1, 8}, std::vector<float>(kQuery.begin(), kQuery.end()));
  const Rotation by = rotation({3}, rope_frequencies(8, 10000).theta);
  const Tensor library = rotate_pairs(row, by.cosine, by.sine);
  const std::vector<double> same(library.numbers().begin(), library.numbers().end());
  std::cout << table.text() << "\nOnly the offset counts.\nthe library turns them the same way: "
            << (largest_difference(turned(kQuery, 3), same) < 1e-6 ? "yes" : "no") << "\n";
}

void lesson_06(const Lesson& lesson) {
  const Settings& s = lesson.settings;
  check_user(s.schemes.size() == 1, "this lesson takes one scheme");
  check_user(s.width / s.heads % 2 == 0, "this lesson turns pairs of channels, and of --width ",
             s.width, " each of --heads ", s.heads, " has an odd number; give another width");
  one_pair();
  four_pairs();
  draw_turning_pairs(lesson, [](int position) { return turned(kQuery, position); });
  std::cout << heading("3. Neighbours or halves: two layouts, one function");
  compare_layouts(s.seed);
  std::cout << heading("4. How far did each pair turn while it was trained?");
  show_turns(lesson);
  std::cout << heading("5. Trained short, tested long");
  const Guess guess(lesson, concat("trained at ", s.length,
                                   ": from which length on is it a tenth of a bit worse?"));
  const Text text = load_lesson_text(lesson);
  const Transformer model = train_model(lesson, text, s.schemes[0], s.seed);
  std::cout << "\n";
  show_gap(lesson, text, measure_lengths(lesson, s.schemes[0], model, text),
           "Relative, and yet it breaks");
  std::cout << heading("6. Which pair is it?");
  const int found = show_clamped_pairs(lesson, model, split(text).validation);
  if (found > 0) guess.compare(found, s.length / 4.0);
  std::cout << "\nwritten to " << lesson.out.string()
            << ": turning_pairs.svg turns.svg gap.svg gap.csv\n"
               "next: make 07, where nothing is turned or added but a penalty\n";
}

}  // namespace

int main(int argc, char** argv) {
  return run_lesson(argc, argv, "06_rope", "Turning queries and keys.", {.schemes = {"rope"}},
                    lesson_06);
}
