#include "app/lesson.h"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <optional>

#include "app/banner.h"
#include "app/find_data.h"
#include "app/guard.h"
#include "app/memory_need.h"
#include "app/output_folder.h"
#include "app/progress.h"
#include "app/waiting.h"
#include "evaluate/validation.h"
#include "position/schemes.h"
#include "report/number.h"
#include "report/terminal.h"
#include "text/documents.h"
#include "util/check.h"

namespace whereabouts {
namespace {

void print_schemes() {
  TextTable table({"scheme", "what it does", "paper"});
  for (const SchemeEntry& e : schemes()) table.row({e.name, e.description, e.paper});
  std::cout << table.text()
            << "\nOptions follow the name: rope:base=500:layout=half\n"
               "Layers take turns: rope/none is rope in the first, none in the second, and so on\n"
               "Each layer learns for itself, where layers share what they learn: shaw:shared=no\n";
}

void print_options(const std::string& scheme, const Transformer& model) {
  if (!model.scheme_options().empty())
    std::cout << scheme << ": " << model.scheme_options() << "\n";
}

// Refuses impossible settings before anything is loaded: a model of each scheme is built and thrown
// away.
void try_settings(const Settings& s) {
  for (const std::string& scheme : s.schemes) {
    Parameters parameters(0);
    require(s.width % s.heads == 0, "--width ", s.width, " can not be divided among --heads ",
            s.heads);
    LayerSchemes(scheme, s.width, s.heads, s.layers, s.length, true, parameters);
  }
}

std::string shown(int value) { return std::to_string(value); }
std::string shown(std::uint64_t value) { return std::to_string(value); }
std::string shown(double value) { return shortest(value); }
std::string shown(const std::string& value) { return value; }

// The checkpoint that --model or --resume names, or nothing.
std::shared_ptr<const Checkpoint> checkpoint_of(const Settings& s, const Flags& flags) {
  const bool resume = s.saves_checkpoints && flags.given("resume"), model = flags.given("model");
  if (!resume && !model) return nullptr;
  require(!resume || !model, "--resume and --model exclude each other: the one goes on training, ",
          "the other only uses a model");
  std::string path = s.model_file;
  if (resume) {
    std::error_code ignored;
    const std::filesystem::path folder = s.resume;
    path = (folder / "training.safetensors").string();
    require(std::filesystem::is_directory(folder, ignored),
            "--resume takes the folder of a run, and \"", s.resume, "\" is none");
    require(std::filesystem::exists(path, ignored), "there is no training.safetensors in ",
            s.resume, ", so nothing was saved there; begin anew with --out ", s.resume);
  }
  return std::make_shared<const Checkpoint>(read_checkpoint(path));
}

// All settings that a checkpoint decides. Refuses flags that say otherwise.
void take_settings(const Checkpoint& checkpoint, bool resume, const Flags& flags, Settings& s) {
  const RunRecord& r = checkpoint.record;
  const auto take = [&](const char* flag, auto& value, const auto& recorded) {
    require(!flags.given(flag) || value == recorded, "--", flag, " ", shown(value),
            " contradicts '", checkpoint.path, "', which was trained with --", flag, " ",
            shown(recorded), "; leave the flag out");
    value = recorded;
  };
  take("width", s.width, r.model.width);
  take("heads", s.heads, r.model.heads);
  take("layers", s.layers, r.model.layers);
  take("length", s.length, r.model.trained_length);
  take("batch", s.batch, r.training.batch);
  take("lr", s.learning_rate, r.training.learning_rate);
  if (!s.only_generates) take("seed", s.seed, r.training.seed);
  take("seeds", s.seeds, 1);
  if (!flags.given("data")) s.data = r.data;
  if (s.takes_documents)
    take("documents", s.documents, r.documents);
  else
    require(r.documents == "none", "'", checkpoint.path, "' was trained with --documents ",
            r.documents, ", and this lesson is about running text; lessons 03, 09 and 13 take it");
  if (resume) {
    require(!flags.given("out") || std::filesystem::path(s.out) == s.resume, "--resume ", s.resume,
            " goes on writing there; leave --out out");
    s.out = s.resume;
    require(!flags.given("schemes") || s.schemes == std::vector{r.model.scheme},
            "--schemes contradicts '", checkpoint.path, "', a run of ", r.model.scheme,
            "; to read its model with another extension, use --model");
    s.schemes = {r.model.scheme};
    require(!flags.given("steps") || s.steps >= r.step, "--steps ", s.steps, " is less than the ",
            r.step, " that the run in ", s.resume, " has done already");
    if (!flags.given("steps")) s.steps = r.last_step;
    return;
  }
  take("steps", s.steps, r.last_step);
  const auto fits = [&](const std::string& scheme) {
    Parameters parameters(0);
    const LayerSchemes schemes(scheme, s.width, s.heads, s.layers, s.length, r.model.causal,
                               parameters);
    return differ_only_beyond_training(scheme, schemes.options_in_use(), r.model.scheme,
                                       r.scheme_options);
  };
  if (!flags.given("schemes")) {
    std::erase_if(s.schemes, [&](const std::string& scheme) { return !fits(scheme); });
    if (s.schemes.empty()) s.schemes = {r.model.scheme};
  }
  for (const std::string& scheme : s.schemes) {
    require(fits(scheme), "--schemes ", scheme, " contradicts '", checkpoint.path,
            "', which was trained with ", r.model.scheme,
            "; only what happens beyond the training length may be changed, as in ",
            "rope:scaling=yarn");
  }
}

void tell_documents(const Split& parts, Token boundary) {
  const std::vector<Document> training = documents_of(parts.training, boundary),
                              validation = documents_of(parts.validation, boundary);
  std::size_t longest = 0;
  for (const auto* documents : {&training, &validation})
    for (const Document document : *documents) longest = std::max(longest, document.size() - 2);
  std::cout << "documents: " << training.size() << " to train on, " << validation.size()
            << " to evaluate on, of up to " << longest << " characters each\n";
}

// Sends what is printed to std::cout to std::cerr while it lives.
class ToStderr {
 public:
  ToStderr() : before_(std::cout.rdbuf(std::cerr.rdbuf())) {}
  ~ToStderr() { std::cout.rdbuf(before_); }

 private:
  std::streambuf* before_;
};

}  // namespace

ModelConfig Settings::model(const Text& text, const std::string& scheme) const {
  return {.vocabulary = text.vocabulary_size(),
          .width = width,
          .heads = heads,
          .layers = layers,
          .trained_length = length,
          .scheme = scheme};
}

TrainingConfig Settings::training(std::uint64_t run_seed) const {
  return {.steps = steps,
          .batch = batch,
          .length = length,
          .learning_rate = learning_rate,
          .seed = run_seed};
}

void Settings::limit_if_quick(int most_steps, int longest_length) {
  if (!quick) return;
  steps = std::min(steps, most_steps);
  std::erase_if(eval_lengths, [&](int at) { return at > longest_length && at != length; });
}

std::vector<std::uint64_t> seeds_from(std::uint64_t first, int count) {
  const std::uint64_t last = first + static_cast<std::uint64_t>(count - 1);
  require(last >= first, "--seed ", first, " is too large for ", count,
          " seeds, since the largest is ", UINT64_MAX, "; give a smaller one");
  std::vector<std::uint64_t> seeds;
  for (int i = 0; i < count; ++i) seeds.push_back(first + static_cast<std::uint64_t>(i));
  return seeds;
}

int Settings::longest() const { return std::max(length, *std::ranges::max_element(eval_lengths)); }

int run_lesson(int argc, char** argv, const std::string& name, const std::string& summary,
               Settings s, const std::function<void(Lesson&)>& body,
               const std::function<void(Flags&)>& more_flags) {
  sleep_while_waiting();
  return guarded(name.c_str(), [&] {
    bool list_schemes = false;
    s.out = "out/" + name;
    Flags flags(name, summary);
    flags.add("data", s.data, "the text: any UTF-8 file");
    flags.add("schemes", s.schemes,
              "positional schemes, each with options if wanted: rope:base=500");
    flags.add("list-schemes", list_schemes, "print all schemes and end");
    flags.add("steps", s.steps, "training steps", 1, 10'000'000);
    flags.add("batch", s.batch, "windows in a training step", 1, 65'536);
    flags.add("length", s.length, "characters in a training window", FixedWindows::kTargets,
              65'536);
    flags.add("width", s.width, "channels of the model", 1, 8192);
    flags.add("heads", s.heads, "attention heads; must divide the width", 1, 1024);
    flags.add("layers", s.layers, "layers", 1, 256);
    flags.add("lr", s.learning_rate, "learning rate at its highest", 1e-9, 10);
    flags.add("seed", s.seed, "seed of the first run");
    flags.add("seeds", s.seeds, "runs of each scheme, with seeds from --seed on", 1, 1000);
    flags.add("eval-lengths", s.eval_lengths,
              "lengths to evaluate at. The time grows with the length and, where attention is most "
              "of it, with its square: 4096 takes about 10 times as long as 1024, 16384 about 100 "
              "times",
              FixedWindows::kTargets, 1 << 20);
    flags.add("threads", s.threads, "threads; 0: as many as there are processors", 0, 4096);
    flags.add("out", s.out, "folder for results");
    flags.add("quick", s.quick, "a few steps only, to see that everything works");
    if (s.takes_documents)
      flags.add("documents", s.documents,
                "none: running text; lines: each line is a document of its own, such as a name");
    flags.add("model", s.model_file, "a model.safetensors to use instead of training");
    if (s.saves_checkpoints) {
      flags.add("resume", s.resume, "the folder of a run to go on with");
      flags.add("save-every", s.save_every, "steps between checkpoints; 0: at the end alone", 0,
                10'000'000);
    }
    if (s.watches_validation)
      flags.add("keep", s.keep,
                "which weights are evaluated: those of the last step, or of the best one on the "
                "validation part (last or best)");
    if (more_flags) more_flags(flags);
    flags.parse(argc, argv);
    if (flags.help_wanted()) return std::cout << flags.help(), 0;
    if (list_schemes) return print_schemes(), 0;
    require(s.documents == "none" || s.documents == "lines", "--documents is none or lines, got \"",
            s.documents, "\"");

    const std::shared_ptr<const Checkpoint> checkpoint = checkpoint_of(s, flags);
    const bool resumed = checkpoint && s.saves_checkpoints && flags.given("resume");
    if (checkpoint) take_settings(*checkpoint, resumed, flags, s);
    if (s.quick) {
      if (!flags.given("steps") && !checkpoint) s.steps = 20;
      if (!flags.given("eval-lengths"))
        std::erase_if(s.eval_lengths, [&](int length) { return length > 2 * s.length; });
    }
    // Before anything of that size is built; the text will tell how large the vocabulary is.
    require_fits(least_need(s, 2, !checkpoint || resumed), memory_limit());
    try {
      try_settings(s);
    } catch (const UserError& error) {
      // What was typed agrees with the checkpoint by now.
      if (!checkpoint) throw;
      throw UserError(sentence("the settings in '", checkpoint->path,
                               "' contradict each other: ", error.what()));
    }
    seeds_from(s.seed, s.seeds);
    if (std::ranges::find(s.eval_lengths, s.length) == s.eval_lengths.end())
      s.eval_lengths.push_back(s.length);
    std::ranges::sort(s.eval_lengths);
    require(!s.data.empty(), "--data needs the path of a text, got an empty one");
    require(s.keep == "last" || s.keep == "best", "--keep must be last or best, got ",
            shell_word(s.keep));
    s.data_as_given = s.data;
    s.data = find_data(s.data, argv[0]);
    set_threads(s.threads);
    {
      std::optional<ToStderr> aside;
      if (s.only_generates && checkpoint) aside.emplace();
      std::cout << banner() << "\n"
                << name << ": " << summary << "\n"
                << flags.settings() << "\n"
                << std::endl;
    }
    const bool writes = !(s.only_generates && checkpoint);
    Lesson lesson{name,    s,          writes ? output_folder(s.out) : std::filesystem::path(),
                  argv[0], checkpoint, resumed};
    const FilesSeen before = files_in(lesson.out);
    const auto tell_replaced = [&] {
      if (writes && !resumed) std::cout << replaced_since(before, lesson.out) << std::flush;
    };
    try {
      body(lesson);
    } catch (const Interrupted& interrupted) {
      tell_replaced();
      return interrupted.exit_code;
    }
    if (s.quick && !checkpoint)
      std::cout << "--quick: a few steps only, to see that everything works; these numbers are no "
                   "result\n";
    tell_replaced();
    return 0;
  });
}

Text load_lesson_text(const Lesson& lesson) {
  const Settings& s = lesson.settings;
  Text text = load_text(s.data);
  if (lesson.checkpoint) {
    const RunRecord& r = lesson.checkpoint->record;
    const std::string lacks = characters_missing(text.vocabulary, r.vocabulary);
    use_vocabulary(text, r.vocabulary, "the model of '" + lesson.checkpoint->path + "'");
    const bool same = text.checksum == r.text_checksum;
    require(same || !lesson.resumed, "'", text.name, "' is not the text of the run in ", s.resume,
            lacks.empty() ? "" : sentence(" (it lacks ", lacks, ")"), ", which was ",
            shell_word(r.data), "; give that with --data");
    if (!same)
      std::cout << "notice: " << text.name << " is not the text the model was trained on\n";
  }
  const std::size_t characters = text.tokens.size();
  if (s.documents == "lines") cut_into_lines(text);
  for (const std::string& notice : text.notices) std::cout << "notice: " << notice << "\n";
  const Split parts = split(text);
  std::cout << text.name << ": " << characters << " characters, " << text.vocabulary_size()
            << " different; " << parts.training.size() << " to train on, "
            << parts.validation.size() << " to evaluate on\n";
  if (text.boundary >= 0) tell_documents(parts, text.boundary);
  require_long_enough(text, s.length, s.longest());
  require_memory(s, text.vocabulary_size(), !lesson.checkpoint || lesson.resumed);
  // The fables are read twice by the lessons; up to some ten times harms no model of this size.
  constexpr double kOften = 20;
  const double reads = static_cast<double>(s.steps) * s.batch * s.length,
               times = reads / static_cast<double>(parts.training.size());
  if (times > kOften && (!lesson.checkpoint || lesson.resumed))
    std::cout << "notice: " << s.steps << " steps read the training part " << std::llround(times)
              << " times; so short a text may be learned by heart. A longer text or fewer --steps "
                 "would help\n";
  return text;
}

Transformer train_model(const Lesson& lesson, const Text& text, const std::string& scheme,
                        std::uint64_t seed,
                        const std::function<void(int step, double loss)>& on_step) {
  const Settings& s = lesson.settings;
  if (lesson.checkpoint) {
    std::cout << scheme << ": the model of " << lesson.checkpoint->path << ", after "
              << lesson.checkpoint->record.step << " steps; nothing is trained\n";
    Transformer model = lesson.checkpoint->model().with_scheme(scheme);
    print_options(scheme, model);
    return model;
  }
  Transformer model(s.model(text, scheme), seed);
  const Split parts = split(text);
  Trainer trainer(model, s.training(seed), parts.training, text.boundary);
  const ValidationWatch watch(parts.validation, s.training(seed), text.boundary);
  std::vector<ValidationLoss> looks;
  std::optional<Transformer> best;
  if (seed == s.seed) print_options(scheme, model);
  const std::string name = scheme + (s.seeds > 1 ? " seed " + std::to_string(seed) : "");
  Progress progress(name, s.steps);
  for (int step = 1; step <= s.steps; ++step) {
    const double loss = trainer.step();
    progress.update(step, loss, trainer.targets_seen());
    if (on_step) on_step(step, loss);
    if (!s.watches_validation || !watch.due(step)) continue;
    const double on_validation = watch.loss(model);
    if (!std::isfinite(on_validation)) continue;
    looks.push_back({step, on_validation});
    if (s.keep == "best" && lowest(looks)->step == step) best.emplace(snapshot(model));
  }
  progress.finish();
  if (rises(looks))
    std::cout << sentence("notice: ", name, ": ", rise_in_words(looks),
                          best ? "" : "; --keep best evaluates the weights of that step", "\n");
  if (!best) return model;
  std::cout << sentence(name, ": evaluated with the weights after step ", lowest(looks)->step,
                        ", the best on the validation part\n");
  return std::move(*best);
}

}  // namespace whereabouts
