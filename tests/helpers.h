// What many tests need: tensors of random numbers, and errors checked for their sentence.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "check/difference.h"
#include "tensor.h"
#include "util/random.h"

namespace whereabouts {

/// Normal random numbers, the same for the same name.
inline Tensor random_tensor(Shape shape, const std::string& name, double deviation = 1) {
  Tensor x = Tensor::uninitialised(shape);
  Random random(0, name);
  for (float& number : x.numbers()) number = static_cast<float>(deviation * random.normal());
  return x;
}

inline Tensor tensor(Shape shape, std::initializer_list<float> numbers) {
  return Tensor(shape, std::vector<float>(numbers));
}

inline std::vector<float> numbers_of(const Tensor& x) {
  return {x.numbers().begin(), x.numbers().end()};
}

inline std::vector<float> gradient_of(const Tensor& x) { return {x.grad(), x.grad() + x.size()}; }

/// Runs `function`, which must throw an Exception whose sentence contains `piece`.
template <class Exception, class Function>
void expect_error(const Function& function, const std::string& piece) {
  try {
    function();
    ADD_FAILURE() << "nothing was thrown, expected: " << piece;
  } catch (const Exception& error) {
    EXPECT_NE(std::string(error.what()).find(piece), std::string::npos)
        << "said: " << error.what() << "\nexpected: " << piece;
  }
}

template <class Function>
void expect_misuse(const Function& function, const std::string& piece) {
  expect_error<std::invalid_argument>(function, piece);
}

}  // namespace whereabouts
