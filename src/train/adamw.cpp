#include "train/adamw.h"

#include <algorithm>
#include <cmath>

#include "util/check.h"
#include "util/parallel.h"

namespace whereabouts {
namespace {

// Weights are worked through in pieces of this many, each by one thread, and small enough that a
// piece's sum stays in the first-level cache while the gradients of all replicas pass. The pieces,
// and the order in which their sums are added, do not depend on the number of threads.
constexpr std::int64_t kPiece = 1 << 12;
// Models smaller than this are stepped by one thread.
constexpr std::int64_t kWorthSharing = 1 << 19;

struct Piece {
  int entry;
  std::int64_t first, count;
};

std::vector<Piece> pieces_of(std::span<const Parameters::Entry> entries) {
  std::vector<Piece> pieces;
  for (std::size_t e = 0; e < entries.size(); ++e) {
    const std::int64_t size = entries[e].tensor.size();
    for (std::int64_t i = 0; i < size; i += kPiece)
      pieces.push_back({static_cast<int>(e), i, std::min(kPiece, size - i)});
  }
  return pieces;
}

}  // namespace

AdamW::AdamW(const Parameters& parameters, const AdamWConfig& config)
    : entries_(parameters.entries().begin(), parameters.entries().end()), config_(config) {
  for (const auto& e : entries_) {
    moments_.push_back({e.name, Tensor(e.tensor.shape()), Tensor(e.tensor.shape())});
    sums_.push_back(Tensor::uninitialised(e.tensor.shape()));
  }
}

std::vector<std::string> AdamW::names(bool decayed) const {
  std::vector<std::string> found;
  for (const auto& e : entries_) {
    if (e.decayed == decayed) found.push_back(e.name);
  }
  return found;
}

double AdamW::step(float rate, float largest_norm, std::span<const Parameters* const> replicas) {
  const std::vector<Piece> pieces = pieces_of(entries_);
  std::vector<double> squares(pieces.size());
  const bool shared = static_cast<std::int64_t>(pieces.size()) * kPiece > kWorthSharing;

  // The gradient of each weight, summed over the replicas in their order, and the sum of its
  // squares.
  parallel_for(
      static_cast<int>(pieces.size()),
      [&](int p) {
        const int e = pieces[p].entry;
        const std::int64_t first = pieces[p].first, count = pieces[p].count;
        float* sum = sums_[e].data() + first;
        std::vector<const float*> parts;
        const auto take = [&](const Tensor& t) {
          if (t.has_grad()) parts.push_back(t.grad() + first);
        };
        take(entries_[e].tensor);
        for (const Parameters* r : replicas) take(r->entries()[e].tensor);
        std::fill_n(sum, count, 0.0f);
        for (const float* part : parts) {
          for (std::int64_t i = 0; i < count; ++i) sum[i] += part[i];
        }
        double total = 0;
#pragma omp simd reduction(+ : total)
        for (std::int64_t i = 0; i < count; ++i) total += static_cast<double>(sum[i]) * sum[i];
        squares[p] = total;
      },
      shared);
  double square = 0;
  for (const double s : squares) square += s;
  const double norm = std::sqrt(square);
  if (!std::isfinite(norm)) return norm;

  ++steps_;
  const float b1 = config_.beta1, b2 = config_.beta2, epsilon = config_.epsilon,
              decay = config_.decay;
  const auto t = static_cast<double>(steps_);
  const auto mean_correction = static_cast<float>(1 / (1 - std::pow(double{b1}, t)));
  const auto square_correction = static_cast<float>(1 / (1 - std::pow(double{b2}, t)));
  const float clip =
      largest_norm > 0 && norm > largest_norm ? static_cast<float>(largest_norm / norm) : 1.0f;
  parallel_for(
      static_cast<int>(pieces.size()),
      [&](int p) {
        const int e = pieces[p].entry;
        const std::int64_t first = pieces[p].first, count = pieces[p].count;
        float *w = entries_[e].tensor.data() + first, *m = moments_[e].mean.data() + first,
              *v = moments_[e].square.data() + first;
        const float* g = sums_[e].data() + first;
        // omp simd tells the compiler that no weight is one of the numbers that it is stepped by.
        const float shrink = entries_[e].decayed ? 1 - rate * decay : 1.0f;
#pragma omp simd
        for (std::int64_t i = 0; i < count; ++i) {
          const float gradient = g[i] * clip;
          m[i] = b1 * m[i] + (1 - b1) * gradient;
          v[i] = b2 * v[i] + (1 - b2) * gradient * gradient;
          w[i] = w[i] * shrink -
                 rate * (m[i] * mean_correction) / (std::sqrt(v[i] * square_correction) + epsilon);
        }
      },
      shared);
  return norm;
}

}  // namespace whereabouts
