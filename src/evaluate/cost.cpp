#include "evaluate/cost.h"

#include <chrono>
#include <functional>
#include <limits>
#include <thread>

#include "nn/generate.h"
#include "util/parallel.h"

namespace whereabouts {
namespace {

std::int64_t bytes_taken_by(const std::function<void()>& work) {
  std::int64_t bytes = 0;
  std::thread alone([&] {
    const ThreadCount one(1);
    work();
    bytes = Buffer::bytes_from_system_by_this_thread();
  });
  alone.join();
  return bytes;
}

}  // namespace

MemoryCost memory_cost(const Transformer& model, int training_length, int reading_length) {
  const Transformer own = model.replica();
  const std::vector<int> text(static_cast<std::size_t>(std::max(training_length, reading_length)));
  MemoryCost cost;
  cost.training = bytes_taken_by([&] {
    const std::vector<int> window(text.begin(), text.begin() + training_length);
    backward(cross_entropy(own.logits(window, 1, Positions::whole(training_length)), window));
    for (const auto& weight : own.parameters().entries()) weight.tensor.clear_grad();
  });
  cost.reading = bytes_taken_by([&] {
    const NoGrad no_grad;
    const std::vector<int> whole(text.begin(), text.begin() + reading_length);
    own.hidden(whole, 1, Positions::whole(reading_length));
  });
  return cost;
}

double seconds_for_next(const Transformer& model, std::span<const int> text, bool cached) {
  using Clock = std::chrono::steady_clock;
  constexpr int kTries = 9;
  KeyValueCache before;
  if (cached) (void)next_logits(model, text.first(text.size() - 1), before);
  double best = std::numeric_limits<double>::infinity();
  for (int i = 0; i < kTries; ++i) {
    KeyValueCache cache = before;
    const Clock::time_point start = Clock::now();
    (void)next_logits(model, text, cache);
    best = std::min(best, std::chrono::duration<double>(Clock::now() - start).count());
  }
  return best;
}

}  // namespace whereabouts
