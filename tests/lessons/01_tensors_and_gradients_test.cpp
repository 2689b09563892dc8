// Lesson 01 and its exercise.
#include <cmath>
#include <functional>

#include "../lessons/01_tape_of_matrices.h"
#include "../lessons/01_tape_of_numbers.h"
#include "../lessons/exercises/01_tensors_and_gradients_check.h"
#include "lessons/exercise.h"
#include "lessons/run.h"
#include "nn/parameters.h"
#include "ops.h"

namespace whereabouts {
namespace {

TEST(Lesson01, PrintsTheTapeChecksTheGradientAndTheProduct) {
  const QuickLesson lesson("01_tensors_and_gradients");
  ASSERT_EQ(lesson.exit_code(), 0) << lesson.output();
  for (const char* line :
       {"shape [2, 3]\n  10   2   3\n   4   5   6\n", "in shape [3, 2]\n  10   2\n   3   4\n",
        "matmul      [2, 3] [3, 4] -> [2, 4]\n", "add         [2, 4] [4] -> [2, 4]\n",
        "gelu        [2, 4] -> [2, 4]\n", "sum         [2, 4] -> [1]\n",
        "all of W and b at once, relative error below 0.001: yes",
        "gradient of b, their sum:\n   6  60\n", "step 500  mean squared error", "next: make 02"})
    EXPECT_TRUE(lesson.printed(line)) << line << "\n" << lesson.output();
  EXPECT_TRUE(lesson.printed("loss 25, d loss / d w 30, d loss / d b 10\n"));
  EXPECT_TRUE(lesson.printed("moving w by 0.01 both ways: 30.0000, the tape says 30.0000\n"));
  EXPECT_FALSE(lesson.printed("  no\n"));  // a product that differs
  EXPECT_TRUE(lesson.wrote("wave.svg"));
}

TEST(Lesson01, ItsTapeOfNumbersMultipliesAndAddsAsTheLibraryDoes) {
  Tensor w({1}, {1.5f}), b({1}, {-0.75f});
  w.set_requires_grad(), b.set_requires_grad();
  const Tensor y = add(multiply(w, multiply(w, b)), b);  // w and b are used twice
  backward(sum(y));
  namespace own = tape_of_numbers;
  const own::Node own_w = own::number(1.5), own_b = own::number(-0.75);
  const own::Node own_y = own::add(own::multiply(own_w, own::multiply(own_w, own_b)), own_b);
  own::backward(own_y);
  EXPECT_FLOAT_EQ(own_y->value, y.item());
  EXPECT_FLOAT_EQ(own_w->gradient, *w.grad());
  EXPECT_FLOAT_EQ(own_b->gradient, *b.grad());
}

TEST(Lesson01, ItsTapeOfMatricesHasTheLibrarysGradients) {
  Parameters random(3);
  const Tensor x = random.normal("x", {5, 3}, 1), W = random.normal("W", {3, 4}, 1),
               b = random.normal("b", {4}, 1), V = random.normal("V", {4, 2}, 1);
  const Tensor loss = sum(matmul(gelu(add(matmul(x, W), b)), V));
  backward(loss);

  namespace own = tape_of_matrices;
  const auto copy = [](const Tensor& t) {
    const int rows = t.shape().rank() == 1 ? 1 : t.dim(0);
    return own::matrix(rows, t.dim(-1), {t.numbers().begin(), t.numbers().end()});
  };
  const own::Node own_x = copy(x), own_W = copy(W), own_b = copy(b), own_V = copy(V);
  const own::Node own_loss =
      own::sum(own::matmul(own::gelu(own::add_row(own::matmul(own_x, own_W), own_b)), own_V));
  own::backward(own_loss);
  EXPECT_NEAR(own_loss->value(0, 0), loss.item(), 1e-5);
  for (const auto& [ours, library] : {std::pair{own_x, x}, {own_W, W}, {own_b, b}, {own_V, V}}) {
    for (std::size_t i = 0; i < ours->gradients.size(); ++i)
      EXPECT_NEAR(ours->gradients[i], library.grad()[i], 1e-5);
  }
}

float sigma(float v) { return 1 / (1 + std::exp(-v)); }

// swish whose derivative is written by `put`.
Tensor swish(const Tensor& x, const std::function<void(float& dx, float v, float dy)>& put) {
  Tensor y(x.shape());
  for (std::int64_t i = 0; i < x.size(); ++i) y.data()[i] = x.data()[i] * sigma(x.data()[i]);
  return record("swish", {x}, y, [=] {
    for (std::int64_t i = 0; i < x.size(); ++i) put(x.grad()[i], x.data()[i], y.grad()[i]);
  });
}
float slope(float v) { return sigma(v) + v * sigma(v) * (1 - sigma(v)); }

Verdict verdict(const std::function<Tensor(const Tensor&)>& f) {
  const Verdict v = examined([&](Examiner& e) { check_tensors_and_gradients(e, f); });
  clear_tape();
  return v;
}
Verdict with_derivative(const std::function<void(float&, float, float)>& put) {
  return verdict([&](const Tensor& x) { return swish(x, put); });
}

TEST(Exercise01, AcceptsTheSolutionAndNamesWhatIsUnwritten) {
  expect_solution_passes("01_tensors_and_gradients");
  expect_unwritten(verdict([](const Tensor&) -> Tensor { not_written(); }));
}

// swish with these values and nothing on the tape.
Tensor without_tape(const Tensor& x, const std::function<float(float v)>& value) {
  Tensor y(x.shape());
  for (std::int64_t i = 0; i < x.size(); ++i) y.data()[i] = value(x.data()[i]);
  return y;
}

TEST(Exercise01, RefusesWrongValues) {
  const auto of_values = [](const std::function<float(float)>& value) {
    return verdict([&](const Tensor& x) { return without_tape(x, value); });
  };
  expect_refused(of_values(sigma), "values", "this is s(x) alone");
  expect_refused(of_values([](float v) { return v * sigma(-v); }), "values",
                 "the exponent has the wrong sign");
  expect_refused(of_values([](float) { return 0.0f; }), "values", "y is still empty");
  expect_refused(of_values([](float v) { return v; }), "values", "multiply each number by s");
}

TEST(Exercise01, RefusesWhatIsNotOnTheTapeOrHasTheDerivativeOfOthers) {
  expect_refused(verdict([](const Tensor& x) {
                   return without_tape(x, [](float v) { return v * sigma(v); });
                 }),
                 "it is on the tape", "end with  return record(");
  expect_refused(verdict([](const Tensor& x) { return multiply(x, sigmoid(x)); }),
                 "it is there as one operation", "operations of ops.h bring derivatives");
}

TEST(Exercise01, RefusesAWrongDerivativeAndNamesWhatIsWrong) {
  const auto derivative = [](const std::function<float(float v, float s)>& slope_at) {
    return with_derivative([=](float& dx, float v, float dy) { dx += slope_at(v, sigma(v)) * dy; });
  };
  expect_refused(derivative([](float v, float s) { return s - v * s * (1 - s); }), "gradient\n",
                 "a sign is wrong");
  expect_refused(derivative([](float, float s) { return s; }), "gradient\n",
                 "has a second term, x s'(x)");
  expect_refused(derivative([](float v, float s) { return v * s * (1 - s); }), "gradient\n",
                 "has a first term, s(x)");
  expect_refused(derivative([](float, float s) { return s * (1 - s); }), "gradient\n",
                 "the derivative of s(x) alone");
  expect_refused(derivative([](float, float s) { return s + s * (1 - s); }), "gradient\n",
                 "the factor x is missing");
  expect_refused(derivative([](float, float) { return 0.0f; }), "gradient\n",
                 "nothing reached x.grad()");
}

TEST(Exercise01, RefusesAnOverwrittenGradientAndAForgottenFactor) {
  expect_refused(with_derivative([](float& dx, float v, float dy) { dx = slope(v) * dy; }),
                 "gradient of what is used twice", "with +=");
  expect_refused(with_derivative([](float& dx, float v, float) { dx += slope(v); }),
                 "gradient when dy is not 1", "multiply by y.grad()[i]");
}

}  // namespace
}  // namespace whereabouts
