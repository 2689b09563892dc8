#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/matmul.h"
#include "kernels/reduce.h"
#include "kernels/vector_math.h"
#include "ops.h"
#include "ops/attention_scores.h"
#include "util/check.h"

namespace whereabouts {
namespace {

AttentionSizes check_shapes(const Tensor& query, const Tensor& key, const Tensor& value,
                            const Positions& at, const ScoreTerms& terms, const Tensor& pairs) {
  check_argument(query.shape().rank() == 4 && key.shape().rank() == 4 &&
                     query.dim(0) == key.dim(0) && query.dim(1) == key.dim(1) &&
                     query.dim(3) == key.dim(3) && key.shape() == value.shape(),
                 "attention", "query ", query.shape(), " does not fit key ", key.shape(),
                 " and value ", value.shape());
  AttentionSizes s{query.dim(0), query.dim(1), query.dim(2), key.dim(2), query.dim(3), 0, {}};
  check_argument(
      static_cast<int>(at.queries.size()) == s.Tq && static_cast<int>(at.keys.size()) == s.Tk,
      "attention", at.queries.size(), " query and ", at.keys.size(),
      " key positions do not fit query ", query.shape(), " and key ", key.shape());
  at.check_order();
  s.distances = at.distances();
  for (int i = 0; i < s.Tq; ++i) s.seen.push_back(at.seen_by(i));
  for (const RelativeTable* r : {&terms.keys, &terms.queries, &terms.values}) {
    if (!*r) continue;
    const Tensor& t = r->table;
    check_argument(t.shape().rank() == 3 && (t.dim(0) == s.H || t.dim(0) == 1) && t.dim(2) == s.D,
                   "attention", "relative table ", t.shape(), " does not fit query ",
                   query.shape());
    check_argument(static_cast<int>(r->row_of.size()) == s.distances, "attention", r->row_of.size(),
                   " relative rows for ", s.distances, " distances");
    for (const int row : r->row_of) {
      check_argument(row >= 0 && row < t.dim(1), "attention", "relative row ", row,
                     " is outside the table ", t.shape());
    }
  }
  check_argument(!terms.distance || terms.distance.shape() == Shape{s.H, s.distances}, "attention",
                 "distance bias ", terms.distance.shape(), " does not fit ", s.H, " heads and ",
                 s.distances, " distances");
  check_argument(!pairs || pairs.shape() == Shape{s.H, s.Tq, s.Tk} ||
                     pairs.shape() == Shape{s.B, s.H, s.Tq, s.Tk},
                 "attention", "pair bias ", pairs.shape(), " does not fit query ", query.shape(),
                 " and key ", key.shape());
  return s;
}

// weights[r] = sum of row[j] over the keys j whose distance uses row r of the table: what a table
// row's vector counts.
void sum_by_table_row(const float* row, const int* row_at, int seen, float* weights, int R) {
  std::fill_n(weights, R, 0.0f);
  for (int j = 0; j < seen; ++j) weights[row_at[j]] += row[j];
}

// In training, the weights of a head that has no more pairs than this, a text of 256 characters,
// are kept for the backward pass. Reading them is faster than working them out again, by 2 % of a
// training step, and by 7 % for transformer-xl. Longer texts would need more memory for their
// weights than for all else.
constexpr std::int64_t kKeptPairs = 1 << 16;

// What the forward pass leaves for the backward one. The weights of each row are
// e^(score - largest) * inverse, with its largest score, and 1 / the sum of e^(score - largest);
// both are 0 for a query that sees nothing.
struct Softmax {
  float *largest, *inverse;  // [Tq]
  // e^(score - largest), block after block of queries, or null if they are not kept. The rows of a
  // block are only as long as its last query sees, in room for whole_lanes(Tk) each.
  float* powers;
  float* powers_from(int first, const AttentionSizes& s) const {
    return powers + std::int64_t{first} * whole_lanes(s.Tk);
  }
};

// One head of one sequence: writes out [Tq, D] (rows C apart) and its softmax.
void forward(HeadScores& head, const float* V, HeadTable* values, const AttentionSizes& s,
             float* out, const Softmax& softmax) {
  const Buffer V_room(packed_size(s.Tk, s.D));
  const Panels V_panels = panels_of(s.Tk, s.D, rows_of(V, s.D), V_room.data());
  const Buffer block(std::int64_t{kQueryBlock} * whole_lanes(s.Tk)), by_row(values ? values->R : 1);
  for (int first = 0; first < s.Tq; first += kQueryBlock) {
    const int rows = std::min(kQueryBlock, s.Tq - first), seen = s.seen[first + rows - 1];
    const int width = whole_lanes(seen);
    float* const S = softmax.powers ? softmax.powers_from(first, s) : block.data();
    head.scores(first, rows, width, S);
    for (int r = 0; r < rows; ++r) {
      float* row = S + std::int64_t{r} * width;
      const int own = whole_lanes(s.seen[first + r]);
      float largest = largest_of(row, own);
      if (largest == -std::numeric_limits<float>::infinity())
        largest = 0;  // all hidden: weights of 0, not 0/0
      exp_of_differences(row, own, largest, row);
      const float total = sum_of(row, own);
      std::fill(row + own, row + width, 0.0f);
      softmax.largest[first + r] = largest;
      softmax.inverse[first + r] = total == 0 ? 0.0f : 1 / total;
    }
    multiply_panels(rows, s.D, seen, rows_of(S, width), V_panels, out + std::int64_t{first} * s.C(),
                    s.C(), Start::kZero);
    if (values) {
      for (int r = 0; r < rows; ++r) {
        const int own = s.seen[first + r];
        sum_by_table_row(S + std::int64_t{r} * width, values->row_at.row(first + r, own), own,
                         by_row.data(), values->R);
        matmul_fast(1, s.D, values->R, rows_of(by_row.data(), values->R),
                    rows_of(values->rows, s.D), out + std::int64_t{first + r} * s.C(), s.C(),
                    Start::kKeep);
      }
    }
    // The weights add up to 1 only now: an output row has fewer numbers than its row of scores.
    for (int r = 0; r < rows; ++r) {
      float* row = out + std::int64_t{first + r} * s.C();
      const float inverse = softmax.inverse[first + r];
      for (int c = 0; c < s.D; ++c) row[c] *= inverse;
    }
  }
}

// Where one head's gradients go; null where nobody asks.
struct Gradients {
  float *dQ, *dK, *dV;                           // this head's rows
  float *distance, *pairs;                       // this head's [distances], [Tq, Tk]
  float *key_table, *query_table, *value_table;  // this head's [R, D]
};

// In the forward pass, with S the scores, P the weights, O the output, and * element by element:
//
//   S = Q K^T scale + biases        P = softmax(S), row by row        O = P V
//
// so now, given dO, we go back from O to V and P, from P to S, from S to Q and K:
//
//   dV = P^T dO      dP = dO V^T      dS = P * (dP - rowsum(dP * P))
//   dQ = dS K scale                   dK = dS^T Q scale                 dbias = dS
//
// and rowsum(dP * P) = rowsum(dO * O), so no row of P needs to be kept: where it is not, it is
// computed again from its softmax.
void backward(HeadScores& head, const float* V, HeadTable* values, const Positions& at,
              const AttentionSizes& s, const float* O, const float* dO, const Softmax& softmax,
              const Gradients& to) {
  const int D = s.D;
  const Buffer V_room(packed_size(D, s.Tk)), K_room(packed_size(s.Tk, D)),
      block(packed_size(kQueryBlock, D));
  const Panels V_transposed = panels_of(D, s.Tk, rows_of(V, D).transposed(), V_room.data());
  const Panels K_panels = panels_of(s.Tk, D, rows_of(head.K(), D), K_room.data());
  const Buffer P_block(std::int64_t{kQueryBlock} * whole_lanes(s.Tk)),
      dS(std::int64_t{kQueryBlock} * whole_lanes(s.Tk));
  HeadTable *keys = head.keys(), *queries = head.queries();
  const Buffer dqa(keys ? std::int64_t{kQueryBlock} * keys->R : 1),
      by_row(values ? std::int64_t{kQueryBlock} * values->R : 1);
  const Buffer dO_dot_c(values ? std::int64_t{kQueryBlock} * values->R : 1);
  const Buffer dbk(queries ? std::int64_t{queries->R} * s.Tk : 1);
  if (queries) std::fill_n(dbk.data(), std::int64_t{queries->R} * s.Tk, 0.0f);

  std::vector<float> ddistance(to.distance ? s.distances : 0);
  const int nearest = at.nearest();
  // Gradients of biases are those of the scores as they are; all others want them scaled.
  const bool biased = to.distance || to.pairs;
  const bool kept = softmax.powers != nullptr;
  for (int first = 0; first < s.Tq; first += kQueryBlock) {
    const int rows = std::min(kQueryBlock, s.Tq - first), seen = s.seen[first + rows - 1];
    const int width = whole_lanes(seen);
    const MatrixView Q = rows_of(head.Q() + std::int64_t{first} * D, D),
                     dO_block = rows_of(dO + std::int64_t{first} * s.C(), s.C());
    // e^(score - largest) if kept, else the scores; the weights from the loop over rows on.
    float* const P = kept ? softmax.powers_from(first, s) : P_block.data();
    if (!kept) head.scores(first, rows, width, P);
    // In the forward pass O was P V, so now dP = dO V^T. It is put where dS will be.
    multiply_panels(rows, width, D, dO_block, V_transposed, dS.data(), width, Start::kZero);
    if (values) {  // and a weight met v_j + c_n, so dP_ij has dO_i . c_n too
      matmul_fast(rows, values->R, D, dO_block, rows_of(values->rows, D).transposed(),
                  dO_dot_c.data(), values->R, Start::kZero);
    }
    for (int r = 0; r < rows; ++r) {
      const int i = first + r, own = s.seen[i];
      float *p = P + std::int64_t{r} * width, *ds = dS.data() + std::int64_t{r} * width;
      if (values) {
        const int* row_at = values->row_at.row(i, own);
        const float* products = dO_dot_c.data() + std::int64_t{r} * values->R;
        for (int j = 0; j < own; ++j) ds[j] += products[row_at[j]];
      }
      const float *o = O + std::int64_t{i} * s.C(), *d = dO + std::int64_t{i} * s.C();
      const float mean = sum_over(D, [=](auto each) { return each(o) * each(d); });
      const float largest = softmax.largest[i], inverse = softmax.inverse[i];
      const int own_lanes = whole_lanes(own);
      const float early_scale = biased ? 1.0f : head.scale();
      // In the forward pass a row was p = softmax(s), so now ds_j = p_j (dp_j - sum over k of dp_k
      // p_k), and that sum is o . do.
      if (!kept) exp_of_differences(p, own_lanes, largest, p);
#pragma omp simd
      for (int j = 0; j < own_lanes; ++j) {
        p[j] *= inverse;
        ds[j] = p[j] * (ds[j] - mean) * early_scale;
      }
      std::fill(p + own_lanes, p + width, 0.0f);
      std::fill(ds + own_lanes, ds + width, 0.0f);
      // In the forward pass a bias was added to its score, so now it has the score's gradient: one
      // number for all pairs at a distance their sum.
      if (to.distance) {
        const int farthest = at.queries[i] - at.keys.front() - nearest;
        for (int j = 0; j < own; ++j) ddistance[farthest - (at.keys[j] - at.keys.front())] += ds[j];
      }
      if (to.pairs) {
        for (int j = 0; j < own; ++j) to.pairs[std::int64_t{i} * s.Tk + j] += ds[j];
      }
      for (int j = 0; biased && j < own_lanes; ++j) ds[j] *= head.scale();
      // In the forward pass q_i met row r of a table at every key whose distance uses r, so now
      // what counts for r is the sum of ds over those keys; in the same way for the values' table,
      // with the weights, and for the keys', which k_j met.
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
    // In the forward pass s_ij was q_i . (k_j + a_n), so now dq_i = sum over j of ds_ij (k_j +
    // a_n).
    if (to.dQ) {
      float* dQ = to.dQ + std::int64_t{first} * D;
      multiply_panels(rows, D, seen, rows_of(dS.data(), width), K_panels, dQ, D, Start::kKeep);
      if (keys)
        matmul_fast(rows, D, keys->R, rows_of(dqa.data(), keys->R), rows_of(keys->rows, D), dQ, D,
                    Start::kKeep);
    }
    // k_j was met by all q_i, so dK = dS^T Q.
    if (to.dK) {
      multiply_panels(seen, D, rows, rows_of(dS.data(), width).transposed(),
                      panels_of(rows, D, Q, block.data()), to.dK, D, Start::kKeep);
    }
    // o_i was the sum over j of p_ij v_j, so dV = P^T dO.
    if (to.dV) {
      multiply_panels(seen, D, rows, rows_of(P, width).transposed(),
                      panels_of(rows, D, dO_block, block.data()), to.dV, D, Start::kKeep);
    }
    // a_r was met by q_i with the weight that was summed by row above; c_r gave to o_i in the same
    // way.
    if (to.key_table) {
      matmul_fast(keys->R, D, rows, rows_of(dqa.data(), keys->R).transposed(), Q, to.key_table, D,
                  Start::kKeep);
    }
    if (to.value_table) {
      matmul_fast(values->R, D, rows, rows_of(by_row.data(), values->R).transposed(), dO_block,
                  to.value_table, D, Start::kKeep);
    }
  }
  // In the forward pass s_ij had k_j . b_n too, so now dk_j has a part from b, and b_r one from k.
  if (queries && to.dK) {
    matmul_fast(s.Tk, D, queries->R, rows_of(dbk.data(), s.Tk).transposed(),
                rows_of(queries->rows, D), to.dK, D, Start::kKeep);
  }
  if (to.query_table) {
    multiply_panels(queries->R, D, s.Tk, rows_of(dbk.data(), s.Tk), K_panels, to.query_table, D,
                    Start::kKeep);
  }
  for (std::size_t n = 0; n < ddistance.size(); ++n) to.distance[n] += ddistance[n];
}

}  // namespace

Tensor attention(const Tensor& query, const Tensor& key, const Tensor& value, const Positions& at,
                 const ScoreTerms& terms, const Tensor& pairs, const ChangeScores& change) {
  const AttentionSizes s = check_shapes(query, key, value, at, terms, pairs);
  check_argument(!change || !recording(), "attention", "scores that are changed in place have no ",
                 "derivative: use pairs under a tape");
  Tensor output = Tensor::uninitialised({s.B, s.Tq, s.C()});
  Tensor largest = Tensor::uninitialised({s.B, s.H, s.Tq}),
         inverse = Tensor::uninitialised({s.B, s.H, s.Tq});
  Tensor powers;
  if (recording() && std::int64_t{s.Tq} * s.Tk <= kKeptPairs)
    powers = Tensor::uninitialised({s.B, s.H, s.Tq, whole_lanes(s.Tk)});
  const auto softmax_of = [=](std::int64_t bh) {
    return Softmax{largest.data() + bh * s.Tq, inverse.data() + bh * s.Tq,
                   powers ? powers.data() + bh * s.Tq * whole_lanes(s.Tk) : nullptr};
  };
  const auto for_each_head = [s](auto&& work) {
    for (int b = 0; b < s.B; ++b) {
      for (int h = 0; h < s.H; ++h) work(b, h, std::int64_t{b} * s.H + h);
    }
  };
  for_each_head([&](int b, int h, std::int64_t bh) {
    HeadScores head(query, key, at, terms, pairs, s, b, h, change);
    auto values = head_table(terms.values, h, s.D, at);
    forward(head, value.data() + bh * s.Tk * s.D, values ? &*values : nullptr, s,
            output.data() + std::int64_t{b} * s.Tq * s.C() + std::int64_t{h} * s.D, softmax_of(bh));
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
      HeadScores head(query, key, at, terms, pairs, s, b, h);
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
               output.data() + out, output.grad() + out, softmax_of(bh), to);
    });
  });
}

}  // namespace whereabouts
