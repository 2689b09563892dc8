#include "experiment/reading_progress.h"

#include <chrono>
#include <optional>

#include "util/check.h"
#include "util/parallel.h"

namespace whereabouts {

struct ReadingProgress::State {
  using Clock = std::chrono::steady_clock;
  std::string label;
  int fd;
  bool alone = !inside_parallel();
  Clock::time_point start = {};
  std::optional<Progress> line = {};
  int first = 0;  // windows that were read before there was a line

  void read(int length, int done, int windows) {
    if (!alone) return;
    if (done == 0) start = Clock::now(), line.reset();
    const bool lasts = Clock::now() - start > std::chrono::seconds(2);
    if (!line && (length >= kLong || (lasts && done < windows))) {
      line.emplace(concat(label, " reads ", length), windows, done, fd, alone);
      first = done;
    }
    if (line) line->update(done, static_cast<long long>(done - first) * length);
    if (line && done == windows) line.reset();
  }
};

ReadingProgress::ReadingProgress(std::string label, int fd)
    : state_(new State{.label = std::move(label), .fd = fd}),
      tell_([state = state_.get()](int length, int done, int windows) {
        state->read(length, done, windows);
      }) {}

ReadingProgress::~ReadingProgress() = default;

}  // namespace whereabouts
