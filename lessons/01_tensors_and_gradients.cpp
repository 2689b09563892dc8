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
#include <cmath>
#include <iostream>

#include "autograd.h"
#include "check/difference.h"
#include "check/gradient_error.h"
#include "kernels/matmul.h"
#include "lesson/lesson.h"
#include "nn/layers.h"
#include "ops.h"
#include "report/number.h"
#include "report/page.h"
#include "report/svg.h"
#include "util/check.h"
#include "util/fastest.h"
#include "util/write_file.h"

using namespace whereabouts;

namespace {

void a_tensor() {
  std::cout << heading("1. A tensor is a shape and numbers, row by row");
  const Tensor x = Tensor({2, 3}, {1, 2, 3, 4, 5, 6});
  const Tensor same = x;                  // a handle: copying it shares the numbers
  const Tensor tall = x.reshape({3, 2});  // and so does another shape
  same.data()[0] = 10;
  std::cout << "shape " << x.shape() << "\n" << text_matrix(x.numbers(), 2, 3, 0);
  std::cout << "the same numbers in shape " << tall.shape() << "\n"
            << text_matrix(tall.numbers(), 3, 2, 0);
}

// loss = sum of gelu(x W + b)
struct Example {
  Tensor x = Tensor({2, 3}, {1, -1, 0.5, 0, 2, 1});
  Tensor W =
      Tensor({3, 4}, {0.1f, 0.2f, -0.3f, 0.4f, 0.5f, -0.6f, 0.7f, 0.8f, -0.9f, 1, 1.1f, -1.2f});
  Tensor b = Tensor({4}, {0.1f, 0.2f, 0.3f, 0.4f});
  Example() { W.set_requires_grad(), b.set_requires_grad(); }
  Tensor y() const { return gelu(add(matmul(x, W), b)); }
  Tensor loss() const { return sum(y()); }
};

void the_tape() {
  std::cout << heading("2. The tape remembers what was done");
  const Example e;
  const Tensor loss = e.loss();
  for (const TapeEntry& entry : tape()) std::cout << entry << "\n";
  std::cout << "\nloss = " << format_fixed(loss.item(), 4)
            << ". Played from its end, the tape gives d loss / d W:\n\n";
  backward(loss);
  std::cout << text_matrix(std::span<const float>(e.W.grad(), 12), 3, 4, 4);

  // The same number without calculus: move one weight a little and compare the losses.
  const float step = 0.01f, weight = e.W.data()[5];
  const auto loss_with = [&](float another) {
    const NoGrad no_gradient;
    e.W.data()[5] = another;
    return double{e.loss().item()};
  };
  const double up = loss_with(weight + step), down = loss_with(weight - step);
  std::cout << "\nmoving W[1][1] by 0.01 both ways: " << format_fixed((up - down) / (2 * step), 3)
            << ", the tape says " << format_fixed(e.W.grad()[5], 3) << "\n";

  const std::vector<Tensor> inputs = {e.W, e.b};
  const double error = gradient_error([&] { return e.y(); }, inputs);
  std::cout << "all of W and b at once, relative error below 0.001: "
            << (error < 1e-3 ? "yes" : "no") << "\n";
}

// b [4] is added to every row of x W [2, 4]. A weight that is used several times gets the sum of
// the gradients of its uses, here over the rows.
void used_again_and_again() {
  std::cout << heading("3. What is used for every row learns from every row");
  const Tensor rows = Tensor({3, 2}, {1, 2, 3, 4, 5, 6});
  Tensor b = Tensor({2}, {0, 0});
  b.set_requires_grad();
  const Tensor weight = Tensor({3, 2}, {1, 10, 2, 20, 3, 30});
  backward(sum(multiply(add(rows, b), weight)));  // d loss / d(row + b) = weight
  std::cout << "gradient of each row:\n"
            << text_matrix(weight.numbers(), 3, 2, 0) << "gradient of b, their sum:\n"
            << text_matrix(std::span<const float>(b.grad(), 2), 1, 2, 0);
}

void how_fast(const Lesson& lesson) {
  std::cout << heading("4. Three loops, and the same product fast");
  TextTable table({"size", "three loops", "fast", "times", "equal"});
  for (const int n :
       lesson.settings.quick ? std::vector{64, 128} : std::vector{64, 128, 256, 512}) {
    Parameters random(lesson.settings.seed);
    const Tensor A = random.normal("A", {n, n}, 1), B = random.normal("B", {n, n}, 1);
    const MatrixView a{A.data(), n}, b{B.data(), n};
    const Tensor slow({n, n}), fast({n, n});
    const double slow_seconds =
        fastest(5, [&] { matmul_naive(n, n, n, a, b, slow.data(), n, Start::kZero); });
    const double fast_seconds =
        fastest(5, [&] { matmul_fast(n, n, n, a, b, fast.data(), n, Start::kZero); });
    const double work = 2.0 * n * n * n / 1e9;  // a multiplication and an addition for each i, j, k
    const bool equal = largest_difference(slow.numbers(), fast.numbers()) < 1e-3;
    table.row({std::to_string(n), format_fixed(work / slow_seconds, 1),
               format_fixed(work / fast_seconds, 1), format_fixed(slow_seconds / fast_seconds, 0),
               equal ? "yes" : "no"});
  }
  std::cout
      << table.text()
      << "speeds in billions of additions and multiplications a second, on this machine now\n";
}

// A network with one hidden layer learns a wave from 64 points by gradient descent.
void fit_a_wave(const Lesson& lesson) {
  std::cout << heading("5. Downhill: a network learns a wave");
  constexpr int kPoints = 64, kHidden = 16;
  Parameters parameters(lesson.settings.seed);
  const Linear first(parameters, "first", 1, kHidden, 1),
      second(parameters, "second", kHidden, 1, 0.3);
  Tensor x({kPoints, 1}), wave({kPoints, 1});
  for (int i = 0; i < kPoints; ++i) {
    x.data()[i] = -3.0f + 6.0f * static_cast<float>(i) / (kPoints - 1);
    wave.data()[i] = std::sin(x.data()[i]);
  }
  const auto network = [&] { return second(gelu(first(x))); };
  const int steps = lesson.settings.quick ? 500 : 4000;
  for (int step = 0; step <= steps; ++step) {
    const Tensor error = subtract(network(), wave);
    const Tensor loss = scale(sum(multiply(error, error)), 1.0f / kPoints);
    if (step % (steps / 4) == 0)
      std::cout << "step " << step << "  mean squared error " << format_fixed(loss.item(), 4)
                << "\n";
    backward(loss);
    for (const Parameters::Entry& p : parameters.entries()) {
      for (std::int64_t i = 0; i < p.tensor.size(); ++i)
        p.tensor.data()[i] -= 0.05f * p.tensor.grad()[i];
      p.tensor.clear_grad();
    }
  }

  const NoGrad no_gradient;
  const Tensor learned = network();
  LinePlot plot{"A network of 16 hidden units learns a wave",
                concat("After ", steps, " steps downhill"), "x", "y"};
  plot.series = {curve("sin x", x.numbers(), wave.numbers()),
                 curve("network", x.numbers(), learned.numbers())};
  write_file(lesson.out / "wave.svg", svg_line_plot(plot));
}

void lesson_01(const Lesson& lesson) {
  a_tensor();
  the_tape();
  used_again_and_again();
  how_fast(lesson);
  fit_a_wave(lesson);
  std::cout << "\nwritten to " << lesson.out.string()
            << ": wave.svg\nnext: make 02, what attention can not see\n";
}

}  // namespace

int main(int argc, char** argv) {
  return run_lesson(argc, argv, "01_tensors_and_gradients", "Tensors and gradients.",
                    {.trains = false}, lesson_01);
}
