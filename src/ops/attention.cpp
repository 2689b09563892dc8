#include "ops/attention.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "autograd.h"
#include "kernels/lanes.h"
#include "kernels/matmul.h"
#include "kernels/vector_math.h"
#include "util/check.h"

namespace whereabouts {
namespace {

// Queries are taken in blocks of this many. Small, because a block computes the scores of all keys
// that its last query sees; not smaller, because the products get inefficient.
constexpr int kQueryBlock = 16;

MatrixView rows_of(const float* data, std::int64_t row_length) { return {data, row_length, 1}; }

struct Sizes {
  int B, H, Tq, Tk, D, distances;
  std::vector<int> seen;  // how many keys each query sees
  int C() const { return H * D; }
};

// Rows of scores are worked through in whole registers: up to here, with what lies beyond a query's own keys set
// to a score of -infinity, a weight of 0.
int whole_lanes(int count) { return (count + kLanes - 1) / kLanes * kLanes; }

Sizes check_shapes(const Tensor& query, const Tensor& key, const Tensor& value, const Positions& at,
                   const ScoreTerms& terms, const Tensor& pairs) {
  check(query.shape().rank() == 4 && key.shape().rank() == 4 && query.dim(0) == key.dim(0) &&
            query.dim(1) == key.dim(1) && query.dim(3) == key.dim(3) &&
            key.shape() == value.shape(),
        "attention", "query ", query.shape(), " does not fit key ", key.shape(), " and value ",
        value.shape());
  Sizes s{query.dim(0), query.dim(1), query.dim(2), key.dim(2), query.dim(3), 0, {}};
  check(static_cast<int>(at.queries.size()) == s.Tq && static_cast<int>(at.keys.size()) == s.Tk,
        "attention", at.queries.size(), " query and ", at.keys.size(),
        " key positions do not fit query ", query.shape(), " and key ", key.shape());
  at.check_order();
  s.distances = at.distances();
  for (int i = 0; i < s.Tq; ++i) s.seen.push_back(at.seen_by(i));
  for (const RelativeTable* r : {&terms.keys, &terms.queries, &terms.values}) {
    if (!*r) continue;
    const Tensor& t = r->table;
    check(t.shape().rank() == 3 && (t.dim(0) == s.H || t.dim(0) == 1) && t.dim(2) == s.D,
          "attention", "relative table ", t.shape(), " does not fit query ", query.shape());
    check(static_cast<int>(r->row_of.size()) == s.distances, "attention", r->row_of.size(),
          " relative rows for ", s.distances, " distances");
    for (const int row : r->row_of) {
      check(row >= 0 && row < t.dim(1), "attention", "relative row ", row, " is outside the table ",
            t.shape());
    }
  }
  check(!terms.distance || terms.distance.shape() == Shape{s.H, s.distances}, "attention",
        "distance bias ", terms.distance.shape(), " does not fit ", s.H, " heads and ", s.distances,
        " distances");
  check(!pairs || pairs.shape() == Shape{s.H, s.Tq, s.Tk} ||
            pairs.shape() == Shape{s.B, s.H, s.Tq, s.Tk},
        "attention", "pair bias ", pairs.shape(), " does not fit query ", query.shape(),
        " and key ", key.shape());
  return s;
}

// Something that depends on the distance, laid out so that row i can be read from key 0 on.
// Distances fall as j grows, so the list is kept in reverse: with keys at consecutive positions,
// row i is then simply a place in the list.
template <class Item>
class ByDistance {
 public:
  ByDistance(const Item* items, const Positions& at)
      : at_(at), reversed_(items, items + at.distances()), row_(at.keys.size() + kLanes) {
    std::reverse(reversed_.begin(), reversed_.end());
    reversed_.resize(reversed_.size() + kLanes);
    consecutive_ = at.keys.back() - at.keys.front() + 1 == static_cast<int>(at.keys.size());
  }
  // Items for the keys 0, 1, ... seen by query i, and then anything up to whole lanes. Valid until
  // the next call.
  const Item* row(int i, int seen) {
    const Item* first = reversed_.data() + (at_.farthest() - (at_.queries[i] - at_.keys.front()));
    if (consecutive_) return first;
    for (int j = 0; j < seen; ++j) row_[j] = first[at_.keys[j] - at_.keys.front()];
    return row_.data();
  }

 private:
  const Positions& at_;
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

std::optional<HeadTable> head_table(const RelativeTable& t, int h, int D, const Positions& at) {
  return t ? std::optional<HeadTable>(std::in_place, t, h, D, at) : std::nullopt;
}

void multiply_all(float* x, std::int64_t count, float factor) {
  for (std::int64_t i = 0; i < count; ++i) x[i] *= factor;
}

// The part of forward and backward that is the same: the scores of one block of queries of one
// head.
class Head {
 public:
  Head(const Tensor& query, const Tensor& key, const Positions& at, const ScoreTerms& terms,
       const Tensor& pairs, const Sizes& s, int b, int h)
      : s_(s),
        scale_(terms.scale != 0 ? terms.scale : 1 / std::sqrt(static_cast<float>(s.D))),
        Q_(query.data() + (std::int64_t{b} * s.H + h) * s.Tq * s.D),
        K_(key.data() + (std::int64_t{b} * s.H + h) * s.Tk * s.D),
        K_transposed_(packed_size(s.D, s.Tk)),
        keys_(head_table(terms.keys, h, s.D, at)),
        queries_(head_table(terms.queries, h, s.D, at)) {
    pack(s.D, s.Tk, rows_of(K_, s.D).transposed(), K_transposed_.data());
    multiply_all(K_transposed_.data(), packed_size(s.D, s.Tk), scale_);
    if (terms.distance)
      distance_.emplace(terms.distance.data() + std::int64_t{h} * s.distances, at);
    if (pairs) {
      pairs_ =
          pairs.data() + (pairs.shape().rank() == 3 ? h : std::int64_t{b} * s.H + h) * s.Tq * s.Tk;
    }
    if (keys_) {  // q_i . a_r scale for all rows r: one product a block
      a_transposed_ = Buffer(packed_size(s.D, keys_->R));
      pack(s.D, keys_->R, rows_of(keys_->rows, s.D).transposed(), a_transposed_.data());
      multiply_all(a_transposed_.data(), packed_size(s.D, keys_->R), scale_);
      q_dot_a_ = Buffer(std::int64_t{kQueryBlock} * keys_->R);
    }
    if (queries_) {  // b_r . k_j scale for all rows r and keys j
      b_dot_k_ = Buffer(std::int64_t{queries_->R} * s.Tk);
      multiply_packed(queries_->R, s.Tk, s.D, rows_of(queries_->rows, s.D), K_transposed_.data(),
                      s.D, b_dot_k_.data(), s.Tk, Start::kZero);
    }
  }

  // Scores for the queries first .. first + rows - 1, in rows of `width` numbers: -infinity from the
  // first key on that a query does not see.
  void scores(int first, int rows, int width, float* S) {
    const MatrixView Q = rows_of(Q_ + std::int64_t{first} * s_.D, s_.D);
    multiply_packed(rows, width, s_.D, Q, K_transposed_.data(), s_.D, S, width, Start::kZero);
    if (keys_) {
      multiply_packed(rows, keys_->R, s_.D, Q, a_transposed_.data(), s_.D, q_dot_a_.data(),
                      keys_->R, Start::kZero);
    }
    for (int r = 0; r < rows; ++r) {
      const int i = first + r, own = s_.seen[i];
      float* row = S + std::int64_t{r} * width;
      if (keys_) {
        const int* at = keys_->row_at.row(i, own);
        const float* products = q_dot_a_.data() + std::int64_t{r} * keys_->R;
        for (int j = 0; j < own; ++j) row[j] += products[at[j]];
      }
      if (queries_) {
        const int* at = queries_->row_at.row(i, own);
        for (int j = 0; j < own; ++j) row[j] += b_dot_k_.data()[std::int64_t{at[j]} * s_.Tk + j];
      }
      if (distance_) {
        const float* bias = distance_->row(i, own);
        for (int j = 0; j < whole_lanes(own); ++j) row[j] += bias[j];
      }
      if (pairs_) {
        const float* bias = pairs_ + std::int64_t{i} * s_.Tk;
        for (int j = 0; j < own; ++j) row[j] += bias[j];
      }
      std::fill(row + own, row + width, -std::numeric_limits<float>::infinity());
    }
  }

  float scale() const { return scale_; }
  const float* Q() const { return Q_; }
  const float* K() const { return K_; }
  HeadTable* keys() { return keys_ ? &*keys_ : nullptr; }
  HeadTable* queries() { return queries_ ? &*queries_ : nullptr; }

 private:
  const Sizes& s_;
  const float scale_;
  const float *Q_, *K_;
  Buffer K_transposed_, a_transposed_, q_dot_a_, b_dot_k_;
  std::optional<HeadTable> keys_, queries_;
  std::optional<ByDistance<float>> distance_;
  const float* pairs_ = nullptr;
};

// weights[r] = sum of row[j] over the keys j whose distance uses row r of the table: what a table
// row's vector counts.
void sum_by_table_row(const float* row, const int* row_at, int seen, float* weights, int R) {
  std::fill_n(weights, R, 0.0f);
  for (int j = 0; j < seen; ++j) weights[row_at[j]] += row[j];
}

// One head of one sequence: writes out [Tq, D] (rows C apart), and the logarithm of each row's sum
// of e^score.
void forward(Head& head, const float* V, HeadTable* values, const Sizes& s, float* out,
             float* log_sums) {
  const Buffer V_packed(packed_size(s.Tk, s.D));
  pack(s.Tk, s.D, rows_of(V, s.D), V_packed.data());
  const Buffer S(std::int64_t{kQueryBlock} * whole_lanes(s.Tk)), by_row(values ? values->R : 1);
  for (int first = 0; first < s.Tq; first += kQueryBlock) {
    const int rows = std::min(kQueryBlock, s.Tq - first), seen = s.seen[first + rows - 1];
    const int width = whole_lanes(seen);
    head.scores(first, rows, width, S.data());
    for (int r = 0; r < rows; ++r) {
      float* row = S.data() + std::int64_t{r} * width;
      const int own = whole_lanes(s.seen[first + r]);
      float largest = largest_of(row, own), total = 0;
      if (largest == -std::numeric_limits<float>::infinity())
        largest = 0;  // all hidden: weights of 0, not 0/0
      for (int j = 0; j < own; ++j) row[j] = fast_exp(row[j] - largest);
#pragma omp simd reduction(+ : total)
      for (int j = 0; j < own; ++j) total += row[j];
      const float inverse = total == 0 ? 0.0f : 1 / total;
      for (int j = 0; j < own; ++j) row[j] *= inverse;
      std::fill(row + own, row + width, 0.0f);
      log_sums[first + r] = total == 0 ? 0.0f : largest + std::log(total);
    }
    multiply_packed(rows, s.D, seen, rows_of(S.data(), width), V_packed.data(), s.Tk,
                    out + std::int64_t{first} * s.C(), s.C(), Start::kZero);
    if (values) {
      for (int r = 0; r < rows; ++r) {
        const int own = s.seen[first + r];
        sum_by_table_row(S.data() + std::int64_t{r} * width, values->row_at.row(first + r, own),
                         own, by_row.data(), values->R);
        matmul_fast(1, s.D, values->R, rows_of(by_row.data(), values->R),
                    rows_of(values->rows, s.D), out + std::int64_t{first + r} * s.C(), s.C(),
                    Start::kKeep);
      }
    }
  }
}

// Where one head's gradients go; null where nobody asks.
struct Gradients {
  float *dQ, *dK, *dV;                           // this head's rows
  float *distance, *pairs;                       // this head's [distances], [Tq, Tk]
  float *key_table, *query_table, *value_table;  // this head's [R, D]
};

// With P the weights, dO the gradient of the output, and * element by element:
//
//   dV = P^T dO      dP = dO V^T      dS = P * (dP - rowsum(dP * P))
//   dQ = dS K scale                   dK = dS^T Q scale
//
// and rowsum(dP * P) = rowsum(dO * O), so no row of P needs to be kept: it is computed again from
// its log sum.
void backward(Head& head, const float* V, HeadTable* values, const Positions& at, const Sizes& s,
              const float* O, const float* dO, const float* log_sums, const Gradients& to) {
  const int D = s.D;
  const Buffer V_transposed(packed_size(D, s.Tk)), K_packed(packed_size(s.Tk, D)),
      block(packed_size(kQueryBlock, D));
  pack(D, s.Tk, rows_of(V, D).transposed(), V_transposed.data());
  pack(s.Tk, D, rows_of(head.K(), D), K_packed.data());
  const Buffer P(std::int64_t{kQueryBlock} * whole_lanes(s.Tk)),
      dS(std::int64_t{kQueryBlock} * whole_lanes(s.Tk));
  HeadTable *keys = head.keys(), *queries = head.queries();
  const Buffer dqa(keys ? std::int64_t{kQueryBlock} * keys->R : 1),
      by_row(values ? std::int64_t{kQueryBlock} * values->R : 1);
  const Buffer dO_dot_c(values ? std::int64_t{kQueryBlock} * values->R : 1);
  const Buffer dbk(queries ? std::int64_t{queries->R} * s.Tk : 1);
  if (queries) std::fill_n(dbk.data(), std::int64_t{queries->R} * s.Tk, 0.0f);

  std::vector<float> ddistance(to.distance ? s.distances : 0);
  for (int first = 0; first < s.Tq; first += kQueryBlock) {
    const int rows = std::min(kQueryBlock, s.Tq - first), seen = s.seen[first + rows - 1];
    const int width = whole_lanes(seen);
    const MatrixView Q = rows_of(head.Q() + std::int64_t{first} * D, D),
                     dO_block = rows_of(dO + std::int64_t{first} * s.C(), s.C());
    head.scores(first, rows, width, P.data());
    multiply_packed(rows, width, D, dO_block, V_transposed.data(), D, dS.data(), width,
                    Start::kZero);  // dP
    if (values) {
      matmul_fast(rows, values->R, D, dO_block, rows_of(values->rows, D).transposed(),
                  dO_dot_c.data(), values->R, Start::kZero);
    }
    for (int r = 0; r < rows; ++r) {
      const int i = first + r, own = s.seen[i];
      float *p = P.data() + std::int64_t{r} * width, *ds = dS.data() + std::int64_t{r} * width;
      if (values) {
        const int* row_at = values->row_at.row(i, own);
        const float* products = dO_dot_c.data() + std::int64_t{r} * values->R;
        for (int j = 0; j < own; ++j) ds[j] += products[row_at[j]];
      }
      const float *o = O + std::int64_t{i} * s.C(), *d = dO + std::int64_t{i} * s.C();
      float mean = 0;
#pragma omp simd reduction(+ : mean)
      for (int c = 0; c < D; ++c) mean += o[c] * d[c];
      const float log_sum = log_sums[i];
      for (int j = 0; j < whole_lanes(own); ++j) p[j] = fast_exp(p[j] - log_sum);
      for (int j = 0; j < whole_lanes(own); ++j) ds[j] = p[j] * (ds[j] - mean);
      std::fill(p + whole_lanes(own), p + width, 0.0f);
      std::fill(ds + whole_lanes(own), ds + width, 0.0f);
      if (to.distance) {
        const int farthest = at.queries[i] - at.keys.front() - at.nearest();
        for (int j = 0; j < own; ++j) ddistance[farthest - (at.keys[j] - at.keys.front())] += ds[j];
      }
      if (to.pairs) {
        for (int j = 0; j < own; ++j) to.pairs[std::int64_t{i} * s.Tk + j] += ds[j];
      }
      for (int j = 0; j < whole_lanes(own); ++j) ds[j] *= head.scale();
      if (keys)
        sum_by_table_row(ds, keys->row_at.row(i, own), own, dqa.data() + std::int64_t{r} * keys->R,
                         keys->R);
      if (values)
        sum_by_table_row(p, values->row_at.row(i, own), own,
                         by_row.data() + std::int64_t{r} * values->R, values->R);
      if (queries) {
        const int* row_at = queries->row_at.row(i, own);
        for (int j = 0; j < own; ++j) dbk.data()[std::int64_t{row_at[j]} * s.Tk + j] += ds[j];
      }
    }
    if (to.dQ) {
      float* dQ = to.dQ + std::int64_t{first} * D;
      multiply_packed(rows, D, seen, rows_of(dS.data(), width), K_packed.data(), s.Tk, dQ, D,
                      Start::kKeep);
      if (keys)
        matmul_fast(rows, D, keys->R, rows_of(dqa.data(), keys->R), rows_of(keys->rows, D), dQ, D,
                    Start::kKeep);
    }
    if (to.dK) {
      pack(rows, D, Q, block.data());
      multiply_packed(seen, D, rows, rows_of(dS.data(), width).transposed(), block.data(), rows,
                      to.dK, D, Start::kKeep);
    }
    if (to.dV) {
      pack(rows, D, dO_block, block.data());
      multiply_packed(seen, D, rows, rows_of(P.data(), width).transposed(), block.data(), rows,
                      to.dV, D, Start::kKeep);
    }
    if (to.key_table) {
      matmul_fast(keys->R, D, rows, rows_of(dqa.data(), keys->R).transposed(), Q, to.key_table, D,
                  Start::kKeep);
    }
    if (to.value_table) {
      matmul_fast(values->R, D, rows, rows_of(by_row.data(), values->R).transposed(), dO_block,
                  to.value_table, D, Start::kKeep);
    }
  }
  if (queries && to.dK) {
    matmul_fast(s.Tk, D, queries->R, rows_of(dbk.data(), s.Tk).transposed(),
                rows_of(queries->rows, D), to.dK, D, Start::kKeep);
  }
  if (to.query_table) {
    multiply_packed(queries->R, D, s.Tk, rows_of(dbk.data(), s.Tk), K_packed.data(), s.Tk,
                    to.query_table, D, Start::kKeep);
  }
  for (std::size_t n = 0; n < ddistance.size(); ++n) to.distance[n] += ddistance[n];
}

}  // namespace

Tensor attention(const Tensor& query, const Tensor& key, const Tensor& value, const Positions& at,
                 const ScoreTerms& terms, const Tensor& pairs) {
  const Sizes s = check_shapes(query, key, value, at, terms, pairs);
  Tensor output = Tensor::uninitialised({s.B, s.Tq, s.C()});
  Tensor log_sums = Tensor::uninitialised({s.B, s.H, s.Tq});
  const auto for_each_head = [s](auto&& work) {
    for (int b = 0; b < s.B; ++b) {
      for (int h = 0; h < s.H; ++h) work(b, h, std::int64_t{b} * s.H + h);
    }
  };
  for_each_head([&](int b, int h, std::int64_t bh) {
    Head head(query, key, at, terms, pairs, s, b, h);
    auto values = head_table(terms.values, h, s.D, at);
    forward(head, value.data() + bh * s.Tk * s.D, values ? &*values : nullptr, s,
            output.data() + std::int64_t{b} * s.Tq * s.C() + std::int64_t{h} * s.D,
            log_sums.data() + bh * s.Tq);
  });

  std::vector<Tensor> inputs = {query, key, value};
  for (const Tensor& t :
       {terms.keys.table, terms.queries.table, terms.values.table, terms.distance, pairs}) {
    if (t) inputs.push_back(t);
  }
  return record("attention", std::move(inputs), output, [=] {
    const auto target = [](const Tensor& x) { return x.requires_grad() ? x.grad() : nullptr; };
    float *dq = target(query), *dk = target(key), *dv = target(value),
          *ddistance = target(terms.distance);
    float *dpairs = target(pairs), *da = target(terms.keys.table),
          *db = target(terms.queries.table);
    float* dc = target(terms.values.table);
    const auto part = [](float* base, std::int64_t offset) {
      return base ? base + offset : nullptr;
    };
    for_each_head([&](int b, int h, std::int64_t bh) {
      Head head(query, key, at, terms, pairs, s, b, h);
      auto values = head_table(terms.values, h, s.D, at);
      const std::int64_t out = std::int64_t{b} * s.Tq * s.C() + std::int64_t{h} * s.D;
      const Gradients to{part(dq, bh * s.Tq * s.D),
                         part(dk, bh * s.Tk * s.D),
                         part(dv, bh * s.Tk * s.D),
                         part(ddistance, std::int64_t{h} * s.distances),
                         part(dpairs, (pairs && pairs.shape().rank() == 3 ? h : bh) * s.Tq * s.Tk),
                         part(da, head.keys() ? head.keys()->offset : 0),
                         part(db, head.queries() ? head.queries()->offset : 0),
                         part(dc, values ? values->offset : 0)};
      backward(head, value.data() + bh * s.Tk * s.D, values ? &*values : nullptr, at, s,
               output.data() + out, output.grad() + out, log_sums.data() + bh * s.Tq, to);
    });
  });
}

}  // namespace whereabouts
