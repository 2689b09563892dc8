#include "app/training_run.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <iostream>
#include <string_view>

#include "app/interrupt.h"
#include "app/progress.h"
#include "report/csv.h"
#include "util/check.h"
#include "util/file.h"
#include "util/write_file.h"

namespace whereabouts {
namespace {

namespace fs = std::filesystem;

constexpr std::array<const char*, 3> kFiles = {"loss.csv", "training.safetensors",
                                               "model.safetensors"};

// The folder of a run, which belongs to one program at a time.
class RunFolder {
 public:
  explicit RunFolder(const fs::path& path)
      : path_(path), lock_(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    // The lock goes with the program, however that ends. Some network disks have none.
    const bool busy = lock_ >= 0 && flock(lock_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    if (busy) close(lock_);
    require(!busy, "another program is training into ", path.string(),
            "; wait for it, or choose another folder with --out");
    for (const char* name : kFiles) remove_leftovers(file(name));
  }
  ~RunFolder() {
    if (lock_ >= 0) close(lock_);
  }
  RunFolder(const RunFolder&) = delete;
  RunFolder& operator=(const RunFolder&) = delete;

  fs::path file(const char* name) const { return path_ / name; }

  // A new run begins here. One that was not finished is moved aside, where it can still be resumed.
  void make_room() const {
    std::error_code error;
    if (!fs::exists(file("training.safetensors"), error)) return;
    RunRecord there;
    try {
      there = read_record(file("training.safetensors").string());
    } catch (const UserError&) {
      return;  // nothing that could be resumed
    }
    if (there.step >= there.last_step) return;
    int number = 1;
    while (fs::exists(path_ / sentence("earlier-", number), error)) ++number;
    const fs::path aside = path_ / sentence("earlier-", number);
    fs::create_directory(aside, error);
    for (const char* name : kFiles)
      if (fs::exists(file(name), error)) fs::rename(file(name), aside / name, error);
    std::cout << "notice: " << path_.string() << " held a run that stopped after step "
              << there.step << " of " << there.last_step << "; it was moved to " << aside.string()
              << " and can be resumed there\n";
  }

 private:
  fs::path path_;
  int lock_;
};

// The rows of a loss file up to `last_step`, as far as they are whole and in order.
void read_losses(const fs::path& path, int last_step, TrainedRun& run) {
  std::string text;
  try {
    text = read_file(path.string(), "a loss file");
  } catch (const UserError&) {
    return;
  }
  std::string_view rest = text;
  for (bool header = true; rest.find('\n') != std::string_view::npos; header = false) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(line.size() + 1);
    if (header) continue;
    int step = 0;
    double loss = 0;
    const char* const end = line.data() + line.size();
    const auto [comma, error] = std::from_chars(line.data(), end, step);
    if (error != std::errc() || comma == end || *comma != ',') return;
    const auto [stop, error2] = std::from_chars(comma + 1, end, loss);
    if (error2 != std::errc() || stop != end || !std::isfinite(loss)) return;
    if (step > last_step || (!run.steps.empty() && step <= run.steps.back())) return;
    run.steps.push_back(step);
    run.losses.push_back(loss);
  }
}

std::string loss_csv(const TrainedRun& run) {
  Csv csv({"step", "loss"});
  for (std::size_t i = 0; i < run.steps.size(); ++i) csv.row(run.steps[i], run.losses[i]);
  return csv.text();
}

}  // namespace

TrainedRun train_in_folder(const Lesson& lesson, const Text& text) {
  const Settings& s = lesson.settings;
  const RunFolder folder(lesson.out);
  RunRecord record;
  if (lesson.resumed) {
    record = lesson.checkpoint->record;
  } else {
    folder.make_room();
    record = {.model = s.model(text, s.schemes[0]),
              .scheme_options = "",
              .vocabulary = text.vocabulary,
              .training = s.training(s.seed),
              .data = s.data_as_given,
              .text_checksum = text.checksum,
              .loss = {}};
  }
  record.last_step = s.steps;
  TrainedRun run{
      lesson.resumed ? lesson.checkpoint->model() : Transformer(record.model, s.seed), {}, {}};
  record.scheme_options = run.model.scheme_options();
  Trainer trainer(run.model, record.training, split(text).training);
  bool model_is_current = false;
  if (lesson.resumed) {
    lesson.checkpoint->restore(trainer);
    read_losses(folder.file("loss.csv"), record.step, run);
    if (static_cast<int>(run.steps.size()) != record.step)
      std::cout << "notice: " << folder.file("loss.csv").string() << " lacks "
                << record.step - static_cast<int>(run.steps.size()) << " of the steps before step "
                << record.step + 1 << "\n";
    try {
      model_is_current = read_record(folder.file("model.safetensors").string()).step == record.step;
    } catch (const UserError&) {  // missing or damaged: it is written anew below
    }
  }

  const int first_step = trainer.steps_done();
  int saved_at = lesson.resumed && model_is_current ? record.step : -1;
  const auto save = [&] {
    std::error_code error;
    fs::create_directories(lesson.out, error);  // somebody may have tidied up
    record.step = trainer.steps_done();
    if (!run.losses.empty()) record.loss = run.losses.back();
    write_file(folder.file("loss.csv"), loss_csv(run));
    write_checkpoint(folder.file("training.safetensors"), record, run.model, &trainer);
    write_checkpoint(folder.file("model.safetensors"), record, run.model);
    saved_at = record.step;
  };
  const std::string folder_word = shell_word(lesson.out.string());
  catch_interrupts();
  {
    Progress progress(s.schemes[0], s.steps, first_step);
    while (trainer.steps_done() < s.steps && !interrupted()) {
      try {
        run.losses.push_back(trainer.step());
      } catch (const UserError& error) {
        throw UserError(sentence(error.what(), saved_at < 0
                                                   ? ""
                                                   : sentence("; the checkpoint of step ", saved_at,
                                                              " in ", folder_word, " is kept")));
      }
      run.steps.push_back(trainer.steps_done());
      progress.update(trainer.steps_done(), run.losses.back(),
                      static_cast<long long>(trainer.steps_done() - first_step) *
                          record.training.batch * record.training.length);
      const bool due = s.save_every > 0 && trainer.steps_done() % s.save_every == 0;
      if (!due || trainer.steps_done() == s.steps) continue;
      try {
        save();
      } catch (const UserError&) {
        throw;  // the weights are no longer numbers
      } catch (const std::runtime_error& error) {
        std::cerr << "\nnotice: " << error.what() << "; the run goes on and tries again in "
                  << s.save_every << " steps\n";
      }
    }
  }
  try {
    if (saved_at != trainer.steps_done()) save();
  } catch (const UserError&) {
    throw;
  } catch (const std::runtime_error& error) {
    throw std::runtime_error(sentence(
        error.what(), saved_at < 0
                          ? "; nothing is saved"
                          : sentence("; what was saved after step ", saved_at, " is kept")));
  }
  if (interrupted()) {
    std::cerr << "interrupted after step " << trainer.steps_done() << " of " << s.steps
              << ", which is saved. To go on:\n  " << shell_word(lesson.program) << " --resume "
              << folder_word << "\n";
    throw Interrupted{interrupt_exit_code()};
  }
  release_interrupts();
  return run;
}

}  // namespace whereabouts
