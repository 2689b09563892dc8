#include "evaluate/validation.h"

#include <gtest/gtest.h>

#include "small_run.h"
#include "util/parallel.h"

namespace whereabouts {
namespace {

std::vector<float> weights(const Transformer& model) {
  std::vector<float> all;
  for (const auto& w : model.parameters().entries())
    all.insert(all.end(), w.tensor.numbers().begin(), w.tensor.numbers().end());
  return all;
}

std::vector<ValidationLoss> losses(std::initializer_list<double> values) {
  std::vector<ValidationLoss> all;
  for (const double loss : values) all.push_back({10 * (static_cast<int>(all.size()) + 1), loss});
  return all;
}

TEST(ValidationWatch, LooksAboutTwentyTimesAndReadsAtMostATwentiethOfWhatIsTrainedOn) {
  const std::vector<Token> text(130'483);
  for (const auto& [steps, batch, length] : std::vector<std::array<int, 3>>{
           {1000, 32, 64}, {300, 16, 32}, {50, 2, 32}, {100'000, 8, 256}}) {
    const TrainingConfig config{.steps = steps, .batch = batch, .length = length};
    const ValidationWatch watch(text, config);
    int looks = 0;
    for (int step = 1; step <= steps; ++step) looks += watch.due(step);
    EXPECT_LE(looks, 20);
    EXPECT_LE(1.0 * looks * watch.windows() * length, 0.05 * steps * batch * length) << steps;
  }
  const ValidationWatch usual(text, {.steps = 1000, .batch = 32, .length = 64});
  EXPECT_EQ(usual.every(), 50);
  EXPECT_EQ(usual.windows(), 80);
}

TEST(ValidationWatch, MeasuresWhatATrainingStepMeasuresOfItsBatch) {
  const Transformer model(small_model("rope"), 3);
  const std::vector<Token> text = small_text(33);  // room for one window
  const ValidationWatch watch(text, small_training(1000));
  EXPECT_EQ(watch.windows(), 1);
  const std::span<const Token> all = text;
  const Tensor logits = model.logits(all.first(32), 1, Positions::whole(32));
  EXPECT_NEAR(watch.loss(model), cross_entropy(logits, all.subspan(1)).item(), 1e-5);
}

TEST(ValidationWatch, ATextWithoutRoomForAWindowIsNotLookedAt) {
  const ValidationWatch watch(small_text(32), small_training(1000));
  for (int step = 1; step <= 1000; ++step) EXPECT_FALSE(watch.due(step));
}

TEST(ValidationWatch, TrainingGoesToTheSameBitsWithItAndWithout) {
  for (const char* scheme : {"rope", "randomized"}) {
    const std::vector<Token> text = small_text();
    const std::span<const Token> all = text;
    Transformer watched(small_model(scheme), 0), alone(small_model(scheme), 0);
    Trainer first(watched, small_training(), all.first(3600)),
        second(alone, small_training(), all.first(3600));
    const ValidationWatch watch(all.subspan(3600), small_training());
    std::vector<double> looks;
    for (int step = 1; step <= 6; ++step) {
      const double loss = first.step();
      looks.push_back(watch.loss(watched));
      EXPECT_EQ(loss, second.step());
    }
    EXPECT_EQ(weights(watched), weights(alone)) << scheme;
    EXPECT_NE(looks.front(), looks.back());
    const ThreadCount one(1);
    EXPECT_EQ(watch.loss(watched), looks.back()) << "with one thread";
  }
}

TEST(ValidationWatch, OnlyALossThatRoseForLongIsToldAndTheBestIsNamed) {
  EXPECT_FALSE(rises({}));
  EXPECT_FALSE(rises(losses({3})));
  EXPECT_FALSE(rises(losses({4, 3.5, 3.2, 3.1, 3.0, 2.9, 2.8})));
  EXPECT_FALSE(rises(losses({4, 3, 3.01, 3.02, 3.02, 3.01, 3.02}))) << "level";
  EXPECT_FALSE(rises(losses({4, 3, 3.5, 3.6}))) << "not for long";
  EXPECT_FALSE(rises(losses({4, 3, 3.5, 3.6, 3.3, 2.9}))) << "and it fell again";
  const auto risen = losses({4, 3, 2.77, 3.1, 3.3, 3.6, 4.2});
  EXPECT_TRUE(rises(risen));
  EXPECT_EQ(lowest(risen), (ValidationLoss{30, 2.77}));
  EXPECT_EQ(lowest({}), std::nullopt);
  EXPECT_EQ(rise_in_words(risen),
            "the loss on the validation part was lowest after step 30 (2.77 nats, 4.00 bits per "
            "character) and has risen to 4.20 since: what is trained further is learned by heart");
}

TEST(Snapshot, KeepsItsWeightsWhileTheModelTrainsOn) {
  Transformer model(small_model("t5"), 0);
  const Transformer then = snapshot(model);
  const std::vector<float> before = weights(model);
  const std::vector<Token> text = small_text();
  Trainer(model, small_training(), text).step();
  EXPECT_EQ(weights(then), before);
  EXPECT_NE(weights(model), before);
}

}  // namespace
}  // namespace whereabouts
