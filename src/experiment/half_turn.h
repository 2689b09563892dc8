// Where rope breaks: the half-turn law, predicted and measured.
//
// A pair that has not completed a turn within the training length L comes, in a longer text, to
// angles that it has not had. From half a turn on, a key that is farther away looks nearer again.
// The first such pair to get there is the fastest of them, with frequency theta_c, so the law says
//
//   rope breaks at max(L, pi / theta_c)
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "evaluate/fixed_windows.h"
#include "nn/transformer.h"
#include "text/text.h"

namespace whereabouts {

/// The frequencies of "rope" with the options base and partial, fastest first; nothing for any
/// other scheme, and for rope with other frequencies (scaling).
std::optional<std::vector<double>> rope_theta(const std::string& scheme, int head_dim);

/// A pair that lacks so little of a turn soon comes to angles that it has had.
inline constexpr double kAsGoodAsATurn = 0.95;

struct HalfTurn {
  int pair = 0;          ///< the fastest pair that has not completed a turn, theta_c
  double distance = 0;   ///< where it has made half of one
  double predicted = 0;  ///< max(L, distance)
};
/// Nothing if every pair completes a turn within `trained_length`.
std::optional<HalfTurn> half_turn(const std::vector<double>& theta, int trained_length);

/// The shortest context whose targets take `kBroken` bits per character more than at the training
/// length; nothing if there is none up to `longest`, which the windows must have room for. Looks at
/// lengths a quarter of an octave apart and then between the two around the break.
std::optional<int> measured_break(const Transformer& model, std::span<const Token> validation,
                                  const FixedWindows& windows, int longest);
inline constexpr double kBroken = 0.1;

}  // namespace whereabouts
