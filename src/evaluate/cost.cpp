#include "evaluate/cost.h"

#include <functional>
#include <thread>

#include "util/parallel.h"

namespace whereabouts {
namespace {

std::int64_t bytes_taken_by(const std::function<void()>& work) {
  std::int64_t bytes = 0;
  std::thread alone([&] {
#ifdef _OPENMP
    omp_set_num_threads(1);  // for this thread only
#endif
    const std::int64_t before = Buffer::bytes_from_system();
    work();
    bytes = Buffer::bytes_from_system() - before;
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

}  // namespace whereabouts
