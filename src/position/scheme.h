// What a positional scheme is: a class that overrides the hooks it needs.
//
// There are a few places where position can enter a transformer. Each is a hook, and every hook may
// do nothing: a scheme that overrides none of them is `none`. The simple schemes need one. A model
// has an object of the class for each layer (layer_schemes.h).
//
//   hook             where                   what it does                             who
//   remap_positions  at the very beginning   says where the characters stand          randomized
//   embed            before the first layer  adds something to the token embeddings   sinusoidal
//   rotate_qk        before q . k            changes queries and keys                 rope
//   relative_terms   in the scores           adds what depends on the distance alone  alibi, shaw
//   pair_bias        in the scores           adds what depends on positions and text  fire, cope
#pragma once

#include <functional>
#include <span>
#include <string>

#include "nn/parameters.h"
#include "ops/attention.h"
#include "ops/positions.h"
#include "position/options.h"
#include "tensor.h"
#include "util/check.h"

namespace whereabouts {

/// What a scheme claims of itself. The contract tests hold it to that.
struct Traits {
  bool absolute = false;   ///< the result changes when all positions shift by the same number
  bool any_length = true;  ///< defined beyond the training length
  const char* past_trained = "";  ///< if it is not: the option with which it is, "beyond=clamp"
  bool length_dependent = false;  ///< depends on the current length of the text (Positions::length)
  bool causal_only = true;        ///< not defined for attention to what comes later
  bool by_text = false;   ///< remap_positions() looks at the tokens: each text is read by itself
  bool by_pair = false;   ///< overrides pair_bias(): evaluation then takes small blocks of queries
  bool in_place = false;  ///< but overrides change_scores() too, and blocks may be large
};

class PositionScheme {
 public:
  virtual ~PositionScheme() = default;
  virtual Traits traits() const = 0;

  /// The positions that all other hooks, and attention itself, are told. They may repeat or fall
  /// and have a second coordinate; who sees whom stays as it is in the text. `tokens` are those of
  /// the keys (see Traits::by_text).
  virtual Positions remap_positions(const Positions& at, std::span<const int> tokens) const {
    (void)tokens;
    return at;
  }
  /// x [B, T, C], the embedded tokens at positions at.queries -> the same shape.
  virtual Tensor embed(const Tensor& x, const Positions& at) const {
    (void)at;
    return x;
  }
  /// Changes query [B, H, Tq, D] at at.queries and key [B, H, Tk, D] at at.keys, in every layer.
  virtual void rotate_qk(Tensor& query, Tensor& key, const Positions& at) const {
    (void)query, (void)key, (void)at;
  }
  /// What is added to the scores by distance. Called once for all layers that are the same.
  virtual ScoreTerms relative_terms(const Positions& at) const {
    (void)at;
    return {};
  }
  /// What is added to the score of each pair, after the scaling: [H, Tq, Tk] or [B, H, Tq, Tk];
  /// query and key as turned, x [B, Tk, C] what the layer makes its keys from. In evaluation it is
  /// called for a block of queries at a time, so that memory stays linear in the length.
  virtual Tensor pair_bias(const Tensor& query, const Tensor& key, const Tensor& x,
                           const Positions& at) const {
    (void)query, (void)key, (void)x, (void)at;
    return {};
  }
  /// The same for evaluation, without derivatives or a tensor of all pairs: a function that adds it
  /// to the scores where they lie, while the arguments are there. Only who reads very long texts
  /// needs it (Traits::in_place).
  virtual ChangeScores change_scores(const Tensor& query, const Tensor& key, const Tensor& x,
                                     const Positions& at) const {
    (void)query, (void)key, (void)x, (void)at;
    return {};
  }
};

/// What a scheme may want to know when it is made: one is made for each layer.
struct Setup {
  SchemeOptions& options;
  PrefixedParameters parameters;  ///< for what it learns: the same name is the same in all layers
  int width;
  int heads;
  int trained_length;
  bool causal = true;  ///< whether queries see only what comes before them
  int layers = 1;
  int number = 0;            ///< of the layer, to be asked by layer()
  bool asked_layer = false;  ///< or the scheme is the same in all layers
  int head_dim() const { return width / heads; }
  /// Which layer the scheme is made for, from 0.
  int layer() { return asked_layer = true, number; }
  /// For what each layer learns for itself.
  PrefixedParameters of_layer() {
    return {parameters.all, concat(parameters.prefix, "layer", layer(), ".")};
  }
  /// Weights that layers share, or have of their own with the option shared=no.
  PrefixedParameters shared_or_own() { return options.shared() ? parameters : of_layer(); }
};

// ---- helpers, so that a scheme of one's own needs no derivative ----

/// [H, distances]: formula(head, distance) for every distance that occurs, for
/// ScoreTerms::distance.
Tensor per_distance(int heads, const Positions& at,
                    const std::function<double(int head, int distance)>& formula);

/// Row numbers for a RelativeTable or a gather: row(distance) for every distance that occurs.
std::vector<int> row_per_distance(const Positions& at, const std::function<int(int distance)>& row);

/// [T, pairs]: the cosine and sine of position * frequency, each times `magnitude`. Computed in
/// double.
struct Rotation {
  Tensor cosine, sine;
};
Rotation rotation(const std::vector<int>& positions, const std::vector<double>& frequencies,
                  double magnitude = 1);
/// The same where positions are no whole numbers.
Rotation rotation_at(const std::vector<double>& positions, const std::vector<double>& frequencies,
                     double magnitude = 1);

}  // namespace whereabouts
