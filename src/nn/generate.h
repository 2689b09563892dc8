// Text from a model, one character after another.
#pragma once

#include <functional>
#include <span>

#include "nn/transformer.h"
#include "util/random.h"

namespace whereabouts {

struct Sampling {
  double temperature = 1;  ///< the logits are divided by it; 0 takes the likeliest character always
  int top_k = 0;           ///< only the so many likeliest characters may come; 0: all
  double top_p = 1;        ///< of these, the fewest likeliest ones whose probabilities (at this
                           ///< temperature) add up to so much; 1: all
};

/// One character drawn from logits [V]. Throws std::invalid_argument for a negative or not finite
/// temperature, a negative top_k, or a top_p that is not above 0 and at most 1.
int sample(std::span<const float> logits, const Sampling& how, Random& random);

/// The logits [1, 1, V] of the token that follows `text` (at least one token). `cache` holds the
/// keys and values of the first tokens of `text`, and afterwards of all of it.
///
/// A scheme that depends on the length of the text reads it token by token, each at the length that
/// the text had then, whether the cache is empty or not. So what a token means to the model never
/// changes afterwards. One pass over the whole text, as in evaluation, reads every token at the
/// final length: that is a different computation, and no cache can follow it in more than one
/// layer.
Tensor next_logits(const Transformer& model, std::span<const int> text, KeyValueCache& cache);

/// The logits [T, V] of what follows each token of `text`, read one by one with a cache.
Tensor logits_with_cache(const Transformer& model, std::span<const int> text);

/// Continues `prompt` (at least one token) by `count` tokens, handing over each as soon as it is
/// drawn; stops early when that returns false. With `cached`, keys and values of what came before
/// are kept; without, everything is computed again for every token. The text is the same up to
/// rounding.
void generate(const Transformer& model, std::span<const int> prompt, int count, const Sampling& how,
              Random& random, const std::function<bool(int token)>& on_token, bool cached = true);

/// The token to begin with where there is no prompt: a line end if the vocabulary has one, else its
/// first character.
int first_token(std::span<const char32_t> vocabulary);

}  // namespace whereabouts
