#include "nn/interventions.h"

#include <algorithm>
#include <limits>
#include <set>

#include "ops.h"
#include "position/rope.h"
#include "position/scheme_wrapper.h"
#include "util/check.h"
#include "util/joined.h"

namespace whereabouts {
namespace {

// A model of its own with the same weights, read through this scheme with the same changes to it.
Transformer copy_of(const Transformer& model, const std::string& scheme) {
  ModelConfig config = model.config();
  config.scheme = scheme;
  Transformer copy(config, 0);
  copy.parameters().take_values(model.parameters());
  for (const LayerSchemes::Change& change : model.schemes().changes()) copy.change_schemes(change);
  return copy;
}
Transformer copy_of(const Transformer& model) { return copy_of(model, model.config().scheme); }

void fill(const Tensor& weight, float value) { std::ranges::fill(weight.numbers(), value); }

void check_layer(const Transformer& model, int layer, const char* who) {
  check_argument(layer >= 0 && layer < model.config().layers, who, "layer ", layer,
                 " of a model with layers 0 to ", model.config().layers - 1);
}

void check_head(const Transformer& model, int head, const char* who) {
  check_argument(head >= 0 && head < model.config().heads, who, "head ", head,
                 " of a model with heads 0 to ", model.config().heads - 1);
}

Tensor weight_of(const Transformer& model, const std::string& name, const char* who) {
  const auto& all = model.parameters().entries();
  const auto found = std::ranges::find(all, name, &Parameters::Entry::name);
  check_argument(found != all.end(), who, "there is no weight \"", name, "\"; there are ",
                 joined(all, ", ", &Parameters::Entry::name));
  return found->tensor;
}

// A scheme that does all that the trained one does, but for what is given.
class Changed : public SchemeWrapper {
 public:
  struct Changes {
    std::function<Positions(const Positions& at)> positions = {};
    std::function<void(Tensor& query)> query = {};
    std::function<void(ScoreTerms& terms, const Positions& at)> terms = {};
    bool no_pair_bias = false;
  };
  Changed(std::unique_ptr<PositionScheme> trained, Changes changes) : changes_(std::move(changes)) {
    inner_ = std::move(trained);
  }

  const PositionScheme& trained() const { return *inner_; }
  Positions remap_positions(const Positions& at, std::span<const int> tokens) const override {
    return inner_->remap_positions(changes_.positions ? changes_.positions(at) : at, tokens);
  }
  void rotate_qk(Tensor& query, Tensor& key, const Positions& at) const override {
    inner_->rotate_qk(query, key, at);
    if (changes_.query) changes_.query(query);
  }
  ScoreTerms relative_terms(const Positions& at) const override {
    ScoreTerms terms = inner_->relative_terms(at);
    if (changes_.terms) changes_.terms(terms, at);
    return terms;
  }
  Tensor pair_bias(const Tensor& query, const Tensor& key, const Tensor& x,
                   const Positions& at) const override {
    return changes_.no_pair_bias ? Tensor() : inner_->pair_bias(query, key, x, at);
  }
  ChangeScores change_scores(const Tensor& query, const Tensor& key, const Tensor& x,
                             const Positions& at) const override {
    return changes_.no_pair_bias ? ChangeScores() : inner_->change_scores(query, key, x, at);
  }

 private:
  Changes changes_;
};

// The same changes in every layer, or in one.
Transformer changed(const Transformer& model, const Changed::Changes& changes, int only = -1) {
  Transformer copy = copy_of(model);
  copy.change_schemes(
      [changes, only](int layer,
                      std::unique_ptr<PositionScheme> scheme) -> std::unique_ptr<PositionScheme> {
        if (only >= 0 && layer != only) return scheme;
        return std::make_unique<Changed>(std::move(scheme), changes);
      });
  return copy;
}

const Rope& rope_of(const Transformer& model, int pair, const char* who) {
  const PositionScheme* scheme = &model.scheme();
  while (const auto* outer = dynamic_cast<const Changed*>(scheme)) scheme = &outer->trained();
  const auto* rope = dynamic_cast<const Rope*>(scheme);
  check_argument(rope, who, "a model of ", model.config().scheme, ", which turns no pairs");
  check_argument(pair >= 0 && pair < rope->pairs(), who, "pair ", pair,
                 " of a rope with pairs 0 to ", rope->pairs() - 1);
  return *rope;
}

Transformer with_clamped(const Transformer& model, int pair, const std::string& more,
                         const char* who) {
  rope_of(model, pair, who);
  const std::string& scheme = model.config().scheme;
  check_argument(SchemeOptions(scheme).name() == "rope", who, "a model of ", scheme);
  return copy_of(model, concat("clamped-", scheme, ":pair=", pair, more));
}

}  // namespace

Transformer without_head(const Transformer& model, int layer, int head) {
  check_layer(model, layer, "without_head");
  check_head(model, head, "without_head");
  Transformer copy = copy_of(model);
  const Tensor out = copy.parameters().at(concat("blocks.", layer, ".attention.out.weight"));
  const auto D = static_cast<std::size_t>(model.config().width / model.config().heads);
  const auto C = static_cast<std::size_t>(out.dim(1));
  // [C, C]; row c is what the heads' channel c adds, and a head has D channels of its own.
  std::ranges::fill(out.numbers().subspan(static_cast<std::size_t>(head) * D * C, D * C), 0.0f);
  return copy;
}

Transformer without_layer(const Transformer& model, int layer) {
  check_layer(model, layer, "without_layer");
  Transformer copy = copy_of(model);
  const std::string block = concat("blocks.", layer, ".");
  for (const char* last :
       {"attention.out.weight", "attention.out.bias", "mlp.narrow.weight", "mlp.narrow.bias"})
    fill(copy.parameters().at(block + last), 0);
  return copy;
}

Transformer without_weight(const Transformer& model, const std::string& name) {
  Transformer copy = copy_of(model);
  fill(weight_of(copy, name, "without_weight"), 0);
  return copy;
}

Transformer with_weight_at_start(const Transformer& model, const std::string& name,
                                 std::uint64_t seed) {
  Transformer copy = copy_of(model);
  const Transformer start(model.config(), seed);
  const Tensor from = weight_of(start, name, "with_weight_at_start");
  std::ranges::copy(from.numbers(), copy.parameters().at(name).data());
  return copy;
}

std::vector<ScoreTerm> terms_of(const Transformer& model) {
  std::set<ScoreTerm> found;
  for (int layer = 0; layer < model.config().layers; ++layer) {
    const ScoreTerms has = model.scheme(layer).relative_terms(Positions::whole(2));
    if (has.keys) found.insert(ScoreTerm::kKeys);
    if (has.queries) found.insert(ScoreTerm::kQueries);
    if (has.values) found.insert(ScoreTerm::kValues);
    if (has.distance) found.insert(ScoreTerm::kDistance);
  }
  if (model.traits().by_pair) found.insert(ScoreTerm::kPairBias);
  return {found.begin(), found.end()};
}

Transformer without_term(const Transformer& model, ScoreTerm term) {
  constexpr const char* kNames[] = {"kKeys", "kQueries", "kValues", "kDistance", "kPairBias"};
  const std::vector<ScoreTerm> there = terms_of(model);
  std::string names;
  for (const ScoreTerm has : there)
    names += concat(names.empty() ? "" : ", ", kNames[static_cast<std::size_t>(has)]);
  check_argument(std::ranges::find(there, term) != there.end(), "without_term", "scheme ",
                 model.config().scheme, " has no such term; it has ",
                 names.empty() ? "none" : names);
  const auto remove = [term](ScoreTerms& terms, const Positions&) {
    if (term == ScoreTerm::kKeys) terms.keys = {};
    if (term == ScoreTerm::kQueries) terms.queries = {};
    if (term == ScoreTerm::kValues) terms.values = {};
    if (term == ScoreTerm::kDistance) terms.distance = {};
  };
  return changed(model, {.terms = remove, .no_pair_bias = term == ScoreTerm::kPairBias});
}

Transformer without_far_keys(const Transformer& model, int layer, int head, int from) {
  check_layer(model, layer, "without_far_keys");
  check_head(model, head, "without_far_keys");
  check_argument(from >= 1, "without_far_keys", "from ", from,
                 ": a query sees at least the key in its own place");
  const int heads = model.config().heads;
  const auto hide = [=](ScoreTerms& terms, const Positions& at) {
    const Tensor hidden = per_distance(heads, at, [&](int h, int n) {
      return h == head && n >= from ? -std::numeric_limits<double>::infinity() : 0.0;
    });
    terms.distance = terms.distance ? add(terms.distance, hidden) : hidden;
  };
  return changed(model, {.terms = hide}, layer);
}

Transformer with_positions(const Transformer& model, const std::function<int(int position)>& move) {
  return changed(model, {.positions = [move](const Positions& at) {
                   Positions moved = at;
                   for (int& position : moved.queries) position = move(position);
                   for (int& position : moved.keys) position = move(position);
                   return moved;
                 }});
}

Transformer with_clamped_pair(const Transformer& model, int pair) {
  return with_clamped(model, pair, "", "with_clamped_pair");
}

Transformer with_frozen_pair(const Transformer& model, int pair) {
  return with_clamped(model, pair, ":distance=0", "with_frozen_pair");
}

Transformer without_pair(const Transformer& model, int pair) {
  const std::pair<int, int> channels = rope_of(model, pair, "without_pair").channels_of(pair);
  return changed(model, {.query = [channels](Tensor& query) {
                   Tensor kept(query.shape());
                   const int D = query.dim(-1);
                   for (std::int64_t i = 0; i < kept.size(); ++i)
                     kept.data()[i] = i % D == channels.first || i % D == channels.second ? 0 : 1;
                   query = multiply(query, kept);
                 }});
}

}  // namespace whereabouts
