// The fables: stories told from a grammar, with made-up names that nobody can guess and that are
// said again near and far.
//
// While telling, the generator keeps an account of its own choices: a choice among n equally likely
// ones costs log2(n) bits. Their sum is -log2 of the probability of the choices made, so divided by
// the number of characters it is what a perfect reader, who knows the grammar and sees each fable
// from its beginning, would need per character. It is an upper bound of the text's entropy: where
// two different chains of choices give the same characters, a reader need not tell them apart, and
// names are drawn again when they resemble an earlier one, which makes the rest a little likelier.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "grammar.h"
#include "text/repeated_names.h"

namespace whereabouts {

struct Fables {
  std::string text;                 ///< ASCII; fables are separated by two empty lines
  std::vector<RepeatedName> names;  ///< every name that is said again in its fable
  double entropy_bits = 0;          ///< of all choices together
};

/// Tells fables by the rule `fable` until there are at least so many characters. The same grammar
/// and seed give the same fables. Throws UserError for a slot that the grammar does not explain.
Fables tell_fables(const Grammar& grammar, std::uint64_t seed, std::size_t characters);

/// What the sidecar says about them.
RepeatedNames repeated_names_of(const Fables& fables);

/// How data/fables.txt and data/playground.txt are made from their grammars.
inline constexpr std::uint64_t kFablesSeed = 1;
inline constexpr std::size_t kFablesCharacters = 1'300'000;

}  // namespace whereabouts
