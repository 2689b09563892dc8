// What is said about models trained with a positional encoding.
#pragma once

#include <vector>

#include "evaluate/claims.h"
#include "evaluate/runs.h"

namespace whereabouts {

/// The claims about trained models, from the runs of the full experiment with training length
/// `trained` and this longest evaluation length.
std::vector<Claim> trained_claims(const std::vector<Run>& runs, int trained, int longest);

}  // namespace whereabouts
