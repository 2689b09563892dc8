#include "nn/parameters.h"

#include <algorithm>

#include "util/check.h"
#include "util/random.h"

namespace whereabouts {

Parameters Parameters::sharing(const Parameters& original) {
  Parameters copy(original.seed_);
  copy.original_ = original.entries_;
  copy.sharing_ = true;
  return copy;
}

Tensor Parameters::normal(const std::string& name, Shape shape, double deviation, bool decayed) {
  Tensor fresh = Tensor::uninitialised(shape);
  if (!sharing_) {
    Random random(seed_, name);
    for (float& x : fresh.numbers()) x = static_cast<float>(deviation * random.normal());
  }
  return add(name, fresh, decayed);
}

Tensor Parameters::constant(const std::string& name, Shape shape, double value) {
  Tensor fresh = Tensor::uninitialised(shape);
  std::ranges::fill(fresh.numbers(), static_cast<float>(value));
  return add(name, fresh, false);
}

Tensor Parameters::values(const std::string& name, Shape shape, std::span<const float> numbers) {
  return add(name, Tensor(shape, numbers), false);
}

Tensor Parameters::add(const std::string& name, Tensor fresh, bool decayed) {
  const auto is_it = [&](const Entry& e) { return e.name == name; };
  check(std::ranges::none_of(entries_, is_it), "Parameters", "there is a weight called \"", name,
        "\" already");
  if (sharing_) {
    const auto found = std::ranges::find_if(original_, is_it);
    check(found != original_.end(), "Parameters", "the shared model has no weight called \"", name,
          "\"");
    check(found->tensor.shape() == fresh.shape(), "Parameters", "\"", name, "\" has shape ",
          found->tensor.shape(), " in the shared model, wanted ", fresh.shape());
    fresh = found->tensor.with_own_gradient();
  }
  fresh.set_requires_grad();
  return entries_.emplace_back(name, fresh, decayed).tensor;
}

void Parameters::take_values(const Parameters& other) const {
  for (const Entry& mine : entries_) {
    for (const Entry& theirs : other.entries_) {
      if (theirs.name == mine.name && theirs.tensor.shape() == mine.tensor.shape())
        std::ranges::copy(theirs.tensor.numbers(), mine.tensor.data());
    }
  }
}

const Tensor& Parameters::at(const std::string& name) const {
  const auto found = std::ranges::find_if(entries_, [&](const Entry& e) { return e.name == name; });
  check(found != entries_.end(), "Parameters", "there is no weight called \"", name, "\"");
  return found->tensor;
}

std::int64_t Parameters::size() const {
  std::int64_t total = 0;
  for (const Entry& e : entries_) total += e.tensor.size();
  return total;
}

}  // namespace whereabouts
