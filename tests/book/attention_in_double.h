// The forward pass of src/nn/transformer.h with scheme rope, written once more and in float64: what
// the script of the figure is held against, since float32 is not exact to 1e-6.
#pragma once

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "nn/transformer.h"
#include "text/text.h"
#include "util/check.h"

namespace whereabouts {

using Row = std::vector<double>;
using Matrix = std::vector<Row>;

class AttentionInDouble {
 public:
  explicit AttentionInDouble(const Transformer& model) : model_(model) {}

  /// Of each layer, head and query: the weights of the keys up to the query, one after another.
  std::vector<double> weights(const std::vector<Token>& tokens) const {
    const auto C = static_cast<std::size_t>(model_.config().width);
    const auto H = static_cast<std::size_t>(model_.config().heads), D = C / H, T = tokens.size();
    std::vector<double> found;
    Matrix x;
    const Row table = weight("embedding");
    for (const Token token : tokens) {
      const auto first = table.begin() + static_cast<std::ptrdiff_t>(C) * token;
      x.emplace_back(first, first + static_cast<std::ptrdiff_t>(C));
    }
    for (int layer = 0; layer < model_.config().layers; ++layer) {
      const std::string block = concat("blocks.", layer, ".");
      Matrix qkv = linear(norm(x, block + "norm1"), block + "attention.qkv");
      Matrix out(T, Row(C, 0.0));
      for (std::size_t t = 0; t < T; ++t) turn(qkv[t], 2 * C, D, static_cast<double>(t));
      for (std::size_t h = 0; h < H; ++h) {
        for (std::size_t i = 0; i < T; ++i) {
          Row p(i + 1, 0.0);
          double total = 0;
          for (std::size_t j = 0; j <= i; ++j) {
            for (std::size_t c = h * D; c < (h + 1) * D; ++c) p[j] += qkv[i][c] * qkv[j][C + c];
            total += p[j] = std::exp(p[j] / std::sqrt(static_cast<double>(D)));
          }
          for (std::size_t j = 0; j <= i; ++j) {
            found.push_back(p[j] / total);
            for (std::size_t c = h * D; c < (h + 1) * D; ++c)
              out[i][c] += p[j] / total * qkv[j][2 * C + c];
          }
        }
      }
      add(x, linear(out, block + "attention.out"));
      Matrix wide = linear(norm(x, block + "norm2"), block + "mlp.widen");
      for (Row& row : wide) {
        for (double& v : row)
          v *= 0.5 * (1 + std::tanh(std::sqrt(2 / std::numbers::pi) * (v + 0.044715 * v * v * v)));
      }
      add(x, linear(wide, block + "mlp.narrow"));
    }
    return found;
  }

 private:
  Row weight(const std::string& name) const {
    for (const Parameters::Entry& entry : model_.parameters().entries())
      if (entry.name == name) return {entry.tensor.numbers().begin(), entry.tensor.numbers().end()};
    throw std::invalid_argument("no weight " + name);
  }
  Matrix linear(const Matrix& x, const std::string& name) const {
    const Row w = weight(name + ".weight"), b = weight(name + ".bias");
    Matrix y(x.size(), b);
    for (std::size_t t = 0; t < x.size(); ++t) {
      for (std::size_t i = 0; i < x[t].size(); ++i)
        for (std::size_t o = 0; o < b.size(); ++o) y[t][o] += x[t][i] * w[i * b.size() + o];
    }
    return y;
  }
  Matrix norm(Matrix x, const std::string& name) const {
    const Row gain = weight(name + ".gain"), bias = weight(name + ".bias");
    const auto C = static_cast<double>(gain.size());
    for (Row& row : x) {
      double mean = 0, variance = 0;
      for (const double v : row) mean += v / C;
      for (const double v : row) variance += (v - mean) * (v - mean) / C;
      for (std::size_t c = 0; c < row.size(); ++c)
        row[c] = (row[c] - mean) / std::sqrt(variance + 1e-5) * gain[c] + bias[c];
    }
    return x;
  }
  // The first `end` channels, those of queries and keys: each pair of a head turned by position
  // times frequency.
  static void turn(Row& row, std::size_t end, std::size_t head, double position) {
    for (std::size_t c = 0; c < end; c += 2) {
      const double within = static_cast<double>(c % head) / static_cast<double>(head);
      const double angle = position * std::pow(10000.0, -within), a = row[c], b = row[c + 1];
      row[c] = a * std::cos(angle) - b * std::sin(angle);
      row[c + 1] = a * std::sin(angle) + b * std::cos(angle);
    }
  }
  static void add(Matrix& x, const Matrix& y) {
    for (std::size_t t = 0; t < x.size(); ++t)
      for (std::size_t c = 0; c < x[t].size(); ++c) x[t][c] += y[t][c];
  }

  const Transformer& model_;
};

}  // namespace whereabouts
