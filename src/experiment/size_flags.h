// The settings that numbers depend on, as flags.
#pragma once

#include "experiment/settings.h"
#include "program/flags.h"

namespace whereabouts {

/// --steps --batch --length --width --heads --layers --lr, with the limits of each.
void add_size_flags(Settings& settings, Flags& flags);

}  // namespace whereabouts
