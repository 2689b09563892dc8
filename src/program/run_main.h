// The frame around every main: errors become one line and an exit code, never an abort.
//
//   int main(int argc, char** argv) {
//     return whereabouts::run_main("04_sinusoidal", [&] { ...; return 0; });
//   }
#pragma once

#include <functional>

namespace whereabouts {

/// Runs `body` and returns its exit code. A UserError becomes the line "program: message" on
/// stderr and exit code 2, any other exception such a line and exit code 1. When the reader of a
/// pipe on stdout leaves (... | head), the program goes on in silence, so that what it was about
/// to save is saved; any other failure to write to stdout is exit code 1. Characters that would
/// steer a terminal (util/visible.h) are shown as marks: in such a line always, in everything else
/// that std::cout and std::cerr get wherever they go to a terminal.
int run_main(const char* program, const std::function<int()>& body);

/// True once nobody reads our stdout any more, for programs whose only purpose is to print.
bool reader_left();

}  // namespace whereabouts
