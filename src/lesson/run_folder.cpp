#include "lesson/run_folder.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <string_view>
#include <system_error>

#include "program/output_folder.h"
#include "report/csv.h"
#include "report/number.h"
#include "util/check.h"
#include "util/file.h"
#include "util/joined.h"
#include "util/process.h"
#include "util/read_number.h"

namespace whereabouts {
namespace {

namespace fs = std::filesystem;

constexpr std::array kFiles = {kBestFile, kTrainingFile, kModelFile, kLossFile, kLossPlot};

// What is known of the run whose files are to be moved aside.
std::string state_of(const fs::path& training) {
  try {
    const RunRecord run = read_record(training.string());
    return run.step >= run.last_step
               ? concat("a finished run of ", run.step, " steps")
               : concat("a run that stopped after step ", run.step, " of ", run.last_step);
  } catch (const UserError&) {
    return "files of an earlier run";
  }
}

}  // namespace

RunFolder::RunFolder(const fs::path& path)
    : path_(path), lock_(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  const bool busy = lock_ >= 0 && try_lock(lock_) == Lock::kHeldByAnother;
  try {
    check_user(!busy, "another program is training into ", path.string(),
               "; wait for it, or choose another folder with --out");
    for (const char* name : kFiles) require_replaceable(file(name));
  } catch (...) {
    if (lock_ >= 0) close(lock_);
    throw;
  }
}

RunFolder::~RunFolder() {
  if (lock_ >= 0) close(lock_);
}

void RunFolder::make_room() const {
  std::error_code error;
  const auto there = [&](const char* name) { return fs::exists(file(name), error); };
  if (!there(kTrainingFile) && !there(kModelFile)) return;
  const std::string run = state_of(file(kTrainingFile));
  int number = 1;
  while (fs::exists(path_ / concat("earlier-", number), error)) ++number;
  const fs::path aside = path_ / concat("earlier-", number);
  fs::create_directory(aside, error);
  for (const char* name : kFiles) {
    if (!error && there(name)) fs::rename(file(name), aside / name, error);
    check_user(!error, path_.string(), " holds ", run, ", which can not be moved to ",
               aside.string(), " (", error.message(), "); choose another folder with --out");
  }
  std::cout << "notice: " << path_.string() << " held " << run << "; it was moved to "
            << aside.string() << ", where it can be used and resumed\n";
}

void SavedFiles::save(const char* name, int step, const std::function<void()>& write) {
  if (std::ranges::find(order_, name) == order_.end()) order_.push_back(name);
  try {
    write();
    step_of_[name] = step;
  } catch (const UserError&) {
    throw;
  } catch (const std::runtime_error& error) {
    reasons_.push_back(error.what());
  }
}

bool SavedFiles::all_at(int step, std::initializer_list<const char*> names) const {
  return std::ranges::all_of(names, [&](const char* name) { return step_of(name) == step; });
}

int SavedFiles::step_of(const char* name) const {
  const auto found = step_of_.find(name);
  return found == step_of_.end() ? -1 : found->second;
}

std::string SavedFiles::failures() {
  std::string text = joined(std::exchange(reasons_, {}), "; ");
  if (text.empty()) return "";
  for (std::size_t i = 0; i < order_.size(); ++i) {
    const int step = step_of(order_[i].c_str());
    text += concat(i == 0 ? "; " : ", ", order_[i]);
    text += step < 0 ? " is not saved" : concat(" is of step ", step);
  }
  return text;
}

LossCurve read_losses(const fs::path& path, int last_step) {
  LossCurve curve;
  std::string text;
  try {
    text = read_file(path.string(), "a loss file");
  } catch (const UserError&) {
    return curve;
  }
  std::string_view rest = text;
  for (bool header = true; rest.find('\n') != std::string_view::npos; header = false) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(line.size() + 1);
    if (header) continue;
    int step = 0;
    double loss = 0;
    const std::size_t comma = line.find(',');
    if (comma == line.npos) break;
    const std::string_view after = line.substr(comma + 1);
    if (read_number(line.substr(0, comma), step) != std::errc()) break;
    if (read_number(after.substr(0, after.find(',')), loss) != std::errc() || !std::isfinite(loss))
      break;
    if (step > last_step || (!curve.steps.empty() && step <= curve.steps.back())) break;
    curve.steps.push_back(step);
    curve.losses.push_back(loss);
  }
  return curve;
}

std::string loss_csv(const LossCurve& curve) {
  Csv csv({"step", "loss", "validation"});
  auto look = curve.validation.begin();
  for (std::size_t i = 0; i < curve.steps.size(); ++i) {
    while (look != curve.validation.end() && look->step < curve.steps[i]) ++look;
    const bool measured = look != curve.validation.end() && look->step == curve.steps[i];
    csv.row(curve.steps[i], curve.losses[i], measured ? shortest(look->loss) : "");
  }
  return csv.text();
}

}  // namespace whereabouts
