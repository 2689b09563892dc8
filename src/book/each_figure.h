// The parts of each figure to touch.
#pragma once

#include <filesystem>

#include "book/figure_parts.h"

namespace whereabouts {

FigureParts rope_arrows_figure();

}  // namespace whereabouts
