// Lesson 02 and its exercise.
#include <cmath>
#include <functional>

#include "../lessons/02_attention.h"
#include "../lessons/exercises/02_order_blindness_check.h"
#include "lessons/exercise.h"
#include "lessons/run.h"
#include "nn/parameters.h"
#include "ops.h"

namespace whereabouts {
namespace {

TEST(Lesson02, ShowsThatAttentionIsBlindToOrderAndWhatAMaskChanges) {
  const QuickLesson lesson("02_order_blindness");
  ASSERT_EQ(lesson.exit_code(), 0) << lesson.output();
  for (const char* line :
       {"the cat chased the mouse  the mouse chased the cat                  0.00000\n",
        "I love Transformers       Transformers love I                       0.00000\n",
        "the cat sat on the mat    the mat sat on the cat                    0.00000\n",
        "in all 6 orders of the three words, a word's vector differs by at most 0.00000",
        "no mask                  1              0.000          0.000\n",
        "no mask                  2              0.000          0.000\n"})
    EXPECT_TRUE(lesson.printed(line)) << line << "\n" << lesson.output();
  for (const char* line : {"slept  0.164  0.673  0.164\n", "slept  6.728  1.636\n",
                           "cat    0.500  0.500  0.000\n", "256              16.2            0.89"})
    EXPECT_TRUE(lesson.printed(line)) << line << "\n" << lesson.output();
  // One causal layer: the mean sees the order, the last word does not. Two layers: both do.
  EXPECT_FALSE(lesson.printed("causal mask              1              0.000"));
  EXPECT_TRUE(lesson.printed(" 0.000\ncausal mask              2 ")) << lesson.output();
  EXPECT_FALSE(lesson.printed(" 0.000\nno mask, addresses")) << lesson.output();
  EXPECT_TRUE(lesson.printed("next: make 03"));
  for (const char* file : {"cat.svg", "mouse.svg"}) EXPECT_TRUE(lesson.wrote(file)) << file;
}

TEST(Lesson02, ItsLoopsAreTheLibrarysAttention) {
  constexpr int T = 7, H = 3, D = 4;
  Parameters random(5);
  const Tensor query = random.normal("query", {1, H, T, D}, 1),
               key = random.normal("key", {1, H, T, D}, 1),
               value = random.normal("value", {1, H, T, D}, 1);
  const auto rows = [](const Tensor& t) {  // [1, H, T, D] as T rows with the heads side by side
    plain_attention::Rows result(T, plain_attention::Row(H * D));
    for (int h = 0; h < H; ++h) {
      for (int i = 0; i < T; ++i) {
        for (int d = 0; d < D; ++d)
          result[std::size_t(i)][std::size_t(h * D + d)] = t.data()[(h * T + i) * D + d];
      }
    }
    return result;
  };
  for (const bool causal : {false, true}) {
    Positions at = Positions::whole(T);
    at.causal = causal;
    const Tensor library = composed_attention(query, key, value, at).output;
    const auto ours = plain_attention::flat(
        plain_attention::attention(rows(query), rows(key), rows(value), causal, H));
    ASSERT_EQ(ours.size(), library.numbers().size());
    for (std::size_t i = 0; i < ours.size(); ++i)
      EXPECT_NEAR(ours[i], library.data()[i], 1e-5) << i;
  }
}

// Attention with each mistake to be had.
struct Attention {
  std::function<double(double T, double C)> divisor = [](double, double C) { return std::sqrt(C); };
  bool softmax = true, sums_over_keys = true, normalised = true;
  int hidden_from = 1;  // query i does not see the keys i + hidden_from, ...
  bool masks_with_zero = false, masks_after = false, masks = true;

  Vectors operator()(const Vectors& x, bool causal) const {
    const std::size_t T = x.size(), C = x[0].size();
    const auto hidden = [&](std::size_t i, std::size_t j) {
      return causal && masks && static_cast<int>(j) >= static_cast<int>(i) + hidden_from;
    };
    Vectors w(T, std::vector<double>(T)), y(T, std::vector<double>(C));
    for (std::size_t i = 0; i < T; ++i) {
      for (std::size_t j = 0; j < T; ++j) {
        double score = 0;
        for (std::size_t c = 0; c < C; ++c) score += x[i][c] * x[j][c];
        score /= divisor(double(T), double(C));
        if (hidden(i, j) && masks_with_zero) score = 0;
        w[i][j] = softmax ? std::exp(score) : score;
        if (hidden(i, j) && !masks_with_zero && !masks_after) w[i][j] = 0;
      }
    }
    for (std::size_t i = 0; i < T; ++i) {
      for (std::size_t j = 0; j < T; ++j) {
        double total = 0;
        for (std::size_t k = 0; k < T; ++k) total += sums_over_keys ? w[i][k] : w[k][j];
        if (hidden(i, j) && masks_after) continue;
        for (std::size_t c = 0; c < C; ++c) y[i][c] += w[i][j] / (normalised ? total : 1) * x[j][c];
      }
    }
    return y;
  }
};

Verdict verdict(const std::function<Vectors(const Vectors&, bool)>& attend) {
  return examined([&](Examiner& e) { check_order_blindness(e, attend); });
}

TEST(Exercise02, AcceptsTheSolutionAndNamesWhatIsUnwritten) {
  expect_solution_passes("02_order_blindness");
  expect_unwritten(verdict([](const Vectors&, bool) -> Vectors { not_written(); }));
}

TEST(Exercise02, RefusesAWrongScaleAndWeightsThatAreNotASoftmaxOverTheKeys) {
  EXPECT_EQ(verdict(Attention{}).exit_code, 0);
  expect_refused(verdict(Attention{.normalised = false}), "three equal vectors",
                 "divide by the sum over j");
  expect_refused(verdict(Attention{.softmax = false, .normalised = false}), "three equal vectors",
                 "softmax is missing");
  const std::string two = "two vectors with scores 2 and 0";
  expect_refused(verdict(Attention{.divisor = [](double, double) { return 1.0; }}), two,
                 "not divided by sqrt(C)");
  expect_refused(verdict(Attention{.divisor = [](double, double C) { return C; }}), two,
                 "by C and not by its root");
  expect_refused(verdict(Attention{.divisor = [](double, double C) { return 1 / std::sqrt(C); }}),
                 two, "multiplied by sqrt(C)");
  expect_refused(verdict(Attention{.softmax = false}), two, "a score of 0 is a weight of e^0");
  expect_refused(verdict(Attention{.sums_over_keys = false}), "four vectors of three channels",
                 "softmax runs over the wrong axis");
  expect_refused(verdict(Attention{.divisor = [](double T, double) { return std::sqrt(T); }}),
                 "four vectors of three channels", "C is the number of channels");
}

TEST(Exercise02, RefusesAMaskInTheWrongPlace) {
  const std::string first = "causal: the first sees only itself";
  expect_refused(verdict(Attention{.masks_after = true}), first, "hide it before softmax");
  expect_refused(verdict(Attention{.masks_with_zero = true}), first, "a score of 0 hides nothing");
  expect_refused(verdict(Attention{.hidden_from = 2}), first, "the first also sees the second");
  expect_refused(verdict(Attention{.hidden_from = 0}), first, "does not even see itself");
  expect_refused(verdict(Attention{.masks = false}), first, "hide the keys j > i");
}

TEST(Exercise02, RefusesAPlaceThatCounts) {
  expect_refused(verdict([](const Vectors& x, bool causal) {
                   Vectors y = Attention{}(x, causal);
                   if (x[0][0] == 0.3) y[0] = x[0];
                   return y;
                 }),
                 "the same four in another order", "nothing may depend on where a vector stands");
}

}  // namespace
}  // namespace whereabouts
