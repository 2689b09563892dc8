// What exercise 20 is examined by.
#pragma once

#include <vector>

#include "check/contract.h"
#include "check/exercise.h"
#include "nn/transformer.h"
#include "position/alibi.h"
#include "position/schemes.h"

namespace whereabouts {

/// A scheme that starts as ALiBi and learns the slope of each head.
inline void check_your_own_scheme(Examiner& examiner, const SchemeEntry& scheme) {
  const std::string name = scheme.name;
  const AddedScheme row(scheme);
  constexpr int kHeads = 4, kLength = 8;
  const Transformer model(
      {.vocabulary = 5, .width = 16, .heads = kHeads, .layers = 1, .scheme = name}, 1);
  const Tensor added = model.scheme().relative_terms(Positions::whole(kLength)).distance;
  examiner.expect_true("it adds a number for each head and distance",
                       added && added.shape() == Shape{kHeads, kLength},
                       "return {.distance = ...}, of shape [heads, at.distances()]");
  if (!added || added.shape() != Shape{kHeads, kLength}) return;
  std::vector<double> expected, given(added.numbers().begin(), added.numbers().end());
  for (const double slope : alibi_slopes(kHeads)) {
    for (int n = 0; n < kLength; ++n) expected.push_back(-slope * n);
  }
  examiner.expect("before training it is ALiBi: -slope n, slopes 1/4, 1/16, 1/64, 1/256", expected,
                  given,
                  "alibi_slopes(heads) in position/alibi.h has them; the farther, the lower");
  std::int64_t learned = 0;
  for (const auto& e : model.parameters().entries())
    learned += e.name.starts_with("position.") ? e.tensor.size() : 0;
  examiner.expect("it learns one number for each head", kHeads, static_cast<double>(learned),
                  "ask setup.parameters for it");
  for (const ContractQuestion& question : contract()) {
    if (!question.quick) continue;
    const Finding finding = ask(question.name, name);
    examiner.expect_true(std::string("contract, ") + question.name + ": " + question.meaning,
                         finding.passed, finding.answer);
  }
}

}  // namespace whereabouts
