// Rope that is told another distance, rho(i, j) in place of i - j:
//
//   q_i R(rho(i, j) theta) k_j        rho: see distance_map.h
//
// It learns nothing of its own, so the weights of a trained rope can be read through it, as through
// scaling=pi and its like. There all distances are squeezed by the same factor; here near ones stay
// as they were.
//
// Without group=, leaky and self-extend take the smallest group that keeps the distances of the
// current length within those of training, so it grows with the text.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "position/distance_map.h"
#include "position/rope.h"

namespace whereabouts {

class MappedRope : public Rope {
 public:
  static constexpr const char* kDescription =
      "rope that is told other distances, none beyond those of training";
  static constexpr const char* kPaper = "Jin et al. 2024";

  explicit MappedRope(Setup& setup) : Rope(setup) {
    SchemeOptions& o = setup.options;
    const int L = std::max(setup.trained_length, 2);
    map_.trained_length = L;
    const std::string& method = map_.method =
        o.choice("map", "self-extend",
                 {"rerope", "leaky", "self-extend", "dual-chunk", "lm-infinite", "streaming"});
    if (method == "lm-infinite" || method == "streaming")
      map_.sinks = o.integer("sinks", std::min(4, L - 1), 0, L - 1);
    if (method == "dual-chunk") {
      map_.chunk = o.integer("chunk", L / 2, 1, L - 1);
      return;
    }
    const bool hides = method == "lm-infinite" || method == "streaming";
    map_.window = o.integer("window", usual_window(), 1, hides ? L : L - 1);
    if (method == "leaky" || method == "self-extend") {
      const auto group = o.number_if_given("group", 1, 1e6, "least-for-length");
      by_length_ = !group;
      map_.group = group.value_or(1);
      if (method == "self-extend" && map_.group != std::floor(map_.group))
        o.refuse("group is a whole number of characters");
    }
  }
  Traits traits() const override {
    Traits t = Rope::traits();
    t.length_dependent |= by_length_;
    t.by_pair = t.causal_only = true;
    return t;
  }
  // Queries and keys are turned by their places already. To be told a(i) - b(j) they are turned
  // on, by a(i) - i and b(j) - j.
  Tensor pair_bias(const Tensor& query, const Tensor& key, const Tensor&,
                   const Positions& at) const override {
    const int H = query.dim(1), Tq = query.dim(2), Tk = key.dim(2);
    const float scale = 1 / std::sqrt(static_cast<float>(query.dim(3)));
    const int start = at.keys.front();
    const std::vector<double> theta = frequencies(at).theta;
    const DistanceMap map = at_length(std::max(at.length, at.queries.back() + 1) - start);
    const auto turn_on = [&](const Tensor& x, const std::vector<int>& places, const auto& told) {
      std::vector<double> by;
      for (const int p : places) by.push_back(told(p - start) - (p - start));
      return turn(x, rotation_by(std::ssize(by), std::ssize(theta),
                                 [&](auto t, auto pair) { return by[t] * theta[pair]; }));
    };
    // [Tq, Tk]: f(i, j) of the keys that are seen, and 0; nothing if it is 0 for all.
    const auto of_pairs = [&](auto f) {
      Tensor values({Tq, Tk});
      bool any = false;
      for (int i = 0; i < Tq; ++i) {
        const int seen = at.seen_by(i);
        float* row = values.data() + std::int64_t{i} * Tk;
        for (int j = 0; j < seen; ++j)
          any |= (row[j] = f(at.queries[i] - start, at.keys[j] - start)) != 0;
      }
      return any ? values : Tensor();
    };
    Tensor bias;
    for (const ToldDistance& t : map.told) {
      const Tensor where = of_pairs([&](int i, int j) { return t.applies(i, j) ? scale : 0; });
      if (!where) continue;
      const Tensor told =
          matmul_transposed(turn_on(query, at.queries, t.query), turn_on(key, at.keys, t.key));
      const Tensor change = multiply(subtract(told, matmul_transposed(query, key)), where);
      bias = bias ? add(bias, change) : change;
    }
    const Tensor hidden = of_pairs([&](int i, int j) {
      return map.hides(i, j) ? -std::numeric_limits<float>::infinity() : 0;
    });
    if (!hidden) return bias;
    return add(bias ? bias : Tensor({H, Tq, Tk}), hidden);
  }

 private:
  int usual_window() const {
    const int L = map_.trained_length;
    if (map_.method == "lm-infinite") return L;
    if (map_.method == "streaming") return L - map_.sinks;
    return map_.method == "rerope" ? 3 * L / 4 : L / 2;
  }
  DistanceMap at_length(int length) const {
    DistanceMapSettings settings = map_;
    if (by_length_) settings.group = least_group(map_, length);
    return distance_map(settings);
  }
  DistanceMapSettings map_;
  bool by_length_ = false;  // the group follows the current length
};

}  // namespace whereabouts
