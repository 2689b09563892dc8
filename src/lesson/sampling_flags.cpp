#include "lesson/sampling_flags.h"

#include <algorithm>
#include <iostream>

#include "evaluate/for_length.h"
#include "program/run_main.h"
#include "text/documents.h"
#include "text/utf8.h"
#include "util/check.h"

namespace whereabouts {

namespace {

// What the model reads before it writes.
std::vector<Token> first_tokens(std::span<const char32_t> vocabulary, const std::string& documents,
                                const std::string& prompt) {
  std::vector<Token> tokens = encode(vocabulary, prompt);
  if (documents == "lines") {
    const Token start = boundary_of(vocabulary);
    check_user(std::ranges::find(tokens, start) == tokens.end(),
               "--prompt is the beginning of one document, a line, so there is no line end in it");
    tokens.insert(tokens.begin(), start);
  } else if (tokens.empty()) {
    tokens.push_back(first_token(vocabulary));
  }
  return tokens;
}

}  // namespace

void SamplingFlags::add_to(Flags& flags) {
  flags.add("prompt", prompt, "what the text begins with");
  flags.add("tokens", tokens, "characters to write", 0, 10'000'000);
  flags.add("temperature", how.temperature,
            "the logits are divided by it; 0 takes the likeliest character always", 0, 1e30);
  flags.add("top-k", how.top_k, "only the so many likeliest characters; 0: all", 0, 1'000'000'000);
  flags.add("top-p", how.top_p,
            "only the fewest likeliest characters that together have this probability; 1: all",
            1e-9, 1);
  flags.add("stop", stop, "end when this was written");
  flags.add("samples", samples, "how many texts, each drawn anew", 1, 1'000'000);
  flags.add("no-cache", no_cache, "compute everything again for every character");
}

int SamplingFlags::length(std::span<const char32_t> vocabulary,
                          const std::string& documents) const {
  encode(vocabulary, stop, "--stop");
  return static_cast<int>(first_tokens(vocabulary, documents, prompt).size()) + tokens;
}

void write_text(const Transformer& model, std::span<const char32_t> vocabulary,
                const std::string& documents, const SamplingFlags& sampling, std::uint64_t seed) {
  const std::vector<Token> prompt = first_tokens(vocabulary, documents, sampling.prompt);
  const Token end = documents == "lines" ? prompt[0] : -1;
  for (int number = 1; number <= sampling.samples && !reader_left(); ++number) {
    if (sampling.samples > 1 && end < 0)
      std::cout << (number > 1 ? "\n" : "") << "--- sample " << number << " of " << sampling.samples
                << " ---\n";
    std::cout << sampling.prompt << std::flush;
    Random random(seed, number == 1 ? "sample" : concat("sample ", number));
    std::string written;
    const auto print = [&](int token) {
      if (token == end) return false;
      std::string character;  // whole, however many bytes it has
      append_utf8(character, vocabulary[token]);
      std::cout << character << std::flush;
      written += character;
      const bool ended = !sampling.stop.empty() && written.ends_with(sampling.stop);
      return !ended && !reader_left();
    };
    generate(model, prompt, sampling.tokens, sampling.how, random, print, !sampling.no_cache);
    std::cout << "\n";
  }
}

std::string beyond_training(const Transformer& model, const Transformer& used, int length) {
  const int trained = model.config().trained_length;
  const Traits traits = used.traits();
  if (length <= trained)
    return concat(length, " characters: within the trained length of ", trained);
  const std::string how =
      used.config().scheme != model.config().scheme
          ? "it is not defined there, and goes on as " + used.config().scheme
      : traits.length_dependent
          ? "it adapts to the length of the text, which changes with each character"
      : traits.absolute ? "it meets positions that it was never trained on"
                        : "it meets distances that it was never trained on";
  return concat(model.config().scheme, " was trained on ", trained, " characters; from number ",
                trained + 1, " on ", how);
}

void print_sample(const Settings& s, const Text& text, const Transformer& model) {
  Random random(s.seed, "sample");
  const std::vector<Token> prompt = {split(text).validation[0]};
  std::vector<Token> written;
  for (int i = 0; i < (text.boundary < 0 ? 1 : 10); ++i)  // documents are short, and end
    generate(for_length(model, s.length + 1), prompt, 300, {.temperature = 0.8}, random,
             [&](int token) {
               written.push_back(token);
               return token != text.boundary;
             });
  std::cout << decode(text.vocabulary, written) << "\n";
}

}  // namespace whereabouts
