// Lesson 15. The key-value cache, and how a scheme can break it.
//
// Question  A text is written one character at a time. What may be kept of the characters before,
//           and what must be computed again, so that only the time changes?
// Run       make 15
// Expect    | the loops of this lesson, with a cache, give what the library's attention gives: yes
// Try       1. Your own model: build/lessons/03_train_short_test_long --schemes alibi --out out/a
//              build/lessons/15_generation --model out/a/model.safetensors --prompt "The fox"
//           2. --temperature 0 always takes the likeliest character. When does it repeat itself?
//           3. Which schemes other than dynamic NTK would break with a cache of turned keys?
#include <algorithm>
#include <iostream>

#include "15_cache.h"
#include "evaluate/for_length.h"
#include "lesson/cache_pictures.h"
#include "lesson/guess.h"
#include "lesson/lesson.h"
#include "lesson/sampling_flags.h"
#include "position/schemes.h"
#include "report/page.h"
#include "util/check.h"

using namespace whereabouts;

namespace {

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
  std::cout << heading("2. With the cache and without");
  show_with_and_without_cache(model, some);
  std::cout << "\nthe loops of this lesson, with a cache, give what the library's attention gives: "
            << (plain_attention::off_from_the_library(s.length, 16) < 1e-5 ? "yes\n" : "no\n");
  std::cout << heading("3. The trap");
  show_broken_cache(model, trapped, some, lesson.out);
  std::cout << heading("4. The time for one more character");
  const Guess guess(lesson, "after 1,024 characters: how many times as fast is it with the cache?");
  const double times = show_cache_speed(model, validation);
  guess.compare(times, times / 3);
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
