#include "autograd.h"

#include <algorithm>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>

#include "util/check.h"

namespace whereabouts {
namespace {

thread_local std::vector<TapeEntry> entries;
thread_local bool is_recording = true;

thread_local TapeObserver* observer = nullptr;

}  // namespace

std::ostream& operator<<(std::ostream& out, const TapeEntry& entry) {
  constexpr std::size_t kColumn = 12;
  const std::size_t length = std::string_view(entry.operation).size();
  out << entry.operation << std::string(kColumn - std::min(length, kColumn - 1), ' ');
  for (const Tensor& input : entry.inputs) out << input.shape() << " ";
  return out << "-> " << entry.output.shape();
}

bool recording() { return is_recording; }
NoGrad::NoGrad() : before_(std::exchange(is_recording, false)) {}
NoGrad::~NoGrad() { is_recording = before_; }

std::span<const TapeEntry> tape() { return entries; }
void clear_tape() { entries.clear(); }

void observe_tape(TapeObserver* to) { observer = to; }

Tensor record(const char* operation, std::vector<Tensor> inputs, Tensor output,
              std::function<void()> backward) {
  const bool needed = is_recording && std::ranges::any_of(inputs, [](const Tensor& x) {
                        return x.requires_grad();
                      });
  if (needed) {
    output.set_requires_grad();
    entries.push_back({operation, std::move(inputs), output, std::move(backward)});
    if (observer) observer->recorded(entries.back());
  }
  return output;
}

void backward(const Tensor& loss, float seed) {
  check_argument(loss && loss.size() == 1, "backward",
                 "wants a loss that is one number, got shape ", loss.shape());
  const auto leads_to_it = [&](const TapeEntry& e) { return e.output.data() == loss.data(); };
  check_argument(
      std::any_of(entries.rbegin(), entries.rend(), leads_to_it), "backward",
      "nothing on the tape leads to this loss; it was computed under NoGrad, or backward() was "
      "called already");
  *loss.grad() = seed;
  while (!entries.empty()) {
    const TapeEntry entry = std::move(entries.back());
    entries.pop_back();
    // Only what the loss was computed from has a gradient by now.
    if (entry.output.has_grad()) entry.backward();
    if (observer) observer->differentiated(entry);
  }
}

}  // namespace whereabouts
