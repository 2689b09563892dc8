#include "check/contract.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "check/difference.h"
#include "check/gradient_error.h"
#include "nn/transformer.h"
#include "train/trainer.h"
#include "util/check.h"
#include "util/parallel.h"
#include "util/random.h"

namespace whereabouts {
namespace {

constexpr int kVocabulary = 11;
constexpr int kTrained = 16;

// How many layers "rope/none" needs at least.
int names_in(const std::string& scheme) { return static_cast<int>(scheme_parts(scheme).size()); }

ModelConfig small_config(const std::string& scheme, int layers = 2) {
  return {.vocabulary = kVocabulary,
          .width = 32,
          .heads = 4,
          .layers = std::max(layers, names_in(scheme)),
          .trained_length = kTrained,
          .scheme = scheme};
}

// A model whose weights are large enough that attention is far from even, and whose scheme has left
// its starting values.
Transformer lively_model(const std::string& scheme, int layers = 2, int trained_length = kTrained,
                         bool causal = true, float factor = 1) {
  ModelConfig config = small_config(scheme, layers);
  config.trained_length = trained_length, config.causal = causal;
  Transformer model(config, 1);
  for (const auto& e : model.parameters().entries()) {
    Random random(2, e.name);
    const bool of_scheme = e.name.starts_with("position.");
    for (float& x : e.tensor.numbers()) {
      if (of_scheme) x += static_cast<float>(0.3 * random.normal());
      if (e.weight_decay) x *= 12 * factor;
    }
  }
  return model;
}

std::vector<int> random_tokens(int count) {
  Random random(3, "contract");
  std::vector<int> tokens(count);
  for (int& t : tokens) t = static_cast<int>(random.below(kVocabulary));
  return tokens;
}

Tensor logits_of(const Transformer& model, std::span<const int> tokens, const Positions& at,
                 KeyValueCache* cache = nullptr) {
  const NoGrad no_grad;
  return model.logits(tokens, 1, at, cache);
}
Tensor logits_of(const Transformer& model, std::span<const int> tokens) {
  return logits_of(model, tokens, Positions::whole(static_cast<int>(tokens.size())));
}

bool all_finite(const Tensor& x) {
  return std::ranges::all_of(x.numbers(), [](float v) { return std::isfinite(v); });
}

TrainingConfig short_training(int steps) {
  return {.steps = steps, .batch = 8, .length = kTrained, .seed = 4};
}

// Why a gradient is no number although the logits are: mostly one cause, for which three questions
// fail.
constexpr const char* kZeroToThePower =
    ". Does it learn an exponent p of the distance? 0^p has no derivative in p, since it needs "
    "ln 0: use (n + 1)^p, or leave out n = 0";

Finding builds(const std::string& scheme) {
  Transformer model(small_config(scheme), 1);
  std::vector<std::pair<std::string, std::vector<float>>> before;
  for (const auto& e : model.parameters().entries()) {
    if (e.name.starts_with("position."))
      before.emplace_back(e.name,
                          std::vector<float>(e.tensor.numbers().begin(), e.tensor.numbers().end()));
  }
  const std::vector<int> text = random_tokens(400);
  Trainer trainer(model, short_training(3), text);
  for (int i = 0; i < 3; ++i) trainer.step();
  for (const auto& [name, values] : before)
    if (std::ranges::equal(values, model.parameters().at(name).numbers()))
      return {false, "no: training never changes " + name};
  std::int64_t learned = 0;
  for (const auto& [name, values] : before) learned += static_cast<std::int64_t>(values.size());
  return {true, concat("yes, with ", learned, " learned numbers of its own")};
}

Finding causal(const std::string& scheme) {
  for (const float factor : {1.0f, 50.0f}) {
    const Transformer model = lively_model(scheme, 2, kTrained, true, factor);
    std::vector<int> tokens = random_tokens(kTrained);
    const Tensor before = logits_of(model, tokens);
    for (int t = 1; t < kTrained; ++t) {
      const int kept = tokens[t];
      tokens[t] = (kept + 1) % kVocabulary;
      const Tensor after = logits_of(model, tokens);
      tokens[t] = kept;
      for (int i = 0; i < t; ++i) {
        if (std::memcmp(before.data() + i * kVocabulary, after.data() + i * kVocabulary,
                        kVocabulary * sizeof(float)) != 0)
          return {false, concat("no: the logits at ", i, " move when character ", t, " changes")};
      }
    }
  }
  return {true, "yes, to the bit"};
}

Finding order_aware(const std::string& scheme) {
  const Transformer model = lively_model(scheme, /*layers=*/1);
  std::vector<int> tokens = random_tokens(kTrained);
  tokens[kTrained - 3] = 1, tokens[kTrained - 2] = 2;
  const Tensor before = logits_of(model, tokens);
  std::swap(tokens[kTrained - 3], tokens[kTrained - 2]);
  const Tensor after = logits_of(model, tokens);
  const double moved =
      largest_difference(before.numbers().last(kVocabulary), after.numbers().last(kVocabulary));
  return {moved > 1e-4, concat(moved > 1e-4 ? "yes" : "no",
                               ": two exchanged characters move the last logits by ", moved)};
}

Finding shift(const std::string& scheme) {
  const Transformer model = lively_model(scheme, 2, /*trained_length=*/64);
  const std::vector<int> tokens = random_tokens(12);
  const auto at_shift = [&](int by) {
    Positions at = Positions::whole(12, by);
    at.length = 1300;  // for all, or schemes that depend on it would answer another question
    return logits_of(model, tokens, at);
  };
  const Traits traits = model.traits();
  std::vector<int> shifts = {41};  // primes: no whole rows of a grid
  if (traits.any_length) shifts.push_back(1009);
  double moved = 0;
  const Tensor before = at_shift(0);
  for (const int by : shifts)
    moved = std::max(moved, largest_difference(before.numbers(), at_shift(by).numbers()));
  if (traits.absolute) {
    return {moved > 1e-3, concat(moved > 1e-3 ? "absolute" : "it says absolute, but nothing moves",
                                 ": a shift moves the logits by ", moved)};
  }
  return {moved < 1e-3, concat(moved < 1e-3 ? "relative" : "it says relative, but it is not",
                               ": a shift moves the logits by ", moved)};
}

Finding any_length(const std::string& scheme) {
  const Transformer model = lively_model(scheme);
  for (const int length : {1, kTrained})
    if (!all_finite(logits_of(model, random_tokens(length))))
      return {false, concat("no: not a number at length ", length)};
  const std::vector<int> longer = random_tokens(16 * kTrained);
  if (model.traits().any_length) {
    const bool finite = all_finite(logits_of(model, longer));
    return {finite, finite ? "yes, 1 to 16 times the training length"
                           : "no: not a number at 16 times the training length"};
  }
  try {
    logits_of(model, longer);
  } catch (const UserError&) {
    const Transformer defined = model.past_trained();
    const std::string& as = defined.config().scheme;
    if (!all_finite(logits_of(defined, longer))) return {false, "no: not a number with " + as};
    return {true, "refuses beyond the training length, as it says; works there as " + as};
  }
  return {false, "it says that it is not defined beyond the training length, but does not refuse"};
}

Finding blocks(const std::string& scheme) {
  const Transformer model = lively_model(scheme);
  const std::vector<int> tokens = random_tokens(kTrained);
  const Tensor whole = logits_of(model, tokens);
  double worst = 0;
  for (int split = 1; split < kTrained; ++split) {
    KeyValueCache cache;
    Positions first = Positions::whole(split), second = Positions::whole(kTrained);
    first.length = kTrained;
    second.queries.erase(second.queries.begin(), second.queries.begin() + split);
    const Tensor a = logits_of(model, std::span(tokens).first(split), first, &cache);
    const Tensor b = logits_of(model, std::span(tokens).subspan(split), second, &cache);
    worst = std::max({worst, largest_difference(whole.numbers().first(a.size()), a.numbers()),
                      largest_difference(whole.numbers().last(b.size()), b.numbers())});
  }
  if (!(worst < 1e-3)) return {false, concat("no: with cached keys the logits differ by ", worst)};
  if (model.traits().any_length) {
    const std::vector<int> longer = random_tokens(600);  // in blocks where nothing is recorded
    const Tensor recorded = model.logits(longer, 1, Positions::whole(600));
    clear_tape();
    worst =
        std::max(worst, largest_difference(logits_of(model, longer).numbers(), recorded.numbers()));
  }
  return {worst < 1e-3, concat(worst < 1e-3 ? "yes, to within "
                                            : "no: in blocks of queries the logits differ by ",
                               worst)};
}

Finding gradients(const std::string& scheme) {
  constexpr int kLength = 7;
  const Transformer model = lively_model(scheme);
  const std::vector<int> tokens = random_tokens(kLength);
  std::vector<Tensor> inputs = {model.parameters().at("blocks.0.attention.qkv.weight")};
  for (const auto& e : model.parameters().entries())
    if (e.name.starts_with("position.") && e.tensor.size() < 5000) inputs.push_back(e.tensor);
  double worst = 0;
  for (const Tensor& input : inputs) {
    worst = std::max(
        worst, gradient_error([&] { return model.logits(tokens, 1, Positions::whole(kLength)); },
                              std::span(&input, 1)));
  }
  if (!std::isfinite(worst))
    return {false, concat("wrong: a gradient is no longer a number", kZeroToThePower)};
  return {worst < 2e-2, concat(worst < 2e-2 ? "right" : "wrong",
                               ": tape and finite differences disagree by ", worst)};
}

Finding encoder(const std::string& scheme) {
  if (lively_model(scheme).traits().causal_only) return {true, "causal only, as it says"};
  const Transformer model = lively_model(scheme, 2, kTrained, /*causal=*/false);
  std::vector<int> tokens = random_tokens(kTrained);
  const Tensor before = logits_of(model, tokens);
  tokens[1] = (tokens[1] + 1) % kVocabulary;
  const Tensor after = logits_of(model, tokens);
  const double moved =
      largest_difference(before.numbers().first(kVocabulary), after.numbers().first(kVocabulary));
  const bool good = all_finite(before) && moved > 0;
  return {good, good ? "yes" : "no: the first character does not see the second"};
}

Finding threads(const std::string& scheme) {
  const std::vector<int> text = random_tokens(400);
  std::vector<float> expected;
  for (const int count : {1, 2, 4}) {
    const ThreadCount limit(count);
    Transformer model(small_config(scheme), 1);
    Trainer trainer(model, short_training(3), text);
    std::vector<float> weights;
    for (int i = 0; i < 3; ++i) weights.push_back(static_cast<float>(trainer.step()));
    for (const auto& e : model.parameters().entries())
      weights.insert(weights.end(), e.tensor.numbers().begin(), e.tensor.numbers().end());
    if (expected.empty()) expected = weights;
    if (std::memcmp(expected.data(), weights.data(), weights.size() * sizeof(float)) != 0)
      return {false, concat("no: ", count, " threads train to other bits than 1")};
  }
  return {true, "the same bits with 1, 2 and 4"};
}

Finding undecayed(const std::string& scheme) {
  const Transformer model = lively_model(scheme);
  for (const auto& e : model.parameters().entries())
    if (e.name.starts_with("position.") && e.weight_decay)
      return {false, "no: the optimiser decays " + e.name};
  return {true, "none of its weights is decayed"};
}

Finding memory(const std::string& scheme) {
  constexpr int kLength = 4096;
  const std::int64_t before = Buffer::bytes_from_system();
  const Transformer built({.vocabulary = kVocabulary,
                           .width = 64,
                           .heads = 4,
                           .layers = std::max(2, names_in(scheme)),
                           .trained_length = 64,
                           .scheme = scheme},
                          1);
  const Transformer model = built.past_trained();
  if (!all_finite(logits_of(model, random_tokens(kLength)))) return {false, "no: not a number"};
  const double megabytes = static_cast<double>(Buffer::bytes_from_system() - before) / 1e6;
  return {megabytes < 300, concat(megabytes < 300 ? "" : "too much: ", std::round(megabytes),
                                  " MB for 4096 characters")};
}

constexpr std::array kQuestions = {
    ContractQuestion{"builds", "it makes a model, and training reaches every weight of it", builds},
    ContractQuestion{"causal", "a later character never moves an earlier prediction", causal},
    ContractQuestion{"order-aware", "exchanging two earlier characters changes the prediction",
                     order_aware},
    ContractQuestion{"shift", "it is absolute or relative, as it says", shift},
    ContractQuestion{"any-length", "it is defined for longer texts, or refuses them, as it says",
                     any_length},
    ContractQuestion{"blocks", "with cached keys and in blocks it computes the same", blocks},
    ContractQuestion{"gradients", "the tape agrees with finite differences", gradients},
    ContractQuestion{"encoder", "it works where queries see all keys, unless it says otherwise",
                     encoder},
    ContractQuestion{"threads", "training is the same for any number of threads", threads},
    ContractQuestion{"undecayed", "the optimiser leaves its weights alone", undecayed},
    ContractQuestion{"memory", "evaluation needs memory linear in the length", memory,
                     /*quick=*/false},
};

}  // namespace

std::span<const ContractQuestion> contract() { return kQuestions; }

Finding ask(const std::string& question, const std::string& scheme) {
  const auto found = std::ranges::find_if(
      kQuestions, [&](const ContractQuestion& q) { return q.name == question; });
  check_argument(found != kQuestions.end(), "contract", "there is no question \"", question, "\"");
  try {
    return found->ask(scheme);
  } catch (const std::exception& error) {
    clear_tape();
    const std::string message = error.what();
    const bool no_gradient = message.find("gradient is no longer a number") != message.npos;
    return {false, concat("no: ", message, no_gradient ? kZeroToThePower : "")};
  }
}

}  // namespace whereabouts
