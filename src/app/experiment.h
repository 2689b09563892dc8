// The experiment on text that several lessons share: a trained model, read by every protocol.
#pragma once

#include <string>
#include <vector>

#include "app/lesson.h"
#include "evaluate/results.h"
#include "text/recalls.h"

namespace whereabouts {

/// What is measured of a trained model, besides what Settings say.
struct Measures {
  /// Out of fixed, windows, sliding, cropped, position, recall.
  std::vector<std::string> protocols = {"fixed"};
  int stride = 16;  ///< of protocol sliding
  /// The rotary scheme's own weights are also read through these, without further training.
  std::vector<std::string> extensions = {};
};

/// Throws UserError for a protocol that does not exist.
void check_protocols(const std::vector<std::string>& names);

/// The sidecar beside a text, data/fables.recalls.csv for data/fables.txt; no names if there is
/// none. Throws UserError if it is a sidecar of another text.
Recalls recalls_beside(const Text& text);

/// All rows of one trained model. Without recalls, protocol recall gives none.
std::vector<ResultRow> measure(const Transformer& model, std::uint64_t seed, const Text& text,
                               const Recalls& recalls, const Settings& settings,
                               const Measures& measures);

/// A checksum of the running program's file, by which results of two builds are told apart;
/// "unknown" where it cannot be read.
std::string program_checksum(const char* program);

}  // namespace whereabouts
