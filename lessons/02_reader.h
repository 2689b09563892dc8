// A reader of sentences with random weights: one head, and in every layer x + attention(x).
#pragma once

#include <cmath>
#include <string>

#include "02_attention.h"
#include "nn/parameters.h"
#include "nn/word_vectors.h"
#include "position/sinusoidal.h"

namespace whereabouts {

// What it has: a causal mask, a number of layers, addresses (the encoding of lesson 04).
struct How {
  const char* name = "no mask, no positions";
  bool causal = false;
  int layers = 1;
  bool addresses = false;
};

class Reader {
 public:
  static constexpr int kWidth = 32;
  using Rows = plain_attention::Rows;

  explicit Reader(std::uint64_t seed) : words_(seed, kWidth) {
    Parameters random(seed);
    const double deviation = 1 / std::sqrt(double{kWidth});
    query_ = rows_of(random.normal("query", {kWidth, kWidth}, deviation));
    key_ = rows_of(random.normal("key", {kWidth, kWidth}, deviation));
    value_ = rows_of(random.normal("value", {kWidth, kWidth}, deviation));
  }

  // One vector for each word.
  Rows read(const std::string& sentence, const How& how = {}) {
    using plain_attention::times;
    Rows x = vectors(sentence);
    if (how.addresses) {
      const auto T = static_cast<int>(x.size());
      x = sum(x, rows_of(sinusoid(Positions::whole(T).queries, kWidth)));
    }
    for (int layer = 0; layer < how.layers; ++layer)
      x = sum(x, plain_attention::attention(times(x, query_), times(x, key_), times(x, value_),
                                            how.causal));
    return x;
  }

  // The weights of the first layer, without positions and without a mask.
  Rows looks(const std::string& sentence) {
    using plain_attention::times;
    const Rows x = vectors(sentence);
    return plain_attention::weights(times(x, query_), times(x, key_), /*causal=*/false);
  }

 private:
  Rows vectors(const std::string& sentence) { return rows_of(words_.of(sentence)); }
  static Rows rows_of(const Tensor& t) {
    Rows rows;
    for (int i = 0; i < t.dim(0); ++i)
      rows.emplace_back(t.data() + i * t.dim(1), t.data() + (i + 1) * t.dim(1));
    return rows;
  }
  static Rows sum(Rows x, const Rows& y) {
    for (std::size_t i = 0; i < x.size(); ++i) {
      for (std::size_t c = 0; c < x[i].size(); ++c) x[i][c] += y[i][c];
    }
    return x;
  }

  WordVectors words_;
  Rows query_, key_, value_;
};

}  // namespace whereabouts
