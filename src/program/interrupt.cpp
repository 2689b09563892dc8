#include "program/interrupt.h"

#include <signal.h>

namespace whereabouts {
namespace {

volatile sig_atomic_t caught_signal = 0;

void remember(int number) {
  caught_signal = number;
  release_interrupts();
}

// A program under nohup is not to end with its terminal.
bool ignored(int number) {
  struct sigaction now = {};
  return sigaction(number, nullptr, &now) == 0 && now.sa_handler == SIG_IGN;
}

}  // namespace

void catch_interrupts() {
  caught_signal = 0;
  struct sigaction action = {};
  action.sa_handler = remember;
  action.sa_flags = SA_RESTART;  // a write that the signal meets goes on
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  if (!ignored(SIGHUP)) sigaction(SIGHUP, &action, nullptr);
}

void release_interrupts() {
  signal(SIGINT, SIG_DFL);
  signal(SIGTERM, SIG_DFL);
  if (!ignored(SIGHUP)) signal(SIGHUP, SIG_DFL);
}

bool interrupted() { return caught_signal != 0; }

int interrupt_exit_code() { return caught_signal == 0 ? 0 : 128 + caught_signal; }

}  // namespace whereabouts
