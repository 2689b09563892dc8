// A key-value cache: right, wrong and how fast, for lesson 15.
#pragma once

#include <filesystem>
#include <functional>
#include <span>

#include "nn/transformer.h"
#include "text/text.h"

namespace whereabouts {

/// Prints the largest difference of any logit, with the cache and without.
void show_with_and_without_cache(const Transformer& model, std::span<const Token> text);

/// Reads `text` with five forms of rope, and with what `broken` makes of each: prints how far the
/// logits are off and bits per character beyond the trained length, and writes trap.svg to `out`.
void show_broken_cache(const Transformer& model,
                       const std::function<Transformer(const Transformer&)>& broken,
                       std::span<const Token> text, const std::filesystem::path& out);

/// Prints the milliseconds for one more character after 64, 256 and 1024, with and without cache;
/// returns how many times as fast it is with the cache after the last.
double show_cache_speed(const Transformer& model, std::span<const Token> validation);

}  // namespace whereabouts
