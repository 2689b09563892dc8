// How fast this machine multiplies and adds at best: what every other speed is a share of.
#pragma once

namespace whereabouts {

/// Floating-point operations a second (a multiplication and an addition count as two) of a loop
/// that does nothing else, on `threads` threads at once, the best of several short runs. Takes
/// about a tenth of a second.
double multiply_add_peak(int threads);

}  // namespace whereabouts
