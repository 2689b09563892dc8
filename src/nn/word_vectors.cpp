#include "nn/word_vectors.h"

#include <algorithm>
#include <sstream>

namespace whereabouts {

std::vector<std::string> words(const std::string& sentence) {
  std::istringstream stream(sentence);
  std::vector<std::string> result;
  for (std::string word; stream >> word;) result.push_back(word);
  return result;
}

Tensor WordVectors::of(const std::string& sentence) {
  const std::vector<std::string> all = words(sentence);
  Tensor x({static_cast<std::int64_t>(all.size()), width_});
  float* row = x.data();
  for (const std::string& word : all) {
    const auto [place, is_new] = known_.try_emplace(word);
    if (is_new) place->second = random_.normal("word " + word, {width_}, 1);
    row = std::copy_n(place->second.data(), width_, row);
  }
  return x;
}

}  // namespace whereabouts
