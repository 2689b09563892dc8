#include "ops/attention_scores.h"

#include <cmath>
#include <limits>

namespace whereabouts {
namespace {

void multiply_all(float* x, std::int64_t count, float factor) {
  for (std::int64_t i = 0; i < count; ++i) x[i] *= factor;
}

}  // namespace

HeadScores::HeadScores(const Tensor& query, const Tensor& key, const Positions& at,
                       const ScoreTerms& terms, const Tensor& pairs, const AttentionSizes& s, int b,
                       int h, const ChangeScores& change)
    : s_(s),
      b_(b),
      h_(h),
      change_(change),
      scale_(terms.scale != 0 ? terms.scale : 1 / std::sqrt(static_cast<float>(s.D))),
      Q_(query.data() + (std::int64_t{b} * s.H + h) * s.Tq * s.D),
      K_(key.data() + (std::int64_t{b} * s.H + h) * s.Tk * s.D),
      keys_(head_table(terms.keys, h, s.D, at)),
      queries_(head_table(terms.queries, h, s.D, at)) {
  if (terms.distance) distance_.emplace(terms.distance.data() + std::int64_t{h} * s.distances, at);
  if (pairs) {
    pairs_ =
        pairs.data() + (pairs.shape().rank() == 3 ? h : std::int64_t{b} * s.H + h) * s.Tq * s.Tk;
  }
}

void HeadScores::prepare() {
  const AttentionSizes& s = s_;
  K_transposed_ = Buffer(packed_size(s.D, s.Tk));
  K_panels_ = panels_of(s.D, s.Tk, rows_of(K_, s.D).transposed(), K_transposed_.data());
  multiply_all(K_transposed_.data(), packed_size(s.D, s.Tk), scale_);
  if (keys_) {  // q_i . a_r scale for all rows r: one product a block
    a_transposed_ = Buffer(packed_size(s.D, keys_->R));
    a_panels_ =
        panels_of(s.D, keys_->R, rows_of(keys_->rows, s.D).transposed(), a_transposed_.data());
    multiply_all(a_transposed_.data(), packed_size(s.D, keys_->R), scale_);
    q_dot_a_ = Buffer(std::int64_t{kQueryBlock} * keys_->R);
  }
  if (queries_) {  // b_r . k_j scale for all rows r and keys j
    b_dot_k_ = Buffer(std::int64_t{queries_->R} * s.Tk);
    multiply_panels(queries_->R, s.Tk, s.D, rows_of(queries_->rows, s.D), K_panels_,
                    b_dot_k_.data(), s.Tk, Start::kZero);
  }
}

void HeadScores::scores(int first, int rows, int width, float* S) {
  if (!K_panels_.data) prepare();
  const MatrixView Q = rows_of(Q_ + std::int64_t{first} * s_.D, s_.D);
  multiply_panels(rows, width, s_.D, Q, K_panels_, S, width, Start::kZero);
  if (change_) change_({b_, h_, first, rows, width, S});
  if (keys_) {
    multiply_panels(rows, keys_->R, s_.D, Q, a_panels_, q_dot_a_.data(), keys_->R, Start::kZero);
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

}  // namespace whereabouts
