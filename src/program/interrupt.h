// Ctrl-C asks for an end, a second one enforces it.
//
//   catch_interrupts();
//   while (step < steps && !interrupted()) ...;
//   if (interrupted()) { save(); return interrupt_exit_code(); }
#pragma once

namespace whereabouts {

/// From now on the first SIGINT, SIGTERM or SIGHUP (the terminal was closed) only sets a flag, and
/// the second ends the program the way it always did. Where SIGHUP is ignored, as under nohup, it
/// stays so. Forgets an earlier signal.
void catch_interrupts();

/// Signals end the program at once again.
void release_interrupts();

/// Whether such a signal has come.
bool interrupted();

/// 129 after SIGHUP, 130 after SIGINT, 143 after SIGTERM (128 + the signal, as shells have it),
/// else 0.
int interrupt_exit_code();

}  // namespace whereabouts
