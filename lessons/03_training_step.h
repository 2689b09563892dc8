// One step of training, written out: batch, forward, loss, backward, clip, update.
#pragma once

#include <cmath>
#include <iostream>
#include <vector>

#include "autograd.h"
#include "experiment/settings.h"
#include "nn/transformer.h"
#include "report/number.h"
#include "report/page.h"
#include "text/batch.h"
#include "train/schedule.h"
#include "train/trainer.h"
#include "util/random.h"

namespace whereabouts {

// The mean over all rows of  -ln p(target),  p = softmax of the row's logits.
inline Tensor plain_cross_entropy(const Tensor& logits, const std::vector<int>& targets) {
  const auto rows = static_cast<std::ptrdiff_t>(targets.size()), V = logits.size() / rows;
  Tensor p = Tensor(logits.shape()), loss = Tensor({1});
  for (std::ptrdiff_t r = 0; r < rows; ++r) {
    double total = 0;
    for (std::ptrdiff_t j = 0; j < V; ++j) total += std::exp(double{logits.data()[r * V + j]});
    for (std::ptrdiff_t j = 0; j < V; ++j)
      p.data()[r * V + j] = static_cast<float>(std::exp(double{logits.data()[r * V + j]}) / total);
    *loss.data() -= std::log(p.data()[r * V + targets[r]]) / static_cast<float>(rows);
  }
  return record("plain cross-entropy", {logits}, loss, [=] {  // d loss / d x_j = p_j - [j = target]
    for (std::ptrdiff_t i = 0; i < rows * V; ++i)
      logits.grad()[i] += *loss.grad() * p.data()[i] / float(rows);
    for (std::ptrdiff_t r = 0; r < rows; ++r)
      logits.grad()[r * V + targets[r]] -= *loss.grad() / float(rows);
  });
}

// A weight of the model, and what AdamW remembers of it: the running means of its gradient and of
// the gradient's square.
struct RememberedWeight {
  Parameters::Entry weight;
  std::vector<float> mean = std::vector<float>(weight.tensor.size(), 0), square = mean;
};

class PlainTraining {
 public:
  PlainTraining(const Transformer& model, std::span<const Token> text, std::uint64_t seed)
      : model_(model), text_(text), batches_(seed, "batches") {
    for (const auto& entry : model.parameters().entries()) weights_.push_back({entry});
  }

  // Returns the loss of the step's batch, in nats.
  double step(int number, int steps) {
    constexpr int kRows = 32, kLength = 64;
    const Batch batch = random_batch(text_, kRows, kLength, batches_);                    // batch
    const Tensor logits = model_.logits(batch.inputs, kRows, Positions::whole(kLength));  // forward
    const Tensor loss = plain_cross_entropy(logits, batch.targets);                       // loss
    backward(loss);      // backward
    double squares = 0;  // clip
    for (const auto& w : weights_)
      for (std::ptrdiff_t i = 0; i < w.weight.tensor.size(); ++i)
        squares += std::pow(double{w.weight.tensor.grad()[i]}, 2);
    const double clip = std::min(1.0, 1 / std::sqrt(squares));
    for (auto& w : weights_)  // update
      update(w, static_cast<float>(clip), static_cast<float>(learning_rate(number, steps, 0.003)),
             number + 1);
    return loss.item();
  }

 private:
  // AdamW: a step along the mean gradient m, shorter where the gradient's square v is large.
  static void update(RememberedWeight& w, float clip, float rate, int t) {
    float *x = w.weight.tensor.data(), *g = w.weight.tensor.grad();
    const float shrink = w.weight.weight_decay ? 1 - rate * 0.1f : 1;  // weight decay
    for (std::size_t i = 0; i < w.mean.size(); ++i) {
      w.mean[i] = 0.9f * w.mean[i] + 0.1f * (clip * g[i]);
      w.square[i] = 0.99f * w.square[i] + 0.01f * (clip * g[i]) * (clip * g[i]);
      const float m = w.mean[i] / (1 - std::pow(0.9f, float(t))),
                  v = w.square[i] / (1 - std::pow(0.99f, float(t)));
      x[i] = x[i] * shrink - rate * m / (std::sqrt(v) + 1e-8f);
    }
    w.weight.tensor.clear_grad();
  }

  const Transformer& model_;
  std::span<const Token> text_;
  Random batches_;
  std::vector<RememberedWeight> weights_;
};

// Three steps as written above, and the same three by the library.
inline void three_steps_by_hand(const Settings& s, const Text& text) {
  constexpr int kSteps = 1000;
  const ModelConfig tiny{.vocabulary = text.vocabulary_size(), .scheme = "none"};
  const Transformer ours(tiny, s.seed);
  Transformer library(tiny, s.seed);
  const std::span<const Token> training = split(text).training;
  PlainTraining plain(ours, training, s.seed);
  Trainer trainer(library, {.steps = kSteps, .seed = s.seed}, training);
  bool agree = true;
  std::cout << heading("1. Three steps of training by hand");
  for (int step = 0; step < 3; ++step) {
    const double loss = plain.step(step, kSteps), same = trainer.step();
    std::cout << "step " << step + 1 << "  loss " << format_fixed(loss, 4) << "\n";
    agree = agree && std::abs(loss - same) < 1e-4;
  }
  std::cout << "three steps by hand, the losses agree to 0.0001: " << (agree ? "yes" : "no")
            << "\n";
}

}  // namespace whereabouts
