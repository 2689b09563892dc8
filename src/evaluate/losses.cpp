#include "evaluate/losses.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "evaluate/tell_reading.h"
#include "util/check.h"
#include "util/mutex.h"
#include "util/parallel.h"

namespace whereabouts {

Score ScoreSum::mean() const {
  check_argument(scored_ > 0, "ScoreSum", "there is no mean of nothing");
  const auto n = static_cast<double>(scored_);
  return {bits_ / n, scored_, static_cast<double>(right_) / n};
}

std::vector<CharLoss> losses_of(std::span<const float> logits, std::span<const Token> targets) {
  check_argument(!targets.empty() && logits.size() % targets.size() == 0, "losses_of",
                 logits.size(), " logits for ", targets.size(), " targets");
  const std::size_t V = logits.size() / targets.size();
  std::vector<CharLoss> losses;
  losses.reserve(targets.size());
  for (std::size_t row = 0; row < targets.size(); ++row) {
    const std::span<const float> x = logits.subspan(row * V, V);
    const auto target = static_cast<std::size_t>(targets[row]);
    check_argument(target < V, "losses_of", "target ", targets[row], " is outside 0 .. ", V - 1);
    const auto largest = std::ranges::max_element(x);
    double sum = 0;
    for (const float score : x) sum += std::exp(double{score} - *largest);
    losses.push_back({(*largest + std::log(sum) - x[target]) / std::numbers::ln2,
                      largest - x.begin() == static_cast<std::ptrdiff_t>(target)});
  }
  return losses;
}

Score score_next(std::span<const float> logits, std::span<const Token> text, int first) {
  check_argument(first >= 1 && first < std::ssize(text) && logits.size() % text.size() == 0,
                 "score_next", "the targets from ", first, " on of ", text.size(), " with ",
                 logits.size(), " logits");
  const std::size_t V = logits.size() / text.size(), from = static_cast<std::size_t>(first);
  ScoreSum sum;
  sum.add(losses_of(logits.subspan((from - 1) * V, (text.size() - from) * V), text.subspan(from)));
  return sum.mean();
}

std::vector<CharLoss> window_losses(const Transformer& model, std::span<const Token> text,
                                    std::span<const std::int64_t> starts, int length, int scored,
                                    int together) {
  check_argument(scored >= 1 && scored <= length, "window_losses", scored,
                 " targets of a window of length ", length);
  for (const std::int64_t start : starts) {
    check_argument(start >= 0 && start + length < static_cast<std::int64_t>(text.size()),
                   "window_losses", "a window of length ", length, " at ", start,
                   " does not fit into ", text.size(), " characters");
  }
  const Positions at = Positions::whole(length);
  const auto windows = static_cast<int>(starts.size());
  if (together <= 0) together = std::max(1, 2048 / length);
  std::vector<CharLoss> losses(starts.size() * static_cast<std::size_t>(scored));

  const TellReading::Told* const told = TellReading::here();
  Mutex one_at_a_time;
  int done = 0;
  if (told) (*told)(length, 0, windows);
  parallel_for((windows + together - 1) / together, [&](int group) {
    const NoGrad no_grad;
    const int first = group * together, rows = std::min(together, windows - first);
    std::vector<Token> inputs, targets;
    for (int w = first; w < first + rows; ++w) {
      const auto window = text.subspan(starts[w], static_cast<std::size_t>(length) + 1);
      inputs.insert(inputs.end(), window.begin(), window.end() - 1);
      targets.insert(targets.end(), window.end() - scored, window.end());
    }
    const Tensor last = model.hidden(inputs, rows, at, nullptr, scored);  // [rows, scored, C]
    const std::vector<CharLoss> found = losses_of(model.head(last).numbers(), targets);
    std::ranges::copy(found, losses.begin() + std::ptrdiff_t{first} * scored);
    if (!told) return;
    const Guard lock(one_at_a_time);
    done += rows;
    (*told)(length, done, windows);
  });
  return losses;
}

}  // namespace whereabouts
