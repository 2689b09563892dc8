// What the ropes have in common that are told another distance of some keys than i - j.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "kernels/lanes.h"
#include "kernels/matmul.h"
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
    Tensor bias;
    for (const ToldDistance& t : told) {
      const Tensor where = of_pairs(at, t.keys, scale);
      if (!where) continue;
      const Tensor q = turn_on(query, at.queries, start, t.query, theta),
                   k = turn_on(key, at.keys, start, t.key, theta);
      const Tensor change =
          multiply(subtract(matmul_transposed(q, k), matmul_transposed(query, key)), where);
      bias = bias ? add(bias, change) : change;
    }
    return bias;
  }

  /// The same for PositionScheme::change_scores(): the score of a pair that is told a distance is
  /// R(a(i) - i) q_i . R(b(j) - j) k_j / sqrt(D), and that of a hidden one -infinity.
  ChangeScores told_scores(const Tensor& query, const Tensor& key, const Positions& at,
                           const DistanceMap& map, const std::vector<double>& theta) const {
    struct Turned {
      std::function<KeyRange(int i)> keys;
      Tensor query, panels;
      std::vector<Panels> key;  // of each head of each sequence
    };
    const int start = at.keys.front();
    const int heads = query.dim(1), Tq = query.dim(2), Tk = key.dim(2), D = query.dim(3);
    const std::int64_t all_heads = std::int64_t{query.dim(0)} * heads, size = packed_size(D, Tk);
    std::vector<Turned> told;
    for (const ToldDistance& t : map.told) {
      const Tensor q = scale(turn_on(query, at.queries, start, t.query, theta),
                             1 / std::sqrt(static_cast<float>(D))),
                   k = turn_on(key, at.keys, start, t.key, theta);
      Turned turned{t.keys, q, Tensor::uninitialised({all_heads, size}), {}};
      for (std::int64_t n = 0; n < all_heads; ++n)
        turned.key.push_back(panels_of(D, Tk, rows_of(k.data() + n * Tk * D, D).transposed(),
                                       turned.panels.data() + n * size));
      told.push_back(turned);
    }
    return [=, &at, hidden = map.hidden](const ScoreBlock& block) {
      constexpr int kPiece = 512;  // of the keys, so that its scores stay in a core's own cache
      const std::int64_t n = std::int64_t{block.sequence} * heads + block.head;
      std::vector<float> scores(block.rows * kPiece);
      // change(score, j) for the keys of a piece that are in the range of their query
      const auto for_pairs = [&](const auto& keys, int first, const auto& change) {
        for (int r = 0; r < block.rows; ++r) {
          const int i = block.first + r, end = std::min(at.seen_by(i) - first, kPiece);
          const KeyRange range = keys(at.queries[i] - start);
          float* const row = block.row(r) + first;
          const int* const place = at.keys.data() + first;
          const float* const other = scores.data() + r * kPiece;
          for (int j = 0; j < end; ++j)
            row[j] = range.contains(place[j] - start) ? change(other[j]) : row[j];
        }
      };
      for (int first = 0; first < Tk; first += kPiece) {
        for (const Turned& t : told) {
          multiply_panels(block.rows, std::min(kPiece, Tk - first), D,
                          rows_of(t.query.data() + (n * Tq + block.first) * D, D),
                          t.key[n].from_panel(first / (2 * kLanes)), scores.data(), kPiece,
                          Start::kZero);
          for_pairs(t.keys, first, [](float of_told) { return of_told; });
        }
        if (hidden)
          for_pairs(hidden, first, [](float) { return -std::numeric_limits<float>::infinity(); });
      }
    };
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

 private:
  // R(to(place) - place) x, places counted from `start`.
  Tensor turn_on(const Tensor& x, const std::vector<int>& positions, int start,
                 const std::function<double(int)>& to, const std::vector<double>& theta) const {
    std::vector<double> by;
    for (const int p : positions) by.push_back(to(p - start) - (p - start));
    return turn(x, rotation_at(by, theta));
  }
};

}  // namespace whereabouts
