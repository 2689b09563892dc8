// The progress of a training run: one redrawn line on a terminal, quiet plain lines elsewhere.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>

#include "util/parallel.h"

namespace whereabouts {

//   Progress progress("rope", steps);
//   for (int step = 1; step <= steps; ++step) progress.update(step, loss, step * tokens_per_step);
///
/// On a terminal the line is redrawn some ten times a second and is never wider than the terminal
/// is at that moment. Elsewhere, and with TERM=dumb, there is a plain line every tenth of the way
/// (but not more than one in 2 seconds, and one every 30 seconds at least), and one at the end. Of
/// several runs at a time, each on a thread of its own, there is the one at the end alone.
class Progress {
 public:
  /// `first_step` is the step a resumed run starts after. Writes to the file descriptor `fd`,
  /// normally stderr, so that results on stdout stay clean. `alone` is false for one of several
  /// runs at a time.
  Progress(std::string label, int steps, int first_step = 0, int fd = 2,
           bool alone = !inside_parallel());
  ~Progress() { finish(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// `step` steps are done; `tokens` counts those processed by this object's run so far.
  void update(int step, double loss, long long tokens);
  /// The same of work that has no loss.
  void update(int step, long long tokens);

  /// update() as the `on_step` of a function that trains, `tokens_a_step` in each step.
  std::function<void(int step, double loss)> each_step(long long tokens_a_step) {
    return [=, this](int step, double loss) { update(step, loss, step * tokens_a_step); };
  }

  /// Writes the last state and ends the line. Also done by the destructor, so that an error
  /// message never lands behind a half-drawn line.
  void finish();

 private:
  using Clock = std::chrono::steady_clock;

  std::string text(int columns) const;
  void draw();

  std::string label_;
  int steps_, first_step_, fd_;
  bool alone_, redrawn_;
  Clock::time_point start_ = Clock::now(), drawn_at_ = start_;
  int step_ = 0, drawn_step_ = -1;
  std::optional<double> loss_;
  long long tokens_ = 0;
  int drawn_width_ = 0;
  bool line_open_ = false, finished_ = false;
};

}  // namespace whereabouts
