// Scores times the logarithm of how many keys there are (Su, 2021; Chiang and Cholak, 2022), over
// any scheme. A softmax over more keys is flatter: to stay as sharp over n keys as over L, the
// scores have to be larger,
//
//   q_i . k_j  ln n / ln L        n keys that query i sees, L the trained length
//
// which is done to the query, so all that meets the query is scaled, and a bias that is added after
// the scaling is not. A query that sees one key gets a factor of 0, which changes nothing: its
// weight is 1 anyway.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "ops.h"
#include "position/scheme_wrapper.h"

namespace whereabouts {

/// [Tq, 1]: for each query ln n times `factor`, n the number of keys that it sees.
inline Tensor log_keys(const Positions& at, double factor = 1) {
  std::vector<float> column;
  for (int i = 0; i < static_cast<int>(at.queries.size()); ++i)
    column.push_back(static_cast<float>(factor * std::log(at.seen_by(i))));
  return Tensor({static_cast<std::int64_t>(column.size()), 1}, column);
}

class LogN : public SchemeWrapper {
 public:
  static constexpr const char* kDescription =
      "another scheme (over=none), with scores that grow with the logarithm of the length";
  static constexpr const char* kPaper = "Chiang and Cholak 2022";

  explicit LogN(Setup& setup) : factor_(1 / std::log(std::max(setup.trained_length, 2))) {
    wrap(setup, setup.options.text("over", "none"));
  }
  void rotate_qk(Tensor& query, Tensor& key, const Positions& at) const override {
    inner_->rotate_qk(query, key, at);
    query = multiply(query, log_keys(at, factor_));
  }

 private:
  double factor_;
};

}  // namespace whereabouts
