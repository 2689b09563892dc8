#include <iostream>
#include <vector>

#include "nn/transformer.h"
#include "ops.h"

int main() {
  const whereabouts::Transformer model({.vocabulary = 9, .scheme = "rope"}, 0);
  const std::vector<int> text = {1, 2, 3}, next = {2, 3, 4};
  const whereabouts::Tensor logits = model.logits(text, 1, whereabouts::Positions::whole(3));
  std::cout << whereabouts::cross_entropy(logits, next).item() << " nats for each symbol\n";
}
