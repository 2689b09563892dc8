// Reads tests/goldens/*.txt: inputs, outputs and gradients computed once, in float64, by an
// independent implementation. Every line that does not start with '#' is   NAME RANK DIM...
// VALUE...   in row-major order.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "tensor.h"

namespace whereabouts {

struct Golden {
  std::vector<int> dims;
  std::vector<double> values;

  std::vector<int> integers() const { return {values.begin(), values.end()}; }
  std::vector<float> floats() const { return {values.begin(), values.end()}; }
  Tensor tensor() const {
    const std::vector<float> f = floats();
    switch (dims.size()) {
      case 0:
        return Tensor({1}, f);
      case 1:
        return Tensor({dims[0]}, f);
      case 2:
        return Tensor({dims[0], dims[1]}, f);
      case 3:
        return Tensor({dims[0], dims[1], dims[2]}, f);
      default:
        return Tensor({dims[0], dims[1], dims[2], dims[3]}, f);
    }
  }
};

inline std::map<std::string, Golden> load_goldens(const std::string& name) {
  const std::string path = WHEREABOUTS_SOURCE_DIR "/tests/goldens/" + name + ".txt";
  std::ifstream file(path);
  EXPECT_TRUE(file) << path;
  std::map<std::string, Golden> goldens;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    std::string key;
    std::size_t rank = 0;
    words >> key >> rank;
    Golden g;
    g.dims.resize(rank);
    for (int& d : g.dims) words >> d;
    for (double x; words >> x;) g.values.push_back(x);
    std::size_t expected = 1;
    for (const int d : g.dims) expected *= static_cast<std::size_t>(d);
    EXPECT_EQ(g.values.size(), expected) << path << ": " << key;
    goldens[key] = g;
  }
  return goldens;
}

/// Length of the difference, relative to the length of the expected vector.
inline double relative_error(std::span<const float> given, const std::vector<double>& expected) {
  EXPECT_EQ(given.size(), expected.size());
  if (given.size() != expected.size()) return INFINITY;
  double difference = 0, length = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    difference += std::pow(given[i] - expected[i], 2);
    length += std::pow(expected[i], 2);
  }
  return std::sqrt(difference) / (length > 0 ? std::sqrt(length) : 1.0);
}

inline double relative_error(const Tensor& given, const Golden& expected) {
  return relative_error(given.numbers(), expected.values);
}
inline double gradient_relative_error(const Tensor& given, const Golden& expected) {
  return relative_error(
      std::span<const float>(given.grad(), static_cast<std::size_t>(given.size())),
      expected.values);
}

}  // namespace whereabouts
