#include "lesson/told_distances.h"

#include <algorithm>
#include <cmath>
#include <iostream>

#include "evaluate/fixed.h"
#include "report/svg.h"
#include "report/terminal.h"
#include "util/check.h"
#include "util/file.h"
#include "util/joined.h"
#include "util/write_file.h"

namespace whereabouts {
namespace {

// The best of several values on text that the tables below do not score: the end of the training
// part, which the model has seen, as it has everything that can be chosen by.
class Chooser {
 public:
  Chooser(const Transformer& model, std::span<const Token> text, int length, int windows)
      : model_(model), text_(text), length_(length) {
    windows_ = fixed_windows(text.size(), length);
    windows_.stride *= std::max(1, windows_.count / windows);
    windows_.count = std::min(windows, windows_.count);
  }
  double bits(const std::string& spec) const {
    return score_fixed(model_.with_scheme(spec), text_, windows_, length_).bits_per_char;
  }
  std::string best(const std::string& spec, const std::vector<int>& values) const {
    std::vector<std::pair<double, std::string>> tried;
    for (const int value : values) {
      const std::string with = concat(spec, value);
      tried.emplace_back(bits(with), with);
    }
    return std::ranges::min(tried).second;
  }
  // LongRoPE searches a factor for each pair; here one pair after another, slow ones first.
  std::string best_factors(const std::string& rope, int pairs) const {
    std::vector<double> factors(static_cast<std::size_t>(pairs), 1);
    const auto spec = [&] {
      return rope + ":scaling=longrope:magnitude=1:factors=" + joined(factors, "+");
    };
    for (int pair = pairs - 1; pair >= 0; --pair) {
      std::vector<std::pair<double, double>> tried;
      double& factor = factors[pair];
      for (const double f : {1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0}) {
        factor = f;
        tried.emplace_back(bits(spec()), f);
      }
      factor = std::ranges::min(tried).second;
    }
    return spec();
  }

 private:
  const Transformer& model_;
  std::span<const Token> text_;
  int length_;
  FixedWindows windows_;
};

}  // namespace

void show_told_distances(const Lesson& lesson, const std::vector<Told>& ways) {
  constexpr int kText = 16;
  std::vector<std::string> head = {"key at"};
  for (int j = 0; j < kText; ++j) head.push_back(std::to_string(j));
  TextTable table(head);
  for (const Told& told : ways) {
    std::vector<std::string> cells = {told.name};
    HeatMap map{told.name, "Distance that a query (row) is told of a key (column)", "key", "query"};
    map.rows = map.columns = kText;
    map.low = 0, map.high = kText - 1;
    for (int i = 0; i < kText; ++i) {
      for (int j = 0; j < kText; ++j) {
        const double rho = j > i ? kHidden : told.rho(i, j);
        map.values.push_back(rho == kHidden ? std::nan("") : rho);
        if (i + 1 == kText) cells.push_back(rho == kHidden ? "." : concat(rho));
      }
    }
    table.row(cells);
    write_file(lesson.out / concat("told_", name_for_file(told.name), ".svg"), svg_heat_map(map));
  }
  std::cout << table.text() << "\n. is hidden; up to 7 nothing is new to the model.\n";
}

std::vector<Reading> twelve_readings(const Transformer& model, std::span<const Token> other_text,
                                     int length, int trained, bool quick) {
  const std::string rope = model.config().scheme, options = rope.substr(4);
  const auto mapped = [&](const char* map) { return concat("mapped-rope", options, ":map=", map); };
  const std::vector<int> windows = {trained / 4, trained / 2, 3 * trained / 4};
  const Chooser chooser(model, other_text, length, quick ? 1 : 24);
  const int pairs = model.config().width / model.config().heads / 2;
  return {{"rope as it is", rope},
          {"window", concat("window", options)},
          {"ntk", rope + ":scaling=ntk"},
          {"yarn", rope + ":scaling=yarn"},
          {"llama3", rope + ":scaling=llama3"},
          {"longrope", chooser.best_factors(rope, pairs), true},
          {"rerope", chooser.best(mapped("rerope:window="), windows), true},
          {"leaky", chooser.best(mapped("leaky:window="), windows), true},
          {"self-extend", chooser.best(mapped("self-extend:window="), windows), true},
          {"dual-chunk", chooser.best(mapped("dual-chunk:chunk="), windows), true},
          {"lm-infinite", mapped("lm-infinite")},
          {"streaming", mapped("streaming")}};
}

}  // namespace whereabouts
