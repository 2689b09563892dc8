// Lesson 01. Tensors and gradients.
//
// Question  What is a derivative of a whole program, a tape, a tensor? Is my matrix product fast?
// Run       make 01
// Expect    | moving w by 0.01 both ways: 30.0000, the tape says 30.0000
//           | matmul      [2, 3] [3, 4] -> [2, 4]
//           | all of W and b at once, relative error below 0.001: yes
// within 0.02| step 4000  mean squared error 0.0009
// Try       1. Give fit_a_wave() in 01_fit_a_wave.h 4 hidden units, or 64.
//           2. Take the gelu out of it. What can it still fit?
//           3. Write an operation with its derivative: make exercise-01
#include <iostream>

#include "01_fit_a_wave.h"
#include "01_tape_of_matrices.h"
#include "01_tape_of_numbers.h"
#include "autograd.h"
#include "check/gradient_error.h"
#include "lesson/guess.h"
#include "lesson/lesson.h"
#include "lesson/product_speed.h"
#include "report/number.h"
#include "report/page.h"
#include "report/svg.h"
#include "util/check.h"
#include "util/write_file.h"

using namespace whereabouts;

namespace {

// loss = (w x + b)^2 with x = 3, w = 2, b = -1
void single_numbers(const Lesson& lesson) {
  using namespace tape_of_numbers;
  std::cout << heading("1. A tape of twenty lines: loss = (w x + b)^2");
  const Guess guess(lesson, "x = 3, w = 2, b = -1: what is d loss / d w?");
  const auto loss_of = [](const Node& w, const Node& b) {
    const Node y = add(multiply(w, number(3)), b);
    return multiply(y, y);
  };
  const Node w = number(2), b = number(-1), loss = loss_of(w, b);
  backward(loss);
  std::cout << "loss " << loss->value << ", d loss / d w " << w->gradient << ", d loss / d b "
            << b->gradient << "\n";

  // The same without calculus: move w a little to both sides and compare the losses.
  const double h = 0.01, up = loss_of(number(2 + h), b)->value,
               down = loss_of(number(2 - h), b)->value;
  std::cout << "moving w by 0.01 both ways: " << format_fixed((up - down) / (2 * h), 4)
            << ", the tape says " << format_fixed(w->gradient, 4) << "\n";
  guess.compare(w->gradient, 0.5);
}

void a_tensor() {
  std::cout << heading("2. A tensor is a shape and numbers, row by row");
  const Tensor x({2, 3}, {1, 2, 3, 4, 5, 6}), same = x;  // a copy shares the numbers,
  const Tensor tall = x.reshape({3, 2});                 // and so does another shape
  same.data()[0] = 10;
  std::cout << "shape " << x.shape() << "\n"
            << text_matrix(x.numbers(), 2, 3, 0) << "the same numbers in shape " << tall.shape()
            << "\n"
            << text_matrix(tall.numbers(), 3, 2, 0);
}

// loss = sum of gelu(x W + b), by the library
void the_tape() {
  std::cout << heading("3. The tape remembers what was done");
  const std::vector<float> x = {1, -1, 0.5f, 0, 2, 1}, b = {0.1f, 0.2f, 0.3f, 0.4f},
                           w = {0.1f, 0.2f, -0.3f, 0.4f, 0.5f, -0.6f,
                                0.7f, 0.8f, -0.9f, 1,    1.1f, -1.2f};
  Tensor W({3, 4}, w), bias({4}, b);
  W.set_requires_grad(), bias.set_requires_grad();
  const auto y = [&] { return gelu(add(matmul(Tensor({2, 3}, x), W), bias)); };
  const Tensor loss = sum(y());
  for (const TapeEntry& entry : tape()) std::cout << entry << "\n";
  backward(loss);
  const std::span<const float> dW(W.grad(), w.size());
  std::cout << "\nloss = " << format_fixed(loss.item(), 4)
            << ". Played from its end, the tape gives d loss / d W:\n\n"
            << text_matrix(dW, 3, 4, 4);

  std::cout << "\nall of W and b at once, relative error below 0.001: "
            << (gradient_error(y, std::vector{W, bias}) < 1e-3 ? "yes" : "no") << "\n";
}

// The row b is added to three rows, whose gradients are (1, 10), (2, 20) and (3, 30).
void used_again_and_again() {
  using namespace tape_of_matrices;
  std::cout << heading("4. What is used for every row learns from every row");
  const Node rows = matrix(3, 2, {1, 2, 3, 4, 5, 6}), b = zeros(1, 2);
  const Node left = matrix(1, 3, {1, 2, 3}), right = matrix(2, 1, {1, 10});
  backward(matmul(matmul(left, add_row(rows, b)), right));
  std::cout << "gradient of each row:\n"
            << text_matrix(rows->gradients, 3, 2, 0) << "gradient of b, their sum:\n"
            << text_matrix(b->gradients, 1, 2, 0);
}

void lesson_01(const Lesson& lesson) {
  single_numbers(lesson);
  a_tensor();
  the_tape();
  used_again_and_again();
  std::cout << heading("5. Three loops, and the same product fast")
            << product_speed_table(
                   lesson.settings.quick ? std::vector{64, 128} : std::vector{64, 128, 256, 512},
                   lesson.settings.seed)
            << "speeds in billions of additions and multiplications a second, now and here\n";
  std::cout << heading("6. Downhill: a network learns a wave");
  const LinePlot wave = fit_a_wave(lesson.settings.seed, lesson.settings.quick ? 500 : 4000);
  write_file(lesson.out / "wave.svg", svg_line_plot(wave));
  std::cout << "\nwritten to " << lesson.out.string()
            << ": wave.svg\nnext: make 02, what attention can not see\n";
}

}  // namespace

int main(int argc, char** argv) {
  return run_lesson(argc, argv, "01_tensors_and_gradients", "Tensors and gradients.",
                    {.trains = false}, lesson_01);
}
