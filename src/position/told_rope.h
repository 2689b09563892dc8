// What the ropes have in common that are told another distance of some keys than i - j.
#pragma once

#include <cmath>
#include <functional>
#include <span>
#include <vector>

#include "ops.h"
#include "position/distance_map.h"
#include "position/rope.h"

namespace whereabouts {

class ToldRope : public Rope {
 protected:
  using Rope::Rope;

  /// [B, H, Tq, Tk]: what is added to the score of a pair that is told a distance, and 0 for all
  /// others; no tensor if nothing is told. Query and key are turned by their places already. To be
  /// told a(i) - b(j) they are turned on, by (a(i) - i) theta and (b(j) - j) theta:
  ///
  ///   ( R(a(i) - i) q_i . R(b(j) - j) k_j  -  q_i . k_j ) / sqrt(D)
  ///
  /// Places are counted from the first key. A theta of 0 leaves a pair as it is.
  Tensor told_bias(const Tensor& query, const Tensor& key, const Positions& at,
                   std::span<const ToldDistance> told, const std::vector<double>& theta) const {
    const int start = at.keys.front();
    const float scale = 1 / std::sqrt(static_cast<float>(query.dim(3)));
    const auto turn_on = [&](const Tensor& x, const std::vector<int>& places, const auto& to) {
      std::vector<double> by;
      for (const int p : places) by.push_back(to(p - start) - (p - start));
      return turn(x, rotation_at(by, theta));
    };
    Tensor bias;
    for (const ToldDistance& t : told) {
      const Tensor where = of_pairs(at, t.keys, scale);
      if (!where) continue;
      const Tensor q = turn_on(query, at.queries, t.query), k = turn_on(key, at.keys, t.key);
      const Tensor change =
          multiply(subtract(matmul_transposed(q, k), matmul_transposed(query, key)), where);
      bias = bias ? add(bias, change) : change;
    }
    return bias;
  }

  /// [Tq, Tk]: `value` for the keys of keys(i) that query i sees, else 0; no tensor if there are
  /// none.
  static Tensor of_pairs(const Positions& at, const std::function<KeyRange(int i)>& keys,
                         float value) {
    const int Tq = static_cast<int>(at.queries.size()), Tk = static_cast<int>(at.keys.size());
    const int start = at.keys.front();
    Tensor values({Tq, Tk});
    bool any = false;
    for (int i = 0; i < Tq; ++i) {
      const int seen = at.seen_by(i);
      const KeyRange range = keys(at.queries[i] - start);
      float* row = values.data() + std::int64_t{i} * Tk;
      for (int j = 0; j < seen; ++j) {
        const bool chosen = range.contains(at.keys[j] - start);
        any |= chosen;
        row[j] = chosen ? value : 0.0f;
      }
    }
    return any ? values : Tensor();
  }
};

}  // namespace whereabouts
