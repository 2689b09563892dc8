// Lesson 07. ALiBi: a slope per head.
//
// Question  What does a penalty on distance alone achieve, at the training length and beyond?
// Run       make 07
// Expect    | -2.0  -1.5  -1.0  -0.5   0.0
//           | 4 heads   -2   -4   -6   -8
//           | the library has the same slopes for 1 to 64 heads: yes
// within 0.2| bits per character    32    48    64    80    96   128   256   512  1024
//           | alibi, 4 heads      2.60  2.51  2.51  2.52  2.53  2.53  2.54  2.54  2.54
//           | alibi, 1 head       3.14  3.17  3.24  3.28  3.32  3.38  3.45  3.47  3.48
// Try       1. More heads, more slopes: make 07 ARGS="--heads 8"
//           2. Is it the slope or the head? make 07 ARGS="--schemes none"
//           3. Write slopes and bias yourself: make exercise-07
#include <cmath>
#include <iostream>

#include "check/difference.h"
#include "lesson/alibi_pictures.h"
#include "lesson/curves.h"
#include "lesson/guess.h"
#include "lesson/lesson.h"
#include "position/alibi.h"
#include "report/number.h"
#include "report/page.h"
#include "util/check.h"

using namespace whereabouts;

namespace {

// The slope of head h = 1 .. H is 2^(-8h/H) where H is a power of two. For other H, first those of
// the power of two below it, and then every second slope of twice that power.
std::vector<double> slopes(int heads) {
  int power = 1;
  while (2 * power <= heads) power *= 2;
  std::vector<double> m;
  for (int h = 1; h <= power; ++h) m.push_back(std::exp2(-8.0 * h / power));
  for (int h = 1; h <= heads - power; ++h) m.push_back(std::exp2(-4.0 * (2 * h - 1) / power));
  return m;
}

// -slope |i - j| for every query i and key j; with a causal mask, what comes later stays blank.
std::vector<double> bias(int positions, double slope, bool causal = false) {
  std::vector<double> values;
  for (int i = 0; i < positions; ++i) {
    for (int j = 0; j < positions; ++j)
      values.push_back(causal && j > i ? -INFINITY : -slope * std::abs(i - j));
  }
  return values;
}

void as_powers_of_two() {
  std::cout << heading("2. A slope for each head: 2 to the power of ...");
  for (int heads = 1; heads <= 16; ++heads) {
    std::string line = concat(heads < 10 ? " " : "", heads, heads == 1 ? " head " : " heads");
    for (const double slope : slopes(heads)) {
      const double power = std::round(2 * std::log2(slope)) / 2;
      const std::string text = format_fixed(power, power == std::floor(power) ? 0 : 1);
      line.append(text.size() < 5 ? 5 - text.size() : 1, ' ').append(text);
    }
    std::cout << line << "\n";
  }
  bool same = true;
  for (int heads = 1; heads <= 64; ++heads) {
    const std::vector<double> library = alibi_slopes(heads);
    same = same && largest_difference(slopes(heads), library) < 1e-15;
  }
  std::cout << "the library has the same slopes for 1 to 64 heads: " << (same ? "yes" : "no")
            << "\n";
}

void lesson_07(const Lesson& lesson) {
  const Settings& s = lesson.settings;
  check_user(s.schemes.size() == 1, "this lesson takes one scheme");
  std::cout << heading("1. The bias of five positions at slope 0.5")
            << text_matrix(bias(5, 0.5), 5, 5, 1);
  as_powers_of_two();
  std::cout << heading("3. How far does each head see?");
  show_how_far(lesson, slopes(s.heads));
  draw_bias(lesson, bias(12, 0.25, /*causal=*/true), 0.25);

  std::cout << heading("4. Trained short, tested long");
  const Text text = load_lesson_text(lesson);
  Lesson one_head = lesson;
  one_head.settings.heads = 1;
  const Transformer model = train_model(lesson, text, s.schemes[0], s.seed);
  const Transformer single = train_model(one_head, text, s.schemes[0], s.seed);
  std::vector<ResultRow> rows =
      measure_lengths(lesson, concat(s.schemes[0], ", ", s.heads, " heads"), model, text);
  std::ranges::copy(measure_lengths(one_head, s.schemes[0] + ", 1 head", single, text),
                    std::back_inserter(rows));
  std::cout << "\n";
  show_gap(lesson, text, rows, "A slope per head, and a single one");

  // Two explanations of a flat curve: far keys count next to nothing, or they do count and change
  // nothing. So: how much of the attention is on them, and what do they bring?
  std::cout << heading("5. Why is it flat?");
  const Guess guess(lesson, concat("reading ", 4 * s.length, " characters, what share of its ",
                                   "attention does the\ngentlest head give to those ", s.length,
                                   " or more back (0 to 1)?"));
  const double far = show_far_attention(lesson, model, split(text).validation);
  if (far > 0) guess.compare(far, 0.1, 2);
  std::cout << "\nwritten to " << lesson.out.string()
            << ": weights.svg bias.svg gap.svg gap.csv\n"
               "next: make 08, where what a distance means is learned\n";
}

}  // namespace

int main(int argc, char** argv) {
  return run_lesson(argc, argv, "07_alibi", "A slope per head.", {.schemes = {"alibi"}}, lesson_07);
}
