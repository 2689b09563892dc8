// Lesson 10. Extending rope.
//
// Question  A rope model was trained on 64 characters. Can the same weights read 128, 256 or 1024,
//           if we turn queries and keys more slowly? And what do 100 steps of training add?
// Run       make 10
// Expect    | ntk takes another base: for factor 4 it is 48760.5
// within 0.6| ntk   2.23  2.25  2.29  3.80  4.71  6.92  6.59
// Try       1. Faster pairs: make 10 ARGS="--schemes rope:base=500" (then 100, 2000)
//           2. Fine-tune at 512: make 10 ARGS="--fine-tune-length 512"
//           3. Write the new frequencies yourself: make exercise-10
#include <algorithm>
#include <cmath>
#include <iostream>
#include <numbers>

#include "check/difference.h"
#include "evaluate/fixed_windows.h"
#include "experiment/length_curve.h"
#include "lesson/guess.h"
#include "lesson/lesson.h"
#include "lesson/rope_extensions.h"
#include "position/rope_frequencies.h"
#include "report/number.h"
#include "report/page.h"
#include "util/check.h"

using namespace whereabouts;

namespace {

constexpr double kBase = 10000, kTrained = 64, kFastTurns = kTrained / (4 * std::numbers::pi);
constexpr int kChannels = 16;  // of a head: eight pairs

// rope: theta_i = base^(-2i/d), and pi divides it by s
std::vector<double> rope(double base, double s = 1) {
  std::vector<double> theta;
  for (int i = 0; i < kChannels / 2; ++i) theta.push_back(std::pow(base, -2.0 * i / kChannels) / s);
  return theta;
}

// ntk: base s^(d/(d-2)) in place of base. dynamic-ntk takes s l/L - (s-1) from l = L on.
double ntk_base(double s) { return kBase * std::pow(s, kChannels / (kChannels - 2.0)); }

// yarn: fast pairs keep theta_i, slow ones take theta_i / s, those between have some of both.
std::vector<double> yarn(double s) {
  const auto pair_of = [](double turns) {  // which pair turns so often within the trained length
    return kChannels * std::log(kTrained / (turns * 2 * std::numbers::pi)) / (2 * std::log(kBase));
  };
  const double first = std::floor(pair_of(kFastTurns)), last = std::ceil(pair_of(1));
  std::vector<double> theta = rope(kBase);
  for (int i = 0; i < kChannels / 2; ++i) {
    const double slow = std::clamp((i - first) / (last - first), 0.0, 1.0);
    theta[i] = (1 - slow) * theta[i] + slow * theta[i] / s;
  }
  return theta;
}

std::vector<double> librarys(const std::string& method, const std::string& ramp = "index") {
  const RopeScaling how{.method = method, .factor = 4, .ramp = ramp, .fast_turns = kFastTurns};
  return rope_frequencies(kChannels, kBase, how).theta;
}

void turns(const Lesson& lesson) {
  std::cout << heading("1. Eight pairs of channels, and how far each turns within 64 characters");
  const std::vector<double> by_turns = librarys("yarn", "turns"), ntk = rope(ntk_base(4));
  show_frequencies(lesson, rope(kBase),
                   {{"pi", rope(kBase, 4)},
                    {"ntk", ntk},
                    {"yarn by index", yarn(4)},
                    {"yarn by turns", by_turns}});
  std::cout << "\nntk takes another base: for factor 4 it is " << format_fixed(ntk_base(4), 1)
            << "\ndynamic-ntk, factor 4, at length 64";
  for (const int length : {64, 65, 128, 256})
    std::cout << (length == 64 ? "" : concat(", at ", length)) << ": "
              << format_fixed(ntk_base(std::max(4 * length / kTrained - 3, 1.0)), 1);
  const double off = std::max({largest_difference(rope(kBase, 4), librarys("pi")),
                               largest_difference(ntk, librarys("ntk")),
                               largest_difference(yarn(4), librarys("yarn"))});
  std::cout << "\n\nequal to the library's pi, ntk, yarn: " << (off < 1e-12 ? "yes\n" : "no\n");
}

void lesson_10(Lesson& lesson, int steps, int length) {
  Settings& s = lesson.settings;
  s.limit_if_quick(10, 128);  // so that eleven tables take seconds
  if (s.quick) steps = std::min(steps, 2);
  check_plain_rope(s);
  turns(lesson);
  const Text text = load_lesson_text(lesson);
  check_long_enough(text, std::max(s.length, length), s.longest());
  std::cout << heading("2. The same weights, other frequencies: no training");
  const Guess guess(lesson, "which length does the best of them reach, within 0.1 bits?");
  const Transformer model = train_model(lesson, text, s.schemes[0], s.seed);
  const std::vector<ResultRow> untrained = measure_untrained(lesson, model, text);
  const double at_home = bits_at(untrained, untrained[0].scheme, s.length);
  show_extensions(lesson, text, untrained, at_home, "One rope model, six ways to read longer texts",
                  "untrained");
  guess.compare(best_reach(untrained, at_home + 0.1), 0);
  std::cout << heading(concat("3. And ", steps, " steps of training at length ", length));
  show_extensions(lesson, text, measure_tuned(lesson, model, text, steps, length), at_home,
                  concat("After ", steps, " more steps, at length ", length), "tuned");
  std::cout << "\nwritten to " << lesson.out.string()
            << ": pairs.svg slowed.svg untrained.* tuned.*\n"
               "next: make 11, which tells rope other distances\n";
}

}  // namespace

int main(int argc, char** argv) {
  const Settings defaults = {.schemes = {"rope"},
                             .eval_lengths = {64, 96, 128, 192, 256, 512, 1024}};
  int steps = 100, length = 256;
  return run_lesson(
      argc, argv, "10_extending_rope", "One rope model, read at longer and longer texts.", defaults,
      [&](Lesson& lesson) { lesson_10(lesson, steps, length); },
      [&](Flags& flags) {
        flags.add("fine-tune-steps", steps, "steps of training after the change", 1, 1'000'000);
        flags.add("fine-tune-length", length, "characters in a window of those steps", 64, 65'536);
      });
}
