#include "program/interrupt.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

namespace whereabouts {
namespace {

// In a child process, so that the tests keep their own handlers.
int status_of(void (*body)()) {
  const pid_t child = fork();
  if (child == 0) {
    body();
    _exit(99);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

template <int kSignal>
void one_signal() {
  catch_interrupts();
  if (interrupted() || interrupt_exit_code() != 0) _exit(98);
  raise(kSignal);
  _exit(interrupted() ? interrupt_exit_code() : 97);
}

TEST(Interrupt, TheFirstSignalOnlySetsAFlag) {
  EXPECT_EQ(WEXITSTATUS(status_of(one_signal<SIGINT>)), 130);
  EXPECT_EQ(WEXITSTATUS(status_of(one_signal<SIGTERM>)), 143);
  EXPECT_EQ(WEXITSTATUS(status_of([] {
              signal(SIGHUP, SIG_DFL);
              one_signal<SIGHUP>();
            })),
            129);
}

TEST(Interrupt, TheSecondSignalEndsAtOnce) {
  const int status = status_of([] {
    catch_interrupts();
    raise(SIGTERM);
    raise(SIGINT);
  });
  ASSERT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(WTERMSIG(status), SIGINT);
}

TEST(Interrupt, UnderNohupTheEndOfTheTerminalIsNoSignal) {
  EXPECT_EQ(WEXITSTATUS(status_of([] {
              signal(SIGHUP, SIG_IGN);
              catch_interrupts();
              raise(SIGHUP);
              if (interrupted()) _exit(98);
              release_interrupts();
              raise(SIGHUP);
              _exit(0);
            })),
            0);
}

}  // namespace
}  // namespace whereabouts
