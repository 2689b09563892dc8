#include "nn/generate.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "autograd.h"
#include "util/check.h"

namespace whereabouts {

int sample(std::span<const float> logits, const Sampling& how, Random& random) {
  check_argument(
      !logits.empty() && std::isfinite(how.temperature) && how.temperature >= 0 && how.top_k >= 0,
      "sample", "temperature ", how.temperature, " and top-k ", how.top_k, " must not be negative");
  check_argument(how.top_p > 0 && how.top_p <= 1, "sample", "top-p ", how.top_p,
                 " is not above 0 and up to 1");
  check_user(std::ranges::all_of(logits, [](float x) { return std::isfinite(x); }),
             "the model's output is no longer a number; its weights are too large");
  std::vector<int> order(logits.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, std::greater<>(), [&](int token) { return logits[token]; });
  std::size_t allowed =
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
  if (how.top_p < 1) {  // the nucleus (Holtzman et al., 2020)
    double nucleus = 0;
    std::size_t taken = 0;
    while (taken < allowed && nucleus < how.top_p * total) nucleus += weights[taken++];
    allowed = taken, total = nucleus;
  }
  double left = random.uniform() * total;
  for (std::size_t i = 0; i < allowed; ++i) {
    left -= weights[i];
    if (left < 0) return order[i];
  }
  return order[0];
}

Tensor next_logits(const Transformer& model, std::span<const int> text, KeyValueCache& cache) {
  const auto length = static_cast<int>(text.size());
  check_argument(cache.length() < length, "next_logits", "the cache holds ", cache.length(),
                 " tokens of a text of ", length);
  const NoGrad no_grad;
  const bool one_by_one = model.traits().length_dependent;
  Tensor hidden;  // [1, tokens read last, C]
  while (cache.length() < length) {
    const int known = cache.length(), end = one_by_one ? known + 1 : length;
    Positions at = Positions::whole(end);
    at.queries.erase(at.queries.begin(), at.queries.begin() + known);
    hidden = model.hidden(text.subspan(known, end - known), 1, at, &cache);
  }
  return model.head(slice_positions(hidden, hidden.dim(1) - 1, 1));
}

Tensor logits_with_cache(const Transformer& model, std::span<const int> text) {
  const int T = static_cast<int>(text.size()), V = model.config().vocabulary;
  Tensor all({T, V});
  KeyValueCache cache;
  for (int i = 0; i < T; ++i) {
    const Tensor next = next_logits(model, text.first(static_cast<std::size_t>(i) + 1), cache);
    std::ranges::copy(next.numbers(), all.data() + std::int64_t{i} * V);
  }
  return all;
}

void generate(const Transformer& model, std::span<const int> prompt, int count, const Sampling& how,
              Random& random, const std::function<bool(int token)>& on_token, bool cached) {
  check_argument(!prompt.empty(), "generate", "wants a prompt of at least one token");
  std::vector<int> text(prompt.begin(), prompt.end());
  KeyValueCache cache;
  for (int i = 0; i < count; ++i) {
    if (!cached) cache = {};
    const int token = sample(next_logits(model, text, cache).numbers(), how, random);
    text.push_back(token);
    if (!on_token(token)) return;
  }
}

int first_token(std::span<const char32_t> vocabulary) {
  const auto line_end = std::ranges::find(vocabulary, U'\n');
  return line_end == vocabulary.end() ? 0 : static_cast<int>(line_end - vocabulary.begin());
}

}  // namespace whereabouts
