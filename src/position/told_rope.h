// What the ropes have in common that are told another distance of some keys than i - j.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <span>
#include <vector>

#include "autograd.h"
#include "kernels/matmul.h"
#include "ops.h"
#include "position/distance_map.h"
#include "position/rope.h"
#include "util/buffer.h"

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
      if (!recording()) {
        if (!bias) bias = Tensor({q.dim(0), q.dim(1), q.dim(2), k.dim(2)});
        add_changes(q, k, query, key, where, bias);
        continue;
      }
      const Tensor change =
          multiply(subtract(matmul_transposed(q, k), matmul_transposed(query, key)), where);
      bias = bias ? add(bias, change) : change;
    }
    return bias;
  }

  // bias += (q k^T - query key^T) * where, without derivatives. Some keys at a time, so that of a
  // long text all but the bias stays in a core's own cache: reading 16,384 characters takes a sixth
  // less time.
  static void add_changes(const Tensor& q, const Tensor& k, const Tensor& query, const Tensor& key,
                          const Tensor& where, Tensor& bias) {
    constexpr int kPiece = 512;
    const int Tq = q.dim(2), Tk = k.dim(2), D = q.dim(3);
    const Tensor minus = scale(query, -1);
    const Buffer change(std::int64_t{Tq} * kPiece);
    for (std::int64_t bh = 0; bh < std::int64_t{q.dim(0)} * q.dim(1); ++bh) {
      for (int first = 0; first < Tk; first += kPiece) {
        const int keys = std::min(kPiece, Tk - first);
        const auto add_products = [&](const Tensor& x, const Tensor& y, Start start) {
          matmul_fast(Tq, keys, D, rows_of(x.data() + bh * Tq * D, D),
                      rows_of(y.data() + (bh * Tk + first) * D, D).transposed(), change.data(),
                      kPiece, start);
        };
        add_products(q, k, Start::kZero);
        add_products(minus, key, Start::kKeep);
        for (int i = 0; i < Tq; ++i) {
          const float *of_row = change.data() + std::int64_t{i} * kPiece,
                      *factor = where.data() + std::int64_t{i} * Tk + first;
          float* to = bias.data() + (bh * Tq + i) * Tk + first;
          for (int j = 0; j < keys; ++j) to[j] += of_row[j] * factor[j];
        }
      }
    }
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
