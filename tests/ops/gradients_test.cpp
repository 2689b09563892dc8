// Every operation's derivative against finite differences, and proof that a wrong one is seen.
#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <limits>
#include <regex>
#include <set>

#include "check/gradient_error.h"
#include "helpers.h"
#include "ops.h"
#include "ops/attention_cases.h"
#include "util/check.h"

namespace whereabouts {
namespace {

constexpr double kTolerance = 1e-3;
constexpr double kClearlyWrong = 1e-2;

struct OperationCase {
  std::string name;  // the operation's, and after a '/' what is special
  std::function<Tensor(std::span<const Tensor>)> operation;
  std::vector<Tensor> inputs;
};

// Random numbers at least 0.2 from zero, where relu and maximum have a kink.
Tensor off_zero(Shape shape, const std::string& name) {
  const Tensor x = random_tensor(shape, name);
  for (float& number : x.numbers()) number += number < 0 ? -0.2f : 0.2f;
  return x;
}

Tensor positive(Shape shape, const std::string& name) {
  const Tensor x = random_tensor(shape, name);
  for (float& number : x.numbers()) number = std::abs(number) + 0.5f;
  return x;
}

std::vector<OperationCase> operation_cases() {
  using Inputs = std::span<const Tensor>;
  const Tensor x = random_tensor({3, 4}, "x"), y = random_tensor({3, 4}, "y");
  const Tensor tail = random_tensor({4}, "tail"), one = random_tensor({1}, "one");
  const Tensor column = random_tensor({3, 1}, "column");
  const Tensor cube = random_tensor({2, 3, 4}, "cube");
  std::vector<OperationCase> cases;
  const auto both = [&](const std::string& name, Tensor (*operation)(const Tensor&, const Tensor&),
                        const std::vector<Tensor>& others) {
    for (const Tensor& other : others) {
      cases.push_back({concat(name, "/", other.shape()),
                       [=](Inputs in) { return operation(in[0], in[1]); },
                       {x, other}});
    }
    cases.push_back(
        {name + "/with_itself", [=](Inputs in) { return operation(in[0], in[0]); }, {x}});
  };
  both("add", add, {y, tail, column, one});
  both("subtract", subtract, {y, tail, column, one});
  both("multiply", multiply, {y, tail, column, one});
  cases.push_back(
      {"divide", [](Inputs in) { return divide(in[0], in[1]); }, {x, positive({3, 4}, "divisor")}});
  cases.push_back({"divide/by_a_tail",
                   [](Inputs in) { return divide(in[0], in[1]); },
                   {x, positive({4}, "divisor")}});
  cases.push_back({"divide/by_a_column_of_every_matrix",
                   [](Inputs in) { return divide(in[0], in[1]); },
                   {cube, positive({3, 1}, "divisor")}});
  // The difference of the two is off zero, so that a small step does not change which is larger.
  cases.push_back({"maximum",
                   [](Inputs in) { return maximum(in[0], in[1]); },
                   {tensor({2, 3}, {1, -2, 3, 0, 5, -6}), tensor({3}, {0.5f, 0.3f, 2})}});
  const auto single = [&](const std::string& name, Tensor (*operation)(const Tensor&),
                          const Tensor& input) {
    cases.push_back({name, [=](Inputs in) { return operation(in[0]); }, {input}});
  };
  cases.push_back({"scale", [](Inputs in) { return scale(in[0], -1.7f); }, {x}});
  single("exp", exp, x);
  single("log1p", log1p, positive({3, 4}, "log1p"));
  single("cosine", cosine, x);
  single("sine", sine, x);
  single("rsqrt", rsqrt, positive({3, 4}, "rsqrt"));
  single("relu", relu, off_zero({3, 4}, "relu"));
  single("sigmoid", sigmoid, x);
  single("softplus", softplus, x);
  single("gelu", gelu, x);
  single("sum", sum, x);
  cases.push_back({"matmul/matrices",
                   [](Inputs in) { return matmul(in[0], in[1]); },
                   {x, random_tensor({4, 5}, "w")}});
  cases.push_back({"matmul/one_matrix_for_all",
                   [](Inputs in) { return matmul(in[0], in[1]); },
                   {cube, random_tensor({4, 5}, "w")}});
  cases.push_back({"matmul/batched",
                   [](Inputs in) { return matmul(in[0], in[1]); },
                   {cube, random_tensor({2, 4, 3}, "w")}});
  cases.push_back({"matmul/used_twice",
                   [](Inputs in) { return add(matmul(in[0], in[0]), matmul(in[0], in[0])); },
                   {random_tensor({3, 3}, "square")}});
  cases.push_back({"matmul_transposed",
                   [](Inputs in) { return matmul_transposed(in[0], in[1]); },
                   {cube, random_tensor({2, 5, 4}, "w")}});
  cases.push_back({"linear",
                   [](Inputs in) { return linear(in[0], in[1], in[2]); },
                   {cube, random_tensor({4, 5}, "w"), random_tensor({5}, "b")}});
  single("softmax", softmax, x);
  cases.push_back({"layer_norm",
                   [](Inputs in) { return layer_norm(in[0], in[1], in[2]); },
                   {cube, random_tensor({4}, "gain"), random_tensor({4}, "bias")}});
  single("mean_last", mean_last, cube);
  cases.push_back({"gather_rows",
                   [](Inputs in) {
                     return gather_rows(in[0], std::vector{2, 0, 2, 1});
                   },
                   {x}});
  cases.push_back(
      {"split_heads/first", [](Inputs in) { return split_heads(in[0], 2, 0, 1); }, {cube}});
  cases.push_back({"split_heads/three_parts",
                   [](Inputs in) {
                     return add(split_heads(in[0], 2, 0, 3),
                                multiply(split_heads(in[0], 2, 1, 3), split_heads(in[0], 2, 2, 3)));
                   },
                   {random_tensor({2, 3, 12}, "qkv")}});
  single("merge_heads", merge_heads, random_tensor({2, 3, 2, 4}, "heads"));
  single("transpose", transpose, x);
  for (const bool half_split : {false, true}) {
    const std::string name = half_split ? "rotate_pairs/half_split" : "rotate_pairs";
    const auto by_angles = [=](Inputs in) {
      return rotate_pairs(in[0], cosine(in[1]), sine(in[1]), half_split);
    };
    const Tensor rotated = random_tensor({2, 2, 3, 5}, "rotated");
    cases.push_back({name, by_angles, {rotated, random_tensor({3, 2}, "angles")}});
    cases.push_back({name + "/by_head", by_angles, {rotated, random_tensor({2, 3, 2}, "angles")}});
  }
  cases.push_back(
      {"slice_positions", [](Inputs in) { return slice_positions(in[0], 1, 2); }, {cube}});
  cases.push_back({"concatenate_positions",
                   [](Inputs in) { return concatenate_positions(in[0], in[1]); },
                   {cube, random_tensor({2, 2, 4}, "more")}});
  cases.push_back({"reverse_cumsum",
                   [](Inputs in) { return reverse_cumsum(in[0], Positions::whole(3)); },
                   {random_tensor({2, 3, 3}, "gates")}});
  cases.push_back({"sums_after",
                   [](Inputs in) { return sums_after(in[0], Positions::whole(3)); },
                   {random_tensor({2, 2, 3}, "closed")}});
  // Places off the whole numbers, where the slope changes, and one beyond the last.
  cases.push_back({"interpolate_rows",
                   [](Inputs in) { return interpolate_rows(in[0], in[1], Positions::whole(3)); },
                   {random_tensor({3, 4}, "read"),
                    tensor({3, 3}, {0.3f, 0, 0, 2.6f, 1.2f, 0, 4.5f, 0.9f, 1.5f})}});
  // Every kind of term is examined below.
  cases.push_back({"attention",
                   [](Inputs in) { return attention(in[0], in[1], in[2], Positions::whole(3)); },
                   {random_tensor({1, 2, 3, 4}, "query"), random_tensor({1, 2, 3, 4}, "key"),
                    random_tensor({1, 2, 3, 4}, "value")}});
  cases.push_back({"cross_entropy",
                   [](Inputs in) {
                     return cross_entropy(in[0], std::vector{3, 0, 1});
                   },
                   {x}});
  return cases;
}

TEST(Gradients, OfEveryOperationAreThoseOfFiniteDifferences) {
  for (const OperationCase& c : operation_cases()) {
    EXPECT_LT(gradient_error([&] { return c.operation(c.inputs); }, c.inputs), kTolerance)
        << c.name;
  }
}

// A gradient that already holds something is added to, never overwritten.
TEST(Gradients, OfEveryOperationAreAdded) {
  for (const OperationCase& c : operation_cases()) {
    const auto run = [&] { backward(sum(multiply(c.operation(c.inputs), c.operation(c.inputs)))); };
    for (Tensor x : c.inputs) x.set_requires_grad().clear_grad();
    run();
    std::vector<std::vector<float>> once;
    for (const Tensor& x : c.inputs) once.push_back(gradient_of(x));
    run();
    for (std::size_t i = 0; i < c.inputs.size(); ++i) {
      for (std::size_t j = 0; j < once[i].size(); ++j) {
        const float twice = 2 * once[i][j];
        EXPECT_NEAR(c.inputs[i].grad()[j], twice, 1e-5f * (1 + std::abs(twice))) << c.name;
      }
    }
  }
}

// backward() reads the numbers themselves, so an operation that wrote into them would spoil the
// gradients of all that came before it.
TEST(Gradients, NoOperationWritesIntoItsInputs) {
  for (const OperationCase& c : operation_cases()) {
    std::vector<std::vector<float>> before;
    for (Tensor x : c.inputs) {
      x.set_requires_grad().clear_grad();
      before.push_back(numbers_of(x));
    }
    const Tensor y = c.operation(c.inputs);
    const std::vector<float> output = numbers_of(y);
    backward(sum(y));
    EXPECT_EQ(numbers_of(y), output) << c.name;
    for (std::size_t i = 0; i < c.inputs.size(); ++i)
      EXPECT_EQ(numbers_of(c.inputs[i]), before[i]) << c.name << ", input " << i;
  }
}

TEST(Gradients, EveryOperationOfTheHeaderIsExamined) {
  std::ifstream header(WHEREABOUTS_SOURCE_DIR "/src/ops.h");
  const std::regex declaration(R"(^Tensor (\w+)\()");
  std::set<std::string> declared, examined;
  std::smatch match;
  for (std::string line; std::getline(header, line);) {
    if (std::regex_search(line, match, declaration)) declared.insert(match[1]);
  }
  for (const OperationCase& c : operation_cases())
    examined.insert(c.name.substr(0, c.name.find('/')));
  EXPECT_GT(declared.size(), 20u);
  EXPECT_EQ(declared, examined);
}

// [.., T, T + 1] -> [.., T, T]
Tensor without_last_column(const Tensor& x) {
  const int columns = x.dim(-1);
  std::vector<float> left;
  for (std::int64_t i = 0; i < x.size(); ++i) {
    if (i % columns != columns - 1) left.push_back(x.data()[i]);
  }
  const std::int64_t T = columns - 1;
  return Tensor(x.shape().rank() == 3 ? Shape{x.dim(0), T, T} : Shape{x.dim(0), x.dim(1), T, T},
                left);
}

class AttentionGradients : public testing::TestWithParam<TermChoice> {
 protected:
  static double error(const Positions& at, int B = 2, int H = 2, int D = 4) {
    const AttentionCase c(GetParam(), at, B, H, D);
    return gradient_error([&] { return c.fast(); }, c.inputs());
  }
};

TEST_P(AttentionGradients, OfAWholeText) {
  Positions at = Positions::whole(5);
  EXPECT_LT(error(at), kTolerance);
  at.causal = false;
  EXPECT_LT(error(at), kTolerance) << "not causal";
}

TEST_P(AttentionGradients, OfAFewQueriesAgainstMoreKeys) {
  EXPECT_LT(error(positions({3, 4}, {0, 1, 2, 3, 4})), kTolerance);
  EXPECT_LT(error(positions({12}, {9, 10, 11, 12})), kTolerance);
  EXPECT_LT(error(positions({3, 4}, {0, 1, 2, 3, 4}, false)), kTolerance) << "not causal";
}

TEST_P(AttentionGradients, OfPositionsWithGaps) {
  EXPECT_LT(error(positions({2, 5, 6, 11}, {0, 2, 3, 5, 9})), kTolerance);
  EXPECT_LT(error(positions({2, 5, 6}, {0, 2, 3, 5, 9}, false)), kTolerance) << "not causal";
}

TEST_P(AttentionGradients, OfMoreThanOneBlockOfQueries) {
  EXPECT_LT(error(Positions::whole(35), 1, 1, 2), kTolerance);
}

TEST(WideHeadGradients, OfMoreChannelsThanOnePanelOfTheProduct) {
  const AttentionCase c({.name = "", .distance = true}, Positions::whole(34), 1, 1, 34);
  EXPECT_LT(gradient_error([&] { return c.fast(); }, c.inputs()), kTolerance);
}

// A key that no query sees changes nothing, but makes the text too long for its weights to be kept:
// one gradient comes of weights that were kept, the other of weights worked out again.
TEST_P(AttentionGradients, AreTheSameWhetherOrNotTheWeightsAreKept) {
  const int T = 256, H = 2, D = 8;
  Positions with_one_more = Positions::whole(T + 1);
  with_one_more.queries.pop_back();
  const AttentionCase longer(GetParam(), with_one_more, 1, H, D);
  AttentionCase shorter = longer;
  shorter.at = Positions::whole(T);
  shorter.key = slice_positions(longer.key, 0, T);
  shorter.value = slice_positions(longer.value, 0, T);
  if (longer.pairs) shorter.pairs = without_last_column(longer.pairs);

  const Tensor weights = random_tensor({1, T, H * D}, "weights");
  std::vector<std::vector<float>> outputs;
  std::vector<Tensor> gradients[2];
  for (const AttentionCase* c : std::initializer_list<const AttentionCase*>{&shorter, &longer}) {
    for (Tensor x : c->inputs()) x.set_requires_grad().clear_grad();
    const Tensor y = c->fast();
    backward(sum(multiply(y, weights)));
    for (const Tensor& x : c->inputs())
      gradients[outputs.size()].push_back(Tensor(x.shape(), gradient_of(x)));
    outputs.push_back(numbers_of(y));
  }
  EXPECT_EQ(outputs[0], outputs[1]);
  for (std::size_t i = 0; i < gradients[0].size(); ++i) {
    const Tensor kept = gradients[0][i];
    Tensor again = gradients[1][i];
    if (again.shape() != kept.shape()) {
      const bool of_pairs = again.dim(-1) == T + 1;
      again = of_pairs ? without_last_column(again) : slice_positions(again, 0, T);
    }
    EXPECT_LT(largest_difference(kept.numbers(), again.numbers()), 1e-6f) << "input " << i;
  }
}

INSTANTIATE_TEST_SUITE_P(AllTerms, AttentionGradients, testing::ValuesIn(term_choices()),
                         [](const auto& chosen) { return std::string(chosen.param.name); });

// ---- a check that nothing can fail proves nothing ----

// y = x^2 with dx += factor x dy, right for a factor of 2
Tensor square(const Tensor& x, float factor) {
  const Tensor y = Tensor::uninitialised(x.shape());
  for (std::int64_t i = 0; i < x.size(); ++i) y.data()[i] = x.data()[i] * x.data()[i];
  return record("square", {x}, y, [=] {
    for (std::int64_t i = 0; i < x.size(); ++i) x.grad()[i] += factor * x.data()[i] * y.grad()[i];
  });
}

TEST(GradientError, SeesAWrongFactor) {
  const Tensor x = random_tensor({3, 4}, "x");
  const auto error = [&](float factor) {
    return gradient_error([&] { return square(x, factor); }, std::vector{x});
  };
  EXPECT_LT(error(2), kTolerance);
  EXPECT_GT(error(2.05f), kClearlyWrong);
  EXPECT_GT(error(-2), kClearlyWrong);
  EXPECT_GT(error(0), kClearlyWrong);
}

TEST(GradientError, SeesAGradientThatIsNoNumber) {
  const Tensor x = random_tensor({3, 4}, "x"), y = random_tensor({2}, "y");
  const auto broken = [&] { return square(x, std::numeric_limits<float>::quiet_NaN()); };
  EXPECT_GT(gradient_error(broken, std::vector{x}), kClearlyWrong);
  // Also when a right one follows.
  const auto both = [&] { return add(sum(broken()), sum(square(y, 2))); };
  EXPECT_GT(gradient_error(both, std::vector{x, y}), kClearlyWrong);
}

// The value of `shown` with the derivative of `hidden`.
Tensor value_of(const Tensor& shown, const Tensor& hidden) {
  return add(hidden, subtract(shown, hidden).with_own_gradient().set_requires_grad(false));
}

TEST(GradientError, SeesTermsThatWereLeftOut) {
  const Tensor x = random_tensor({3, 4}, "x"), gain = random_tensor({4}, "gain"),
               bias = random_tensor({4}, "bias");
  // Mean and deviation taken for constants, as if layer norm were x times a number.
  const auto forgetful_norm = [&] {
    const Tensor flat = x.with_own_gradient().set_requires_grad(false);
    const Tensor slopes = divide(subtract(layer_norm(flat, gain, bias), bias), flat);
    return value_of(layer_norm(x, gain, bias), multiply(x, slopes));
  };
  EXPECT_GT(gradient_error(forgetful_norm, std::vector{x}), kClearlyWrong);
  // softmax without the part that makes the weights add up to one
  const auto forgetful_softmax = [&] {
    const Tensor weights = softmax(x.with_own_gradient().set_requires_grad(false));
    return value_of(softmax(x), multiply(x, weights));
  };
  EXPECT_GT(gradient_error(forgetful_softmax, std::vector{x}), kClearlyWrong);
}

TEST(GradientError, SeesARotationTheWrongWay) {
  const Tensor x = random_tensor({3, 4}, "x");
  Tensor cosine({3, 2}), sine({3, 2});
  for (int i = 0; i < 6; ++i)
    cosine.data()[i] = std::cos(0.5f * i), sine.data()[i] = std::sin(0.5f * i);
  const auto wrong = [&] {
    return value_of(rotate_pairs(x, cosine, sine), rotate_pairs(x, cosine, scale(sine, -1)));
  };
  EXPECT_GT(gradient_error(wrong, std::vector{x}), kClearlyWrong);
}

TEST(GradientError, SeesAMaskThatIsOffByOne) {
  const AttentionCase right({.name = ""}, positions({1, 2, 3}, {0, 1, 2, 3}), 1, 1, 4);
  AttentionCase shifted = right;
  shifted.at = positions({0, 1, 2}, {0, 1, 2, 3});
  const auto wrong = [&] { return value_of(right.fast(), shifted.fast()); };
  EXPECT_GT(gradient_error(wrong, right.inputs()), kClearlyWrong);
}

TEST(GradientError, PutsTheNumbersBack) {
  const Tensor x = random_tensor({3, 4}, "x");
  const std::vector<float> before = numbers_of(x);
  gradient_error([&] { return exp(x); }, std::vector{x});
  EXPECT_EQ(numbers_of(x), before);
}

}  // namespace
}  // namespace whereabouts
