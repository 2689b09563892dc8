// Words as vectors that nobody trained, for looking at what attention does with them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "nn/parameters.h"

namespace whereabouts {

/// The words of a sentence, which are parted by spaces.
std::vector<std::string> words(const std::string& sentence);

/// Gives each word a random vector, always the same for the same word and seed.
class WordVectors {
 public:
  WordVectors(std::uint64_t seed, int width) : random_(seed), width_(width) {}
  /// [T, C]: a row for each word of the sentence.
  Tensor of(const std::string& sentence);

 private:
  Parameters random_;
  int width_;
  std::map<std::string, Tensor> known_;
};

}  // namespace whereabouts
