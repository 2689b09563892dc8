// Two pictures of the inside of a trained model: what its scheme does, and what a head looks at.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "nn/transformer.h"
#include "report/svg.h"
#include "text/text.h"

namespace whereabouts {

struct ModelPictures {
  /// What the scheme adds to the embeddings, or, by head and distance, to the scores of the first
  /// layer; nothing if it does nothing.
  std::optional<HeatMap> scheme;
  /// The weights of one head of the first layer on the beginning of the text: of the head that
  /// looks back farthest on average.
  HeatMap attention;
};

/// What a scheme adds to the scores: [H, distances] from added_by_distance().
struct Added {
  std::string scheme;
  Tensor by_distance;
};
/// As a picture, by head and distance.
HeatMap added_map(const Added& added, const std::string& subtitle);
/// As a table: a row for each scheme and head, a column for each of these distances.
std::string added_table(std::span<const Added> all, std::span<const int> distances);

/// Who looks at whom: the weights [T, T] of one head, row by row, on a text of T tokens with these
/// labels.
HeatMap attention_map(const std::string& title, const std::string& subtitle,
                      const std::vector<double>& weights, const std::vector<std::string>& labels);
/// How alike the address of one place of a grid of side * side places is to that of every other.
HeatMap address_map(const Transformer& model, int side, int row, int column);
/// Scores [H, T, T] of one text, such as the steps of first_layer(): one head of each, side
/// by side with a gap between; blank where a query does not see a key. `text` has T characters.
HeatMap scores_side_by_side(std::span<const Tensor> scores, int head, std::span<const Token> text,
                            std::span<const char32_t> vocabulary);

/// Pictures of the inside take so many characters at the most.
constexpr int kPictureCharacters = 256;
/// Throws UserError if what is held back from training is shorter.
void check_enough_for_pictures(const Text& text);

/// `text` must hold so many characters, and the trained length.
ModelPictures model_pictures(const Transformer& model, std::span<const Token> text,
                             std::span<const char32_t> vocabulary);

}  // namespace whereabouts
