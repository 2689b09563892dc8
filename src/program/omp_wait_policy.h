// Idle OpenMP threads sleep in place of spinning.
//
// Between two parallel regions GCC's threads spin: they ask again and again whether there is work,
// so that they start at once when there is. Beside another busy program they take that time from
// the core on which the work itself waits to run: two threads were then 0.6 times as fast as one.
// When they sleep, two threads are about as fast as one there, and on an idle machine waking them
// costs a hundredth of a training step or less.
#pragma once

namespace whereabouts {

/// To be called first in main. OpenMP reads the policy before main begins. So where the user set
/// none, this sets OMP_WAIT_POLICY=passive and starts the program anew in the same process. On
/// systems other than Linux it does nothing.
void set_omp_wait_policy();

}  // namespace whereabouts
