// A small GPT (Radford et al., 2019), with the layer norm before each part (Xiong et al., 2020):
//
//   x = embedding[token]              then hook embed
//   x = x + attention(norm1(x))       hooks rotate_qk, relative_terms, pair_bias of the layer
//   x = x + mlp(norm2(x))
//   logits = norm(x) head
//
// Embeddings start with a variance of 1 and the head is a matrix of its own, without bias.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "nn/attention.h"
#include "nn/layers.h"
#include "nn/parameters.h"
#include "position/layer_schemes.h"

namespace whereabouts {

struct ModelConfig {
  int vocabulary = 0;
  int width = 64;  ///< C
  int heads = 4;   ///< H, divides the width
  int layers = 2;
  int trained_length = 64;      ///< what schemes take as their measure; longer texts are allowed
  std::string scheme = "none";  ///< of all layers, or in turn: "rope/none"
  bool causal = true;
  bool operator==(const ModelConfig&) const = default;
};

class Block {
 public:
  Block(Parameters& p, const std::string& name, const ModelConfig& config);
  Tensor operator()(Tensor x, const PositionScheme& scheme, const LayerSchemes::Told& told,
                    KeyValueCache::Layer* cache = nullptr, int last = 0) const;
  /// Its attention step by step, for pictures.
  AttentionSteps look(const Tensor& x, const PositionScheme& scheme,
                      const LayerSchemes::Told& told) const {
    return attention_.look(norm1_(x), scheme, told.terms, told.at);
  }

 private:
  LayerNorm norm1_, norm2_;
  SelfAttention attention_;
  Mlp mlp_;
};

class Transformer {
 public:
  /// A new model whose weights start from the seed. Throws UserError if the width is not divisible
  /// by the heads, or if the scheme refuses its options.
  Transformer(const ModelConfig& config, std::uint64_t seed)
      : Transformer(config, Parameters(seed)) {}
  /// A model over the weights that `parameters` hands out.
  Transformer(const ModelConfig& config, Parameters parameters);

  /// The same weights with gradients of their own, for another thread.
  Transformer replica() const { return read_as(config_.scheme); }
  /// The same weights read through another scheme, which must not need weights that this model
  /// lacks.
  Transformer with_scheme(const std::string& scheme) const;
  /// The same with a scheme that is in no table, made for each layer.
  Transformer with_scheme(
      const std::function<std::unique_ptr<PositionScheme>(int layer)>& make) const;

  /// See LayerSchemes::change(), nn/interventions.h. Kept by all copies but those of with_scheme().
  void change_schemes(const LayerSchemes::Change& change) { schemes_.change(change); }

  /// tokens: `rows` texts one after another, all at the positions at.queries -> logits [rows, T,
  /// V]. With a cache, `at.keys` are the positions of what the cache holds, followed by those of
  /// the tokens.
  Tensor logits(std::span<const int> tokens, int rows, const Positions& at,
                KeyValueCache* cache = nullptr) const;
  /// All up to the last norm: [rows, T, C]. With `last`, that of the last positions alone, [rows,
  /// last, C], for which the last layer has less to do.
  Tensor hidden(std::span<const int> tokens, int rows, const Positions& at,
                KeyValueCache* cache = nullptr, int last = 0) const;
  /// One text as it enters each layer and leaves the last: layers + 1 tensors [1, T, C].
  std::vector<Tensor> states(std::span<const int> tokens,
                             std::vector<LayerSchemes::Told>* told = nullptr) const;
  /// The attention of one layer on a text, step by step, for pictures.
  AttentionSteps look(std::span<const int> tokens, int layer = 0) const;
  /// hidden [..., C] -> logits [..., V]
  Tensor head(const Tensor& hidden) const {
    return matmul(hidden, head_);  // [..., C] [C, V]
  }

  const ModelConfig& config() const { return config_; }
  const Parameters& parameters() const { return parameters_; }
  /// Of a layer.
  const PositionScheme& scheme(int layer = 0) const { return schemes_[layer]; }
  const LayerSchemes& schemes() const { return schemes_; }
  /// What the schemes of all layers claim together.
  Traits traits() const { return schemes_.traits(); }
  /// The schemes' options with the values in use, for the record of a run.
  const std::string& scheme_options() const { return schemes_.options_in_use(); }
  /// The same weights, read with the options that make it defined beyond the trained length.
  Transformer past_trained() const { return read_as(schemes_.spec_past_trained()); }

 private:
  Transformer read_as(const std::string& scheme) const;  // with the changes to the schemes
  ModelConfig config_;
  Parameters parameters_;
  Tensor embedding_;
  LayerSchemes schemes_;
  std::vector<Block> blocks_;
  LayerNorm norm_;
  Tensor head_;
};

}  // namespace whereabouts
