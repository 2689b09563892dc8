// Lesson 04. Waves as addresses.
//
// Question  How can sines and cosines tell a model the position of a token, and does that work at
//           positions beyond training?
// Run       make 04
// Expect    | shape (10, 16)...
//           | PE(1)  0.84  0.54  0.10  1.00  0.01  1.00  0.00  1.00
//           | |M PE(p) - PE(p+5)| is below 0.000001 at every position: yes
// within 0.4| bits per character    32    48    64    80    96   128   256   512  1024
//           | sinusoidal          2.64  2.54  2.56  3.64  4.65  4.77  5.11  5.00  5.65
// Try       1. Waves that are all short: make 04 ARGS="--schemes sinusoidal:base=10"
//           2. Train at twice the length: make 04 ARGS="--length 128"
//           3. Write the encoding and its shift yourself: make exercise-04
#include <cmath>
#include <iostream>
#include <numbers>

#include "check/difference.h"
#include "lesson/curves.h"
#include "lesson/lesson.h"
#include "position/sinusoidal.h"
#include "report/number.h"
#include "report/page.h"
#include "report/svg.h"
#include "util/check.h"
#include "util/write_file.h"

using namespace whereabouts;

namespace {

// PE(0) ... PE(positions - 1):  PE(p, 2i) = sin(p w_i),  PE(p, 2i+1) = cos(p w_i),
// w_i = 10000^(-2i / channels)
Tensor encoding(int positions, int channels) {
  return sinusoid(Positions::whole(positions).queries, channels);
}

void ten_positions() {
  std::cout << heading("1. Ten positions, sixteen channels");
  const Tensor PE = encoding(10, 16);
  std::cout << "shape (" << PE.dim(0) << ", " << PE.dim(1)
            << "), here with a row for each channel and a column for each position\n\n";
  std::vector<std::string> labels;
  for (int c = 0; c < 16; ++c) {
    const double wave = 2 * std::numbers::pi * std::pow(10000.0, (c / 2) / 8.0);
    const std::string length = format_fixed(wave, wave < 100 ? 1 : 0);
    labels.push_back((c % 2 == 0 ? "sin, a wave of " : "cos, a wave of ") +
                     std::string(7 - length.size(), ' ') + length);
  }
  std::cout << text_matrix(transpose(PE).numbers(), 16, 10, 2, labels);

  std::cout << "\nThe first two rows of a table of 32 positions and 8 channels:\n\n";
  const std::vector<std::string> rows = {"PE(0)", "PE(1)"};
  std::cout << text_matrix(encoding(32, 8).numbers().first(2 * 8), 2, 8, 2, rows);
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

void six_channels(const Lesson& lesson) {
  std::cout << heading("3. Six of 32 channels over 100 positions");
  const Tensor PE = encoding(100, 32);
  LinePlot plot{"Six of 32 channels over 100 positions",
                "Channels 0 and 1, 2 and 3, 4 and 5 are sine and cosine of one wave; each pair is "
                "slower than the one before",
                "position", "value"};
  plot.y_min = -1, plot.y_max = 1;
  for (int c = 0; c < 6; ++c) {
    std::vector<double> values;
    for (int p = 0; p < 100; ++p) values.push_back(PE.data()[p * 32 + c]);
    plot.series.push_back(curve("channel " + std::to_string(c), values));
    std::cout << "channel " << c << "  " << text_curve(std::span(values).first(68), -1, 1) << "\n";
  }
  write_file(lesson.out / "six_channels.svg", svg_stacked_plot(plot));

  HeatMap map{"The encoding of 100 positions in 32 channels",
              "Each pair of columns is one wave: fast on the left, slow on the right", "channel",
              "position"};
  map.rows = 100, map.columns = 32, map.diverging = true;
  map.values.assign(PE.numbers().begin(), PE.numbers().end());
  write_file(lesson.out / "heat_map.svg", svg_heat_map(map));
}

void likeness(const Lesson& lesson) {
  constexpr int kPositions = 200, kHome = 100;
  std::cout << heading("4. How alike are two addresses? PE(p) . PE(p + n), 64 channels");
  const Tensor PE = encoding(kPositions, 64), alike = matmul_transposed(PE, PE);
  TextTable table({"p", "n = -10", "-1", "0", "1", "2", "5", "10", "20", "50"});
  for (const int p : {10, 50, 100}) {
    std::vector<std::string> row = {std::to_string(p)};
    for (const int n : {-10, -1, 0, 1, 2, 5, 10, 20, 50})
      row.push_back(format_fixed(alike.data()[p * kPositions + p + n], 2));
    table.row(row);
  }
  std::cout << table.text()
            << "\nThe rows are equal: only the distance counts. And n looks the same as -n.\n";

  const auto of_home = alike.numbers().subspan(kHome * kPositions, kPositions);
  LinePlot plot{
      "How alike are two addresses?",
      "PE(100) . PE(q) in 64 channels: highest where q is 100, and the same on both sides "
      "of it",
      "position q", "PE(100) . PE(q)"};
  plot.series = {curve("p = 100", std::vector<double>(of_home.begin(), of_home.end()))};
  write_file(lesson.out / "likeness.svg", svg_line_plot(plot));
}

void lesson_04(const Lesson& lesson) {
  check_user(lesson.settings.schemes.size() == 1, "this lesson takes one scheme");
  ten_positions();
  moving_on();
  six_channels(lesson);
  likeness(lesson);
  std::cout << heading("5. Trained short, tested long");
  train_short_test_long(lesson,
                        concat("Defined everywhere, known only up to ", lesson.settings.length));
  std::cout << "\nwritten to " << lesson.out.string()
            << ": six_channels.svg heat_map.svg likeness.svg gap.svg gap.csv\n"
               "next: make 05, where the addresses are learned instead\n";
}

}  // namespace

int main(int argc, char** argv) {
  Settings defaults;
  defaults.schemes = {"sinusoidal"};

  return run_lesson(argc, argv, "04_sinusoidal", "Waves as addresses.", defaults, lesson_04);
}
