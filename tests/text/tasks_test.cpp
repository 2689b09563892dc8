#include "text/tasks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "evaluate/example_score.h"
#include "train/task_training.h"
#include "util/check.h"

namespace whereabouts {
namespace {

// What a person would answer, from the question alone: the text up to and with the `>` or `=`.
std::string answer_to(const std::string& task, const std::string& question) {
  const std::string asked = question.substr(0, question.size() - 1);
  if (task == "copy") return asked;
  if (task == "reverse") return {asked.rbegin(), asked.rend()};
  if (task == "parity") {
    std::string answer;
    int ones = 0;
    for (const char bit : asked) answer += (ones += bit == '1') % 2 ? '1' : '0';
    return answer;
  }
  return "?";
}

TEST(Tasks, TheAnswersAreRight) {
  for (const Task& task : tasks()) {
    Random random(5, task.name);
    for (int length = 1; length <= 17; ++length) {
      const TaskInstance instance = task.make(length, random);
      const std::string text = task.text_of(instance.tokens);
      const std::size_t end = text.find_first_of(">=");
      ASSERT_EQ(static_cast<int>(text.size()), task.tokens(length)) << task.name << " " << text;
      if (task.name == "recall") {
        std::map<char, char> value_of;
        for (std::size_t i = 0; i < end; i += 2) value_of[text[i]] = text[i + 1];
        EXPECT_EQ(value_of.size(), static_cast<std::size_t>(length)) << "keys do not repeat";
        ASSERT_EQ(instance.asked.size(), static_cast<std::size_t>(length));
        for (const int place : instance.asked) EXPECT_EQ(text[place], value_of.at(text[place - 1]));
      } else if (task.name == "addition") {
        std::string first, second, sum;
        for (int i = 0; i < length; ++i) {
          first.insert(0, 1, text[4 * i]);
          second.insert(0, 1, text[4 * i + 1]);
        }
        for (const int place : instance.asked) sum.insert(0, 1, text[place]);
        EXPECT_EQ(std::stoll(sum), std::stoll(first) + std::stoll(second)) << text;
        ASSERT_EQ(instance.asked.size(), static_cast<std::size_t>(length) + 1);
      } else if (task.name.starts_with("sum")) {
        std::vector<std::string> numbers(1);
        for (const char c : text) {
          if (c == '+' || c == '=') numbers.emplace_back();
          if (c >= '0' && c <= '9') numbers.back().insert(0, 1, c);
        }
        ASSERT_EQ(numbers.size(), 3u) << text;
        EXPECT_EQ(std::stoll(numbers[2]), std::stoll(numbers[0]) + std::stoll(numbers[1])) << text;
        ASSERT_EQ(instance.asked.size(), static_cast<std::size_t>(length) + 1);
        std::string asked;
        for (const int place : instance.asked) asked.insert(0, 1, text[place]);
        EXPECT_EQ(asked, numbers[2]) << text;
      } else {
        EXPECT_EQ(text.substr(end + 1), answer_to(task.name, text.substr(0, end + 1))) << task.name;
        ASSERT_EQ(instance.asked.size(), text.size() - end - 1);
        EXPECT_EQ(instance.asked.front(), static_cast<int>(end) + 1);
      }
      if (task.name == "copy" || task.name == "reverse") {
        EXPECT_EQ(std::set<char>(text.begin(), text.begin() + end).size(), end) << text;
      }
    }
    EXPECT_EQ(task.tested, (task.name.starts_with("sum") ? 4 : 5) * task.trained);
    EXPECT_NO_THROW(task.make(task.tested, random));
  }
}

TEST(Tasks, AHintTellsThePlaceOfADigitAndIsTheSameInAllThreeNumbers) {
  const Task task = task_named("sum-hints");
  Random random(3, "hints");
  std::set<char> first;
  for (int i = 0; i < 200; ++i) {
    const std::string text = task.text_of(task.make(3, random).tokens);  // A1B2C3+A4B5C6=A5B7C9D0
    first.insert(text[0]);
    for (const int place : {2, 4, 7, 9, 11, 14, 16, 18, 20})
      EXPECT_EQ(task.alphabet.find(text[place]) - task.alphabet.find(text[0]),
                static_cast<std::size_t>(place < 7    ? place / 2
                                         : place < 14 ? (place - 7) / 2
                                                      : (place - 14) / 2))
          << text;
  }
  EXPECT_GT(first.size(), 40u);
}

TEST(Tasks, TheSameSeedGivesTheSameInstances) {
  for (const Task& task : tasks()) {
    Random one(1, "a"), same(1, "a"), other(2, "a");
    const auto tokens = task.make(12, one).tokens;
    EXPECT_EQ(tokens, task.make(12, same).tokens);
    EXPECT_NE(tokens, task.make(12, other).tokens) << task.name;
  }
}

TEST(Tasks, ImpossibleLengthsAndNamesAreRefused) {
  Random random(1);
  for (const Task& task : tasks()) EXPECT_THROW(task.make(0, random), std::invalid_argument);
  EXPECT_THROW(task_named("copy").make(61, random), std::invalid_argument);
  try {
    task_named("revers");
    FAIL();
  } catch (const UserError& e) {
    EXPECT_NE(std::string(e.what()).find("did you mean reverse?"), std::string::npos) << e.what();
  }
}

TEST(Tasks, ATinyModelLearnsOneAndItsScoreIsThatOfGreedyWriting) {
  Task task = task_named("parity");
  task.trained = 3;
  Transformer model(model_for_task(task, "alibi", {.width = 16, .heads = 2, .layers = 2}), 1);
  const double before = score_examples(model, task.test_examples(3, 64)).targets.accuracy;
  double first = 0, last = 0;
  train_on_task(model, task, {.steps = 300, .batch = 16, .learning_rate = 1e-2, .seed = 1},
                [&](int step, double loss) { (step == 1 ? first : last) = loss; });
  const Score score = score_examples(model, task.test_examples(3, 64)).targets;
  EXPECT_GT(score.accuracy, before + 0.2);
  EXPECT_LT(last, first / 2);
  EXPECT_EQ(score.scored, 64 * 3);

  // Written greedily, one character after another, at a length that it has not solved.
  constexpr int kLength = 7, kInstances = 40;
  Random random(1, "test of parity at 7");
  int exact = 0, right = 0;
  const NoGrad no_grad;
  for (int i = 0; i < kInstances; ++i) {
    const TaskInstance instance = task.make(kLength, random);
    std::vector<Token> text(instance.tokens.begin(), instance.tokens.begin() + kLength + 1);
    for (const int place : instance.asked) {
      const auto best = [&](const std::vector<Token>& before_it) {
        const int T = static_cast<int>(before_it.size());
        const Tensor logits = model.logits(before_it, 1, Positions::whole(T));
        const float* x = logits.data() + std::ptrdiff_t{T - 1} * logits.dim(-1);
        return static_cast<Token>(std::max_element(x, x + logits.dim(-1)) - x);
      };
      right += best({instance.tokens.begin(), instance.tokens.begin() + place}) ==
               instance.tokens[place];
      text.push_back(best(text));
    }
    exact += text == instance.tokens;
  }
  const ExampleScore longer = score_examples(model, task.test_examples(kLength, kInstances));
  EXPECT_DOUBLE_EQ(longer.exact, static_cast<double>(exact) / kInstances);
  EXPECT_DOUBLE_EQ(longer.targets.accuracy, static_cast<double>(right) / (kInstances * kLength));
}

}  // namespace
}  // namespace whereabouts
