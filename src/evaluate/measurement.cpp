#include "evaluate/measurement.h"

#include <algorithm>

namespace whereabouts {

int Measurement::longest() const {
  return std::max(trained_length(), *std::ranges::max_element(lengths));
}

ResultRow Measurement::row(const char* protocol, int length, const Score& score) const {
  ResultRow row{model.config().scheme, seed, protocol, length, score.bits_per_char, score.scored};
  row.accuracy = score.accuracy;
  return row;
}

}  // namespace whereabouts
