// What exercise 20 is examined by.
#pragma once

#include <string>
#include <vector>

#include "check/contract.h"
#include "check/exercise.h"
#include "nn/transformer.h"
#include "position/schemes.h"

namespace whereabouts {

/// A scheme that starts as ALiBi and learns the slope of each head.
inline void check_your_own_scheme(Examiner& examiner, const SchemeEntry& scheme) {
  const std::string name = scheme.name;
  const AddedScheme row(scheme);
  constexpr int kHeads = 4;
  const auto model = [&] {
    return Transformer({.vocabulary = 5, .width = 16, .heads = kHeads, .layers = 1, .scheme = name},
                       1);
  };
  const auto added = [&](int length) {
    const Transformer fresh = model();
    const NoGrad no_grad;
    return fresh.scheme().relative_terms(Positions::whole(length)).distance;
  };
  bool shaped = false;
  const auto shape = [&] {
    const Tensor distance = added(8);
    if (!distance) return std::vector<double>{};
    shaped = distance.shape() == Shape{kHeads, 8};
    std::vector<double> sizes;
    for (int axis = 0; axis < distance.shape().rank(); ++axis) sizes.push_back(distance.dim(axis));
    return sizes;
  };
  examiner.expect("it adds a number for each of 4 heads and 8 distances: the shape", {kHeads, 8},
                  shape, "return {.distance = ...}, of shape [heads, at.distances()]",
                  {{{8, kHeads}, "this is [distances, heads]: transpose it"},
                   {{1, 8}, "one row for all heads: each head has a slope of its own"},
                   {{}, "nothing is added: return {.distance = ...}"}});
  if (!shaped) return;

  // Head by head.
  const auto at_start = [&] {
    const Tensor distance = added(8);
    return std::vector<double>(distance.numbers().begin(), distance.numbers().end());
  };
  const auto product = [](std::vector<double> of_head, std::vector<double> of_distance) {
    std::vector<double> numbers;
    for (const double m : of_head) {
      for (const double n : of_distance) numbers.push_back(m * n);
    }
    return numbers;
  };
  const std::vector<double> kSlopes = {0.25, 0.0625, 0.015625, 0.00390625};
  examiner.expect(
      "before training it is ALiBi: -slope n, slopes 1/4, 1/16, 1/64, 1/256",
      {0, -0.25,       -0.5,       -0.75,       -1,        -1.25,       -1.5,       -1.75,
       0, -0.0625,     -0.125,     -0.1875,     -0.25,     -0.3125,     -0.375,     -0.4375,
       0, -0.015625,   -0.03125,   -0.046875,   -0.0625,   -0.078125,   -0.09375,   -0.109375,
       0, -0.00390625, -0.0078125, -0.01171875, -0.015625, -0.01953125, -0.0234375, -0.02734375},
      at_start, "alibi_slopes(heads) in position/alibi.h has the slopes",
      {{product(kSlopes, {0, 1, 2, 3, 4, 5, 6, 7}),
        "this is a reward for distance: the farther, the lower"},
       {product(kSlopes, {-1, -2, -3, -4, -5, -6, -7, -8}),
        "the distance counts from 0: a character is 0 away from itself"},
       {product(kSlopes, {-7, -6, -5, -4, -3, -2, -1, 0}),
        "the distances stand in the wrong order: column n is distance n"},
       {product({0, 0, 0, 0}, {0, 0, 0, 0, 0, 0, 0, 0}),
        "the slopes start at 0: let them start at alibi_slopes(setup.heads)"},
       {product({1, 1, 1, 1}, {0, -1, -2, -3, -4, -5, -6, -7}),
        "the slopes start at 1: let them start at alibi_slopes(setup.heads)"},
       {product({0.00390625, 0.015625, 0.0625, 0.25}, {0, -1, -2, -3, -4, -5, -6, -7}),
        "the heads stand in the wrong order: head 0 has the steepest slope"}});
  const auto far = [&] {
    const Tensor distance = added(200);
    std::vector<double> last;
    for (int head = 1; head <= kHeads; ++head) last.push_back(distance.data()[200 * head - 1]);
    return last;
  };
  examiner.expect("and at distance 199: -199 times each slope",
                  {-49.75, -12.4375, -3.109375, -0.77734375}, far,
                  "-slope n for every distance, also beyond what was trained on",
                  {{{-15.75, -3.9375, -0.984375, -0.24609375},
                    "the distance is held at 63, the last one in training: it must go on"}});
  const auto learned = [&] {
    const Transformer fresh = model();
    std::int64_t count = 0;
    for (const auto& e : fresh.parameters().entries())
      count += e.name.starts_with("position.") ? e.tensor.size() : 0;
    return static_cast<double>(count);
  };
  examiner.expect("it learns one number for each of 4 heads", kHeads, learned,
                  "ask setup.parameters for {1, setup.heads} numbers",
                  {{{0},
                    "nothing is learned: ask setup.parameters for the slopes, a tensor of your own "
                    "is not trained"},
                   {{1}, "one slope for all heads: ask for {1, setup.heads} numbers"}});
  for (const ContractQuestion& question : contract()) {
    if (!question.quick) continue;
    std::string answer;  // the hint is what the contract answers
    const auto keeps = [&] {
      const Finding finding = ask(question.name, name);
      answer = finding.answer;
      return finding.passed;
    };
    examiner.expect_true(std::string("contract, ") + question.name + ": " + question.meaning, keeps,
                         answer);
  }
}

}  // namespace whereabouts
