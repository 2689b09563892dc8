// What any positional scheme must keep, asked of a small model that uses it. Library calls: the
// tests put these questions to every scheme in the table, and lesson 20 puts them to a student's.
#pragma once

#include <span>
#include <string>

namespace whereabouts {

/// The answer to one question about one scheme.
struct Finding {
  bool passed = false;
  std::string answer;  ///< what was seen, with the figure: "yes, to the bit" or "no: the logit at 3
                       ///< moved by 0.2 when character 7 changed"
};

struct ContractQuestion {
  const char* name;
  const char* meaning;  ///< one line
  Finding (*ask)(const std::string& scheme);
  bool quick = true;  ///< takes less than about a second
};

/// All questions, in the order in which they are worth asking:
///
///   builds        the scheme and its options make a model, and training reaches all its weights
///   causal        a later character never moves an earlier logit, to the bit, also with very large
///                 weights
///   order-aware   with one layer, exchanging two earlier characters changes the prediction (not so
///                 for `none`)
///   shift         the logits do what Traits::absolute says when all positions shift by 41 or 1009
///   any-length    1 character, the training length, and 16 times it; or the clean refusal that
///                 Traits::any_length announces
///   blocks        a text read in two pieces, for every split, and in blocks of queries, gives the
///                 logits of one pass
///   gradients     finite differences agree with the tape for all that the scheme learns, and for
///                 queries and keys
///   encoder       it works where a query sees all keys, if it does not claim to be causal only
///   threads       training gives the same bits with 1, 2 and 4 threads
///   undecayed     the optimiser does not pull the scheme's weights towards zero
///   memory        a text of 4096 characters is evaluated in under 300 MB
std::span<const ContractQuestion> contract();

/// Asks one question by its name. Throws std::invalid_argument for an unknown one. Exceptions of
/// the scheme become a failed finding.
Finding ask(const std::string& question, const std::string& scheme);

}  // namespace whereabouts
