// Two sections of lesson 02: attention on three words, and why scores are divided by sqrt(d).
#pragma once

#include <algorithm>
#include <cmath>
#include <iostream>
#include <string>

#include "02_attention.h"
#include "report/number.h"
#include "report/page.h"
#include "util/random.h"

namespace whereabouts {

// A row for each of three words.
inline void print_words(const std::string& what, const plain_attention::Rows& rows) {
  const std::vector<std::string> labels = {"the", "cat", "slept"};
  std::cout << what << ":\n"
            << text_matrix(plain_attention::flat(rows), 3, static_cast<int>(rows[0].size()), 3,
                           labels)
            << "\n";
}

inline void attention_by_hand() {
  using plain_attention::Rows, plain_attention::times, plain_attention::weights;
  std::cout << heading("1. Who slept? Attention by hand");
  // Two channels: "I am an animal" and "I am an action". The words: the, cat, slept.
  const Rows x = {{0, 0}, {1, 0}, {0, 1}};
  const Rows query = times(x, {{0, 0}, {2, 0}}),  // an action looks for an animal
      key = times(x, {{1, 0}, {0, 1}}),           // each word shows what it is
      value = times(x, {{10, 0}, {0, 10}});       // and gives ten times that
  print_words("weights", weights(query, key, /*causal=*/false));
  print_words("output", plain_attention::attention(query, key, value, false));
  print_words("weights under a causal mask", weights(query, key, true));

  // A second head with a query of its own: each word looks for its like.
  const Rows other = times(x, {{2, 0}, {0, 2}});
  print_words("weights of another head", weights(other, key, false));
}

// The largest weight among 64 keys of random numbers, with and without the division.
inline void why_the_root() {
  using plain_attention::Row, plain_attention::Rows, plain_attention::dot, plain_attention::softmax;
  std::cout << heading("2. Why sqrt(d)?");
  constexpr int kQueries = 200, kKeys = 64;
  TextTable table({"d", "q . k spreads by", "largest weight", "after division by sqrt(d)"});
  for (const int d : {4, 16, 64, 256}) {
    Random random(0, "why the root");
    const auto normal_rows = [&](int count) {
      Rows rows(count, Row(d));
      for (Row& row : rows) std::ranges::generate(row, [&] { return random.normal(); });
      return rows;
    };
    const Rows query = normal_rows(kQueries), key = normal_rows(kKeys);
    double squares = 0, largest = 0, largest_divided = 0;
    for (const Row& q : query) {
      Row scores, divided;
      for (const Row& k : key) {
        scores.push_back(dot(q, k)), divided.push_back(dot(q, k) / std::sqrt(d));
        squares += dot(q, k) * dot(q, k);
      }
      largest += std::ranges::max(softmax(scores)) / kQueries;
      largest_divided += std::ranges::max(softmax(divided)) / kQueries;
    }
    table.row({std::to_string(d), format_fixed(std::sqrt(squares / (kQueries * kKeys)), 1),
               format_fixed(largest, 2), format_fixed(largest_divided, 2)});
  }
  std::cout << table.text();
}

}  // namespace whereabouts
