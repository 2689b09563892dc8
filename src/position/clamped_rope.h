// Rope whose pairs, or one of them, are told no distance above w: a key farther away is turned as
// if it stood w before the query,
//
//   q_i R(min(i - j, w) theta) k_j       in place of       q_i R((i - j) theta) k_j
//
// For all pairs this is ReRoPE (Su, 2023). For one pair it is an experiment on a trained rope,
// whose weights it reads as they are: which pair is it that breaks a longer text? Lesson 06
// asks each (experiment/half_turn.h).
#pragma once

#include <cmath>
#include <optional>
#include <vector>

#include "position/told_rope.h"

namespace whereabouts {

class ClampedRope : public ToldRope {
 public:
  static constexpr const char* kDescription = "rope that is told no distance above a limit";
  static constexpr const char* kPaper = "Su 2023";

  explicit ClampedRope(Setup& setup) : ToldRope(setup) {
    SchemeOptions& o = setup.options;
    distance_ = o.integer("distance", std::max(setup.trained_length - 1, 1), 0, 1 << 20);
    const auto pair = o.number_if_given("pair", 0, std::max(pairs() - 1, 0), "all");
    if (pair && (*pair != std::floor(*pair) || *pair >= pairs()))
      o.refuse(concat("pair is the number of one of its ", pairs(), " pairs, from 0"));
    if (pair) pair_ = static_cast<int>(*pair);
  }
  Traits traits() const override {
    Traits t = Rope::traits();
    t.by_pair = t.in_place = true;
    return t;
  }
  Tensor pair_bias(const Tensor& query, const Tensor& key, const Tensor&,
                   const Positions& at) const override {
    return told_bias(query, key, at, map_for(at).told, frequencies_of_pairs(at));
  }
  ChangeScores change_scores(const Tensor& query, const Tensor& key, const Tensor&,
                             const Positions& at) const override {
    return told_scores(query, key, at, map_for(at), frequencies_of_pairs(at));
  }

 private:
  DistanceMap map_for(const Positions& at) const {
    const int w = distance_;
    // Keys farther back than w, and, where a query sees what comes later, farther ahead.
    const auto behind = [=](int i) { return KeyRange{kFirstOfAll, i - w}; };
    const auto ahead = [=](int i) { return KeyRange{i + w + 1, kAfterAll}; };
    const auto always = [](int distance) { return [=](int) { return distance; }; };
    DistanceMap map{{{behind, always(w), always(0)}}};
    if (!at.causal) map.told.push_back({ahead, always(-w), always(0)});
    return map;
  }
  std::vector<double> frequencies_of_pairs(const Positions& at) const {
    std::vector<double> theta = frequencies(at).theta;
    for (int p = 0; p < pairs(); ++p)
      if (pair_ && p != *pair_) theta[p] = 0;
    return theta;
  }
  int distance_;
  std::optional<int> pair_;
};

}  // namespace whereabouts
