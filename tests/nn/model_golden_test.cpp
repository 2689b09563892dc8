// Whole models against an independent implementation: logits, loss, every gradient, and five steps
// of AdamW.
#include <gtest/gtest.h>

#include "golden_file.h"
#include "nn/transformer.h"
#include "train/adamw.h"

namespace whereabouts {
namespace {

constexpr int kBatch = 2, kLength = 6;

ModelConfig config_for(const std::string& scheme) {
  return {.vocabulary = 11,
          .width = 16,
          .heads = 4,
          .layers = 2,
          .trained_length = kLength,
          .scheme = scheme == "t5" ? "t5:buckets=6:max-distance=6" : scheme};
}

// The goldens' name for one of our weights.
std::string golden_name(std::string name, const std::string& scheme) {
  if (name == "embedding") return "tok";
  if (name == "position.table") return "pos";
  if (name == "position.bias") return scheme;
  if (name == "norm.gain") return "lnf.g";
  if (name == "norm.bias") return "lnf.b";
  const std::pair<std::string, std::string> pieces[] = {
      {"blocks.", ""},         {"attention.qkv", "qkv"}, {"attention.out", "proj"},
      {"mlp.widen", "fc"},     {"mlp.narrow", "out"},    {"norm1.gain", "ln1.g"},
      {"norm1.bias", "ln1.b"}, {"norm2.gain", "ln2.g"},  {"norm2.bias", "ln2.b"},
      {".weight", ".w"},       {".bias", ".b"}};
  for (const auto& [ours, theirs] : pieces) {
    if (const std::size_t at = name.find(ours); at != std::string::npos)
      name.replace(at, ours.size(), theirs);
  }
  return name;
}

class ModelGolden : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    golden = load_goldens("model_" + scheme);
    for (const auto& e : model.parameters().entries()) {
      const Golden& g = golden.at(golden_name(e.name, scheme));
      ASSERT_EQ(static_cast<std::int64_t>(g.values.size()), e.tensor.size()) << e.name;
      std::ranges::copy(g.floats(), e.tensor.data());
    }
  }
  Tensor logits() const {
    return model.logits(golden.at("tokens").integers(), kBatch, Positions::whole(kLength));
  }
  Tensor loss() const { return cross_entropy(logits(), golden.at("targets").integers()); }

  const std::string scheme = GetParam();
  std::map<std::string, Golden> golden;
  Transformer model{config_for(scheme), 0};
};

TEST_P(ModelGolden, LogitsAndLoss) {
  EXPECT_LT(relative_error(logits(), golden.at("logits")), 1e-5);
  EXPECT_NEAR(loss().item(), golden.at("loss").values[0], 1e-5);
}

TEST_P(ModelGolden, EveryGradient) {
  backward(loss());
  for (const auto& e : model.parameters().entries()) {
    EXPECT_LT(gradient_relative_error(e.tensor, golden.at("d_" + golden_name(e.name, scheme))),
              1e-4)
        << e.name;
  }
}

TEST_P(ModelGolden, FiveStepsOfAdamW) {
  AdamW optimiser(model.parameters(), {.beta1 = 0.9f, .beta2 = 0.99f, .weight_decay = 0.1f});
  const auto &losses = golden.at("losses").values, &norms = golden.at("grad_norms").values;
  for (int step = 0; step < 5; ++step) {
    for (const auto& e : model.parameters().entries()) e.tensor.clear_grad();
    const Tensor l = loss();
    EXPECT_NEAR(l.item(), losses[step], 2e-4) << "before step " << step;
    backward(l);
    EXPECT_NEAR(optimiser.step(0.01f, 1.0f), norms[step], 1e-3) << "at step " << step;
  }
  EXPECT_NEAR(loss().item(), losses[5], 2e-4);
}

INSTANTIATE_TEST_SUITE_P(All, ModelGolden,
                         testing::Values("none", "sinusoidal", "learned", "rope", "alibi", "t5"),
                         [](const auto& scheme) { return std::string(scheme.param); });

}  // namespace
}  // namespace whereabouts
