// Lesson 02 and its exercise.
#include <cmath>

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
Vectors attention_with(const Vectors& x, bool causal, bool scaled, int hidden_from, bool by_query) {
  const std::size_t T = x.size(), C = x[0].size();
  std::vector<std::vector<double>> w(T, std::vector<double>(T));
  for (std::size_t i = 0; i < T; ++i) {
    for (std::size_t j = 0; j < T; ++j) {
      if (causal && static_cast<int>(j) >= static_cast<int>(i) + hidden_from) continue;
      double score = 0;
      for (std::size_t c = 0; c < C; ++c) score += x[i][c] * x[j][c];
      w[i][j] = std::exp(scaled ? score / std::sqrt(double(C)) : score);
    }
  }
  Vectors y(T, std::vector<double>(C));
  for (std::size_t i = 0; i < T; ++i) {
    for (std::size_t j = 0; j < T; ++j) {
      double total = 0;
      for (std::size_t k = 0; k < T; ++k) total += by_query ? w[i][k] : w[k][j];
      for (std::size_t c = 0; c < C && total > 0; ++c) y[i][c] += w[i][j] / total * x[j][c];
    }
  }
  return y;
}

Verdict verdict(const std::function<Vectors(const Vectors&, bool)>& attend) {
  return examined([&](Examiner& e) { check_order_blindness(e, attend); });
}

TEST(Exercise02, AcceptsTheSolutionAndNamesWhatIsUnwritten) {
  expect_solution_passes("02_order_blindness");
  expect_unwritten(verdict([](const Vectors&, bool) -> Vectors { not_written(); }));
}

TEST(Exercise02, RefusesAMaskOffByOneAMissingScaleAndWeightsOfTheWrongAxis) {
  EXPECT_EQ(verdict([](const Vectors& x, bool c) {
              return attention_with(x, c, true, 1, true);
            }).exit_code,
            0);
  expect_refused(
      verdict([](const Vectors& x, bool c) { return attention_with(x, c, true, 0, true); }),
      "causal: the first sees only itself");
  expect_refused(
      verdict([](const Vectors& x, bool c) { return attention_with(x, c, false, 1, true); }),
      "two vectors with scores 2 and 0");
  expect_refused(
      verdict([](const Vectors& x, bool c) { return attention_with(x, c, true, 1, false); }),
      "causal: the first sees only itself");
}

}  // namespace
}  // namespace whereabouts
