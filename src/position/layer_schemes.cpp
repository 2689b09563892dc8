#include "position/layer_schemes.h"

#include <algorithm>

#include "util/check.h"

namespace whereabouts {

LayerSchemes::LayerSchemes(const std::string& spec, int width, int heads, int layers,
                           int trained_length, bool causal, Parameters& parameters)
    : parts_(scheme_parts(spec)) {
  const auto count = static_cast<int>(parts_.size());
  check_user(count <= layers, "\"", spec, "\" names ", count, " schemes for ", layers,
             layers == 1 ? " layer" : " layers", "; take more --layers or fewer schemes");
  for (int layer = 0; layer < layers; ++layer) {
    const auto named = std::ranges::find(parts_, parts_[layer % count]);
    const auto first = static_cast<int>(named - parts_.begin());
    SchemeOptions options(*named);
    // Different schemes share no weights, whatever these are called.
    const std::string prefix = first == 0 ? "position." : concat("position.part", first + 1, ".");
    Setup setup{options, {parameters, prefix}, width, heads, trained_length, causal, layers, layer};
    auto scheme = make_scheme(setup);
    if (layer < count) options_in_use_ += (layer == 0 ? "" : " / ") + options.in_use();
    layers_.push_back({std::move(scheme), first, layer == first || setup.asked_layer});
  }
}

void LayerSchemes::replace(const std::function<std::unique_ptr<PositionScheme>(int layer)>& make) {
  for (int layer = 0; layer < static_cast<int>(layers_.size()); ++layer)
    layers_[layer] = {make(layer), 0, true};
}

void LayerSchemes::change(const Change& change) {
  for (int layer = 0; layer < static_cast<int>(layers_.size()); ++layer) {
    layers_[layer].scheme = change(layer, std::move(layers_[layer].scheme));
    layers_[layer].own_terms = true;
  }
  changes_.push_back(change);
}

Traits LayerSchemes::traits() const {
  Traits all = layers_[0].scheme->traits();
  for (const Layer& layer : layers_) {
    const Traits t = layer.scheme->traits();
    all.absolute |= t.absolute;
    all.any_length &= t.any_length;
    all.length_dependent |= t.length_dependent;
    all.causal_only |= t.causal_only;
    all.by_text |= t.by_text;
    all.by_pair |= t.by_pair;
  }
  return all;
}

std::string LayerSchemes::spec_past_trained() const {
  std::string spec;
  for (std::size_t part = 0; part < parts_.size(); ++part) {
    const Traits t = layers_[part].scheme->traits();
    spec += (part == 0 ? "" : "/") + parts_[part];
    if (!t.any_length) spec += std::string(":") + t.past_trained;
  }
  return spec;
}

std::vector<LayerSchemes::Told> LayerSchemes::tell(Tensor& x, const Positions& at,
                                                   std::span<const int> tokens) const {
  std::vector<Told> told(layers_.size());
  const auto is_first = [this](std::size_t i) {
    return layers_[i].same_name == static_cast<int>(i);
  };
  for (std::size_t i = 0; i < layers_.size(); ++i) {
    Positions& here = told[i].at = told[layers_[i].same_name].at;
    if (!is_first(i)) continue;
    here = layers_[i].scheme->remap_positions(at, tokens);
    if (!here.increasing() && here.seen.empty()) {  // a mask asks for the order in the text
      for (int q = 0; q < static_cast<int>(at.queries.size()); ++q)
        here.seen.push_back(at.seen_by(q));
    }
    x = layers_[i].scheme->embed(x, here);
  }
  for (std::size_t i = 0; i < layers_.size(); ++i) {
    told[i].terms = layers_[i].own_terms ? layers_[i].scheme->relative_terms(told[i].at)
                                         : told[layers_[i].same_name].terms;
  }
  return told;
}

}  // namespace whereabouts
