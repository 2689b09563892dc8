#include "program/run_main.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <iostream>
#include <new>
#include <string>
#include <string_view>

#include "program/processor_check.h"
#include "util/check.h"
#include "util/visible.h"

namespace whereabouts {
namespace {

// Where standard input, output or error are closed, the next file that is opened would get its
// number, and what is printed. Each such number is given away here, so that printing goes on
// failing.
void occupy_closed_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(stream, F_GETFD) < 0 && errno == EBADF)
      (void)open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

int complain(std::string_view program, std::string_view message, int exit_code) {
  program.remove_prefix(program.rfind('/') + 1);  // npos + 1 is 0
  std::string line(message);
  for (char& c : line)
    if (c == '\n' || c == '\r') c = ' ';
  std::cout.flush();
  std::cerr << visible(program) << ": " << visible(line) << std::endl;
  return exit_code;
}

int run(const char* program, const std::function<int()>& body) {
  try {
    return body();
  } catch (const UserError& error) {
    return complain(program, error.what(), 2);
  } catch (const std::bad_alloc&) {
    return complain(
        program,
        "not enough memory; a smaller --width, --layers, --batch, --length or less long "
        "--eval-lengths need less",
        1);
  } catch (const std::exception& error) {
    return complain(program, error.what(), 1);
  } catch (...) {
    return complain(program, "an unknown error", 1);
  }
}

}  // namespace

bool reader_left() {
  pollfd out{STDOUT_FILENO, 0, 0};
  return poll(&out, 1, 0) > 0 && (out.revents & POLLERR) != 0;
}

int run_main(const char* program, const std::function<int()>& body) {
  occupy_closed_streams();
  check_processor();
  const VisibleOnTerminal out(std::cout, STDOUT_FILENO), errors(std::cerr, STDERR_FILENO);
  const auto before = std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // a limit on the size of files is an error like a full disk
  int exit_code = run(program, body);
  const bool written = std::cout.flush().good() && std::fflush(stdout) == 0;
  if (!written && !reader_left() && exit_code == 0)
    exit_code = complain(program, "could not write to the standard output; is the disk full?", 1);
  std::signal(SIGPIPE, before);
  return exit_code;
}

}  // namespace whereabouts
