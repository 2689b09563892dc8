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

}  // namespace

Tensor picture_logits(const Transformer& model, std::span<const Picture> pictures) {
  std::vector<Token> tokens;
  for (const Picture& p : pictures) tokens.insert(tokens.end(), p.patches.begin(), p.patches.end());
  const auto B = static_cast<int>(pictures.size()), T = static_cast<int>(tokens.size()) / B;
  Tensor even({B, 1, T});
  std::ranges::fill(even.numbers(), 1.0f / static_cast<float>(T));
  return model.head(matmul(even, model.hidden(tokens, B, Positions::whole(T))));
}

void train_on_pictures(Transformer& model, int side, int steps, int batch, double learning_rate,
                       std::uint64_t seed) {
  Trainer trainer(model, {.steps = steps, .batch = batch, .learning_rate = learning_rate}, {});
  Random random(seed, "pictures");
  const int shards = std::min(Trainer::kShards, batch);
  const auto first_of = [&](int shard) { return batch * shard / shards; };
  std::vector<double> shares;
  for (int s = 0; s < shards; ++s)
    shares.push_back(static_cast<double>(first_of(s + 1) - first_of(s)) / batch);
  for (int step = 0; step < steps; ++step) {
    const std::vector<Picture> pictures = random_pictures(batch, side, random);
    trainer.step(shares, [&](const Transformer& replica, int s) {
      const auto own = std::span(pictures).subspan(first_of(s), first_of(s + 1) - first_of(s));
      std::vector<Token> answers;
      for (const Picture& p : own) answers.push_back(p.answer);
      return cross_entropy(picture_logits(replica, own), answers);
    });
  }
}

double score_pictures(const Transformer& model, int side, int count) {
  const NoGrad no_grad;
  Random random(0, "pictures to test with");
  const std::vector<Picture> pictures = random_pictures(count, side, random);
  int right = 0;
  for (const Picture& picture : pictures) {
    const Tensor logits = picture_logits(model, std::span(&picture, 1));
    const auto answers = logits.numbers().first(kSides.size());
    right += std::ranges::max_element(answers) - answers.begin() == picture.answer;
  }
  return static_cast<double>(right) / count;
}

}  // namespace whereabouts
