#include "lesson/sample.h"

#include <iostream>

#include "evaluate/for_length.h"
#include "nn/generate.h"

namespace whereabouts {

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
