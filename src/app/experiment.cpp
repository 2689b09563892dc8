#include "app/experiment.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>

#include "app/progress.h"
#include "app/reading_progress.h"
#include "evaluate/by_position.h"
#include "evaluate/cropped.h"
#include "evaluate/fixed_targets.h"
#include "evaluate/recall.h"
#include "evaluate/sliding.h"
#include "evaluate/task_score.h"
#include "evaluate/windows.h"
#include "train/task_training.h"
#include "util/check.h"

namespace whereabouts {
namespace {

// How much of the validation part the costlier protocols read.
constexpr std::size_t kWindowsRead = 65'536;
constexpr int kSlidingTargets = 4'096;

}  // namespace

void check_protocols(const std::vector<std::string>& names, const std::string& documents) {
  static const std::vector<std::string> all = {"fixed",   "windows",  "sliding",
                                               "cropped", "position", "recall"};
  for (const std::string& name : names) {
    require(std::ranges::find(all, name) != all.end(), "there is no protocol \"", name,
            "\"; there are fixed, windows, sliding, cropped, position and recall");
    require(documents == "none" || name == "fixed", "protocol ", name, " reads across the ends of ",
            "documents, so with --documents ", documents, " there is only fixed");
  }
}

std::string documents_end(const FixedTargets& targets, const Settings& settings) {
  const int most = targets.reach(settings.longest());
  if (most == settings.longest()) return "";
  return sentence("No document that was scored gives a context of more than ", most,
                  " characters, its start among them: beyond that, a length changes nothing.\n");
}

Recalls recalls_beside(const Text& text) {
  const std::string path =
      std::filesystem::path(text.name).replace_extension("recalls.csv").string();
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return {};
  Recalls recalls = read_recalls(path);
  require(recalls.text_checksum == text.checksum, path, " belongs to another text than ", text.name,
          "; for the fables, `make data` writes both anew");
  return recalls;
}

std::vector<ResultRow> measure(const Transformer& model, std::uint64_t seed, const Text& text,
                               const Recalls& recalls, const Settings& s,
                               const Measures& measures) {
  const std::string& scheme = model.config().scheme;
  const ReadingProgress progress(scheme);
  const Split parts = split(text);
  const auto validation = parts.validation;
  const auto wanted = [&](const char* protocol) {
    return std::ranges::find(measures.protocols, protocol) != measures.protocols.end();
  };
  const int longest = s.longest();
  const FixedWindows windows = fixed_windows(validation.size(), longest);
  const FixedTargets targets(text, longest);
  const SlidingStretch stretch = wanted("sliding")
                                     ? sliding_stretch(validation.size(), longest, measures.stride,
                                                       std::max(kSlidingTargets, measures.stride))
                                     : SlidingStretch{};

  const int trained = model.config().trained_length;
  Score cropped;
  int cropped_at = 0;  // from some length on nothing changes any more
  std::vector<ResultRow> rows;
  const auto add = [&](const std::string& name, const char* protocol, int length,
                       const Score& score) {
    rows.push_back({name, seed, protocol, length, score.bits_per_char, score.scored});
    rows.back().accuracy = score.accuracy;
  };
  for (const int length : s.eval_lengths) {
    const Transformer reader = for_length(model, targets.reach(length));
    if (wanted("fixed")) add(scheme, "fixed", length, targets.score(reader, length));
    if (wanted("windows")) {
      const auto part = validation.first(
          std::min(validation.size(), std::max(kWindowsRead, std::size_t(longest) + 1)));
      add(scheme, "windows", length, score_windows(reader, part, length, longest));
    }
    if (wanted("sliding"))
      add(scheme, "sliding", length,
          score_sliding(reader, validation, stretch, length, measures.stride));
    if (wanted("cropped") && length > trained) {
      const int at = std::min(length, trained + FixedWindows::kTargets - 1);
      if (at != cropped_at) cropped = score_cropped(model, validation, windows, at, trained);
      cropped_at = at;
      add(scheme, "cropped", length, cropped);
    }
  }
  if (wanted("position")) {
    for (const PlaceScore& place :
         score_by_position(for_length(model, longest), validation, longest)) {
      add(scheme, "position", longest, place.score);
      rows.back().from = place.from, rows.back().to = place.to;
    }
  }
  if (wanted("recall") && !recalls.names.empty()) {
    for (const int length : {s.length, longest}) {
      if (length == longest && length == s.length && !rows.empty() &&
          rows.back().protocol == "recall")
        break;
      for (const RecallScore& r : score_recall(for_length(model, length), parts, recalls, length)) {
        add(scheme, "recall", length, r.score);
        rows.back().kind = name_of(r.kind), rows.back().from = r.from, rows.back().to = r.to;
      }
    }
  }
  if (scheme == "rope") {
    for (const std::string& extension : measures.extensions) {
      const Transformer extended = model.with_scheme(extension);
      for (const int length : s.eval_lengths)
        add(extension, "fixed", length, targets.score(extended, length));
    }
  }
  return rows;
}

ModelConfig model_for(const Task& task, const std::string& scheme, const TaskSettings& s) {
  return model_for_task(task, scheme, {.width = s.width, .heads = s.heads, .layers = s.layers});
}

Transformer train_task_model(const Task& task, const std::string& scheme, std::uint64_t seed,
                             const TaskSettings& s) {
  Transformer model(model_for(task, scheme, s), seed);
  const TrainingConfig config{
      .steps = s.steps_of(task), .batch = s.batch, .learning_rate = s.learning_rate, .seed = seed};
  Progress progress(sentence(task.name, " ", scheme, " seed ", seed), config.steps);
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
    const TaskScore score =
        score_task(for_length(model, task.tokens(length) - 1), task, length, settings.instances);
    ResultRow row{model.config().scheme, seed,        task.name,  length,
                  score.bits_per_char,   score.asked, "character"};
    row.accuracy = score.character;
    rows.push_back(row);
    row.kind = "exact", row.scored = score.instances, row.accuracy = score.exact;
    rows.push_back(row);
  }
  return rows;
}

std::string program_checksum(const char* program) {
  std::ifstream file("/proc/self/exe", std::ios::binary);
  if (!file) file.open(program, std::ios::binary);
  if (!file) return "unknown";
  std::uint64_t hash = 14695981039346656037ull;  // FNV-1a
  char block[1 << 16];
  while (file.read(block, sizeof block), file.gcount() > 0) {
    for (std::streamsize i = 0; i < file.gcount(); ++i)
      hash = (hash ^ static_cast<unsigned char>(block[i])) * 1099511628211ull;
  }
  char digits[16];
  return {digits, std::to_chars(digits, digits + 16, hash, 16).ptr};
}

}  // namespace whereabouts
