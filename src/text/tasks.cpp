#include "text/tasks.h"

#include <algorithm>
#include <numeric>

#include "util/check.h"
#include "util/nearest.h"

namespace whereabouts {
namespace {

// 60 symbols to be copied or looked up; tokens 0 .. 59.
const std::string kSymbols = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ01234567";
const std::string kDigits = "0123456789";
constexpr int kKeys = 20;  // of those symbols, for recall

// Appends what must be predicted.
void ask(TaskInstance& instance, Token token) {
  instance.asked.push_back(static_cast<int>(instance.tokens.size()));
  instance.tokens.push_back(token);
}

// `count` different tokens out of 0 .. among - 1, in random order.
std::vector<Token> different(int count, int among, Random& random) {
  check(count >= 1 && count <= among, "task", "length ", count, " is not in 1 .. ", among);
  std::vector<Token> all(among);
  std::iota(all.begin(), all.end(), 0);
  random.shuffle(std::span(all));
  all.resize(count);
  return all;
}

TaskInstance copy(int length, Random& random, bool backwards) {
  std::vector<Token> symbols = different(length, static_cast<int>(kSymbols.size()), random);
  TaskInstance instance{symbols, {}};
  instance.tokens.push_back(static_cast<Token>(kSymbols.size()));
  if (backwards) std::ranges::reverse(symbols);
  for (const Token s : symbols) ask(instance, s);
  return instance;
}

TaskInstance addition(int length, Random& random) {
  constexpr Token kEquals = 10;
  check(length >= 1, "task", "an addition of ", length, " digits");
  TaskInstance instance;
  int carry = 0;
  for (int i = 0; i < length; ++i) {
    const int first = random.between(0, 9), second = random.between(0, 9);
    instance.tokens.insert(instance.tokens.end(), {first, second, kEquals});
    ask(instance, (first + second + carry) % 10);
    carry = (first + second + carry) / 10;
  }
  instance.tokens.push_back(kEquals);
  ask(instance, carry);
  return instance;
}

TaskInstance parity(int length, Random& random) {
  constexpr Token kEquals = 2;
  check(length >= 1, "task", "the parity of ", length, " digits");
  TaskInstance instance;
  for (int i = 0; i < length; ++i) instance.tokens.push_back(random.between(0, 1));
  instance.tokens.push_back(kEquals);
  int odd = 0;
  for (int i = 0; i < length; ++i) ask(instance, odd ^= instance.tokens[i]);
  return instance;
}

TaskInstance recall(int length, Random& random) {
  constexpr Token symbols = kKeys;
  std::vector<Token> keys = different(length, symbols, random);
  std::vector<Token> value_of(symbols);
  TaskInstance instance;
  for (const Token key : keys) {
    value_of[key] = symbols + random.between(0, 9);
    instance.tokens.insert(instance.tokens.end(), {key, value_of[key]});
  }
  instance.tokens.push_back(symbols + 10);
  random.shuffle(std::span(keys));
  for (const Token key : keys) {
    instance.tokens.push_back(key);
    ask(instance, value_of[key]);
  }
  return instance;
}

std::vector<Task> all_tasks() {
  const auto backwards = [](bool yes) {
    return [yes](int length, Random& random) { return copy(length, random, yes); };
  };
  return {
      {"copy", "symbols that do not repeat, once more", kSymbols + ">", 12, 60, 2, 1, 60, 2500,
       backwards(false)},
      {"reverse", "symbols that do not repeat, from the last to the first", kSymbols + ">", 6, 30,
       2, 1, 60, 2500, backwards(true)},
      {"addition", "column by column, lowest digits first, with carries", kDigits + "=", 6, 30, 4,
       2, 0, 2500, addition},
      {"parity", "is the number of ones so far odd?", "01=", 6, 30, 2, 1, 0, 2500, parity},
      {"recall", "the value of each key", kSymbols.substr(0, kKeys) + kDigits + ">", 4, 20, 4, 1,
       kKeys, 7500, recall},
  };
}

}  // namespace

std::string Task::text_of(std::span<const Token> tokens) const {
  std::string text;
  for (const Token t : tokens) text += alphabet.at(static_cast<std::size_t>(t));
  return text;
}

const std::vector<Task>& tasks() {
  static const std::vector<Task> all = all_tasks();
  return all;
}

const Task& task_named(const std::string& name) {
  std::vector<std::string> names;
  for (const Task& task : tasks()) {
    if (task.name == name) return task;
    names.push_back(task.name);
  }
  std::string list;
  for (const std::string& n : names) list += (list.empty() ? "" : ", ") + n;
  const std::string guess = nearest(name, names);
  throw UserError(sentence("there is no task \"", name, "\"",
                           guess.empty() ? "" : "; did you mean " + guess + "?", " (", list, ")"));
}

}  // namespace whereabouts
