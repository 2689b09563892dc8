#include "experiment/interval.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "util/check.h"

namespace whereabouts {
namespace {

double mean_of(const std::vector<double>& x) {
  double sum = 0;
  for (const double v : x) sum += v;
  return sum / static_cast<double>(x.size());
}

double sum_of_squares(const std::vector<double>& x, double around) {
  double sum = 0;
  for (const double v : x) sum += (v - around) * (v - around);
  return sum;
}

}  // namespace

double student_t_95(double freedom) {
  check_argument(freedom > 0, "student_t_95", "degrees of freedom ", freedom);
  // P(|t| < x) with x = sqrt(freedom) tan(a) is an integral of cos^(freedom - 1) from 0 to a, by
  // Simpson's rule.
  const double scale = 2 * std::exp(std::lgamma((freedom + 1) / 2) - std::lgamma(freedom / 2)) /
                       std::sqrt(std::numbers::pi);
  const auto within = [&](double angle) {
    constexpr int kSteps = 100;
    double sum = 0;
    for (int i = 0; i <= kSteps; ++i) {
      const int weight = i == 0 || i == kSteps ? 1 : i % 2 ? 4 : 2;
      sum += weight * std::pow(std::cos(angle * i / kSteps), freedom - 1);
    }
    return scale * sum * angle / kSteps / 3;
  };
  double low = 0, high = std::numbers::pi / 2;
  for (int i = 0; i < 50; ++i) {
    const double middle = (low + high) / 2;
    (within(middle) < 0.95 ? low : high) = middle;
  }
  return std::sqrt(freedom) * std::tan(low);
}

Interval interval_of(const std::vector<std::vector<double>>& values) {
  check_argument(!values.empty() && !values[0].empty() && values.size() * values[0].size() > 1,
                 "interval_of", "wants more than one value");
  const std::size_t seeds = values.size(), blocks = values[0].size();
  std::vector<double> seed_means, block_means(blocks);
  for (const std::vector<double>& row : values) {
    check_argument(row.size() == blocks, "interval_of", "rows of ", blocks, " and ", row.size(),
                   " values");
    seed_means.push_back(mean_of(row));
    for (std::size_t b = 0; b < blocks; ++b) block_means[b] += row[b] / static_cast<double>(seeds);
  }
  const double mean = mean_of(seed_means);
  double rest = 0;
  for (std::size_t s = 0; s < seeds; ++s) {
    for (std::size_t b = 0; b < blocks; ++b) {
      const double x = values[s][b] - seed_means[s] - block_means[b] + mean;
      rest += x * x;
    }
  }
  // Mean squares, each with its degrees of freedom.
  const double S = static_cast<double>(seeds), B = static_cast<double>(blocks);
  const double of_seeds = seeds > 1 ? B * sum_of_squares(seed_means, mean) / (S - 1) : 0;
  const double of_blocks = blocks > 1 ? S * sum_of_squares(block_means, mean) / (B - 1) : 0;
  const bool both = seeds > 1 && blocks > 1;
  const double of_rest = both ? rest / ((S - 1) * (B - 1)) : 0;
  const double together = std::max({of_seeds + of_blocks - of_rest, of_seeds, of_blocks});
  if (together == 0) return {mean, mean, mean};
  const double spread = (seeds > 1 ? of_seeds * of_seeds / (S - 1) : 0) +
                        (blocks > 1 ? of_blocks * of_blocks / (B - 1) : 0) +
                        (both ? of_rest * of_rest / ((S - 1) * (B - 1)) : 0);
  const double fewest = seeds == 1 ? B - 1 : blocks == 1 ? S - 1 : std::min(S, B) - 1;
  const double freedom = std::max(together * together / spread, fewest);
  const double half = student_t_95(freedom) * std::sqrt(together / (S * B));
  return {mean, mean - half, mean + half};
}

Interval interval_over_seeds(const std::vector<double>& values) {
  std::vector<std::vector<double>> seeds;
  for (const double value : values) seeds.push_back({value});
  return interval_of(seeds);
}

}  // namespace whereabouts
