#include "ops/positions.h"

#include <algorithm>
#include <numeric>

#include "util/check.h"

namespace whereabouts {

Positions Positions::whole(int length, int first) {
  Positions at;
  at.queries.resize(length);
  std::iota(at.queries.begin(), at.queries.end(), first);
  at.keys = at.queries;
  at.length = first + length;
  return at;
}

int Positions::farthest() const {
  if (seen.empty()) return queries.back() - keys.front();
  return *std::ranges::max_element(queries) - *std::ranges::min_element(keys);
}

int Positions::nearest() const {
  if (seen.empty()) return causal ? 0 : queries.front() - keys.back();
  return *std::ranges::min_element(queries) - *std::ranges::max_element(keys);
}

Positions Positions::block(int first, int count) const {
  Positions part = *this;
  for (std::vector<int>* of_queries : {&part.queries, &part.seen, &part.query_columns}) {
    if (!of_queries->empty())
      *of_queries = {of_queries->begin() + first, of_queries->begin() + first + count};
  }
  part.keys.resize(static_cast<std::size_t>(seen_by(first + count - 1)));
  if (!key_columns.empty()) part.key_columns.resize(part.keys.size());
  return part;
}

int Positions::seen_by(int i) const {
  if (!seen.empty()) return seen[i];
  if (!causal) return static_cast<int>(keys.size());
  return static_cast<int>(std::upper_bound(keys.begin(), keys.end(), queries[i]) - keys.begin());
}

bool Positions::increasing() const {
  const auto is_increasing = [](const std::vector<int>& p) {
    return !p.empty() && std::adjacent_find(p.begin(), p.end(), std::greater_equal<>()) == p.end();
  };
  return is_increasing(queries) && is_increasing(keys);
}

void Positions::check_order() const {
  if (!seen.empty()) {
    const bool fits = !keys.empty() && seen.size() == queries.size() &&
                      std::ranges::min(seen) >= 1 &&
                      std::ranges::max(seen) <= static_cast<int>(keys.size());
    check_argument(fits, "Positions", "each of ", queries.size(), " queries must see 1 to ",
                   keys.size(), " keys");
    return;
  }
  check_argument(increasing(), "Positions", "queries (", queries.size(), ") and keys (",
                 keys.size(), ") must be increasing and not empty");
  check_argument(!causal || queries.front() >= keys.front(), "Positions", "the query at ",
                 queries.front(), " stands before the first key at ", keys.front(),
                 " and would see nothing");
}

}  // namespace whereabouts
