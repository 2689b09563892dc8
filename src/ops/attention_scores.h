// The scores of attention for one head of one sequence, a block of queries at a time: the part that
// its forward and backward passes have in common.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/lanes.h"
#include "kernels/matmul.h"
#include "ops/attention.h"
#include "util/buffer.h"

namespace whereabouts {

// Queries are taken in blocks of this many. Small, because a block computes the scores of all keys
// that its last query sees; not smaller, because the products get inefficient.
inline constexpr int kQueryBlock = 16;

struct AttentionSizes {
  int B, H, Tq, Tk, D, distances;
  std::vector<int> seen;  // how many keys each query sees
  int C() const { return H * D; }
};

// Rows of scores are worked through in whole registers: up to here, with what lies beyond a query's
// own keys set to a score of -infinity, a weight of 0.
inline int whole_lanes(int count) { return (count + kLanes - 1) / kLanes * kLanes; }

// Something that depends on the distance, laid out so that row i can be read from key 0 on.
// Distances fall as j grows, so the list is kept in reverse: with keys at consecutive positions,
// row i is then simply a place in the list.
template <class Item>
class ByDistance {
 public:
  ByDistance(const Item* items, const Positions& at)
      : at_(at),
        farthest_(at.farthest()),
        reversed_(items, items + at.distances()),
        row_(at.keys.size() + kLanes) {
    std::reverse(reversed_.begin(), reversed_.end());
    reversed_.resize(reversed_.size() + kLanes);
    consecutive_ =
        at.seen.empty() && at.keys.back() - at.keys.front() + 1 == static_cast<int>(at.keys.size());
  }
  // Items for the keys 0, 1, ... seen by query i, and then anything up to whole lanes. Valid until
  // the next call.
  const Item* row(int i, int seen) {
    const Item* first = reversed_.data() + (farthest_ - (at_.queries[i] - at_.keys.front()));
    if (consecutive_) return first;
    for (int j = 0; j < seen; ++j) row_[j] = first[at_.keys[j] - at_.keys.front()];
    return row_.data();
  }

 private:
  const Positions& at_;
  int farthest_;
  std::vector<Item> reversed_, row_;
  bool consecutive_;
};

// A relative table for one head, with its rows found by distance.
struct HeadTable {
  int R;                // rows
  std::int64_t offset;  // of this head's rows in the table's numbers
  const float* rows;    // [R, D]
  ByDistance<int> row_at;
  HeadTable(const RelativeTable& t, int h, int D, const Positions& at)
      : R(t.table.dim(1)),
        offset(t.table.dim(0) == 1 ? 0 : std::int64_t{h} * R * D),
        rows(t.table.data() + offset),
        row_at(t.row_of.data(), at) {}
};

inline std::optional<HeadTable> head_table(const RelativeTable& t, int h, int D,
                                           const Positions& at) {
  return t ? std::optional<HeadTable>(std::in_place, t, h, D, at) : std::nullopt;
}

/// One head of one sequence, with what a positional scheme adds to its scores. Refers to what it is
/// made from.
class HeadScores {
 public:
  HeadScores(const Tensor& query, const Tensor& key, const Positions& at, const ScoreTerms& terms,
             const Tensor& pairs, const AttentionSizes& s, int b, int h,
             const ChangeScores& change = {});

  /// Scores for the queries first .. first + rows - 1, in rows of `width` numbers: -infinity from
  /// the first key on that a query does not see.
  void scores(int first, int rows, int width, float* S);

  float scale() const { return scale_; }
  const float* Q() const { return Q_; }
  const float* K() const { return K_; }
  HeadTable* keys() { return keys_ ? &*keys_ : nullptr; }
  HeadTable* queries() { return queries_ ? &*queries_ : nullptr; }

 private:
  // What scores() multiplies by: made when first asked for, since a backward pass that has the
  // weights never asks.
  void prepare();

  const AttentionSizes& s_;
  const int b_, h_;
  const ChangeScores change_;
  const float scale_;
  const float *Q_, *K_;
  Buffer K_transposed_, a_transposed_, q_dot_a_, b_dot_k_;
  Panels K_panels_{}, a_panels_{};
  std::optional<HeadTable> keys_, queries_;
  std::optional<ByDistance<float>> distance_;
  const float* pairs_ = nullptr;
};

}  // namespace whereabouts
