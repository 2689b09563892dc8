// Lesson 02. Attention cannot see order.
//
// Question  What does attention compute? Does it tell apart two sentences with the same
//           words in another order, and what does a causal mask change?
// Run       make 02
// Expect    | slept  0.164  0.673  0.164
//           | the cat chased the mouse  the mouse chased the cat  0.00000
//           | causal mask              1              0.512          0.000
//           | no mask                  1              0.000          0.000
// Try       1. Other weights: make 02 ARGS="--seed 1"
//           2. Put sentences of your own into kPairs.
//           3. Write attention yourself: make exercise-02
#include <algorithm>
#include <iostream>

#include "02_attention.h"
#include "02_by_hand.h"
#include "02_reader.h"
#include "check/difference.h"
#include "experiment/model_pictures.h"
#include "lesson/guess.h"
#include "lesson/lesson.h"
#include "report/number.h"
#include "report/page.h"
#include "report/svg.h"
#include "util/write_file.h"

using namespace whereabouts;
using plain_attention::Row, plain_attention::Rows, plain_attention::flat;

namespace {

constexpr std::pair<const char*, const char*> kPairs[] = {
    {"the cat chased the mouse", "the mouse chased the cat"},
    {"I love Transformers", "Transformers love I"},
    {"the cat sat on the mat", "the mat sat on the cat"},
};

// One vector for the sentence: the mean over its words.
Row pooled(const Rows& x) {
  return plain_attention::times({Row(x.size(), 1.0 / static_cast<double>(x.size()))}, x)[0];
}

void same_words(Reader& reader) {
  std::cout << heading("3. The same words, another order");
  TextTable table({"one sentence", "and the other", "their vectors differ by"});
  for (const auto& [one, other] : kPairs)
    table.row({one, other,
               format_fixed(
                   largest_difference(pooled(reader.read(one)), pooled(reader.read(other))), 5)});
  std::cout << "Each sentence becomes one vector, the mean over its words.\n\n" << table.text();
}

// In any order of the words each word gets the same vector: the rows only change places.
void rows_move(Reader& reader) {
  std::cout << heading("4. The rows move with their words");
  const std::string love[] = {"I", "Transformers", "love"};
  std::vector order = {0, 1, 2};
  const Rows first = reader.read("I Transformers love");
  double largest = 0;
  do {
    const std::vector<std::string> three = {love[order[0]], love[order[1]], love[order[2]]};
    const Rows x = reader.read(three[0] + " " + three[1] + " " + three[2]);
    Row shown;  // three channels of each word
    for (int i = 0; i < 3; ++i) {
      largest = std::max(largest, largest_difference(x[i], first[order[i]]));
      shown.insert(shown.end(), x[i].begin(), x[i].begin() + 3);
    }
    if (order[1] == 1) std::cout << text_matrix(shown, 3, 3, 2, three) << "\n";
  } while (std::ranges::next_permutation(order).found);
  std::cout << "in all 6 orders of the three words, a word's vector differs by at most "
            << format_fixed(largest, 5) << "\n";
}

void what_a_mask_changes(const Lesson& lesson, Reader& reader) {
  std::cout << heading("5. What a causal mask changes, and what it takes");
  const Guess guess(lesson,
                    "under a causal mask, with one layer: by how much do the vectors of the\nfull "
                    "stop differ (0: not at all)?");
  double one_layer = 0;
  TextTable table({"reader", "layers", "mean of all words", "the full stop"});
  for (const How& how : {How{"no mask"}, How{"no mask", false, 2}, How{"causal mask", true},
                         How{"causal mask", true, 2}, How{"no mask, addresses", false, 1, true}}) {
    const Rows x = reader.read("the cat chased the mouse .", how),
               y = reader.read("the mouse chased the cat .", how);
    if (how.causal && how.layers == 1) one_layer = largest_difference(x[5], y[5]);
    table.row({how.name, std::to_string(how.layers),
               format_fixed(largest_difference(pooled(x), pooled(y)), 3),
               format_fixed(largest_difference(x[5], y[5]), 3)});
  }
  std::cout << "How far the two sentences differ, each with a full stop at its end:\n\n"
            << table.text();
  guess.compare(one_layer, 0.05, 3);
}

void lesson_02(const Lesson& lesson) {
  attention_by_hand();
  why_the_root();
  Reader reader(lesson.settings.seed);
  same_words(reader);
  rows_move(reader);
  what_a_mask_changes(lesson, reader);
  for (const auto& [sentence, file] :
       {std::pair{kPairs[0].first, "cat.svg"}, std::pair{kPairs[0].second, "mouse.svg"}}) {
    const char* caption = "Who looks at whom, without positions: random weights, no mask";
    const HeatMap map =
        attention_map(sentence, caption, flat(reader.looks(sentence)), words(sentence));
    write_file(lesson.out / file, svg_heat_map(map));
  }
  std::cout << "\nwritten to " << lesson.out.string()
            << ": cat.svg mouse.svg\n"
               "next: make 03, where a model without positions is trained\n";
}

}  // namespace

int main(int argc, char** argv) {
  return run_lesson(argc, argv, "02_order_blindness", "Attention cannot see order.",
                    {.trains = false}, lesson_02);
}
