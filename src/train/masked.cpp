#include "train/masked.h"

#include <algorithm>
#include <numbers>
#include <numeric>

#include "ops.h"
#include "train/trainer.h"
#include "util/check.h"

namespace whereabouts {

MaskedBatch masked_batch(std::span<const Token> text, int rows, int length, Token mask,
                         Random& random) {
  check_argument(rows >= 1 && length >= 1 && text.size() >= static_cast<std::size_t>(length),
                 "masked_batch", rows, " windows of ", length, " do not fit into ", text.size(),
                 " tokens");
  MaskedBatch batch{.inputs = {}, .places = {}, .answers = {}, .rows = rows, .length = length};
  const int hidden = std::max(1, length * 15 / 100);
  std::vector<int> order(length);
  std::iota(order.begin(), order.end(), 0);
  for (int r = 0; r < rows; ++r) {
    const auto window = text.subspan(random.below(text.size() - length + 1), length);
    random.shuffle(std::span(order));
    std::vector<int> places(order.begin(), order.begin() + hidden);
    std::ranges::sort(places);
    batch.inputs.insert(batch.inputs.end(), window.begin(), window.end());
    for (const int place : places) {
      batch.places.push_back(place);
      batch.answers.push_back(window[place]);
      batch.inputs[std::size_t(r) * length + place] = mask;
    }
  }
  return batch;
}

Tensor masked_logits(const Transformer& model, const MaskedBatch& batch, int first_row, int rows) {
  const int T = batch.length, hidden = batch.hidden();
  const Tensor h = model.hidden(
      std::span(batch.inputs).subspan(std::size_t(first_row) * T, std::size_t(rows) * T), rows,
      Positions::whole(T));  // [rows, T, C]
  std::vector<int> asked;
  for (int r = 0; r < rows; ++r) {
    for (int i = 0; i < hidden; ++i)
      asked.push_back(r * T + batch.places[(first_row + r) * hidden + i]);
  }
  return model.head(gather_rows(h.reshape({std::int64_t{rows} * T, h.dim(-1)}), asked));
}

std::vector<Token> filled_in(const Transformer& model, const MaskedBatch& batch) {
  const NoGrad no_grad;
  const Tensor logits = masked_logits(model, batch, 0, 1);
  const auto V = static_cast<std::size_t>(logits.dim(1));
  std::vector<Token> tokens(batch.inputs.begin(), batch.inputs.begin() + batch.length);
  for (int i = 0; i < batch.hidden(); ++i) {
    const auto row = logits.numbers().subspan(static_cast<std::size_t>(i) * V, V - 1);
    tokens[batch.places[i]] = static_cast<Token>(std::ranges::max_element(row) - row.begin());
  }
  return tokens;
}

void train_masked(Transformer& model, std::span<const Token> text, int steps, int batch,
                  double learning_rate, std::uint64_t seed,
                  const std::function<void(int step, double loss)>& on_step) {
  check_argument(!model.config().causal, "train_masked", "the model sees only what comes before");
  const Token mask = model.config().vocabulary - 1;
  const int shards = std::min(Trainer::kShards, batch);
  Trainer trainer(model,
                  {.steps = steps,
                   .batch = batch,
                   .length = model.config().trained_length,
                   .learning_rate = learning_rate,
                   .seed = seed},
                  text);
  Random random(seed, "masked");
  std::vector<double> shares;
  for (int s = 0; s < shards; ++s)
    shares.push_back(static_cast<double>(batch * (s + 1) / shards - batch * s / shards) / batch);
  for (int step = 0; step < steps; ++step) {
    const MaskedBatch masked =
        masked_batch(text, batch, model.config().trained_length, mask, random);
    const double loss = trainer.step(shares, [&](const Transformer& replica, int s) {
      const int first = batch * s / shards, rows = batch * (s + 1) / shards - first;
      const std::size_t hidden = masked.hidden();
      return cross_entropy(masked_logits(replica, masked, first, rows),
                           std::span(masked.answers).subspan(first * hidden, rows * hidden));
    });
    if (on_step) on_step(step + 1, loss);
  }
}

MaskedScore score_masked(const Transformer& model, std::span<const Token> text, int windows) {
  const NoGrad no_grad;
  Random random(0, "masked windows");
  const MaskedBatch batch = masked_batch(text, windows, model.config().trained_length,
                                         model.config().vocabulary - 1, random);
  const Tensor logits = masked_logits(model, batch, 0, windows);
  const int V = logits.dim(-1);
  MaskedScore score{.scored = static_cast<int>(batch.answers.size())};
  for (int i = 0; i < score.scored; ++i) {
    const auto row = logits.numbers().subspan(std::size_t(i) * V, V);
    score.right += std::ranges::max_element(row) - row.begin() == batch.answers[i];
  }
  score.right /= score.scored;
  score.bits_per_char = cross_entropy(logits, batch.answers).item() / std::numbers::ln2;
  return score;
}

}  // namespace whereabouts
