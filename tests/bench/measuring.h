// What the parts of the bench share: the clock, the figures, and the models that are measured.
#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "bench/figures.h"
#include "nn/transformer.h"
#include "report/number.h"
#include "text/text.h"
#include "util/random.h"

namespace whereabouts {

/// One run of the bench: what it was asked for, and everything measured so far.
struct Bench {
  int threads = 1;
  int evaluated = 0;  ///< length of the text for the columns on evaluation
  std::vector<Token> text = {};
  std::vector<Figure> figures = {};

  /// Keeps the figure, `amount` of something per second, and returns its median.
  double keep(const std::string& name, double amount, const std::vector<double>& seconds,
              double peak) {
    figures.push_back(figure_of(name, amount, seconds, peak));
    return figures.back().median;
  }
};

inline double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Seconds of one call, several times, each long enough to be measured.
inline std::vector<double> seconds_of(const std::function<void()>& work) {
  work();
  const double start = now();
  work();
  const int calls = std::max(1, static_cast<int>(0.02 / std::max(now() - start, 1e-7)));
  std::vector<double> times;
  for (int s = 0; s < 7; ++s) {
    const double begin = now();
    for (int c = 0; c < calls; ++c) work();
    times.push_back((now() - begin) / calls);
  }
  return times;
}

inline double median(std::vector<double> x) {
  std::ranges::sort(x);
  return x[x.size() / 2];
}

inline std::string giga(double per_second) { return format_fixed(per_second / 1e9, 1); }
inline std::string percent(double share) { return format_fixed(100 * share, 0) + " %"; }

inline std::vector<float> random_floats(std::int64_t count) {
  Random random(1, "bench");
  std::vector<float> x(static_cast<std::size_t>(count));
  for (float& v : x) v = static_cast<float>(random.normal());
  return x;
}

inline ModelConfig model_of(int width, int layers, const std::string& scheme) {
  return {.vocabulary = 65,
          .width = width,
          .heads = 4,
          .layers = layers,
          .trained_length = 64,
          .scheme = scheme};
}

inline std::vector<Token> random_text() {
  Random random(1, "text");
  std::vector<Token> text(100'000);
  for (Token& t : text) t = static_cast<Token>(random.below(65));
  return text;
}

}  // namespace whereabouts
