// The frame of lesson 20: a scheme is examined, trained, and drawn beside others.
#pragma once

#include "position/schemes.h"

namespace whereabouts {

/// The main function of lesson 20. Adds the scheme to the table while it runs, puts the quick
/// questions of the contract to it, trains it, and shows its bits per character at every length
/// beside those of a few other schemes. The others are trained once for the same settings and then
/// read from the output folder, unless --fresh is given. Returns the exit code: 1 if the contract
/// is broken.
int run_your_own_scheme(int argc, char** argv, const SchemeEntry& scheme);

}  // namespace whereabouts
