// Lesson 02. Attention cannot see order.
//
// Question  Does attention tell apart two sentences with the same words in another order, and what
//           does a causal mask change?
// Run       make 02
// Expect    | the cat chased the mouse  the mouse chased the cat  0.00000
//           | causal mask              1              0.512          0.000
//           | no mask                  1              0.000          0.000
// Try       1. Other weights: make 02 ARGS="--seed 1"
//           2. Put sentences of your own into kPairs.
//           3. Write attention yourself: make exercise-02
#include <algorithm>
#include <cmath>
#include <iostream>

#include "check/difference.h"
#include "experiment/model_pictures.h"
#include "lesson/lesson.h"
#include "nn/parameters.h"
#include "nn/word_vectors.h"
#include "ops.h"
#include "position/sinusoidal.h"
#include "report/number.h"
#include "report/page.h"
#include "report/svg.h"
#include "util/write_file.h"

using namespace whereabouts;

namespace {

constexpr int kWidth = 32;

constexpr std::pair<const char*, const char*> kPairs[] = {
    {"the cat chased the mouse", "the mouse chased the cat"},
    {"I love Transformers", "Transformers love I"},
    {"the cat sat on the mat", "the mat sat on the cat"},
};

// What a reader has: a causal mask, a number of layers, addresses (the encoding of lesson 04).
struct How {
  const char* name = "no mask, no positions";
  bool causal = false;
  int layers = 1;
  bool addresses = false;
};

// A reader with random weights: one head, and in every layer x + attention(x).
class Reader {
 public:
  explicit Reader(std::uint64_t seed) : words_(seed, kWidth) {
    Parameters random(seed);
    const double deviation = 1 / std::sqrt(double{kWidth});
    query_ = random.normal("query", {kWidth, kWidth}, deviation);
    key_ = random.normal("key", {kWidth, kWidth}, deviation);
    value_ = random.normal("value", {kWidth, kWidth}, deviation);
  }

  // One vector for each word: [T, C].
  Tensor read(const std::string& sentence, const How& how = {}) {
    Tensor x = words_.of(sentence);
    Positions at = Positions::whole(x.dim(0));
    at.causal = how.causal;
    if (how.addresses) x = add(x, sinusoid(at.queries, kWidth));
    const Shape one_head = {1, 1, x.dim(0), kWidth};  // [B, H, T, D]
    for (int layer = 0; layer < how.layers; ++layer) {
      const Tensor q = matmul(x, query_).reshape(one_head), k = matmul(x, key_).reshape(one_head),
                   v = matmul(x, value_).reshape(one_head);
      x = add(x, composed_attention(q, k, v, at).output.reshape(x.shape()));
    }
    return x;
  }

  // The attention weights of the first layer, without positions and without a mask: [T, T].
  Tensor weights(const std::string& sentence) {
    const Tensor x = words_.of(sentence);
    const int T = x.dim(0);
    const Shape one_head = {1, 1, T, kWidth};
    const Tensor q = matmul(x, query_).reshape(one_head), k = matmul(x, key_).reshape(one_head);
    Positions at = Positions::whole(T);
    at.causal = false;
    return composed_attention(q, k, k, at).weights.reshape({T, T});
  }

 private:
  WordVectors words_;
  Tensor query_, key_, value_;
};

// One vector for the sentence: the mean over its words.
Tensor pooled(const Tensor& x) {
  const Tensor ones({1, x.dim(0)}, std::vector<float>(x.dim(0), 1));
  return scale(matmul(ones, x), 1.0f / static_cast<float>(x.dim(0)));
}

// The vector of word number i.
std::span<const float> row(const Tensor& x, int i) {
  return x.numbers().subspan(static_cast<std::size_t>(i) * kWidth, kWidth);
}

void same_words(Reader& reader) {
  std::cout << heading("1. The same words, another order");
  TextTable table({"one sentence", "and the other", "their vectors differ by"});
  for (const auto& [one, other] : kPairs) {
    const Tensor x = pooled(reader.read(one)), y = pooled(reader.read(other));
    table.row({one, other, format_fixed(largest_difference(x.numbers(), y.numbers()), 5)});
  }
  std::cout << "Each sentence becomes one vector, the mean over its words.\n\n" << table.text();
}

// In any order of the words each word gets the same vector: the rows only change places.
void rows_move(Reader& reader) {
  std::cout << heading("2. The rows move with their words");
  const std::string love[] = {"I", "Transformers", "love"};
  std::vector<int> order = {0, 1, 2};
  const Tensor first = reader.read("I Transformers love");
  double largest = 0;
  int orders = 0;
  do {
    const std::vector<std::string> three = {love[order[0]], love[order[1]], love[order[2]]};
    const Tensor x = reader.read(three[0] + " " + three[1] + " " + three[2]);
    std::vector<float> shown;  // three channels of each word
    for (int i = 0; i < 3; ++i) {
      largest = std::max(largest, largest_difference(row(x, i), row(first, order[i])));
      shown.insert(shown.end(), row(x, i).begin(), row(x, i).begin() + 3);
    }
    ++orders;
    if (orders == 1 || orders == 6) std::cout << text_matrix(shown, 3, 3, 2, three) << "\n";
  } while (std::ranges::next_permutation(order).found);
  std::cout << "in all " << orders
            << " orders of the three words, a word's vector differs by at most "
            << format_fixed(largest, 5) << "\n";
}

void what_a_mask_changes(Reader& reader) {
  std::cout << heading("3. What a causal mask changes, and what it takes");
  TextTable table({"reader", "layers", "mean of all words", "the full stop"});
  for (const How& how : {How{"no mask"}, How{"no mask", false, 2}, How{"causal mask", true},
                         How{"causal mask", true, 2}, How{"no mask, addresses", false, 1, true}}) {
    const Tensor x = reader.read("the cat chased the mouse .", how),
                 y = reader.read("the mouse chased the cat .", how);
    const double means = largest_difference(pooled(x).numbers(), pooled(y).numbers()),
                 full_stops = largest_difference(row(x, 5), row(y, 5));
    table.row({how.name, std::to_string(how.layers), format_fixed(means, 3),
               format_fixed(full_stops, 3)});
  }
  std::cout << "How far the two sentences differ, each with a full stop at its end:\n\n"
            << table.text()
            << "\nUnder a mask a word sees those before it, as a set. The full stop sees the same\n"
               "set in both sentences, so one layer gives it the same vector; with two layers the\n"
               "words of that set have already seen different sets themselves.\n";
}

void pictures(Reader& reader, const Lesson& lesson) {
  for (const auto& [sentence, file] :
       {std::pair{kPairs[0].first, "cat.svg"}, std::pair{kPairs[0].second, "mouse.svg"}}) {
    const HeatMap map =
        attention_map(sentence, "Who looks at whom, without positions: random weights, no mask",
                      reader.weights(sentence), words(sentence));
    write_file(lesson.out / file, svg_heat_map(map));
  }
}

void lesson_02(const Lesson& lesson) {
  const NoGrad no_gradient;
  Reader reader(lesson.settings.seed);
  same_words(reader);
  rows_move(reader);
  what_a_mask_changes(reader);
  pictures(reader, lesson);
  std::cout << "\nwritten to " << lesson.out.string()
            << ": cat.svg mouse.svg\n"
               "next: make 03, where a model without positions is trained\n";
}

}  // namespace

int main(int argc, char** argv) {
  return run_lesson(argc, argv, "02_order_blindness", "Attention cannot see order.",
                    {.trains = false}, lesson_02);
}
