#include "program/progress.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iostream>
#include <vector>

#include "report/number.h"
#include "report/terminal.h"
#include "util/check.h"
#include "util/visible.h"

namespace whereabouts {
namespace {

void write_text(int fd, const std::string& text) {
  // A log that cannot be written must not stop the training it tells about.
  std::cout.flush();  // where both go to one file, progress must not land inside a line of results
  [[maybe_unused]] const ssize_t written = write(fd, text.data(), text.size());
}

std::string duration(double seconds) {
  const auto total = static_cast<long long>(std::ceil(std::clamp(seconds, 0.0, 3.6e8)));
  const auto two = [](long long n) { return concat(n < 10 ? "0" : "", n); };
  const std::string minutes_and_seconds = two(total % 3600 / 60) + ":" + two(total % 60);
  return total < 3600 ? minutes_and_seconds : concat(total / 3600, ":", minutes_and_seconds);
}

std::string rate(double per_second) {
  if (per_second >= 1e6) return format_fixed(per_second / 1e6, 1) + "M tokens/s";
  if (per_second >= 1e3) return format_fixed(per_second / 1e3, 1) + "k tokens/s";
  return format_fixed(per_second, 0) + " tokens/s";
}

}  // namespace

Progress::Progress(std::string label, int steps, int first_step, int fd, bool alone)
    : label_(visible(label, true)),
      steps_(steps),
      first_step_(first_step),
      fd_(fd),
      alone_(alone),
      redrawn_(is_terminal(fd) && alone) {}

// The pieces in the order of their worth; those that do not fit into `columns` are left out.
std::string Progress::text(int columns) const {
  const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
  const int done = step_ - first_step_;
  std::vector<std::string> pieces{label_, concat(step_, "/", steps_)};
  if (loss_) pieces.push_back("loss " + format_fixed(*loss_, 3));
  if (seconds > 0 && tokens_ > 0) pieces.push_back(rate(static_cast<double>(tokens_) / seconds));
  if (step_ >= steps_ || finished_)
    pieces.push_back(duration(seconds) + " in all");
  else if (done > 0)
    pieces.push_back(duration(seconds / done * (steps_ - step_)) + " left");

  std::string line = cut_to_width(pieces[0], columns);
  for (std::size_t i = 1; i < pieces.size(); ++i) {
    if (display_width(line) + 2 + display_width(pieces[i]) > columns) break;
    line += "  ";
    line += pieces[i];
  }
  return line;
}

void Progress::draw() {
  drawn_at_ = Clock::now();
  drawn_step_ = step_;
  if (!redrawn_) {
    write_text(fd_, text(1000) + "\n");
    return;
  }
  // The last column stays free: some terminals wrap as soon as it is written to.
  const int columns = terminal_width(fd_) - 1;
  std::string line = text(columns);
  const int width = display_width(line);
  const int blanks = std::clamp(drawn_width_ - width, 0, std::max(0, columns - width));
  line.append(static_cast<std::size_t>(blanks), ' ');
  write_text(fd_, "\r" + line);
  drawn_width_ = width;
  line_open_ = true;
}

void Progress::update(int step, double loss, long long tokens) {
  loss_ = loss;
  update(step, tokens);
}

void Progress::update(int step, long long tokens) {
  if (finished_) return;
  step_ = step;
  tokens_ = tokens;
  const double since = std::chrono::duration<double>(Clock::now() - drawn_at_).count();
  const bool never_drawn = drawn_step_ < 0;
  const auto tenth = [&](int at) { return std::int64_t{10} * at / std::max(1, steps_); };
  const bool next_tenth = tenth(step) > tenth(std::max(drawn_step_, first_step_));
  const bool due =
      redrawn_ ? never_drawn || since >= 0.1 : (next_tenth && since >= 2) || since >= 30;
  if (due && alone_) draw();  // of several runs at a time there is a line of each at its end
}

void Progress::finish() {
  if (finished_) return;
  finished_ = true;
  const bool updated = tokens_ > 0 || step_ > 0;
  if (updated && drawn_step_ != step_) draw();
  if (line_open_) write_text(fd_, "\n");
}

}  // namespace whereabouts
