// The sinusoidal encoding as tables and pictures, for lesson 04.
#pragma once

#include "lesson/lesson.h"
#include "tensor.h"

namespace whereabouts {

/// PE [positions, channels], a sine and a cosine for each wave: prints it with a row for each
/// channel and a column for each position, the length of its wave in front.
void print_channels(const Tensor& PE);

/// PE [100, 32]: prints the first six channels as curves, and writes them as six_channels.svg and
/// all of them as heat_map.svg.
void show_waves(const Lesson& lesson, const Tensor& PE);

/// PE [200, channels]: prints PE(p) . PE(p + n) for some p and n, and writes likeness.svg, that of
/// position 100 to every other.
void show_likeness(const Lesson& lesson, const Tensor& PE);

}  // namespace whereabouts
