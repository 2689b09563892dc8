// The same tape for matrices: the four operations of which most of a network consists.
#pragma once

#include <cmath>
#include <functional>
#include <memory>
#include <numbers>
#include <utility>
#include <vector>

namespace tape_of_matrices {

struct Matrix {
  int rows, columns;
  std::vector<double> values;                                             // row after row
  std::vector<double> gradients = std::vector<double>(values.size(), 0);  // d loss / d each
  double& value(int i, int j) { return values[static_cast<std::size_t>(i * columns + j)]; }
  double& gradient(int i, int j) { return gradients[static_cast<std::size_t>(i * columns + j)]; }
};
using Node = std::shared_ptr<Matrix>;

inline std::vector<std::function<void()>> tape;

inline Node matrix(int rows, int columns, std::vector<double> values) {
  return std::make_shared<Matrix>(Matrix{rows, columns, std::move(values)});
}
inline Node zeros(int rows, int columns) {
  return matrix(rows, columns, std::vector<double>(static_cast<std::size_t>(rows * columns)));
}

template <typename Function>
void for_each(const Node& m, const Function& f) {
  for (int i = 0; i < m->rows; ++i) {
    for (int j = 0; j < m->columns; ++j) f(i, j);
  }
}

// y = x W, that is  y_ij = sum over k of x_ik W_kj.  Each product x_ik W_kj is a multiplication of
// two numbers, so it gives W_kj dy_ij to x_ik and x_ik dy_ij to W_kj:
//   dx_ik = sum over j of dy_ij W_kj, which is dy W^T;
//   dW_kj = sum over i of x_ik dy_ij, which is x^T dy.
inline Node matmul(const Node& x, const Node& W) {
  Node y = zeros(x->rows, W->columns);
  for_each(y, [&](int i, int j) {
    for (int k = 0; k < W->rows; ++k) y->value(i, j) += x->value(i, k) * W->value(k, j);
  });
  tape.push_back([=] {
    for_each(y, [&](int i, int j) {
      for (int k = 0; k < W->rows; ++k) {
        x->gradient(i, k) += W->value(k, j) * y->gradient(i, j);
        W->gradient(k, j) += x->value(i, k) * y->gradient(i, j);
      }
    });
  });
  return y;
}

// y = x + b, where the row b is added to every row of x.
inline Node add_row(const Node& x, const Node& b) {
  Node y = zeros(x->rows, x->columns);
  for_each(y, [&](int i, int j) { y->value(i, j) = x->value(i, j) + b->value(0, j); });
  tape.push_back([=] {
    for_each(y, [&](int i, int j) {
      x->gradient(i, j) += y->gradient(i, j);
      b->gradient(0, j) += y->gradient(i, j);
    });
  });
  return y;
}

// y = g(x) for each number, g(x) = x P(x) with P(x) the share of a normal distribution below x, in
// the approximation that most models use:
//   P(x) = (1 + tanh u) / 2,  u = sqrt(2/pi) (x + 0.044715 x^3)
inline Node gelu(const Node& x) {
  const double c = std::sqrt(2 / std::numbers::pi);
  Node y = zeros(x->rows, x->columns);
  const auto tanh_u = [=](double v) { return std::tanh(c * (v + 0.044715 * v * v * v)); };
  for_each(y, [&](int i, int j) {
    const double v = x->value(i, j);
    y->value(i, j) = v * (1 + tanh_u(v)) / 2;
  });
  tape.push_back([=] {
    for_each(y, [&](int i, int j) {
      const double v = x->value(i, j), t = tanh_u(v), du = c * (1 + 3 * 0.044715 * v * v);
      const double slope = (1 + t) / 2 + v * (1 - t * t) * du / 2;  // by the product rule
      x->gradient(i, j) += slope * y->gradient(i, j);
    });
  });
  return y;
}

// y = the sum of all numbers: each moves it as far as itself.
inline Node sum(const Node& x) {
  Node y = zeros(1, 1);
  for_each(x, [&](int i, int j) { y->value(0, 0) += x->value(i, j); });
  tape.push_back(
      [=] { for_each(x, [&](int i, int j) { x->gradient(i, j) += y->gradient(0, 0); }); });
  return y;
}

inline void backward(const Node& loss) {
  loss->gradient(0, 0) = 1;
  for (auto step = tape.rbegin(); step != tape.rend(); ++step) (*step)();
  tape.clear();
}

}  // namespace tape_of_matrices
