#include "nn/transformer.h"

#include <cmath>

#include "util/check.h"

namespace whereabouts {
namespace {

// Weights start small. What is added to the residual stream starts smaller still, since 2 * layers
// such terms add up there (Radford et al., 2019).
constexpr double kDeviation = 0.02;
double residual_deviation(int layers) { return kDeviation / std::sqrt(2.0 * layers); }

const ModelConfig& checked(const ModelConfig& c) {
  check_user(
      c.vocabulary >= 1 && c.width >= 1 && c.heads >= 1 && c.layers >= 1 && c.trained_length >= 1,
      "a model needs at least one symbol, channel, head, layer and position");
  check_user(c.width % c.heads == 0, "--width ", c.width, " can not be divided among --heads ",
             c.heads, ": ", c.width, " / ", c.heads, " leaves ", c.width % c.heads);
  return c;
}

// x + y, where y may be of the last positions of x alone.
Tensor add_to_last(const Tensor& x, const Tensor& y) {
  const int T = x.dim(1), last = y.dim(1);
  return add(last < T ? slice_positions(x, T - last, last) : x, y);
}

}  // namespace

Block::Block(Parameters& p, const std::string& name, const ModelConfig& c)
    : norm1_(p, name + ".norm1", c.width),
      norm2_(p, name + ".norm2", c.width),
      attention_(p, name + ".attention", c.width, c.heads, kDeviation,
                 residual_deviation(c.layers)),
      mlp_(p, name + ".mlp", c.width, kDeviation, residual_deviation(c.layers)) {}

Tensor Block::operator()(Tensor x, const PositionScheme& scheme, const LayerSchemes::Told& told,
                         KeyValueCache::Layer* cache, int last) const {
  x = add_to_last(x, attention_(norm1_(x), scheme, told.terms, told.at, cache, last));
  return add(x, mlp_(norm2_(x)));
}

Transformer::Transformer(const ModelConfig& config, Parameters parameters)
    : config_(checked(config)),
      parameters_(std::move(parameters)),
      embedding_(parameters_.normal("embedding", {config.vocabulary, config.width}, 1)),
      schemes_(config.scheme, config.width, config.heads, config.layers, config.trained_length,
               config.causal, parameters_),
      norm_(parameters_, "norm", config.width),
      head_(parameters_.normal("head", {config.width, config.vocabulary}, kDeviation,
                               /*weight_decay=*/true)) {
  check_argument(config.causal || !schemes_.traits().causal_only, "Transformer", "scheme ",
                 config.scheme, " is defined for causal attention only");
  for (int layer = 0; layer < config.layers; ++layer)
    blocks_.emplace_back(parameters_, "blocks." + std::to_string(layer), config);
}

Transformer Transformer::read_as(const std::string& scheme) const {
  Transformer other = with_scheme(scheme);
  for (const LayerSchemes::Change& change : schemes_.changes()) other.change_schemes(change);
  return other;
}

Transformer Transformer::with_scheme(const std::string& scheme) const {
  ModelConfig config = config_;
  config.scheme = scheme;
  return Transformer(config, Parameters::sharing(parameters_));
}

Transformer Transformer::with_scheme(
    const std::function<std::unique_ptr<PositionScheme>(int layer)>& make) const {
  Transformer other = replica();
  other.schemes_.replace(make);
  return other;
}

Tensor Transformer::hidden(std::span<const int> tokens, int rows, const Positions& at,
                           KeyValueCache* cache, int last) const {
  const auto T = static_cast<int>(at.queries.size());
  check_argument(rows >= 1 && std::ssize(tokens) == std::int64_t{rows} * T, "Transformer",
                 tokens.size(), " tokens are not ", rows, " rows of ", T, " positions");
  check_argument(last >= 0 && last <= T, "Transformer", "the last ", last, " of ", T, " positions");
  for (const int token : tokens) {
    check_argument(token >= 0 && token < config_.vocabulary, "Transformer", "token ", token,
                   " is outside the vocabulary 0 .. ", config_.vocabulary - 1);
  }
  if (rows > 1 && schemes_.traits().by_text) {  // each text has positions of its own
    check_argument(!cache, "Transformer",
                   "a cache holds one text where positions depend on the tokens");
    Tensor all;
    for (int row = 0; row < rows; ++row) {
      const Tensor one =
          hidden(tokens.subspan(static_cast<std::size_t>(row) * T, T), 1, at, nullptr, last);
      all = all ? concatenate_positions(all, one) : one;
    }
    return all.reshape({rows, last > 0 ? last : T, config_.width});
  }
  Positions told = at;
  told.causal = config_.causal;
  if (cache) {
    cache->layers.resize(blocks_.size());
    cache->tokens.insert(cache->tokens.end(), tokens.begin(), tokens.end());
  }
  Tensor x = gather_rows(embedding_, tokens).reshape({rows, T, config_.width});
  const std::vector<LayerSchemes::Told> layers =
      schemes_.tell(x, told, cache ? std::span<const int>(cache->tokens) : tokens);
  for (std::size_t layer = 0; layer < blocks_.size(); ++layer) {
    x = blocks_[layer](x, schemes_[static_cast<int>(layer)], layers[layer],
                       cache ? &cache->layers[layer] : nullptr,
                       layer + 1 == blocks_.size() ? last : 0);
  }
  return norm_(x);
}

std::vector<Tensor> Transformer::states(std::span<const int> tokens,
                                        std::vector<LayerSchemes::Told>* told) const {
  Positions at = Positions::whole(static_cast<int>(tokens.size()));
  at.causal = config_.causal;
  Tensor x = gather_rows(embedding_, tokens).reshape({1, std::ssize(tokens), config_.width});
  const std::vector<LayerSchemes::Told> layers = schemes_.tell(x, at, tokens);
  std::vector<Tensor> states = {x};
  for (int layer = 0; layer < config_.layers; ++layer)
    states.push_back(blocks_[layer](states.back(), schemes_[layer], layers[layer]));
  if (told) *told = layers;
  return states;
}

AttentionSteps Transformer::look(std::span<const int> tokens, int layer) const {
  check_argument(layer >= 0 && layer < config_.layers, "Transformer", "there is no layer ", layer);
  std::vector<LayerSchemes::Told> told;
  const Tensor x = states(tokens, &told)[layer];
  return blocks_[layer].look(x, schemes_[layer], told[layer]);
}

Tensor Transformer::logits(std::span<const int> tokens, int rows, const Positions& at,
                           KeyValueCache* cache) const {
  return head(hidden(tokens, rows, at, cache));
}

}  // namespace whereabouts
