#include "train/picture_training.h"

#include <algorithm>

#include "ops.h"
#include "train/trainer.h"

namespace whereabouts {
namespace {

std::vector<Picture> random_pictures(int count, int side, Random& random) {
  std::vector<Picture> pictures;
  for (int i = 0; i < count; ++i) pictures.push_back(random_picture(side, random));
  return pictures;
}

std::vector<Token> all_answers(std::span<const Picture> pictures) {
  std::vector<Token> answers;
  for (const Picture& p : pictures)
    answers.insert(answers.end(), p.answers.begin(), p.answers.end());
  return answers;
}

}  // namespace

Tensor picture_logits(const Transformer& model, std::span<const Picture> pictures) {
  const auto B = static_cast<int>(pictures.size()), T = pictures[0].side * pictures[0].side;
  std::vector<Token> tokens;
  std::vector<int> asked;
  for (int b = 0; b < B; ++b) {
    const Picture& p = pictures[b];
    tokens.insert(tokens.end(), p.patches.begin(), p.patches.end());
    for (const int place : p.asked) asked.push_back(b * T + place);
  }
  const Tensor hidden = model.hidden(tokens, B, Positions::whole(T));  // [B, T, C]
  return model.head(gather_rows(hidden.reshape({std::int64_t{B} * T, hidden.dim(-1)}), asked));
}

void train_on_pictures(Transformer& model, int side, int steps, int batch, double learning_rate,
                       std::uint64_t seed,
                       const std::function<void(int step, double loss)>& on_step) {
  Trainer trainer(model, {.steps = steps, .batch = batch, .learning_rate = learning_rate}, {});
  Random random(seed, "pictures");
  const int shards = std::min(Trainer::kShards, batch);
  const auto part = [&](std::span<const Picture> pictures, int shard) {
    const int first = batch * shard / shards, end = batch * (shard + 1) / shards;
    return pictures.subspan(first, end - first);
  };
  for (int step = 0; step < steps; ++step) {
    const std::vector<Picture> pictures = random_pictures(batch, side, random);
    std::vector<double> shares;
    for (int s = 0; s < shards; ++s)
      shares.push_back(static_cast<double>(all_answers(part(pictures, s)).size()));
    double all = 0;
    for (const double share : shares) all += share;
    for (double& share : shares) share /= all;
    const double loss = trainer.step(shares, [&](const Transformer& replica, int s) {
      const auto own = part(pictures, s);
      return cross_entropy(picture_logits(replica, own), all_answers(own));
    });
    if (on_step) on_step(step + 1, loss);
  }
}

double score_pictures(const Transformer& model, int side, int count) {
  const NoGrad no_grad;
  Random random(0, "pictures to test with");
  std::int64_t right = 0, asked = 0;
  for (const Picture& picture : random_pictures(count, side, random)) {
    const Tensor logits = picture_logits(model, std::span(&picture, 1));
    for (std::size_t i = 0; i < picture.answers.size(); ++i) {
      const auto row = logits.numbers().subspan(i * logits.dim(1), kSides.size());
      right += std::ranges::max_element(row) - row.begin() == picture.answers[i];
      ++asked;
    }
  }
  return static_cast<double>(right) / static_cast<double>(asked);
}

}  // namespace whereabouts
