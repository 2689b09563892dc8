#include "autograd.h"

#include <algorithm>
#include <utility>

#include "util/check.h"

namespace whereabouts {
namespace {

thread_local std::vector<TapeEntry> entries;
thread_local bool is_recording = true;

}  // namespace

bool recording() { return is_recording; }
NoGrad::NoGrad() : before_(std::exchange(is_recording, false)) {}
NoGrad::~NoGrad() { is_recording = before_; }

std::span<const TapeEntry> tape() { return entries; }
void clear_tape() { entries.clear(); }

Tensor record(const char* operation, std::vector<Tensor> inputs, Tensor output,
              std::function<void()> backward) {
  const bool needed = is_recording && std::ranges::any_of(inputs, [](const Tensor& x) {
                        return x.requires_grad();
                      });
  if (needed) {
    output.set_requires_grad();
    entries.push_back({operation, std::move(inputs), output, std::move(backward)});
  }
  return output;
}

void backward(const Tensor& loss, float seed) {
  check(loss && loss.size() == 1, "backward", "wants a loss that is one number, got shape ",
        loss.shape());
  const auto leads_to_it = [&](const TapeEntry& e) { return e.output.data() == loss.data(); };
  check(std::any_of(entries.rbegin(), entries.rend(), leads_to_it), "backward",
        "nothing on the tape leads to this loss; it was computed under NoGrad, or backward() was "
        "called already");
  *loss.grad() = seed;
  while (!entries.empty()) {
    const TapeEntry entry = std::move(entries.back());
    entries.pop_back();
    // What did not reach the loss has no gradient to pass on.
    if (entry.output.has_grad()) entry.backward();
  }
}

}  // namespace whereabouts
