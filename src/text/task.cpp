#include "text/task.h"

#include <numeric>

#include "util/check.h"

namespace whereabouts {

std::string Task::text_of(std::span<const Token> tokens) const {
  std::string text;
  for (const Token t : tokens) text += alphabet.at(static_cast<std::size_t>(t));
  return text;
}

Example Task::example(int length, Random& random) const {
  const TaskInstance instance = make(length, random);
  Example example{
      .inputs = {instance.tokens.begin(), instance.tokens.end() - 1}, .places = {}, .targets = {}};
  for (const int place : instance.asked) {
    example.places.push_back(place - 1);
    example.targets.push_back(instance.tokens[place]);
  }
  return example;
}

std::vector<Example> Task::test_examples(int length, int count) const {
  constexpr std::uint64_t kSeed = 1;  // training streams have other names, so nothing is shared
  Random random(kSeed, concat("test of ", name, " at ", length));
  std::vector<Example> examples;
  for (int i = 0; i < count; ++i) examples.push_back(example(length, random));
  return examples;
}

void ask_for(TaskInstance& instance, Token token) {
  instance.asked.push_back(static_cast<int>(instance.tokens.size()));
  instance.tokens.push_back(token);
}

std::vector<Token> different_tokens(int count, int among, Random& random) {
  check_argument(count >= 1 && count <= among, "task", "length ", count, " is not in 1 .. ", among);
  std::vector<Token> all(among);
  std::iota(all.begin(), all.end(), 0);
  random.shuffle(std::span(all));
  all.resize(count);
  return all;
}

}  // namespace whereabouts
