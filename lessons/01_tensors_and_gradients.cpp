// Lesson 01. Tensors and gradients.
//
// Question  What is a tensor, a tape, a derivative? Is my matrix product fast?
// Run       make 01
// Expect    | matmul      [2, 3] [3, 4] -> [2, 4]
//           | moving W[1][1] by 0.01 both ways: -0.128, the tape says -0.128
//           | all of W and b at once, relative error below 0.001: yes
// within 0.02| step 4000  mean squared error 0.0009
// Try       1. Give fit_a_wave() 4 hidden units, or 64.
//           2. Take the gelu out of it. What can it still fit?
//           3. Write an operation with its derivative: make exercise-01
#include <chrono>
#include <cmath>
#include <iostream>

#include "app/demonstration.h"
#include "autograd.h"
#include "check/gradient_error.h"
#include "kernels/matmul.h"
#include "nn/layers.h"
#include "ops.h"
#include "report/number.h"
#include "report/page.h"
#include "report/svg.h"
#include "report/terminal.h"
#include "util/check.h"
#include "util/random.h"
#include "util/write_file.h"

using namespace whereabouts;

namespace {

Tensor tensor(Shape shape, std::initializer_list<float> numbers) {
  return Tensor(shape, std::vector<float>(numbers));
}

void a_tensor() {
  std::cout << heading("1. A tensor is a shape and numbers, row by row");
  const Tensor x = tensor({2, 3}, {1, 2, 3, 4, 5, 6});
  const Tensor same = x;                  // a handle: copying it shares the numbers
  const Tensor tall = x.reshape({3, 2});  // and so does another shape
  same.data()[0] = 10;
  std::cout << "shape " << x.shape() << "\n" << text_matrix(x.numbers(), 2, 3, 0);
  std::cout << "the same numbers in shape " << tall.shape() << "\n"
            << text_matrix(tall.numbers(), 3, 2, 0);
}

// loss = sum of gelu(x W + b)
struct Example {
  Tensor x = tensor({2, 3}, {1, -1, 0.5, 0, 2, 1});
  Tensor W =
      tensor({3, 4}, {0.1f, 0.2f, -0.3f, 0.4f, 0.5f, -0.6f, 0.7f, 0.8f, -0.9f, 1, 1.1f, -1.2f});
  Tensor b = tensor({4}, {0.1f, 0.2f, 0.3f, 0.4f});
  Example() { W.set_requires_grad(), b.set_requires_grad(); }
  Tensor loss() const { return sum(gelu(add(matmul(x, W), b))); }
};

void the_tape() {
  std::cout << heading("2. The tape remembers what was done");
  const Example e;
  const Tensor loss = e.loss();
  for (const TapeEntry& entry : tape()) {
    std::string line = entry.operation;
    line.append(12 - line.size(), ' ');
    std::cout << line;
    for (const Tensor& input : entry.inputs) std::cout << input.shape() << " ";
    std::cout << "-> " << entry.output.shape() << "\n";
  }
  std::cout << "\nloss = " << fixed(loss.item(), 4)
            << ". Played from its end, the tape gives d loss / d W:\n\n";
  backward(loss);
  std::cout << text_matrix(std::span<const float>(e.W.grad(), 12), 3, 4, 4);

  // The same number without calculus: move one weight a little, and look.
  const float step = 0.01f;
  const NoGrad no_gradient;
  const float before = e.W.data()[5];
  e.W.data()[5] = before + step;
  const double up = e.loss().item();
  e.W.data()[5] = before - step;
  const double down = e.loss().item();
  e.W.data()[5] = before;
  std::cout << "\nmoving W[1][1] by 0.01 both ways: " << fixed((up - down) / (2 * step), 3)
            << ", the tape says " << fixed(e.W.grad()[5], 3) << "\n";
}

void all_at_once() {
  const Example e;
  const std::vector<Tensor> inputs = {e.W, e.b};
  const double error = gradient_error([&] { return gelu(add(matmul(e.x, e.W), e.b)); }, inputs);
  std::cout << "all of W and b at once, relative error below 0.001: "
            << (error < 1e-3 ? "yes" : "no") << "\n";
}

// b [4] meets every row of x W [2, 4]. What is used twice is blamed twice: its gradient is the sum
// over the rows.
void used_again_and_again() {
  std::cout << heading("3. What is used for every row learns from every row");
  const Tensor rows = tensor({3, 2}, {1, 2, 3, 4, 5, 6});
  Tensor b = tensor({2}, {0, 0});
  b.set_requires_grad();
  const Tensor weight = tensor({3, 2}, {1, 10, 2, 20, 3, 30});
  backward(sum(multiply(add(rows, b), weight)));  // d loss / d(row + b) = weight
  std::cout << "gradient of each row:\n"
            << text_matrix(weight.numbers(), 3, 2, 0) << "gradient of b, their sum:\n"
            << text_matrix(std::span<const float>(b.grad(), 2), 1, 2, 0);
}

void how_fast(const Demonstration& lesson) {
  std::cout << heading("4. Three loops, and the same product fast");
  TextTable table({"size", "three loops", "fast", "times", "equal"});
  for (const int n : lesson.quick ? std::vector{64, 128} : std::vector{64, 128, 256, 512}) {
    Random random(lesson.seed, "matmul");
    const auto size = static_cast<std::size_t>(n * n);
    std::vector<float> A(size), B(size), slow(size), fast(size);
    for (float& a : A) a = static_cast<float>(random.normal());
    for (float& b : B) b = static_cast<float>(random.normal());
    // The best of five, in billions of multiplications and additions a second.
    const auto speed = [&](auto product, std::vector<float>& C) {
      double best = 0;
      for (int repeat = 0; repeat < 5; ++repeat) {
        const auto start = std::chrono::steady_clock::now();
        product(n, n, n, MatrixView{A.data(), n}, MatrixView{B.data(), n}, C.data(), n,
                Start::kZero);
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
        best = std::max(best, 2.0 * n * n * n / took.count() / 1e9);
      }
      return best;
    };
    const double naive = speed([](auto... a) { matmul_naive(a...); }, slow),
                 tiled = speed([](auto... a) { matmul_fast(a...); }, fast);
    double largest = 0;
    for (std::size_t i = 0; i < size; ++i)
      largest = std::max(largest, std::abs(double{slow[i]} - fast[i]));
    table.row({std::to_string(n), fixed(naive, 1), fixed(tiled, 1), fixed(tiled / naive, 0),
               largest < 1e-3 ? "yes" : "no"});
  }
  std::cout
      << table.text()
      << "speeds in billions of additions and multiplications a second, on this machine now\n";
}

// A network with one hidden layer learns a wave from 64 points, by nothing but the gradient.
void fit_a_wave(const Demonstration& lesson) {
  std::cout << heading("5. Downhill: a network learns a wave");
  constexpr int kPoints = 64, kHidden = 16;
  Parameters parameters(lesson.seed);
  const Linear first(parameters, "first", 1, kHidden, 1),
      second(parameters, "second", kHidden, 1, 0.3);
  Tensor x({kPoints, 1}), wave({kPoints, 1});
  for (int i = 0; i < kPoints; ++i) {
    x.data()[i] = -3.0f + 6.0f * static_cast<float>(i) / (kPoints - 1);
    wave.data()[i] = std::sin(x.data()[i]);
  }
  const auto network = [&] { return second(gelu(first(x))); };
  const int steps = lesson.quick ? 500 : 4000;
  for (int step = 0; step <= steps; ++step) {
    const Tensor error = subtract(network(), wave);
    const Tensor loss = scale(sum(multiply(error, error)), 1.0f / kPoints);
    if (step % (steps / 4) == 0)
      std::cout << "step " << step << "  mean squared error " << fixed(loss.item(), 4) << "\n";
    backward(loss);
    for (const Parameters::Entry& p : parameters.entries()) {
      for (std::int64_t i = 0; i < p.tensor.size(); ++i)
        p.tensor.data()[i] -= 0.05f * p.tensor.grad()[i];
      p.tensor.clear_grad();
    }
  }

  LinePlot plot;
  plot.title = "A network of 16 hidden units learns a wave";
  plot.subtitle = sentence("After ", steps, " steps downhill");
  plot.x_label = "x";
  plot.y_label = "y";
  plot.series = {{.name = "sin x", .points = {}}, {.name = "network", .points = {}}};
  const NoGrad no_gradient;
  const Tensor y = network();
  for (int i = 0; i < kPoints; ++i) {
    plot.series[0].points.push_back({.x = x.data()[i], .y = wave.data()[i]});
    plot.series[1].points.push_back({.x = x.data()[i], .y = y.data()[i]});
  }
  write_file(lesson.out / "wave.svg", svg_line_plot(plot));
}

}  // namespace

int main(int argc, char** argv) {
  return run_demonstration(argc, argv, "01_tensors_and_gradients", "Tensors and gradients.",
                           [](const Demonstration& lesson) {
                             a_tensor();
                             the_tape();
                             all_at_once();
                             used_again_and_again();
                             how_fast(lesson);
                             fit_a_wave(lesson);
                             std::cout << "\nwritten to " << lesson.out.string()
                                       << ": wave.svg\n"
                                          "next: make 02, what attention can not see\n";
                           });
}
