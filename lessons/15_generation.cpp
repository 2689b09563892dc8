// Lesson 15. The key-value cache, and how a scheme can break it.
//
// Question  A text is written one character at a time. What may be kept of the characters before,
//           and what must be computed again, so that only the time changes?
// Run       make 15
// Try       1. Your own model: build/lessons/03_train_short_test_long --schemes alibi --out out/a
//              build/lessons/15_generation --model out/a/model.safetensors --prompt "The fox"
//           2. --temperature 0 always takes the likeliest character. When does it repeat itself?
//           3. Which schemes other than dynamic NTK would break with a cache of turned keys?
#include <algorithm>
#include <iostream>

#include "check/difference.h"
#include "evaluate/cost.h"
#include "evaluate/for_length.h"
#include "evaluate/losses.h"
#include "lesson/lesson.h"
#include "lesson/sampling_flags.h"
#include "position/schemes.h"
#include "report/number.h"
#include "report/page.h"
#include "report/svg.h"
#include "report/terminal.h"
#include "util/check.h"
#include "util/write_file.h"

using namespace whereabouts;

namespace {

void with_and_without_cache(const Transformer& model, std::span<const Token> text) {
  const NoGrad no_grad;
  const int T = static_cast<int>(text.size());
  const Tensor one_by_one = logits_with_cache(model, text),
               at_once = model.logits(text, 1, Positions::whole(T));
  const auto off = largest_differences(one_by_one.numbers(), at_once.numbers(), T);
  std::cout << heading("2. With the cache and without") << "Over " << T
            << " characters: the largest difference of any logit is "
            << shortest(static_cast<float>(std::ranges::max(off)))
            << ".\nUp to 0.0001 would be no fault: where sums are taken in another order, the last "
               "digits differ.\n";
}

// The trap: a cache that keeps keys after turning, with the angles that held when they were new.
// The program does not crash, and the text stays fluent for a while.
class TurnedOnce : public PositionScheme {
 public:
  explicit TurnedOnce(std::unique_ptr<PositionScheme> inner) : inner_(std::move(inner)) {}
  Traits traits() const override { return inner_->traits(); }
  void rotate_qk(Tensor& query, Tensor& key, const Positions& at) const override {
    const int known = kept_ ? kept_.dim(2) : 0;
    inner_->rotate_qk(query, key, at);
    if (kept_) key = concatenate_positions(kept_, slice_positions(key, known, key.dim(2) - known));
    kept_ = key;
  }

 private:
  std::unique_ptr<PositionScheme> inner_;
  mutable Tensor kept_;  // of one layer: each has a scheme of its own
};

Transformer trapped(const Transformer& model) {
  const ModelConfig& c = model.config();
  Parameters nothing(0);
  return model.with_scheme([&](int) {
    return std::make_unique<TurnedOnce>(
        make_scheme(c.scheme, c.width, c.heads, c.trained_length, nothing));
  });
}

void the_trap(const Transformer& model, std::span<const Token> text,
              const std::filesystem::path& out) {
  const int L = model.config().trained_length;
  TextTable table({"scheme", "logits differ by", concat("bits beyond ", L), "with turned keys"});
  LinePlot plot;
  plot.title = "A cache that keeps keys as they were turned";
  plot.subtitle = "How far its logits are off: the largest at each character, means of 16";
  plot.x_label = "characters read", plot.y_label = "difference of a logit";
  plot.x_ticks = {1.0 * L, 2.0 * L, 3.0 * L, 4.0 * L};
  plot.mark_x = L, plot.mark_label = "trained at " + std::to_string(L);
  for (const std::string scheme : {"rope", "rope:scaling=ntk:factor=4", "rope:scaling=dynamic-ntk",
                                   "rope:scaling=dynamic-ntk:factor=4", "rope:scaling=yarn"}) {
    const Transformer read = model.with_scheme(scheme);
    const Tensor right = logits_with_cache(read, text),
                 wrong = logits_with_cache(trapped(read), text);
    const auto off = largest_differences(right.numbers(), wrong.numbers(), right.dim(0));
    table.row({scheme, format_fixed(std::ranges::max(off), 4),
               format_fixed(score_next(right.numbers(), text, L).bits_per_char, 3),
               format_fixed(score_next(wrong.numbers(), text, L).bits_per_char, 3)});
    const std::string name = scheme.substr(scheme.find('=') + 1);  // without rope:scaling=
    plot.series.push_back(curve(name, off, 1, 16));
  }
  write_file(out / "trap.svg", svg_line_plot(plot));
  std::cout
      << heading("3. The trap")
      << "The same weights, and a cache that keeps keys as they were turned when they were "
         "new:\n\n"
      << table.text()
      << "\nWith fixed angles a turned key stays right for ever. Where the angles change with "
         "every character,\nall old keys must be turned afresh: the cache keeps them as they "
         "were before.\n";
}

void speed(const Transformer& model, std::span<const Token> validation) {
  std::cout << heading("4. The time for one more character");
  TextTable table({"characters before", "without cache", "with cache", "times as fast"});
  for (const int length : {64, 256, 1024}) {
    const auto text = validation.first(std::min<std::size_t>(length + 1, validation.size()));
    const double slow = seconds_for_next(model, text, false),
                 fast = seconds_for_next(model, text, true);
    table.row({std::to_string(length), format_fixed(slow * 1e3, 3) + " ms",
               format_fixed(fast * 1e3, 3) + " ms", format_fixed(slow / fast, 0)});
  }
  std::cout << table.text();
}

// With --model: only the text.
void only_write(const Lesson& lesson, const SamplingFlags& sampling) {
  const std::vector<char32_t>& vocabulary = lesson.checkpoint->record.vocabulary;
  const std::string& documents = lesson.checkpoint->record.documents;
  const int length = sampling.length(vocabulary, documents);
  const Transformer model = lesson.checkpoint->model().with_scheme(lesson.settings.schemes[0]),
                    used = for_length(model, length);
  std::cerr << beyond_training(model, used, length) << "\n";
  write_text(used, vocabulary, documents, sampling, lesson.settings.seed);
}

void whole_lesson(const Lesson& lesson, const SamplingFlags& sampling) {
  const Settings& s = lesson.settings;
  const Text text = load_lesson_text(lesson);
  const int length =
      sampling.length(text.vocabulary, s.documents);  // a wrong prompt is refused before training
  const Transformer model = train_model(lesson, text, s.schemes[0], s.seed),
                    used = for_length(model, length);
  std::cout << heading("1. A text") << beyond_training(model, used, length) << ".\n\n";
  write_text(used, text.vocabulary, s.documents, sampling, s.seed);
  if (text.boundary >= 0) {
    std::cout << "\nThe rest of this lesson is about running text.\n";
    return;
  }
  if (s.schemes[0] != "rope") {
    std::cout << "\nThe rest of this lesson is about rope.\n";
    return;
  }
  const auto validation = split(text).validation;
  const auto some = validation.first(std::min<std::size_t>(4 * s.length, validation.size()));
  with_and_without_cache(model, some);
  the_trap(model, some, lesson.out);
  speed(model, validation);
}

}  // namespace

int main(int argc, char** argv) {
  Settings defaults;
  defaults.schemes = {"rope"};
  defaults.steps = 600;
  defaults.only_generates = true;
  defaults.takes_documents = true;
  SamplingFlags sampling;

  return run_lesson(
      argc, argv, "15_generation", "Text, one character after another, with a key-value cache.",
      defaults,
      [&](Lesson& lesson) {
        const std::size_t schemes = lesson.settings.schemes.size();
        check_user(schemes == 1, "this lesson takes one scheme, got ", schemes);
        lesson.checkpoint ? only_write(lesson, sampling) : whole_lesson(lesson, sampling);
      },
      [&](Flags& flags) { sampling.add_to(flags); });
}
