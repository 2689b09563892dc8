// Threads that have nothing to do sleep.
//
// Between two parallel regions GCC's threads turn in a loop for a while, to be there at once when
// they are wanted. Beside another busy program that takes from the very core which the work is
// waiting for: two threads were then 0.6 times as fast as one. Sleeping, they are about as fast as
// one thread there, and on an idle machine waking them costs a hundredth of a step or less.
#pragma once

namespace whereabouts {

/// To be called first in main. OpenMP reads how to wait before main begins, so where nothing was
/// said about it this sets OMP_WAIT_POLICY=passive and starts the program anew, in the same process.
/// On systems other than Linux it does nothing.
void sleep_while_waiting();

}  // namespace whereabouts
