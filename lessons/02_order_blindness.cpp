// Lesson 02. Attention cannot see order.
//
// Question  What does attention make of two sentences with the same words in another order, and
//           what does a causal mask change?
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
#include <map>
#include <sstream>

#include "app/demonstration.h"
#include "nn/parameters.h"
#include "ops.h"
#include "ops/attention.h"
#include "position/sinusoidal.h"
#include "report/number.h"
#include "report/page.h"
#include "report/svg.h"
#include "report/terminal.h"
#include "util/write_file.h"

using namespace whereabouts;

namespace {

constexpr int kWidth = 32;

constexpr std::pair<const char*, const char*> kPairs[] = {
    {"the cat chased the mouse", "the mouse chased the cat"},
    {"I love Transformers", "Transformers love I"},
    {"the cat sat on the mat", "the mat sat on the cat"},
};

std::vector<std::string> words(const std::string& sentence) {
  std::istringstream stream(sentence);
  std::vector<std::string> result;
  for (std::string word; stream >> word;) result.push_back(word);
  return result;
}

// How a reader may look at a sentence.
struct How {
  const char* name;
  bool causal = false;
  int layers = 1;
  bool addresses = false;
};

// A reader with random weights: one head, and in every layer x + attention(x).
class Reader {
 public:
  explicit Reader(std::uint64_t seed) : parameters_(seed) {
    const double deviation = 1 / std::sqrt(double{kWidth});
    query_ = parameters_.normal("query", {kWidth, kWidth}, deviation);
    key_ = parameters_.normal("key", {kWidth, kWidth}, deviation);
    value_ = parameters_.normal("value", {kWidth, kWidth}, deviation);
  }

  // One vector for each word: [T, C].
  Tensor read(const std::string& sentence, const How& how) {
    Tensor x = embedded(words(sentence));
    Positions at = Positions::whole(x.dim(0));
    at.causal = how.causal;
    if (how.addresses) x = add(x, sinusoid(at.queries, kWidth));
    const Shape one_head = {1, 1, x.dim(0), kWidth};  // [B, H, T, D]
    for (int layer = 0; layer < how.layers; ++layer) {
      const Tensor q = matmul(x, query_).reshape(one_head), k = matmul(x, key_).reshape(one_head),
                   v = matmul(x, value_).reshape(one_head);
      x = add(x, attention(q, k, v, at).reshape(x.shape()));
    }
    return x;
  }

  // Who looks at whom in the first layer, without positions and without a mask: [T, T].
  Tensor weights(const std::string& sentence) {
    const Tensor x = embedded(words(sentence));
    return softmax(
        scale(matmul_transposed(matmul(x, query_), matmul(x, key_)), 1 / std::sqrt(float{kWidth})));
  }

 private:
  // The vector of a word is random, but always the same for the same word.
  Tensor embedded(const std::vector<std::string>& sentence) {
    Tensor x({static_cast<std::int64_t>(sentence.size()), kWidth});
    float* row = x.data();
    for (const std::string& word : sentence) {
      auto [place, is_new] = embeddings_.try_emplace(word);
      if (is_new) place->second = parameters_.normal("word " + word, {kWidth}, 1);
      row = std::copy_n(place->second.data(), kWidth, row);
    }
    return x;
  }

  Parameters parameters_;
  Tensor query_, key_, value_;
  std::map<std::string, Tensor> embeddings_;
};

// One vector for the sentence: the mean of its words'.
std::vector<double> pooled(const Tensor& x) {
  std::vector<double> mean(kWidth);
  for (std::int64_t i = 0; i < x.size(); ++i)
    mean[static_cast<std::size_t>(i % kWidth)] += x.data()[i] / x.dim(0);
  return mean;
}

std::vector<double> row(const Tensor& x, int i) {
  return {x.data() + i * kWidth, x.data() + (i + 1) * kWidth};
}

double largest_difference(const std::vector<double>& x, const std::vector<double>& y) {
  double largest = 0;
  for (std::size_t i = 0; i < x.size(); ++i) largest = std::max(largest, std::abs(x[i] - y[i]));
  return largest;
}

void same_words(Reader& reader) {
  std::cout << heading("1. The same words, another order");
  const How blind = {"no mask, no positions"};
  TextTable table({"one sentence", "and the other", "their vectors differ by"});
  for (const auto& [one, other] : kPairs) {
    const double d =
        largest_difference(pooled(reader.read(one, blind)), pooled(reader.read(other, blind)));
    table.row({one, other, fixed(d, 5)});
  }
  std::cout << "Each sentence becomes one vector, the mean over its words.\n\n" << table.text();
}

// Whatever the order of the words, each word gets the same vector: the rows only change places.
void rows_move(Reader& reader) {
  std::cout << heading("2. The rows move with their words");
  const How blind = {"no mask, no positions"};
  std::vector<std::string> order = {"I", "Transformers", "love"};  // sorted
  std::map<std::string, std::vector<double>> first;
  double largest = 0;
  int orders = 0;
  do {
    const std::string sentence = order[0] + " " + order[1] + " " + order[2];
    const Tensor x = reader.read(sentence, blind);
    ++orders;
    for (int i = 0; i < 3; ++i) {
      const std::string& word = order[static_cast<std::size_t>(i)];
      const auto known = first.try_emplace(word, row(x, i)).first;
      largest = std::max(largest, largest_difference(known->second, row(x, i)));
    }
    std::vector<double> shown;
    for (int i = 0; i < 3; ++i)
      for (int c = 0; c < 3; ++c) shown.push_back(x.data()[i * kWidth + c]);
    if (orders == 1 || orders == 6) std::cout << text_matrix(shown, 3, 3, 2, order) << "\n";
  } while (std::ranges::next_permutation(order).found);
  std::cout << "in all " << orders
            << " orders of the three words, a word's vector differs by at most "
            << fixed(largest, 5) << "\n";
}

void what_a_mask_changes(Reader& reader) {
  std::cout << heading("3. What a causal mask changes, and what it takes");
  const std::string one = "the cat chased the mouse .", other = "the mouse chased the cat .";
  TextTable table({"reader", "layers", "mean of all words", "the full stop"});
  for (const How& how : {How{"no mask"}, How{"no mask", false, 2}, How{"causal mask", true},
                         How{"causal mask", true, 2}, How{"no mask, addresses", false, 1, true}}) {
    const Tensor x = reader.read(one, how), y = reader.read(other, how);
    const int last = x.dim(0) - 1;
    table.row({how.name, std::to_string(how.layers),
               fixed(largest_difference(pooled(x), pooled(y)), 3),
               fixed(largest_difference(row(x, last), row(y, last)), 3)});
  }
  std::cout << "How far the two sentences differ, each with a full stop at its end:\n\n"
            << table.text()
            << "\nUnder a mask a word sees those before it, as a set. The full stop sees the same\n"
               "set in both sentences, so one layer gives it the same vector; with two layers the\n"
               "words of that set have already seen different sets themselves.\n";
}

void picture(Reader& reader, const Demonstration& lesson, const std::string& sentence,
             const std::string& file) {
  const Tensor weights = reader.weights(sentence);
  HeatMap map;
  map.title = sentence;
  map.subtitle = "Who looks at whom, without positions: random weights, no mask";
  map.x_label = "looked at";
  map.y_label = "who looks";
  map.rows = map.columns = weights.dim(0);
  map.values.assign(weights.numbers().begin(), weights.numbers().end());
  map.row_labels = map.column_labels = words(sentence);
  map.decimals = 2;
  write_file(lesson.out / file, svg_heat_map(map));
}

}  // namespace

int main(int argc, char** argv) {
  return run_demonstration(argc, argv, "02_order_blindness", "Attention cannot see order.",
                           [](const Demonstration& lesson) {
                             const NoGrad no_gradient;
                             Reader reader(lesson.seed);
                             same_words(reader);
                             rows_move(reader);
                             what_a_mask_changes(reader);
                             picture(reader, lesson, kPairs[0].first, "cat.svg");
                             picture(reader, lesson, kPairs[0].second, "mouse.svg");
                             std::cout
                                 << "\nwritten to " << lesson.out.string()
                                 << ": cat.svg mouse.svg\n"
                                    "next: make 03, where a model without positions is trained\n";
                           });
}
