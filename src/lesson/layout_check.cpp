#include "lesson/layout_check.h"

#include <iostream>

#include "check/difference.h"
#include "nn/transformer.h"
#include "position/rope.h"

namespace whereabouts {

void compare_layouts(std::uint64_t seed) {
  constexpr int kTokens = 32;
  const ModelConfig config{.vocabulary = kTokens, .scheme = "rope"};
  ModelConfig other = config;
  other.scheme = "rope:layout=half";
  const Transformer neighbours(config, seed), halves(other, seed);
  const auto same = [&] {
    const NoGrad no_gradient;
    const Positions at = Positions::whole(kTokens);
    const Tensor x = neighbours.logits(at.queries, 1, at), y = halves.logits(at.queries, 1, at);
    return largest_difference(x.numbers(), y.numbers()) < 1e-3 ? "yes" : "no";
  };
  // New weights give scores so small that positions hardly matter; larger weights show them.
  for (const Transformer* model : {&neighbours, &halves})
    for (const Tensor& qkv : model->parameters().ending_with("qkv.weight"))
      for (float& weight : qkv.numbers()) weight *= 20;
  std::cout << "the same weights give the same logits: " << same() << "\n";

  // Reorder the columns of queries and keys in every layer: 2i -> i and
  // 2i + 1 -> i + d/2. Values are not turned.
  for (const Tensor& qkv : halves.parameters().ending_with("qkv.weight"))
    put_in_half_split(qkv, config.width / config.heads);
  std::cout << "the same with their columns reordered:  " << same() << "\n";
}

}  // namespace whereabouts
