// "Faster", measured: two schemes that train in turn on an otherwise idle machine.
#pragma once

#include "experiment/claims.h"
#include "experiment/settings.h"
#include "text/text.h"

namespace whereabouts {

/// How many times as many training steps a second `scheme` makes as `other`, in each of so many
/// rounds: `steps` steps of the one, then as many of the other, and in the next round the other
/// first. What else the machine does slows both, and the first step of each is not timed. The key
/// of a value is the number of its round.
BySeed times_as_fast(const std::string& scheme, const std::string& other, const Text& text,
                     const Settings& settings, int rounds, int steps);

/// The textbook's claim that ALiBi is faster, by five rounds against sinusoidal; with --quick, one.
Claim speed_claim(const Text& text, const Settings& settings);

}  // namespace whereabouts
