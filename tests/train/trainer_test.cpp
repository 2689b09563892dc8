#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "evaluate/fixed.h"
#include "evaluate/fixed_windows.h"
#include "helpers.h"
#include "nn/training_pass.h"
#include "program/banner.h"
#include "small_run.h"
#include "text/batch.h"
#include "train/answers.h"
#include "train/fine_tuning.h"
#include "train/schedule.h"
#include "util/buffer.h"
#include "util/check.h"

namespace whereabouts {
namespace {

struct Outcome {
  std::vector<double> losses;
  std::vector<std::vector<float>> weights;
  bool operator==(const Outcome&) const = default;
};

Outcome train(const std::string& scheme, int threads, const TrainingConfig& config) {
  set_threads(threads);
  const std::vector<Token> text = small_text();
  Transformer model(small_model(scheme), 3);
  Trainer trainer(model, config, text);
  Outcome outcome;
  for (int step = 0; step < config.steps; ++step) outcome.losses.push_back(trainer.step());
  for (const auto& e : model.parameters().entries())
    outcome.weights.push_back(numbers_of(e.tensor));
  set_threads(0);
  return outcome;
}

class TrainerOf : public testing::TestWithParam<const char*> {};

TEST_P(TrainerOf, GivesTheSameBitsForAnyNumberOfThreadsAndEveryTime) {
  const Outcome first = train(GetParam(), 1, small_training());
  for (const int threads : {1, 2, 4})
    EXPECT_TRUE(train(GetParam(), threads, small_training()) == first) << threads << " threads";
}

TEST_P(TrainerOf, LearnsSomething) {
  const Outcome run = train(GetParam(), 2, small_training(60));
  EXPECT_NEAR(run.losses.front(), std::log(12.0), 0.1);
  EXPECT_LT(run.losses.back(), 1.6);  // the best that is possible is ln 3 = 1.1
}

INSTANTIATE_TEST_SUITE_P(All, TrainerOf,
                         testing::Values("none", "sinusoidal", "learned", "rope", "alibi", "t5"),
                         [](const auto& scheme) { return std::string(scheme.param); });

TEST(Trainer, ABatchNeedNotBeDivisibleByTheShards) {
  for (const int batch : {1, 3, 7, 9, 13}) {
    const Outcome first = train("rope", 1, small_training(4, batch));
    for (const double loss : first.losses) EXPECT_TRUE(std::isfinite(loss)) << batch;
    EXPECT_TRUE(train("rope", 4, small_training(4, batch)) == first) << batch;
  }
}

// Cut into more shards, a step adds in another order: the same but for rounding, and still the same
// bits for any number of threads.
TEST(Trainer, ABatchMayBeCutIntoMoreShards) {
  TrainingConfig config = small_training(4, 32);
  const Outcome eight = train("rope", 1, config);
  for (const int shards : {1, 16, 32, 64}) {
    config.shards = shards;
    const Outcome first = train("rope", 1, config);
    EXPECT_TRUE(train("rope", 4, config) == first) << shards;
    EXPECT_FALSE(first == eight) << shards;
    for (std::size_t step = 0; step < first.losses.size(); ++step)
      EXPECT_NEAR(first.losses[step], eight.losses[step], 1e-4) << shards;
  }
}

// What a step does, without shards: one forward and backward pass of the whole batch.
TEST(Trainer, AStepIsThatOfTheWholeBatch) {
  const std::vector<Token> text = small_text();
  for (const int batch : {1, 6, 8, 11}) {
    const TrainingConfig config = small_training(3, batch);
    Transformer model(small_model("learned"), 3), plain(small_model("learned"), 3);
    Trainer trainer(model, config, text);
    AdamW optimiser(plain.parameters(), config.adamw);
    Random batches(config.seed, "batches");
    for (int step = 0; step < config.steps; ++step) {
      const Batch b = random_batch(text, batch, config.length, batches);
      for (const auto& e : plain.parameters().entries()) e.tensor.clear_grad();
      const Tensor loss =
          cross_entropy(plain.logits(b.inputs, batch, Positions::whole(config.length)), b.targets);
      backward(loss);
      optimiser.step(static_cast<float>(learning_rate(step, config.steps, config.learning_rate)),
                     static_cast<float>(config.max_grad_norm));
      EXPECT_NEAR(trainer.step(), loss.item(), 1e-5) << "batch " << batch << ", step " << step;
    }
    for (const auto& e : plain.parameters().entries()) {
      EXPECT_LT(largest_difference(model.parameters().at(e.name).numbers(), e.tensor.numbers()),
                2e-3f)
          << e.name;
    }
  }
}

TEST(Trainer, AWarmStepTakesNoMemoryFromTheSystem) {
  set_threads(1);
  const std::vector<Token> text = small_text();
  for (const char* scheme : {"none", "sinusoidal", "learned", "rope", "alibi", "t5"}) {
    Transformer model(small_model(scheme), 0);
    Trainer trainer(model, small_training(20), text);
    for (int step = 0; step < 3; ++step) trainer.step();
    const std::int64_t blocks = Buffer::blocks_from_system();
    for (int step = 0; step < 5; ++step) trainer.step();
    EXPECT_EQ(Buffer::blocks_from_system(), blocks) << scheme;
  }
  set_threads(0);
}

TEST(Trainer, TwoSchemesSeeTheSameBatches) {
  const std::vector<Token> text = small_text();
  Transformer a(small_model("none"), 0), b(small_model("t5"), 0);
  Trainer first(a, small_training(), text), second(b, small_training(), text);
  for (int step = 0; step < 4; ++step) {
    first.step();
    second.step();
    EXPECT_EQ(first.batches().state(), second.batches().state());
  }
  TrainingConfig other_seed = small_training();
  other_seed.seed = 1;
  Transformer c(small_model("none"), 0);
  Trainer third(c, other_seed, text);
  for (int step = 0; step < 4; ++step) third.step();
  EXPECT_NE(first.batches().state(), third.batches().state());
}

TEST(Trainer, ACopyIsTrainedFurtherUnderAnotherScheme) {
  const std::vector<Token> text = small_text();
  const Transformer model(small_model("rope"), 3);
  const std::vector<float> before = numbers_of(model.parameters().at("embedding"));
  const Transformer none = trained_further(model, "none", 3, small_training(0), text);
  EXPECT_EQ(none.config().scheme, "none");
  EXPECT_EQ(numbers_of(none.parameters().at("embedding")), before);
  const Transformer further = trained_further(model, "rope:base=500", 3, small_training(5), text);
  EXPECT_NE(numbers_of(further.parameters().at("embedding")), before);
  EXPECT_EQ(numbers_of(model.parameters().at("embedding")), before);
}

// Every batch draws its length; the model has the same bits for any number of threads.
TEST(Trainer, BatchesMayMixLengths) {
  const std::vector<Token> text = small_text();
  std::vector<double> first;
  for (const int threads : {1, 2, 4}) {
    set_threads(threads);
    Transformer model(small_model("rope"), 0);
    TrainingConfig config = small_training(30);
    config.shortest_length = config.length - 3;
    Trainer trainer(model, config, text);
    std::vector<double> losses;
    std::set<long long> targets;
    for (int step = 0; step < 30; ++step) {
      const long long before = trainer.targets_seen();
      losses.push_back(trainer.step());
      targets.insert((trainer.targets_seen() - before) / config.batch);
    }
    const int longest = config.length;
    EXPECT_EQ(targets, (std::set<long long>{longest - 3, longest - 2, longest - 1, longest}));
    if (first.empty()) first = losses;
    EXPECT_EQ(losses, first) << threads << " threads";
  }
  set_threads(0);
}

TEST(Trainer, EvaluationInBetweenChangesNothing) {
  const std::vector<Token> text = small_text();
  std::vector<std::vector<double>> losses(2);
  for (const bool evaluate : {false, true}) {
    Transformer model(small_model("rope"), 0);
    Trainer trainer(model, small_training(), text);
    for (int step = 0; step < 6; ++step) {
      losses[evaluate].push_back(trainer.step());
      if (evaluate) score_fixed(model, text, fixed_windows(text.size(), 64), 64);
    }
  }
  EXPECT_EQ(losses[0], losses[1]);
}

TEST(Trainer, ALossThatIsNotANumberStopsTheRunWithTheStepNamed) {
  const std::vector<Token> text = small_text();
  Transformer model(small_model(), 0);
  Trainer trainer(model, small_training(10), text);
  trainer.step();
  trainer.step();
  model.parameters().at("head").data()[5] = NAN;
  const Tensor untouched = model.parameters().at("embedding");
  const std::vector<float> numbers = numbers_of(untouched);
  expect_error<UserError>([&] { trainer.step(); },
                          "step 3 of 10: the loss is no longer a number; try a lower --lr");
  EXPECT_EQ(numbers_of(untouched), numbers);
  EXPECT_EQ(trainer.steps_done(), 2);
}

TEST(Trainer, AnAbsurdLearningRateEndsInOneClearSentence) {
  const std::vector<Token> text = small_text();
  Transformer model(small_model(), 0);
  TrainingConfig config = small_training(200);
  config.learning_rate = 1e30;
  Trainer trainer(model, config, text);
  expect_error<UserError>(
      [&] {
        for (int step = 0; step < 200; ++step) trainer.step();
      },
      "is no longer a number; try a lower --lr than 1e+30");
}

TEST(Trainer, MistakesOfOneShardReachTheCaller) {
  std::vector<Token> text = small_text();
  for (Token& token : text) token = 99;
  Transformer model(small_model(), 0);
  Trainer trainer(model, small_training(), text);
  expect_misuse([&] { trainer.step(); }, "token 99 is outside the vocabulary 0 .. 11");
}

TEST(Trainer, ShardsAreTheWholeBatchInOrder) {
  const std::vector<Token> text = small_text();
  for (const auto& [batch, most] :
       {std::pair(1, 8), {7, 8}, {8, 8}, {13, 8}, {64, 8}, {64, 16}, {32, 32}, {20, 32}}) {
    Transformer model(small_model(), 0);
    TrainingConfig config = small_training(6, batch);
    config.shards = most;
    const std::vector<Shard> shards = Trainer(model, config, text).shards();
    EXPECT_EQ(std::ssize(shards), std::min(batch, most));
    int next = 0;
    for (const Shard& shard : shards) {
      EXPECT_EQ(shard.first, next);
      EXPECT_GE(shard.count, 1);
      next += shard.count;
    }
    EXPECT_EQ(next, batch);
  }
}

// Examples with different numbers of targets: each target weighs the same, in whatever shard it is.
TEST(Trainer, TheLossIsTheMeanOverAllTargetsOfAStep) {
  constexpr int kBatch = 11;
  Random random(4, "examples");
  std::vector<Example> examples;
  int all = 0;
  for (int i = 0; i < kBatch; ++i) {
    Example example{.inputs = small_text(9), .places = {}, .targets = {}};
    for (int place = 0; place <= i % 4; ++place) {
      example.places.push_back(2 * place);
      example.targets.push_back(random.between(0, 11));
    }
    all += static_cast<int>(example.targets.size());
    examples.push_back(example);
  }
  Transformer model(small_model("rope"), 3), plain(small_model("rope"), 3);
  Trainer trainer(model, small_training(1, kBatch), {});
  const Tensor loss = cross_entropy(answers(plain, examples), targets_of(examples));
  backward(loss);
  AdamW optimiser(plain.parameters(), {});
  optimiser.step(static_cast<float>(learning_rate(0, 1, trainer.config().learning_rate)), 1);
  EXPECT_NEAR(trainer.step(examples), loss.item(), 1e-5);
  EXPECT_EQ(trainer.targets_seen(), all);
  for (const auto& e : plain.parameters().entries()) {
    EXPECT_LT(largest_difference(model.parameters().at(e.name).numbers(), e.tensor.numbers()),
              2e-3f)
        << e.name;
  }
}

TEST(Trainer, ExamplesThatAreNotABatchOrNotOfOneLengthAreRefused) {
  const std::vector<Token> text = small_text();
  Transformer model(small_model(), 0);
  Trainer trainer(model, small_training(1, 2), text);
  const Example shorter{.inputs = {1, 2}, .places = {1}, .targets = {3}},
      longer{.inputs = {1, 2, 3}, .places = {1}, .targets = {3}};
  expect_misuse([&] { trainer.step(std::vector<Example>{shorter}); },
                "1 examples for a batch of 2");
  EXPECT_GT(trainer.step(std::vector<Example>{shorter, longer}), 0);  // each a shard
  expect_misuse(
      [&] {
        answers(model, std::vector<Example>{shorter, longer});
      },
      "examples of 2 and of 3 tokens");
}

// What each shard of the steps first .. last draws first.
std::vector<std::vector<std::uint64_t>> draws_of_training(int first, int last, int threads,
                                                          std::uint64_t seed) {
  set_threads(threads);
  const std::vector<Token> text = small_text();
  Transformer model(small_model(), 3);
  TrainingConfig config = small_training(last);
  config.seed = seed;
  Trainer trainer(model, config, text);
  trainer.resume_at(first);
  const std::vector<int> counts(config.batch, 3), targets = {1, 2, 3};
  std::vector<std::vector<std::uint64_t>> draws;
  while (trainer.steps_done() < last) {
    std::vector<std::uint64_t> of_shard(8);
    trainer.step(counts, [&](const Transformer& replica, const Shard& shard) {
      of_shard[shard.first] = training_random()->next();  // a shard is one example
      return cross_entropy(replica.logits(targets, 1, Positions::whole(3)), targets);
    });
    draws.push_back(of_shard);
  }
  set_threads(0);
  return draws;
}

TEST(Trainer, GivesEachShardOfEachStepRandomNumbersOfItsOwn) {
  const auto whole = draws_of_training(0, 4, 1, 5);
  EXPECT_EQ(draws_of_training(0, 4, 4, 5), whole);
  const auto resumed = draws_of_training(2, 4, 2, 5);
  EXPECT_EQ(resumed, (std::vector(whole.begin() + 2, whole.end())));
  std::set<std::uint64_t> different;
  for (const auto& step : whole) different.insert(step.begin(), step.end());
  EXPECT_EQ(different.size(), 4u * 8u);
  EXPECT_NE(draws_of_training(0, 1, 1, 6)[0], whole[0]);
}

TEST(TrainingPass, ThereAreRandomNumbersInsideAndNoneOutside) {
  EXPECT_EQ(training_random(), nullptr);
  {
    const TrainingPass outer(Random(1, "outer"));
    EXPECT_EQ(training_random()->next(), Random(1, "outer").next());
    {
      const TrainingPass inner(Random(1, "inner"));
      EXPECT_EQ(training_random()->next(), Random(1, "inner").next());
    }
    Random again(1, "outer");
    again.next();
    EXPECT_EQ(training_random()->next(), again.next());
  }
  EXPECT_EQ(training_random(), nullptr);
}

}  // namespace
}  // namespace whereabouts
