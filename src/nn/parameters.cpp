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

Tensor Parameters::normal(const std::string& name, Shape shape, double deviation,
                          bool weight_decay) {
  if (const Entry* e = known(name, shape)) return e->tensor;
  if (sharing_) return add(name, shared(name, shape), weight_decay);
  Tensor fresh = Tensor::uninitialised(shape);
  Random random(seed_, name);
  for (float& x : fresh.numbers()) x = static_cast<float>(deviation * random.normal());
  return add(name, fresh, weight_decay);
}

Tensor Parameters::constant(const std::string& name, Shape shape, double value) {
  if (const Entry* e = known(name, shape)) return e->tensor;
  if (sharing_) return add(name, shared(name, shape), false);
  Tensor fresh = Tensor::uninitialised(shape);
  std::ranges::fill(fresh.numbers(), static_cast<float>(value));
  return add(name, fresh, false);
}

Tensor Parameters::values(const std::string& name, Shape shape, std::span<const float> numbers) {
  if (const Entry* e = known(name, shape)) return e->tensor;
  return add(name, sharing_ ? shared(name, shape) : Tensor(shape, numbers), false);
}

const Parameters::Entry* Parameters::known(const std::string& name, const Shape& shape) const {
  const auto found = std::ranges::find(entries_, name, &Entry::name);
  if (found == entries_.end()) return nullptr;
  check_argument(found->tensor.shape() == shape, "Parameters", "\"", name, "\" has shape ",
                 found->tensor.shape(), " already, and was asked for in shape ", shape);
  return &*found;
}

// Looked up before any memory is taken: the shape may come from a damaged checkpoint.
Tensor Parameters::shared(const std::string& name, const Shape& shape) const {
  const auto found = std::ranges::find(original_, name, &Entry::name);
  check_argument(found != original_.end(), "Parameters", "the shared model has no weight called \"",
                 name, "\"");
  check_argument(found->tensor.shape() == shape, "Parameters", "\"", name, "\" has shape ",
                 found->tensor.shape(), " in the shared model, wanted ", shape);
  return found->tensor.with_own_gradient();
}

Tensor Parameters::add(const std::string& name, Tensor fresh, bool weight_decay) {
  fresh.set_requires_grad();
  entries_.push_back({name, fresh, weight_decay});
  return entries_.back().tensor;
}

void Parameters::take_values(const Parameters& other) const {
  for (const Entry& mine : entries_) {
    for (const Entry& theirs : other.entries_)
      if (theirs.name == mine.name && theirs.tensor.shape() == mine.tensor.shape())
        std::ranges::copy(theirs.tensor.numbers(), mine.tensor.data());
  }
}

const Tensor& Parameters::at(const std::string& name) const {
  const auto found = std::ranges::find_if(entries_, [&](const Entry& e) { return e.name == name; });
  check_argument(found != entries_.end(), "Parameters", "there is no weight called \"", name, "\"");
  return found->tensor;
}

std::vector<Tensor> Parameters::ending_with(std::string_view end) const {
  std::vector<Tensor> found;
  for (const Entry& e : entries_)
    if (e.name.ends_with(end)) found.push_back(e.tensor);
  return found;
}

std::int64_t Parameters::size() const {
  std::int64_t total = 0;
  for (const Entry& e : entries_) total += e.tensor.size();
  return total;
}

}  // namespace whereabouts
