// Lesson 04. Waves as addresses.
//
// Question  How can sines and cosines tell a model the position of a token, and does that work at
//           positions beyond training?
// Run       make 04
// Expect    | shape (10, 16), the same numbers as the library's: yes
//           | PE(1)  0.84  0.54  0.10  1.00  0.01  1.00  0.00  1.00
//           | |M PE(p) - PE(p+5)| is below 0.000001 at every position: yes
// within 0.4| bits per character    32    48    64    80    96   128   256   512  1024
//           | sinusoidal          2.64  2.54  2.56  3.64  4.65  4.77  5.11  5.00  5.65
// Try       1. Waves that are all short: make 04 ARGS="--schemes sinusoidal:base=10"
//           2. Train at twice the length: make 04 ARGS="--length 128"
//           3. Write the encoding and its shift yourself: make exercise-04
#include <cmath>
#include <iostream>

#include "check/difference.h"
#include "lesson/curves.h"
#include "lesson/guess.h"
#include "lesson/lesson.h"
#include "lesson/sinusoid_pictures.h"
#include "ops.h"
#include "position/sinusoidal.h"
#include "report/page.h"
#include "util/check.h"

using namespace whereabouts;

namespace {

// PE(p)[2i] = sin(p w_i),  PE(p)[2i+1] = cos(p w_i),  w_i = 10000^(-2i / channels)
Tensor encoding(int positions, int channels) {
  Tensor PE({positions, channels});
  for (int p = 0; p < positions; ++p) {
    for (int c = 0; c < channels; c += 2) {
      const double angle = p * std::pow(10000.0, -static_cast<double>(c) / channels);
      PE.data()[p * channels + c] = static_cast<float>(std::sin(angle));
      PE.data()[p * channels + c + 1] = static_cast<float>(std::cos(angle));
    }
  }
  return PE;
}

// The matrix that turns PE(p) into PE(p + k), the same for every p. For each frequency w it turns a
// pair of channels by the angle kw:
//
//   sin (p+k)w =   cos kw sin pw + sin kw cos pw
//   cos (p+k)w = - sin kw sin pw + cos kw cos pw
Tensor shift_matrix(int k, int channels) {
  Tensor M({channels, channels});
  for (int c = 0; c < channels; c += 2) {
    const double angle = k * std::pow(10000.0, -static_cast<double>(c) / channels);
    float* sine_row = M.data() + c * channels + c;
    float* cosine_row = sine_row + channels;
    sine_row[0] = static_cast<float>(std::cos(angle));
    sine_row[1] = static_cast<float>(std::sin(angle));
    cosine_row[0] = static_cast<float>(-std::sin(angle));
    cosine_row[1] = static_cast<float>(std::cos(angle));
  }
  return M;
}

void ten_positions() {
  std::cout << heading("1. Ten positions, sixteen channels");
  const Tensor PE = encoding(10, 16), library = sinusoid(Positions::whole(10).queries, 16);
  const bool same = largest_difference(PE.numbers(), library.numbers()) < 1e-6;
  std::cout
      << "shape (" << PE.dim(0) << ", " << PE.dim(1)
      << "), the same numbers as the library's: " << (same ? "yes" : "no")
      << "\nhere with a row for each channel (the length of its wave first) and a column for each "
         "position\n\n";
  print_channels(PE);
  std::cout << "\nThe first two rows of a table of 32 positions and 8 channels:\n\n";
  const std::vector<std::string> rows = {"PE(0)", "PE(1)"};
  std::cout << text_matrix(encoding(32, 8).numbers().first(2 * 8), 2, 8, 2, rows);
}

void moving_on() {
  constexpr int kStep = 5, kPositions = 32, kChannels = 8;
  std::cout << heading("2. Moving on is a matrix: PE(p + 5) = M PE(p)");
  const Tensor M = shift_matrix(kStep, kChannels), PE = encoding(kPositions, kChannels);
  std::cout << text_matrix(M.numbers(), kChannels, kChannels, 2);
  // Row p of the product is M PE(p); row p of the table, from row 5 on, is PE(p + 5).
  const Tensor moved = matmul_transposed(PE, M);
  constexpr std::size_t kCommon = (kPositions - kStep) * kChannels;
  const double largest =
      largest_difference(moved.numbers().first(kCommon), PE.numbers().last(kCommon));
  std::cout << "\n|M PE(p) - PE(p+5)| is below 0.000001 at every position: "
            << (largest < 1e-6 ? "yes" : "no") << "\n";
}

void lesson_04(const Lesson& lesson) {
  check_user(lesson.settings.schemes.size() == 1, "this lesson takes one scheme");
  ten_positions();
  moving_on();
  std::cout << heading("3. Six of 32 channels over 100 positions");
  show_waves(lesson, encoding(100, 32));
  std::cout << heading("4. How alike are two addresses? PE(p) . PE(p + n), 64 channels");
  show_likeness(lesson, encoding(200, 64));
  std::cout << heading("5. Trained short, tested long");
  const int longest = lesson.settings.longest(), L = lesson.settings.length;
  const Guess guess(lesson,
                    concat("bits per character at ", longest, ", if it has 2.6 at ", L, "?"));
  const auto rows = train_short_test_long(
      lesson, concat("Defined everywhere, known only up to ", lesson.settings.length));
  guess.compare(rows.back().bits_per_char, 0.5, 2);
  std::cout << "\nwritten to " << lesson.out.string()
            << ": six_channels.svg heat_map.svg likeness.svg gap.svg gap.csv\n"
               "next: make 05, where the addresses are learned instead\n";
}

}  // namespace

int main(int argc, char** argv) {
  return run_lesson(argc, argv, "04_sinusoidal", "Waves as addresses.", {.schemes = {"sinusoidal"}},
                    lesson_04);
}
