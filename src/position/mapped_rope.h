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

#include "position/told_rope.h"

namespace whereabouts {

class MappedRope : public ToldRope {
 public:
  static constexpr const char* kDescription =
      "rope that is told other distances, none beyond those of training";
  static constexpr const char* kPaper = "Jin et al. 2024";

  explicit MappedRope(Setup& setup) : ToldRope(setup) {
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
    t.by_pair = t.in_place = t.causal_only = true;
    return t;
  }
  Tensor pair_bias(const Tensor& query, const Tensor& key, const Tensor&,
                   const Positions& at) const override {
    const DistanceMap map = map_for(at);
    const Tensor bias = told_bias(query, key, at, map.told, frequencies(at).theta);
    const Tensor hidden =
        map.hidden ? of_pairs(at, map.hidden, -std::numeric_limits<float>::infinity()) : Tensor();
    if (!hidden) return bias;
    return add(bias ? bias : Tensor({query.dim(1), query.dim(2), key.dim(2)}), hidden);
  }

  ChangeScores change_scores(const Tensor& query, const Tensor& key, const Tensor&,
                             const Positions& at) const override {
    return told_scores(query, key, at, map_for(at), frequencies(at).theta);
  }

 private:
  int usual_window() const {
    const int L = map_.trained_length;
    if (map_.method == "lm-infinite") return L;
    if (map_.method == "streaming") return L - map_.sinks;
    return map_.method == "rerope" ? 3 * L / 4 : L / 2;
  }
  DistanceMap map_for(const Positions& at) const {
    const int length = std::max(at.length, at.queries.back() + 1) - at.keys.front();
    DistanceMapSettings settings = map_;
    if (by_length_) settings.group = least_group(map_, length);
    return distance_map(settings);
  }
  DistanceMapSettings map_;
  bool by_length_ = false;  // the group follows the current length
};

}  // namespace whereabouts
