// The schemes of a model, an object for each layer: the same one in all, or several in turn.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "position/schemes.h"

namespace whereabouts {

class LayerSchemes {
 public:
  /// `spec` is as in make_scheme(), or names several schemes: "rope/none" is for the layers rope,
  /// none, rope, none ... Throws UserError as make_scheme() does, and for more names than layers.
  LayerSchemes(const std::string& spec, int width, int heads, int layers, int trained_length,
               bool causal, Parameters& parameters);
  /// Puts what `change` makes of a layer's scheme into its place, such as a wrapper around it.
  using Change = std::function<std::unique_ptr<PositionScheme>(
      int layer, std::unique_ptr<PositionScheme> scheme)>;
  void change(const Change& change);
  const std::vector<Change>& changes() const { return changes_; }
  /// Puts another scheme into every layer.
  void replace(const std::function<std::unique_ptr<PositionScheme>(int layer)>& make);

  const PositionScheme& operator[](int layer) const { return *layers_[layer].scheme; }
  /// Of all of them together: absolute if any is, defined for any length if all are.
  Traits traits() const;
  /// SchemeOptions::in_use() of each name, with " / " between.
  const std::string& options_in_use() const { return options_in_use_; }
  /// The spec with the options that make it defined beyond the trained length.
  std::string spec_past_trained() const;

  /// What one layer is told. Layers that are the same are told what was worked out once.
  struct Told {
    Positions at;
    ScoreTerms terms;
  };
  /// For each layer; and x, the embedded tokens, with what the schemes add to it. `tokens` are
  /// those of the keys.
  std::vector<Told> tell(Tensor& x, const Positions& at, std::span<const int> tokens) const;

 private:
  struct Layer {
    std::unique_ptr<PositionScheme> scheme;
    int same_name;   // the first layer whose scheme has the same name and options
    bool own_terms;  // and whether its terms may not be the same
  };
  std::vector<std::string> parts_;
  std::vector<Layer> layers_;
  std::vector<Change> changes_;  // in the order in which they were made
  std::string options_in_use_;
};

}  // namespace whereabouts
