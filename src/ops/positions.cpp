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

int Positions::seen_by(int i) const {
  if (!causal) return static_cast<int>(keys.size());
  return static_cast<int>(std::upper_bound(keys.begin(), keys.end(), queries[i]) - keys.begin());
}

void Positions::check_order() const {
  const auto increasing = [](const std::vector<int>& p) {
    return !p.empty() && std::adjacent_find(p.begin(), p.end(), std::greater_equal<>()) == p.end();
  };
  check(increasing(queries) && increasing(keys), "Positions", "queries (", queries.size(),
        ") and keys (", keys.size(), ") must be increasing and not empty");
  check(!causal || queries.front() >= keys.front(), "Positions", "the query at ", queries.front(),
        " stands before the first key at ", keys.front(), " and would see nothing");
}

}  // namespace whereabouts
