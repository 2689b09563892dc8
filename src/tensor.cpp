#include "tensor.h"

#include <algorithm>
#include <limits>
#include <ostream>

#include "util/check.h"

namespace whereabouts {

Shape::Shape(std::span<const std::int64_t> lengths) {
  check_argument(lengths.size() <= 4, "Shape", lengths.size(), " axes, but a tensor has at most 4");
  std::int64_t size = 1;
  for (const std::int64_t length : lengths) {
    check_argument(length >= 0, "Shape", "axis ", rank_, " has length ", length,
                   ", which is negative");
    check_argument(length == 0 || size <= std::numeric_limits<int>::max() / length, "Shape",
                   "axis ", rank_, " of length ", length, " makes more than 2147483647 numbers");
    size *= length;
    lengths_[rank_++] = static_cast<int>(length);
  }
}

int Shape::operator[](int axis) const {
  const int index = axis < 0 ? axis + rank_ : axis;
  check_argument(index >= 0 && index < rank_, "Shape", *this, " has no axis ", axis);
  return lengths_[index];
}

std::int64_t Shape::size() const {
  std::int64_t size = 1;
  for (int axis = 0; axis < rank_; ++axis) size *= lengths_[axis];
  return size;
}

Shape Shape::with_last(int length) const {
  check_argument(rank_ >= 1, "Shape", *this, " has no last axis");
  std::array<std::int64_t, 4> lengths;
  std::ranges::copy(lengths_, lengths.begin());
  lengths[rank_ - 1] = length;
  return Shape(std::span(lengths).first(rank_));
}

std::ostream& operator<<(std::ostream& out, const Shape& shape) {
  out << '[';
  for (int axis = 0; axis < shape.rank(); ++axis) out << (axis ? ", " : "") << shape[axis];
  return out << ']';
}

Tensor Tensor::uninitialised(Shape shape) {
  Tensor result;
  result.shape_ = shape;
  result.storage_ = std::make_shared<Storage>();
  result.storage_->numbers = std::make_shared<Buffer>(shape.size());
  return result;
}

Tensor::Tensor(Shape shape) : Tensor(uninitialised(shape)) { std::ranges::fill(numbers(), 0.0f); }

Tensor::Tensor(Shape shape, std::span<const float> numbers) : Tensor(uninitialised(shape)) {
  check_argument(static_cast<std::int64_t>(numbers.size()) == shape.size(), "Tensor", "shape ",
                 shape, " needs ", shape.size(), " numbers, got ", numbers.size());
  std::ranges::copy(numbers, data());
}

float Tensor::item() const {
  check_argument(storage_ && size() == 1, "item", "wants a tensor with one number, got shape ",
                 shape_);
  return *data();
}

Tensor Tensor::reshape(Shape shape) const {
  check_argument(shape.size() == size(), "reshape", shape_, " has ", size(), " numbers, ", shape,
                 " has ", shape.size());
  Tensor result = *this;
  result.shape_ = shape;
  return result;
}

Tensor Tensor::with_own_gradient() const {
  Tensor result;
  result.shape_ = shape_;
  result.storage_ = std::make_shared<Storage>();
  result.storage_->numbers = storage_->numbers;
  result.storage_->requires_grad = storage_->requires_grad;
  return result;
}

Tensor& Tensor::set_requires_grad(bool on) {
  storage_->requires_grad = on;
  return *this;
}

Tensor::GradTarget Tensor::grad_target() const {
  const bool first = storage_->gradient.empty();
  if (first) storage_->gradient = Buffer(size());
  return {storage_->gradient.data(), first};
}

float* Tensor::grad() const {
  const auto [numbers, first] = grad_target();
  if (first) std::fill_n(numbers, size(), 0.0f);
  return numbers;
}

}  // namespace whereabouts
