#include "experiment/measure.h"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <iterator>

#include "evaluate/example_score.h"
#include "evaluate/for_length.h"
#include "evaluate/protocols.h"
#include "experiment/reading_progress.h"
#include "program/progress.h"
#include "train/task_training.h"
#include "util/check.h"

namespace whereabouts {
namespace {

std::string repeated_names_file(const Text& text) {
  return std::filesystem::path(text.name).replace_extension("repeated_names.csv").string();
}

}  // namespace

void settle_protocols(Measures& measures, const Settings& s) {
  check_protocols(measures.protocols, s.documents);
  std::vector<std::string>& wanted = measures.protocols;
  const auto is_wanted = [&](const char* name) {
    return std::ranges::find(wanted, name) != wanted.end();
  };
  if (s.seeds > 1 && s.documents == "none" && is_wanted("fixed") && !is_wanted("blocks"))
    wanted.push_back("blocks");
}

void check_room_for_stride(const Measures& measures, const Text& text, const Settings& s) {
  if (std::ranges::find(measures.protocols, "sliding") == measures.protocols.end()) return;
  const std::ptrdiff_t room = std::ssize(split(text).validation) - s.longest();
  check_user(room >= measures.stride, "--stride ", measures.stride, " is too much: the validation ",
             "part has ", room, " characters after the first ", s.longest());
}

std::string documents_end(const FixedTargets& targets, const Settings& settings) {
  const int most = targets.reach(settings.longest());
  if (most == settings.longest()) return "";
  return concat("No document that was scored gives a context of more than ", most,
                " characters, its start among them: beyond that, a length changes nothing.\n");
}

RepeatedNames repeated_names_beside(const Text& text) {
  const std::string path = repeated_names_file(text);
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return {};
  RepeatedNames repeated = read_repeated_names(path);
  check_user(repeated.text_checksum == text.checksum, path, " belongs to another text than ",
             text.name, "; for the fables, `make data` writes both anew");
  return repeated;
}

RepeatedNames names_to_measure(const Text& text, const Measures& measures) {
  RepeatedNames repeated = repeated_names_beside(text);
  const bool wanted = std::ranges::find(measures.protocols, "names") != measures.protocols.end();
  if (wanted && repeated.names.empty())
    std::cout << "notice: protocol names measures nothing: it needs " << repeated_names_file(text)
              << ", see data/README.md\n";
  return repeated;
}

std::vector<ResultRow> measure(const Transformer& model, std::uint64_t seed, const Text& text,
                               const RepeatedNames& repeated, const Settings& s,
                               const Measures& measures) {
  const ReadingProgress progress(model.config().scheme);
  const Measurement m{.model = model,
                      .text = text,
                      .repeated = repeated,
                      .lengths = s.eval_lengths,
                      .seed = seed,
                      .stride = measures.stride};
  std::vector<ResultRow> rows;
  for (const Protocol& protocol : protocols())
    if (std::ranges::find(measures.protocols, protocol.name) != measures.protocols.end())
      std::ranges::copy(protocol.run(m), std::back_inserter(rows));
  std::ranges::stable_sort(rows, {}, &ResultRow::length);
  if (model.config().scheme != "rope") return rows;
  for (const std::string& extension : measures.extensions) {
    const Transformer extended = model.with_scheme(extension);
    std::ranges::copy(fixed_rows({.model = extended,
                                  .text = text,
                                  .repeated = repeated,
                                  .lengths = m.lengths,
                                  .seed = seed}),
                      std::back_inserter(rows));
  }
  return rows;
}

ModelConfig model_for(const Task& task, const std::string& scheme, const TaskSettings& s) {
  return model_for_task(task, scheme, {.width = s.width, .heads = s.heads, .layers = s.layers});
}

Settings size_for(const Task& task, const std::vector<std::string>& schemes,
                  const TaskSettings& s) {
  Settings size;
  size.schemes = schemes;
  size.width = s.width, size.heads = s.heads, size.layers = s.layers, size.batch = s.batch;
  size.length = task.tokens(task.trained) - 1;
  size.eval_lengths = {task.tokens(task.tested) - 1};
  return size;
}

Transformer train_task_model(const Task& task, const std::string& scheme, std::uint64_t seed,
                             const TaskSettings& s) {
  Transformer model(model_for(task, scheme, s), seed);
  const TrainingConfig config{
      .steps = s.steps_of(task), .batch = s.batch, .learning_rate = s.learning_rate, .seed = seed};
  Progress progress(concat(task.name, " ", scheme, " seed ", seed), config.steps);
  const long long tokens = (task.tokens(1) + task.tokens(task.trained) - 2) / 2 * s.batch;
  train_on_task(model, task, config, progress.each_step(tokens));
  return model;
}

std::vector<int> task_lengths(const Task& task) {
  std::vector<int> lengths;
  for (const int quarters : {2, 4, 5, 6, 7, 8, 10, 12, 14, 16, 18, 20}) {
    const int length = task.trained * quarters / 4;
    if (length >= 1 && length <= task.tested && (lengths.empty() || lengths.back() < length))
      lengths.push_back(length);
  }
  return lengths;
}

std::vector<ResultRow> measure_task(const Transformer& model, const Task& task, std::uint64_t seed,
                                    const TaskSettings& settings) {
  std::vector<ResultRow> rows;
  for (const int length : task_lengths(task)) {
    const ExampleScore score = score_examples(for_length(model, task.tokens(length) - 1),
                                              task.test_examples(length, settings.instances));
    ResultRow row = row_of(model, seed, task.name, length, score.targets);
    row.kind = "character";
    rows.push_back(row);
    row.kind = "exact", row.scored = settings.instances, row.accuracy = score.exact;
    rows.push_back(row);
  }
  return rows;
}

}  // namespace whereabouts
