// Every kind of term that attention() can take, alone and all together, at several positions.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "helpers.h"
#include "ops.h"

namespace whereabouts {

/// Which terms are given. Tables are [H, R, D], or [1, R, D] when shared by the heads.
struct TermChoice {
  const char* name;
  bool keys = false, queries = false, values = false, distance = false;
  int pairs_rank = 0;  // 0: none
  float scale = 0;
  bool shared = false;
};

inline void PrintTo(const TermChoice& choice, std::ostream* out) { *out << choice.name; }

inline const std::vector<TermChoice>& term_choices() {
  static const std::vector<TermChoice> choices = {
      {.name = "nothing"},
      {.name = "scale", .scale = 0.7f},
      {.name = "distance", .distance = true},
      {.name = "keys", .keys = true},
      {.name = "keys_shared", .keys = true, .shared = true},
      {.name = "queries", .queries = true},
      {.name = "queries_shared", .queries = true, .shared = true},
      {.name = "values", .values = true},
      {.name = "values_shared", .values = true, .shared = true},
      {.name = "pairs_of_heads", .pairs_rank = 3},
      {.name = "pairs_of_all", .pairs_rank = 4},
      {.name = "everything",
       .keys = true,
       .queries = true,
       .values = true,
       .distance = true,
       .pairs_rank = 4,
       .scale = 0.3f},
      {.name = "everything_shared",
       .keys = true,
       .queries = true,
       .values = true,
       .distance = true,
       .pairs_rank = 3,
       .shared = true},
  };
  return choices;
}

/// One attention: its inputs, and all of them that have a derivative.
struct AttentionCase {
  Tensor query, key, value, pairs;
  Positions at;
  ScoreTerms terms;

  AttentionCase(const TermChoice& choice, const Positions& where, int B, int H, int D) : at(where) {
    const auto Tq = static_cast<std::int64_t>(at.queries.size()),
               Tk = static_cast<std::int64_t>(at.keys.size());
    query = random_tensor({B, H, Tq, D}, "query");
    key = random_tensor({B, H, Tk, D}, "key");
    value = random_tensor({B, H, Tk, D}, "value");
    const int N = at.distances();
    const auto table = [&](const char* name) {
      // Fewer rows than distances, so that some distances share one.
      const int R = N / 2 + 1;
      RelativeTable t{random_tensor({choice.shared ? 1 : H, R, D}, name), {}};
      for (int n = 0; n < N; ++n) t.row_of.push_back((n * 2 + 1) % R);
      return t;
    };
    if (choice.keys) terms.keys = table("keys");
    if (choice.queries) terms.queries = table("queries");
    if (choice.values) terms.values = table("values");
    if (choice.distance) terms.distance = random_tensor({H, N}, "distance");
    if (choice.pairs_rank == 3) pairs = random_tensor({H, Tq, Tk}, "pairs");
    if (choice.pairs_rank == 4) pairs = random_tensor({B, H, Tq, Tk}, "pairs");
    terms.scale = choice.scale;
  }

  std::vector<Tensor> inputs() const {
    std::vector<Tensor> all;
    for (const Tensor& x : {query, key, value, pairs, terms.distance, terms.keys.table,
                            terms.queries.table, terms.values.table}) {
      if (x) all.push_back(x);
    }
    return all;
  }
  Tensor fast() const { return attention(query, key, value, at, terms, pairs); }
  Tensor composed() const { return composed_attention(query, key, value, at, terms, pairs).output; }
};

inline Positions positions(std::vector<int> queries, std::vector<int> keys, bool causal = true) {
  Positions at;
  at.queries = std::move(queries);
  at.keys = std::move(keys);
  at.length = std::max(at.queries.back(), at.keys.back()) + 1;
  at.causal = causal;
  return at;
}

}  // namespace whereabouts
