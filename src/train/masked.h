// Filling in masked characters, the way encoders are trained (Devlin et al., 2019): some characters
// of a window are hidden, and each must be told from all the others, before and behind.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "nn/transformer.h"
#include "text/text.h"
#include "util/random.h"

namespace whereabouts {

/// Windows with as many characters hidden in each.
struct MaskedBatch {
  std::vector<Token> inputs;   ///< [rows, length], `mask` where a character is hidden
  std::vector<int> places;     ///< of the hidden ones in their window, [rows, hidden], ascending
  std::vector<Token> answers;  ///< what stood there, [rows, hidden]
  int rows = 0, length = 0;
  int hidden() const { return static_cast<int>(places.size()) / rows; }
};

/// Windows from anywhere, with about 15 % of each hidden (one character at least). BERT leaves some
/// of these as they are or exchanges them, so that the model also looks at what is not masked; that
/// matters for later uses, not here. Throws std::invalid_argument if the text is shorter than a
/// window.
MaskedBatch masked_batch(std::span<const Token> text, int rows, int length, Token mask,
                         Random& random);

/// What the model says of the hidden characters of rows first_row .. first_row + rows - 1: logits
/// [rows * hidden, V].
Tensor masked_logits(const Transformer& model, const MaskedBatch& batch, int first_row, int rows);

/// Row 0 with the likeliest character in the place of each hidden one. The last token of the
/// vocabulary is the mask, which is no answer.
std::vector<Token> filled_in(const Transformer& model, const MaskedBatch& batch);

/// Trains a model that is not causal. Its last token is the mask. `on_step`, if given, sees
/// each step's loss in nats.
void train_masked(Transformer& model, std::span<const Token> text, int steps, int batch,
                  double learning_rate, std::uint64_t seed,
                  const std::function<void(int step, double loss)>& on_step = {});

struct MaskedScore {
  double bits_per_char = 0, right = 0;  ///< of the hidden characters; the share guessed exactly
  int scored = 0;
};
/// Over `windows` windows, the same ones for every model.
MaskedScore score_masked(const Transformer& model, std::span<const Token> text, int windows);

}  // namespace whereabouts
