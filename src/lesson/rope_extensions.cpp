#include "lesson/rope_extensions.h"

#include <algorithm>
#include <iostream>

#include "experiment/length_curve.h"
#include "lesson/curves.h"
#include "train/fine_tuning.h"
#include "util/check.h"

namespace whereabouts {
namespace {

// A name for the tables, and what is added to the scheme.
struct RopeExtension {
  std::string name, options;
};
const std::vector<RopeExtension> kExtensions = {
    {"rope as it is", ""},
    {"pi", ":scaling=pi"},
    {"ntk", ":scaling=ntk"},
    {"dynamic-ntk, factor 2", ":scaling=dynamic-ntk:factor=2"},
    {"yarn, ramp by index", ":scaling=yarn"},
    {"yarn, ramp by turns", ":scaling=yarn:ramp=turns"}};

}  // namespace

void check_plain_rope(const Settings& settings) {
  check_user(settings.schemes.size() == 1 && settings.schemes[0].starts_with("rope"),
             "this lesson takes one scheme, a form of rope");
  check_user(settings.schemes[0].find("scaling=") == std::string::npos,
             "this lesson reads one model through every scaling, so leave it out of --schemes ",
             settings.schemes[0]);
}

std::vector<ResultRow> measure_untrained(const Lesson& lesson, const Transformer& rope,
                                         const Text& text) {
  std::vector<ResultRow> rows;
  for (const auto& [name, options] : kExtensions) {
    const Transformer reader = rope.with_scheme(lesson.settings.schemes[0] + options);
    std::ranges::copy(measure_lengths(lesson, name, reader, text), std::back_inserter(rows));
  }
  return rows;
}

std::vector<ResultRow> measure_tuned(const Lesson& lesson, const Transformer& rope,
                                     const Text& text, int steps, int length) {
  const Settings& s = lesson.settings;
  const int factor = (length + s.length - 1) / s.length;
  TrainingConfig again = s.training(s.seed + 1);
  again.steps = steps, again.length = length;
  again.batch = std::max(1, s.batch / factor);  // as many characters a step as before
  again.learning_rate /= 3;
  std::vector<ResultRow> rows;
  const auto add = [&](const std::string& name, const std::string& scheme) {
    const Transformer further = trained_further(rope, scheme, s.seed, again, split(text).training);
    std::ranges::copy(measure_lengths(lesson, name, further, text), std::back_inserter(rows));
  };
  for (const auto& [name, options] : kExtensions) {
    if (name.starts_with("dynamic")) continue;
    add(name, s.schemes[0] + (options.empty() ? "" : concat(options, ":factor=", factor)));
  }
  again.length = s.length, again.batch = s.batch;
  add("rope, skipping (pose)",
      concat("pose", s.schemes[0].substr(4), ":limit=", std::max(s.length, length)));
  return rows;
}

void show_extensions(const Lesson& lesson, const Text& text, const std::vector<ResultRow>& rows,
                     double at_home, const std::string& title, const std::string& file) {
  std::cout << "\n";
  show_gap(lesson, text, rows, title, file);
  std::cout << "\n" << reach_lines(rows, at_home, 0.1);
}

}  // namespace whereabouts
