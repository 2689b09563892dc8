#include "nn/generate.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "autograd.h"
#include "util/check.h"

namespace whereabouts {

int sample(std::span<const float> logits, const Sampling& how, Random& random) {
  check(!logits.empty() && std::isfinite(how.temperature) && how.temperature >= 0 && how.top_k >= 0,
        "sample", "temperature ", how.temperature, " and top-k ", how.top_k,
        " must not be negative");
  std::vector<int> order(logits.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, std::greater<>(), [&](int token) { return logits[token]; });
  const std::size_t allowed =
      how.top_k == 0 ? order.size() : std::min<std::size_t>(how.top_k, order.size());
  const double largest = logits[order[0]];
  std::vector<double> weights;
  double total = 0;
  for (std::size_t i = 0; i < allowed; ++i) {
    // Compared with the largest, so that a tiny temperature gives 1 for it and 0 for the rest, not
    // infinity.
    const double below = logits[order[i]] - largest;
    weights.push_back(below == 0             ? 1
                      : how.temperature == 0 ? 0
                                             : std::exp(below / how.temperature));
    total += weights.back();
  }
  if (how.temperature == 0) return order[0];
  double left = random.uniform() * total;
  for (std::size_t i = 0; i < allowed; ++i) {
    left -= weights[i];
    if (left < 0) return order[i];
  }
  return order[0];
}

void generate(const Transformer& model, std::span<const int> prompt, int count, const Sampling& how,
              Random& random, const std::function<bool(int token)>& on_token, bool cached) {
  check(!prompt.empty(), "generate", "wants a prompt of at least one token");
  const NoGrad no_grad;
  std::vector<int> text(prompt.begin(), prompt.end());
  KeyValueCache cache;
  for (int i = 0; i < count; ++i) {
    const auto length = static_cast<int>(text.size());
    const int known = cached ? cache.length() : 0;
    Positions at = Positions::whole(length);
    at.queries.erase(at.queries.begin(), at.queries.begin() + known);
    const Tensor logits =
        model.logits(std::span(text).subspan(known), 1, at, cached ? &cache : nullptr);
    const int V = logits.dim(-1);
    const int token = sample(logits.numbers().last(V), how, random);
    text.push_back(token);
    if (!on_token(token)) return;
  }
}

}  // namespace whereabouts
