// Everything learned, by name.
//
// Layers have no base class: they ask a Parameters for the weights they need when they are built.
// The starting values of a weight depend on the seed and its name alone, so two models with one
// seed and different positional schemes start from the same weights wherever they have the same
// ones.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tensor.h"

namespace whereabouts {

class Parameters {
 public:
  struct Entry {
    std::string name;
    Tensor tensor;
    bool
        weight_decay;  ///< whether the optimiser pulls it towards zero: matrices of the layers, and
                       ///< nothing else
  };

  explicit Parameters(std::uint64_t seed) : seed_(seed) {}

  /// A list that hands out the numbers of `original`, with gradients of their own: a model built
  /// from it computes with the same weights, on another thread or with another positional scheme.
  /// Asking for what `original` lacks throws.
  static Parameters sharing(const Parameters& original);

  // Whoever asks for a name again, in the same shape, is given the same weight: that is how weights
  // are shared. Another shape throws.

  /// A weight drawn from a normal distribution with mean 0.
  Tensor normal(const std::string& name, Shape shape, double deviation, bool weight_decay = false);
  /// A weight with this value throughout.
  Tensor constant(const std::string& name, Shape shape, double value);
  /// A weight with these values.
  Tensor values(const std::string& name, Shape shape, std::span<const float> numbers);

  /// Copies the numbers of every weight that `other` has too, by the same name and in the same
  /// shape.
  void take_values(const Parameters& other) const;

  std::span<const Entry> entries() const { return entries_; }
  /// The weight of this name. Throws std::invalid_argument if there is none.
  const Tensor& at(const std::string& name) const;
  /// All weights whose name ends so, in order: those of the same kind in every layer.
  std::vector<Tensor> ending_with(std::string_view end) const;
  std::int64_t size() const;  ///< how many numbers in all

 private:
  const Entry* known(const std::string& name, const Shape& shape) const;
  Tensor shared(const std::string& name, const Shape& shape) const;
  Tensor add(const std::string& name, Tensor fresh, bool weight_decay);

  std::uint64_t seed_;
  std::vector<Entry> entries_;
  std::vector<Entry> original_;  // when sharing
  bool sharing_ = false;
};

/// Asks `all` for weights whose names begin with `prefix`.
struct PrefixedParameters {
  Parameters& all;
  std::string prefix;
  Tensor normal(const std::string& name, Shape shape, double deviation,
                bool weight_decay = false) const {
    return all.normal(prefix + name, shape, deviation, weight_decay);
  }
  Tensor constant(const std::string& name, Shape shape, double value) const {
    return all.constant(prefix + name, shape, value);
  }
  Tensor values(const std::string& name, Shape shape, std::span<const float> numbers) const {
    return all.values(prefix + name, shape, numbers);
  }
};

}  // namespace whereabouts
