// What the schemes of lesson 17 add to the score of a key, each in a few lines.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "02_attention.h"
#include "position/schemes.h"
#include "util/random.h"

namespace newer_schemes {

using plain_attention::dot, plain_attention::Row, plain_attention::Rows;

// KERPLE, for a key n characters back; r1 and r2 are learned for each head.
inline double kerple_log(double r1, double r2, int n) { return -r1 * std::log(1 + r2 * n); }
inline double kerple_power(double r1, double r2, int n) { return -r1 * std::pow(n, r2); }

// Sandwich, head h = 1 .. H, with d channels:  (cos(n w_1) + ... + cos(n w_(d/2)) - d/2) / (8h/H)
inline double sandwich(int h, int H, int d, int n) {
  double sum = -d / 2.0;
  for (int k = 1; k <= d / 2; ++k) sum += std::cos(n * std::pow(10000.0, -2.0 * k / d));
  return sum / (8.0 * h / H);
}

// FIRE, for query i and key j: a small network f reads how far back the key is, as a share of how
// far back the query can look. c, L and the network are learned.
inline double fire(double c, double L, const std::function<double(double)>& f, int i, int j) {
  return f(std::log(c * (i - j) + 1) / std::log(c * std::max<double>(L, i) + 1));
}

// CoPE, for one query and all keys up to it: gates say how much each key counts, and their sum from
// key j to the query is the position of j. Between two rows of the learned table e it has some of
// both, and behind its last one the last.
inline Row cope(const Row& query, const Rows& keys, const Rows& e) {
  const double scale = 1 / std::sqrt(double(query.size()));
  Row added(keys.size());
  double position = 0;
  for (std::size_t j = keys.size(); j-- > 0;) {
    position += 1 / (1 + std::exp(-dot(query, keys[j]) * scale));
    const double place = std::min(position, double(e.size() - 1));
    const std::size_t below = std::size_t(place), above = std::min(below + 1, e.size() - 1);
    const double part = place - double(below);
    added[j] = ((1 - part) * dot(query, e[below]) + part * dot(query, e[above])) * scale;
  }
  return added;
}

// The largest difference from what the library's scheme of this name adds to the scores of a text,
// with random weights; of large numbers as a share of them.
inline double off_from_the_library(const std::string& scheme) {
  constexpr int T = 50, D = 8, H = 2, kTrained = 20;
  whereabouts::Parameters learned(0);
  const auto librarys = whereabouts::make_scheme(scheme, H * D, H, kTrained, learned);
  whereabouts::Random random(0, scheme);
  for (const auto& entry : learned.entries())
    for (float& w : entry.tensor.numbers()) w = static_cast<float>(random.normal());
  const auto weight = [&](const char* name, int i) {
    return double{learned.at(std::string("position.") + name).data()[i]};
  };
  const auto positive = [](double w) { return std::log1p(std::exp(w)); };
  const auto row = [](const whereabouts::Tensor& x, int i) {
    return Row(x.data() + i * D, x.data() + (i + 1) * D);
  };
  const whereabouts::Tensor query = learned.normal("query", {1, H, T, D}, 1),
                            key = learned.normal("key", {1, H, T, D}, 1);
  const auto at = whereabouts::Positions::whole(T);
  const whereabouts::Tensor by_distance = librarys->relative_terms(at).distance,
                            by_pair = librarys->pair_bias(query, key, {}, at);
  // What our formulas add for head h and query i, for each key j up to it.
  const auto ours = [&](int h, int i) {
    Row added;
    if (scheme == "cope") {
      Rows keys, e;
      for (int j = 0; j <= i; ++j) keys.push_back(row(key, h * T + j));
      for (int r = 0; r < kTrained; ++r) e.push_back(row(learned.at("position.rows"), r));
      return cope(row(query, h * T + i), keys, e);
    }
    const auto network = [&](double x) {
      double y = weight("b2", h);
      for (int m = 0; m < 32; ++m)
        y += weight("w2", m * H + h) * std::max(0.0, weight("w1", m) * x + weight("b1", m));
      return y;
    };
    const auto r1 = [&] { return positive(weight("r1", h)); };
    const auto c = [&] { return positive(weight("c", 0)); };
    const auto L = [&] { return positive(weight("threshold", 0)); };
    for (int j = 0; j <= i; ++j) {
      const int n = i - j;
      added.push_back(scheme == "fire"         ? fire(c(), L(), network, i, j)
                      : scheme == "kerple-log" ? kerple_log(r1(), positive(weight("r2", h)), n)
                      : scheme == "kerple-power"
                          ? kerple_power(r1(), 2 / (1 + std::exp(-weight("r2", h))), n)
                          : sandwich(h + 1, H, H * D, n));
    }
    return added;
  };
  double off = 0;
  for (int h = 0; h < H; ++h) {
    for (int i = 0; i < T; ++i) {
      const Row added = ours(h, i);
      for (int j = 0; j <= i; ++j) {
        const double other =
            by_distance ? by_distance.data()[h * T + i - j] : by_pair.data()[(h * T + i) * T + j];
        off = std::max(off, std::abs(added[std::size_t(j)] - other) / (1 + std::abs(other)));
      }
    }
  }
  return off;
}

}  // namespace newer_schemes
