// Attention with a cache, of one head that turns queries and keys as rope does: a character at a
// time, in plain loops.
#pragma once

#include <cmath>
#include <vector>

#include "02_attention.h"
#include "check/difference.h"
#include "ops.h"
#include "position/schemes.h"

namespace plain_attention {

// x at a position: channels c and c + 1 turned by position * theta, as in lesson 06.
inline Row turned(const Row& x, double position) {
  Row y(x.size());
  for (std::size_t c = 0; c < x.size(); c += 2) {
    const double theta = std::pow(10000.0, -double(c) / double(x.size()));
    const double cosine = std::cos(position * theta), sine = std::sin(position * theta);
    y[c] = x[c] * cosine - x[c + 1] * sine;
    y[c + 1] = x[c] * sine + x[c + 1] * cosine;
  }
  return y;
}

struct Cache {
  Rows keys, values;  // of all characters so far
};

// What the head gives for a new character. Its key is kept as it is and turned when it is used: so
// the cache stays right if the angles change when the text grows.
inline Row attend(Cache& cache, const Row& query, const Row& key, const Row& value) {
  cache.keys.push_back(key);
  cache.values.push_back(value);
  const Row now = turned(query, double(cache.keys.size() - 1));
  Row scores, output(value.size());
  for (std::size_t j = 0; j < cache.keys.size(); ++j)
    scores.push_back(dot(now, turned(cache.keys[j], double(j))) / std::sqrt(double(key.size())));
  const Row weight = softmax(scores);
  for (std::size_t j = 0; j < weight.size(); ++j) {
    for (std::size_t c = 0; c < output.size(); ++c) output[c] += weight[j] * cache.values[j][c];
  }
  return output;
}

// The largest difference from the library's attention, which reads all `length` characters at once;
// queries, keys and values of `channels` numbers are random.
inline double off_from_the_library(int length, int channels) {
  using whereabouts::Tensor, whereabouts::Positions;
  whereabouts::Parameters random(0);
  const auto drawn = [&](const char* name) {
    return random.normal(name, {1, 1, length, channels}, 1);
  };
  Tensor query = drawn("query"), key = drawn("key");
  const Tensor value = drawn("value");
  const auto row = [&](const Tensor& x, int i) {
    return Row(x.data() + i * channels, x.data() + (i + 1) * channels);
  };
  Cache cache;
  std::vector<float> ours;
  for (int i = 0; i < length; ++i) {
    const Row output = attend(cache, row(query, i), row(key, i), row(value, i));
    ours.insert(ours.end(), output.begin(), output.end());
  }
  const auto rope = whereabouts::make_scheme("rope", channels, 1, length, random);
  const Positions at = Positions::whole(length);
  rope->rotate_qk(query, key, at);
  return whereabouts::largest_difference(ours, attention(query, key, value, at).numbers());
}

}  // namespace plain_attention
