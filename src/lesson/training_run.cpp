#include "lesson/training_run.h"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <limits>
#include <optional>

#include "evaluate/validation.h"
#include "program/interrupt.h"
#include "program/progress.h"
#include "train/schedule.h"
#include "util/check.h"
#include "util/file.h"
#include "util/write_file.h"

namespace whereabouts {
namespace {

// The losses up to the saved step: the last ones from the training state, older ones from the file.
LossCurve losses_so_far(const RunFolder& folder, const RunRecord& record) {
  const int older = record.step - static_cast<int>(record.last_losses.size());
  LossCurve curve = read_losses(folder.file(kLossFile), older);
  if (const int lacking = older - static_cast<int>(curve.steps.size()); lacking > 0)
    std::cout << "notice: " << folder.file(kLossFile).string() << " lacks " << lacking
              << " of the steps before step " << older + 1 << "\n";
  for (std::size_t i = 0; i < record.last_losses.size(); ++i) {
    curve.steps.push_back(older + static_cast<int>(i) + 1);
    curve.losses.push_back(record.last_losses[i]);
  }
  return curve;
}

// What lies in the folder of a run that goes on.
SavedFiles found_in(const RunFolder& folder, const RunRecord& record, const LossCurve& curve) {
  SavedFiles saved;
  // What is missing or damaged is written anew.
  for (const char* name : {kBestFile, kModelFile}) {
    try {
      saved.found(name, read_record(folder.file(name).string()).step);
    } catch (const UserError&) {
    }
  }
  saved.found(kTrainingFile, record.step);
  try {
    if (read_file(folder.file(kLossFile).string(), "") == loss_csv(curve))
      saved.found(kLossFile, record.step);
  } catch (const UserError&) {
  }
  return saved;
}

// The model at its lowest loss on the validation part.
struct Best {
  ValidationLoss at = {.step = -1, .loss = std::numeric_limits<double>::infinity()};
  std::optional<Transformer> model = {};  // nothing if its weights are not at hand
};

// The best so far of a run that goes on after record.step.
Best best_so_far(const RunFolder& folder, const RunRecord& record, const SavedFiles& saved,
                 const Transformer& now) {
  Best best;
  const std::optional<ValidationLoss> found = lowest(record.validation);
  if (!found) return best;
  if (found->step == record.step) return {*found, snapshot(now)};
  const int there = saved.step_of(kBestFile);
  if (there > record.step) return {*found, {}};  // saved last, by a run that was then killed
  if (there == found->step)
    return {*found, read_checkpoint(folder.file(kBestFile).string()).model()};
  std::cout << "notice: the weights of step " << found->step
            << ", the best on the validation part, are not in " << folder.file(kBestFile).string()
            << "; the best from here on is kept\n";
  return best;
}

void tell_schedule(const RunRecord& record) {
  const TrainingConfig& t = record.training;
  if (record.last_step <= t.steps) return;
  std::cout << "notice: the learning rate was planned for " << t.steps
            << " steps; beyond them it stays at its end, "
            << learning_rate(t.steps, t.steps, t.learning_rate) << ". A new run with --steps "
            << record.last_step << " would spread its fall over all of them\n";
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
              .documents = s.documents,
              .loss = {}};
  }
  record.last_step = s.steps;
  TrainedRun run{lesson.resumed ? lesson.checkpoint->model() : Transformer(record.model, s.seed)};
  record.scheme_options = run.model.scheme_options();
  Trainer trainer(run.model, record.training, split(text).training, text.boundary);
  trainer.end_at(s.steps);
  const ValidationWatch watch(split(text).validation, record.training, text.boundary);
  SavedFiles saved;
  Best best;
  if (lesson.resumed) {
    lesson.checkpoint->restore(trainer);
    run.curve = losses_so_far(folder, record);
    run.curve.validation = record.validation;
    saved = found_in(folder, record, run.curve);
    best = best_so_far(folder, record, saved, run.model);
    tell_schedule(record);
  }

  const int first_step = trainer.steps_done();
  const auto save = [&] {
    std::error_code error;
    std::filesystem::create_directories(lesson.out, error);  // somebody may have tidied up
    record.step = trainer.steps_done();
    const std::vector<double>& losses = run.curve.losses;
    if (!losses.empty()) record.loss = losses.back();
    const auto kept = std::min<std::ptrdiff_t>(std::ssize(losses), RunRecord::kLastLosses);
    record.last_losses.assign(losses.end() - kept, losses.end());
    record.validation = run.curve.validation;
    if (best.model && saved.step_of(kBestFile) != best.at.step) {
      RunRecord then = record;
      then.step = best.at.step;
      then.loss.reset();
      saved.save(kBestFile, then.step,
                 [&] { write_checkpoint(folder.file(kBestFile), then, *best.model); });
    }
    saved.save(kTrainingFile, record.step,
               [&] { write_checkpoint(folder.file(kTrainingFile), record, run.model, &trainer); });
    saved.save(kModelFile, record.step,
               [&] { write_checkpoint(folder.file(kModelFile), record, run.model); });
    saved.save(kLossFile, record.step,
               [&] { write_file(folder.file(kLossFile), loss_csv(run.curve)); });
  };
  bool rise_told = false;
  const auto look = [&] {
    std::vector<ValidationLoss>& looks = run.curve.validation;
    const double loss = watch.loss(run.model);
    if (!std::isfinite(loss)) return;  // the next step will say so of its batch, or be better
    looks.push_back({trainer.steps_done(), loss});
    if (looks.back().loss < best.at.loss) {
      best.at = looks.back();
      if (best.model)
        best.model->parameters().take_values(run.model.parameters());
      else
        best.model.emplace(snapshot(run.model));
    }
    if (!rise_told && rises(looks)) {
      std::cerr << "\nnotice: " << rise_in_words(looks) << "; " << kBestFile
                << " keeps the weights of that step\n";
      rise_told = true;
    }
  };
  const std::string folder_word = shell_word(lesson.out.string());
  catch_interrupts();
  {
    Progress progress(s.schemes[0], s.steps, first_step);
    while (trainer.steps_done() < s.steps && !interrupted()) {
      try {
        run.curve.losses.push_back(trainer.step());
      } catch (const UserError& error) {
        const int step = saved.step_of(kTrainingFile);
        throw UserError(concat(error.what(), step < 0 ? ""
                                                      : concat("; the checkpoint of step ", step,
                                                               " in ", folder_word, " is kept")));
      }
      run.curve.steps.push_back(trainer.steps_done());
      if (watch.due(trainer.steps_done())) look();
      progress.update(trainer.steps_done(), run.curve.losses.back(), trainer.targets_seen());
      const bool due = s.save_every > 0 && trainer.steps_done() % s.save_every == 0;
      if (!due || trainer.steps_done() == s.steps) continue;
      save();  // a UserError ends the run: the weights are no longer numbers
      if (const std::string failures = saved.failures(); !failures.empty())
        std::cerr << "\nnotice: " << failures << "; the run goes on and tries again in "
                  << s.save_every << " steps\n";
    }
  }
  if (!saved.all_at(trainer.steps_done(), {kTrainingFile, kModelFile, kLossFile})) save();
  if (const std::string failures = saved.failures(); !failures.empty())
    throw std::runtime_error(failures);
  if (interrupted()) {
    std::cerr << "interrupted after step " << trainer.steps_done() << " of " << s.steps
              << ", which is saved. To go on:\n  " << shell_word(lesson.program) << " --resume "
              << folder_word << "\n";
    throw Interrupted{interrupt_exit_code()};
  }
  release_interrupts();
  if (rises(run.curve.validation))
    std::cout << "notice: " << rise_in_words(run.curve.validation) << "; " << kBestFile
              << " has the weights of that step, and --keep best evaluates them\n";
  if (s.keep == "best" && best.model) {
    std::cout << "what follows is of the weights after step " << best.at.step
              << ", the best on the validation part\n";
    return {std::move(*best.model), std::move(run.curve)};
  }
  if (s.keep == "best")
    std::cout << "notice: the validation part was not looked at in so short a run, so what follows "
                 "is of the last step\n";
  return run;
}

}  // namespace whereabouts
