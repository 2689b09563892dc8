// Attention in plain loops: T words, each a row of numbers.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

namespace plain_attention {

using Row = std::vector<double>;
using Rows = std::vector<Row>;

inline double dot(const Row& a, const Row& b) {
  double total = 0;
  for (std::size_t c = 0; c < a.size(); ++c) total += a[c] * b[c];
  return total;
}

// All numbers, row by row.
inline Row flat(const Rows& rows) {
  Row all;
  for (const Row& row : rows) all.insert(all.end(), row.begin(), row.end());
  return all;
}

// x W: each row of x becomes a row of as many numbers as W has columns.
inline Rows times(const Rows& x, const Rows& W) {
  Rows y(x.size(), Row(W[0].size()));
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t k = 0; k < W.size(); ++k) {
      for (std::size_t j = 0; j < W[k].size(); ++j) y[i][j] += x[i][k] * W[k][j];
    }
  }
  return y;
}

// softmax: a_j = e^(s_j) / sum over k of e^(s_k). Subtracting the largest score changes no share,
// and keeps e^ from overflowing.
inline Row softmax(Row scores) {
  const double largest = *std::max_element(scores.begin(), scores.end());
  double total = 0;
  for (double& s : scores) {
    s = std::exp(s - largest);
    total += s;
  }
  for (double& s : scores) s /= total;
  return scores;
}

// The weights of each query i over the keys j:  a_i = softmax over j of q_i . k_j / sqrt(d).
// Under a causal mask a word sees itself and those before it: e^-infinity is 0.
inline Rows weights(const Rows& query, const Rows& key, bool causal) {
  Rows a;
  for (std::size_t i = 0; i < query.size(); ++i) {
    Row scores;
    for (std::size_t j = 0; j < key.size(); ++j)
      scores.push_back(causal && j > i ? -INFINITY
                                       : dot(query[i], key[j]) / std::sqrt(double(key[j].size())));
    a.push_back(softmax(scores));
  }
  return a;
}

// y_i = sum over j of a_ij v_j: a mean of the values, weighted.
inline Rows attention(const Rows& query, const Rows& key, const Rows& value, bool causal) {
  return times(weights(query, key, causal), value);
}

// Columns first .. first + count - 1.
inline Rows columns(const Rows& x, std::size_t first, std::size_t count) {
  Rows part;
  for (const Row& row : x)
    part.emplace_back(row.begin() + std::ptrdiff_t(first),
                      row.begin() + std::ptrdiff_t(first + count));
  return part;
}

// Several heads: each does the same with its own share of the channels, and the results are written
// side by side.
inline Rows attention(const Rows& query, const Rows& key, const Rows& value, bool causal,
                      std::size_t heads) {
  const std::size_t d = query[0].size() / heads;
  Rows y(query.size());
  for (std::size_t h = 0; h < heads; ++h) {
    const Rows part = attention(columns(query, h * d, d), columns(key, h * d, d),
                                columns(value, h * d, d), causal);
    for (std::size_t i = 0; i < y.size(); ++i)
      y[i].insert(y[i].end(), part[i].begin(), part[i].end());
  }
  return y;
}

}  // namespace plain_attention
