#include "text/task.h"

#include <numeric>

#include "util/check.h"

namespace whereabouts {

std::string Task::text_of(std::span<const Token> tokens) const {
  std::string text;
  for (const Token t : tokens) text += alphabet.at(static_cast<std::size_t>(t));
  return text;
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
