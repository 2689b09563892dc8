// Waves as addresses (Vaswani et al., 2017):
//
//   PE(p, 2i) = sin(p / 10000^(2i/C))      PE(p, 2i+1) = cos(p / 10000^(2i/C))      x_p + PE(p)
//
// Sine and cosine of one frequency are neighbours, as in the paper; some code puts all sines first,
// which is the same up to the order of channels. The paper also multiplies the embeddings by
// sqrt(C) before adding. Ours start with a variance of 1, which is what that factor would make of
// embeddings that start with 1/C.
#pragma once

#include <cmath>

#include "ops.h"
#include "position/scheme.h"

namespace whereabouts {

/// [positions.size(), channels]: one row of sines and cosines for each position. An odd last
/// channel is a sine.
inline Tensor sinusoid(const std::vector<int>& positions, int channels, double base = 10000) {
  std::vector<double> frequencies;
  for (int c = 0; c < channels; c += 2)
    frequencies.push_back(std::pow(base, -static_cast<double>(c) / channels));
  const Rotation waves = rotation(positions, frequencies);
  const auto T = static_cast<std::int64_t>(positions.size()),
             pairs = static_cast<std::int64_t>(frequencies.size());
  Tensor table = Tensor::uninitialised({T, channels});
  for (std::int64_t t = 0; t < T; ++t) {
    for (int c = 0; c < channels; ++c) {
      table.data()[t * channels + c] =
          (c % 2 == 0 ? waves.sine : waves.cosine).data()[t * pairs + c / 2];
    }
  }
  return table;
}

class Sinusoidal : public PositionScheme {
 public:
  static constexpr const char* kDescription = "waves of many lengths, added to the embeddings";
  static constexpr const char* kPaper = "Vaswani et al. 2017";

  explicit Sinusoidal(Setup& setup)
      : width_(setup.width), base_(setup.options.number("base", 10000, 1.001, 1e9)) {}
  Traits traits() const override { return {.absolute = true, .causal_only = false}; }
  Tensor embed(const Tensor& x, const Positions& at) const override {
    return add(x, sinusoid(at.queries, width_, base_));
  }

 private:
  int width_;
  double base_;
};

}  // namespace whereabouts
