// Numbers as text, with a decimal point in every locale.
#pragma once

#include <string>

namespace whereabouts {

/// The shortest text that reads back as the same number: 0.1, 1e-05, inf, nan.
std::string shortest(double x);
std::string shortest(float x);  ///< 0.1f is "0.1", not "0.10000000149011612"

/// A fixed number of decimals: format_fixed(2.5, 2) is "2.50"; nan and inf are "nan" and "inf".
std::string format_fixed(double x, int decimals);
/// The same with a sign in any case: "+2.50".
std::string format_signed(double x, int decimals);

}  // namespace whereabouts
