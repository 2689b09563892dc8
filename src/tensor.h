// A tensor: a shape, the numbers, and, if a derivative was asked for, the gradient.
//
// Numbers are floats, stored densely row by row, on at most four axes. A Tensor is a handle:
// copying it shares the numbers and the gradient, and the memory is used again when the last handle
// goes.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <iosfwd>
#include <memory>
#include <span>

#include "util/buffer.h"

namespace whereabouts {

/// The lengths of up to four axes, the outermost first. Prints as [2, 3].
class Shape {
 public:
  Shape() = default;
  /// Throws if there are more than four axes, a negative length, or more than 2^31 - 1 numbers in
  /// all.
  explicit Shape(std::span<const std::int64_t> lengths);
  Shape(std::initializer_list<std::int64_t> lengths)
      : Shape(std::span(lengths.begin(), lengths.size())) {}
  int rank() const { return rank_; }
  /// The length of an axis; negative axes count from the last. Throws if there is no such axis.
  int operator[](int axis) const;
  std::int64_t size() const;  ///< how many numbers; 1 for a shape without axes
  /// The same with another length of the last axis. Throws if there is no axis.
  Shape with_last(int length) const;
  bool operator==(const Shape&) const = default;

 private:
  int rank_ = 0;
  std::array<int, 4> lengths_{};
};

std::ostream& operator<<(std::ostream& out, const Shape& shape);

class Tensor {
 public:
  Tensor() = default;            ///< nothing: false in a condition
  explicit Tensor(Shape shape);  ///< zeros
  Tensor(Shape shape,
         std::span<const float> numbers);  ///< throws unless there are shape.size() numbers
  Tensor(Shape shape, std::initializer_list<float> numbers)  ///< the same:  Tensor({2}, {3, 4})
      : Tensor(shape, std::span(numbers.begin(), numbers.size())) {}
  static Tensor uninitialised(Shape shape);  ///< for an operation that writes every number itself

  explicit operator bool() const { return storage_ != nullptr; }
  const Shape& shape() const { return shape_; }
  int dim(int axis) const { return shape_[axis]; }
  std::int64_t size() const { return shape_.size(); }
  float* data() const { return storage_->numbers->data(); }
  std::span<float> numbers() const { return {data(), static_cast<std::size_t>(size())}; }
  float item() const;  ///< the one number of a tensor of size 1; throws otherwise

  /// The same numbers and gradient seen in another shape of the same size.
  Tensor reshape(Shape shape) const;
  /// The same numbers with a gradient of its own: how several threads train one set of weights.
  Tensor with_own_gradient() const;

  bool requires_grad() const { return storage_ && storage_->requires_grad; }
  Tensor& set_requires_grad(bool on = true);
  bool has_grad() const { return storage_ && !storage_->gradient.empty(); }
  float* grad() const;  ///< as many numbers as data(); zeros when first asked for
  void clear_grad() const { storage_->gradient = Buffer(); }

  /// Where a derivative is to be put: `first` says that the place holds nothing yet, so write
  /// instead of adding.
  struct GradTarget {
    float* numbers;
    bool first;
  };
  GradTarget grad_target() const;

 private:
  struct Storage {
    std::shared_ptr<Buffer> numbers;
    Buffer gradient;
    bool requires_grad = false;
  };
  Shape shape_;
  std::shared_ptr<Storage> storage_;
};

}  // namespace whereabouts
