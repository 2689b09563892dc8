// Lesson 13. The key-value cache, and how a scheme can break it.
//
// Question  A text is written one character at a time. What of the characters before may be kept,
//           and what must be computed again, so that nothing changes but the time it takes?
// Run       make 13
// Try       1. A model of your own: build/lessons/03_train_short_test_long --schemes alibi --out out/a
//              build/lessons/13_generation --model out/a/model.safetensors --prompt "The fox"
//           2. --temperature 0 takes the likeliest character always. How long until it repeats itself?
//           3. Which schemes other than dynamic NTK would break with a cache of turned keys?
#include <algorithm>
#include <chrono>
#include <cmath>
#include <iostream>
#include <numbers>

#include "app/guard.h"
#include "app/lesson.h"
#include "nn/generate.h"
#include "position/schemes.h"
#include "report/number.h"
#include "report/page.h"
#include "report/terminal.h"
#include "text/utf8.h"
#include "util/check.h"

using namespace whereabouts;

namespace {

struct Wish {
  std::string prompt;
  int tokens = 300;
  Sampling how{.temperature = 0.8};
  bool no_cache = false;
};

// Prints the prompt and what follows it, character by character.
void write_text(const Transformer& model, std::span<const char32_t> vocabulary, const Wish& wish,
                std::uint64_t seed) {
  std::vector<Token> prompt = encode(vocabulary, wish.prompt);
  const bool empty = prompt.empty();
  if (empty) prompt.push_back(first_token(vocabulary));
  std::cout << wish.prompt << std::flush;
  Random random(seed, "sample");
  generate(
      model, prompt, wish.tokens, wish.how, random,
      [&](int token) {
        std::string character;  // whole, however many bytes it has
        append_utf8(character, vocabulary[token]);
        std::cout << character << std::flush;
        return !reader_left();
      },
      !wish.no_cache);
  std::cout << "\n";
}

// What the scheme does where the text becomes longer than those it was trained on.
std::string beyond(const Transformer& model, const Transformer& used, int length) {
  const int trained = model.config().trained_length;
  const Traits traits = used.scheme().traits();
  if (length <= trained)
    return sentence(length, " characters: within the trained length of ", trained);
  const std::string how =
      used.config().scheme != model.config().scheme
          ? "it is not defined there, and goes on as " + used.config().scheme
      : traits.stretches ? "it adapts to the length of the text, which changes with each character"
      : traits.absolute  ? "it meets positions that it was never trained on"
                         : "it meets distances that it was never trained on";
  return sentence(model.config().scheme, " was trained on ", trained, " characters; from number ",
                  trained + 1, " on ", how);
}

// The logits of each next character of `text`, read one by one with a cache: [T, V].
std::vector<std::vector<float>> logits_with_cache(const Transformer& model,
                                                  std::span<const Token> text) {
  std::vector<std::vector<float>> rows;
  KeyValueCache cache;
  for (std::size_t n = 1; n <= text.size(); ++n) {
    const Tensor logits = next_logits(model, text.first(n), cache);
    rows.emplace_back(logits.numbers().begin(), logits.numbers().end());
  }
  return rows;
}

double largest_difference(const std::vector<std::vector<float>>& a,
                          const std::vector<std::vector<float>>& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t v = 0; v < a[i].size(); ++v)
      largest = std::max(largest, std::abs(double{a[i][v]} - b[i][v]));
  return largest;
}

// Bits per character that the logits give to text[first ...].
double bits(const std::vector<std::vector<float>>& logits, std::span<const Token> text, int first) {
  double total = 0;
  for (std::size_t i = first; i < text.size(); ++i) {
    const std::vector<float>& row = logits[i - 1];
    const double top = *std::ranges::max_element(row);
    double sum = 0;
    for (const float x : row) sum += std::exp(x - top);
    total += (std::log(sum) + top - row[text[i]]) / std::numbers::ln2;
  }
  return total / static_cast<double>(text.size() - first);
}

// The trap: a cache that keeps keys as they were turned when they were new. Nothing crashes, and
// the text stays fluent for a while.
class TurnedOnce : public PositionScheme {
 public:
  TurnedOnce(std::unique_ptr<PositionScheme> inner, int layers)
      : inner_(std::move(inner)), kept_(layers) {}
  Traits traits() const override { return inner_->traits(); }
  void turn(Tensor& query, Tensor& key, const Positions& at) const override {
    Tensor& kept = kept_[layer_++ % kept_.size()];
    const int known = kept ? kept.dim(2) : 0;
    inner_->turn(query, key, at);
    if (kept) key = concatenate_positions(kept, slice_positions(key, known, key.dim(2) - known));
    kept = key;
  }

 private:
  std::unique_ptr<PositionScheme> inner_;
  mutable std::vector<Tensor> kept_;
  mutable std::size_t layer_ = 0;
};

Transformer trapped(const Transformer& model) {
  const ModelConfig& c = model.config();
  Parameters nothing(0);
  return model.with_scheme(std::make_unique<TurnedOnce>(
      make_scheme(c.scheme, c.width, c.heads, c.trained_length, nothing), c.layers));
}

void cache_and_trap(const Transformer& model, std::span<const Token> text) {
  const int T = static_cast<int>(text.size()), L = model.config().trained_length;
  std::vector<std::vector<float>> one_pass;
  {
    const NoGrad no_grad;
    const Tensor logits = model.logits(text, 1, Positions::whole(T));
    const int V = logits.dim(-1);
    for (int i = 0; i < T; ++i)
      one_pass.emplace_back(logits.data() + i * V, logits.data() + (i + 1) * V);
  }
  std::cout << heading("2. With the cache and without") << "Over " << T
            << " characters: the largest difference of any logit is "
            << shortest(
                   static_cast<float>(largest_difference(logits_with_cache(model, text), one_pass)))
            << ".\nUp to 0.0001 would be no fault: where sums are taken in another order, the last "
               "digits differ.\n";

  std::cout << heading("3. The trap")
            << "The same weights, and a cache that keeps keys as they were turned when they were "
               "new:\n\n";
  TextTable table(
      {"scheme", "logits differ by", "bits beyond " + std::to_string(L), "with turned keys"});
  for (const std::string scheme : {"rope", "rope:scaling=ntk:factor=4", "rope:scaling=dynamic-ntk",
                                   "rope:scaling=dynamic-ntk:factor=4", "rope:scaling=yarn"}) {
    const Transformer read = model.with_scheme(scheme);
    const auto right = logits_with_cache(read, text),
               wrong = logits_with_cache(trapped(read), text);
    table.row({scheme, fixed(largest_difference(right, wrong), 4), fixed(bits(right, text, L), 3),
               fixed(bits(wrong, text, L), 3)});
  }
  std::cout << table.text()
            << "\nWith fixed angles a turned key stays right for ever. Where the angles change "
               "with every "
               "character,\nall old keys must be turned afresh: the cache keeps them as they were "
               "before.\n";
}

// Seconds for the next character, the fastest of a few.
double seconds_for_one(const Transformer& model, std::span<const Token> text, bool cached) {
  KeyValueCache before;
  if (cached) (void)next_logits(model, text.first(text.size() - 1), before);
  double best = 1e9;
  for (int i = 0; i < 9; ++i) {
    KeyValueCache cache = before;
    const auto start = std::chrono::steady_clock::now();
    (void)next_logits(model, text, cache);
    best = std::min(
        best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  return best;
}

void speed(const Transformer& model, std::span<const Token> validation) {
  std::cout << heading("4. The time for one more character");
  TextTable table({"characters before", "without cache", "with cache", "times as fast"});
  for (const int length : {64, 256, 1024}) {
    const auto text = validation.first(std::min<std::size_t>(length + 1, validation.size()));
    const double slow = seconds_for_one(model, text, false),
                 fast = seconds_for_one(model, text, true);
    table.row({std::to_string(length), fixed(slow * 1e3, 3) + " ms", fixed(fast * 1e3, 3) + " ms",
               fixed(slow / fast, 0)});
  }
  std::cout << table.text();
}

}  // namespace

int main(int argc, char** argv) {
  Settings defaults;
  defaults.schemes = {"rope"};
  defaults.steps = 600;
  defaults.only_generates = true;
  Wish wish;

  return run_lesson(
      argc, argv, "13_generation", "Text, one character after another, with a key-value cache.",
      defaults,
      [&](Lesson& lesson) {
        const Settings& s = lesson.settings;
        require(s.schemes.size() == 1, "this lesson takes one scheme, got ", s.schemes.size());
        const auto length = [&](std::span<const char32_t> vocabulary) {
          return static_cast<int>(
                     std::max<std::size_t>(1, encode(vocabulary, wish.prompt).size())) +
                 wish.tokens;
        };
        if (lesson.checkpoint) {
          const std::vector<char32_t>& vocabulary = lesson.checkpoint->record.vocabulary;
          const Transformer model = lesson.checkpoint->model().with_scheme(s.schemes[0]),
                            used = for_length(model, length(vocabulary));
          std::cerr << beyond(model, used, length(vocabulary)) << "\n";
          write_text(used, vocabulary, wish, s.seed);
          return;
        }
        const Text text = load_lesson_text(lesson);
        (void)encode(text.vocabulary, wish.prompt);  // a wrong prompt is refused before training
        const Transformer model = train_model(lesson, text, s.schemes[0], s.seed),
                          used = for_length(model, length(text.vocabulary));
        std::cout << heading("1. A text") << beyond(model, used, length(text.vocabulary))
                  << ".\n\n";
        write_text(used, text.vocabulary, wish, s.seed);
        if (s.schemes[0] != "rope") {
          std::cout << "\nThe rest of this lesson is about rope.\n";
          return;
        }
        const auto validation = split(text).validation;
        cache_and_trap(model,
                       validation.first(std::min<std::size_t>(4 * s.length, validation.size())));
        speed(model, validation);
      },
      [&](Flags& flags) {
        flags.add("prompt", wish.prompt, "what the text begins with");
        flags.add("tokens", wish.tokens, "characters to write", 0, 10'000'000);
        flags.add("temperature", wish.how.temperature,
                  "the logits are divided by it; 0 takes the likeliest character always", 0, 1e30);
        flags.add("top-k", wish.how.top_k, "only the so many likeliest characters; 0: all", 0,
                  1'000'000'000);
        flags.add("no-cache", wish.no_cache, "compute everything again for every character");
      });
}
