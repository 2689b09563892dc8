// How fast this machine multiplies and adds, and moves numbers, at best: what every other speed is
// a share of.
#pragma once

#include <cstdint>

namespace whereabouts {

/// Floating-point operations a second (a multiplication and an addition count as two) of a loop
/// that does nothing else, on `threads` threads at once, the best of several short runs. Takes
/// about a tenth of a second.
double multiply_add_peak(int threads);

/// Bytes a second of one thread that reads two arrays and writes a third, y = a + c b, `bytes` for
/// the three together; the best of several runs. Few bytes stay in a cache, many come from memory.
double stream_bandwidth(std::int64_t bytes);

}  // namespace whereabouts
