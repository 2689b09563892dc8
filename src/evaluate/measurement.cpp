#include "evaluate/measurement.h"

#include <algorithm>

namespace whereabouts {

int Measurement::longest() const {
  return std::max(trained_length(), *std::ranges::max_element(lengths));
}

ResultRow row_of(const Transformer& model, std::uint64_t seed, const std::string& protocol,
                 int length, const Score& score) {
  ResultRow row{model.config().scheme, seed, protocol, length, score.bits_per_char, score.scored};
  row.accuracy = score.accuracy;
  return row;
}

}  // namespace whereabouts
