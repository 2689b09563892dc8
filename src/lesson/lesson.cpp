#include "lesson/lesson.h"

#include <algorithm>
#include <cmath>
#include <iostream>

#include "evaluate/fixed_windows.h"
#include "experiment/memory_need.h"
#include "experiment/size_flags.h"
#include "experiment/train_model.h"
#include "position/schemes.h"
#include "program/banner.h"
#include "program/find_data.h"
#include "program/folded_output.h"
#include "program/omp_wait_policy.h"
#include "program/output_folder.h"
#include "program/run_main.h"
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

// Refuses impossible settings before anything is loaded: a model of each scheme is built and thrown
// away.
void try_settings(const Settings& s) {
  for (const std::string& scheme : s.schemes) {
    Parameters parameters(0);
    check_user(s.width % s.heads == 0, "--width ", s.width, " can not be divided among --heads ",
               s.heads);
    LayerSchemes(scheme, s.width, s.heads, s.layers, s.length, true, parameters);
  }
}

std::string shown(std::integral auto value) { return std::to_string(value); }
std::string shown(double value) { return shortest(value); }
std::string shown(const std::string& value) { return value; }

// The checkpoint that --model or --resume names, or nothing.
std::shared_ptr<const Checkpoint> checkpoint_of(const Settings& s, const Flags& flags) {
  const bool resume = s.saves_checkpoints && flags.given("resume"), model = flags.given("model");
  if (!resume && !model) return nullptr;
  check_user(!resume || !model,
             "--resume and --model exclude each other: the one goes on training, ",
             "the other only uses a model");
  std::string path = s.model_file;
  if (resume) {
    std::error_code ignored;
    const std::filesystem::path folder = s.resume;
    path = (folder / "training.safetensors").string();
    check_user(std::filesystem::is_directory(folder, ignored),
               "--resume takes the folder of a run, and \"", s.resume, "\" is none");
    check_user(std::filesystem::exists(path, ignored), "there is no training.safetensors in ",
               s.resume, ", so nothing was saved there; begin anew with --out ", s.resume);
  }
  return std::make_shared<const Checkpoint>(read_checkpoint(path));
}

// All settings that a checkpoint decides. Refuses flags that say otherwise.
void take_settings(const Checkpoint& checkpoint, bool resume, const Flags& flags, Settings& s) {
  const RunRecord& r = checkpoint.record;
  const auto take = [&](const char* flag, auto& value, const auto& recorded) {
    check_user(!flags.given(flag) || value == recorded, "--", flag, " ", shown(value),
               " contradicts '", checkpoint.path, "', which was trained with --", flag, " ",
               shown(recorded), "; leave the flag out");
    value = recorded;
  };
  take("width", s.width, r.model.width);
  take("heads", s.heads, r.model.heads);
  take("layers", s.layers, r.model.layers);
  Settings recorded;
  recorded.length = r.model.trained_length;
  recorded.shortest_length = r.training.shortest_length;
  std::string lengths = s.lengths();
  take("length", lengths, recorded.lengths());
  s.length = recorded.length, s.shortest_length = recorded.shortest_length;
  take("batch", s.batch, r.training.batch);
  take("batch-shards", s.batch_shards, r.training.shards);
  take("lr", s.learning_rate, r.training.learning_rate);
  if (!s.only_generates) take("seed", s.seed, r.training.seed);
  if (s.takes_seeds) take("seeds", s.seeds, 1);
  if (!flags.given("data")) s.data = r.data;
  if (s.takes_documents)
    take("documents", s.documents, r.documents);
  else
    check_user(r.documents == "none", "'", checkpoint.path, "' was trained with --documents ",
               r.documents,
               ", and this lesson is about running text; lessons 03, 09 and 15 take it");
  if (resume) {
    check_user(!flags.given("out") || std::filesystem::path(s.out) == s.resume, "--resume ",
               s.resume, " goes on writing there; leave --out out");
    s.out = s.resume;
    check_user(!flags.given("schemes") || s.schemes == std::vector{r.model.scheme},
               "--schemes contradicts '", checkpoint.path, "', a run of ", r.model.scheme,
               "; to read its model with another extension, use --model");
    s.schemes = {r.model.scheme};
    check_user(!flags.given("steps") || s.steps >= r.step, "--steps ", s.steps,
               " is less than the ", r.step, " that the run in ", s.resume, " has done already");
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
    check_user(fits(scheme), "--schemes ", scheme, " contradicts '", checkpoint.path,
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

// The flags of a lesson, in the order of --help.
void add_flags(Settings& s, bool& list_schemes, std::optional<double>& guess, Flags& flags) {
  if (s.trains) {
    flags.add("data", s.data, "the text: any UTF-8 file");
    flags.add("schemes", s.schemes,
              "positional schemes, each with options if wanted: rope:base=500");
    flags.add("list-schemes", list_schemes, "print all schemes and end");
    add_size_flags(s, flags);
  }
  flags.add("seed", s.seed,
            s.takes_seeds ? "seed of the first run" : "seed of every random number");
  if (s.takes_seeds)
    flags.add("seeds", s.seeds, "runs of each scheme, with seeds from --seed on", 1, 1000);
  if (s.trains) {
    flags.add("eval-lengths", s.eval_lengths,
              "lengths to evaluate at. The time grows with the length and, where attention is most "
              "of it, with its square: 4096 takes about 10 times as long as 1024, 16384 about 100 "
              "times",
              FixedWindows::kTargets, 1 << 20);
  }
  flags.add("threads", s.threads, "threads; 0: as many as there are processors", 0, 4096);
  flags.add("out", s.out, "folder for results");
  flags.add("quick", s.quick,
            s.trains ? "a few steps only, to see that everything works"
                     : "the same with less work, to see that everything runs");
  flags.add("guess", guess, "the number that you expect where the lesson says Predict");
  if (!s.trains) return;
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
}

// What was typed becomes the settings of the run, or is refused.
void settle(Settings& s, const Flags& flags, const Checkpoint* checkpoint, bool resumed) {
  check_user(s.documents == "none" || s.documents == "lines",
             "--documents is none or lines, got \"", s.documents, "\"");
  if (checkpoint) take_settings(*checkpoint, resumed, flags, s);
  if (s.quick) {
    if (!flags.given("steps") && !checkpoint) s.steps = 20;
    if (!flags.given("eval-lengths"))
      std::erase_if(s.eval_lengths, [&](int length) { return length > 2 * s.length; });
  }
  // Before anything of that size is built; the text will tell how large the vocabulary is.
  check_fits(least_need(s, 2, !checkpoint || resumed), memory_limit());
  try {
    try_settings(s);
  } catch (const UserError& error) {
    // What was typed agrees with the checkpoint by now.
    if (!checkpoint) throw;
    throw UserError(
        concat("the settings in '", checkpoint->path, "' contradict each other: ", error.what()));
  }
  seeds_from(s.seed, s.seeds);
  if (std::ranges::find(s.eval_lengths, s.length) == s.eval_lengths.end())
    s.eval_lengths.push_back(s.length);
  std::ranges::sort(s.eval_lengths);
  check_user(!s.data.empty(), "--data needs the path of a text, got an empty one");
  check_user(s.keep == "last" || s.keep == "best", "--keep must be last or best, got ",
             shell_word(s.keep));
  s.data_as_given = s.data;
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

int run_lesson(int argc, char** argv, const std::string& name, const std::string& summary,
               Settings s, const std::function<void(Lesson&)>& body,
               const std::function<void(Flags&)>& more_flags) {
  set_omp_wait_policy();
  return run_main(name.c_str(), [&] {
    bool list_schemes = false;
    s.out = "out/" + name;
    Flags flags(name, summary);
    Lesson lesson;
    add_flags(s, list_schemes, lesson.guess, flags);
    if (s.trains) flags.add_config();
    if (more_flags) more_flags(flags);
    flags.parse(argc, argv);
    if (flags.help_wanted()) return std::cout << flags.help(), 0;
    if (list_schemes) return print_schemes(), 0;
    lesson.name = name, lesson.program = argv[0];
    lesson.as_shipped = argc == 1;
    if (s.trains) {
      lesson.resumed = s.saves_checkpoints && flags.given("resume");
      lesson.checkpoint = checkpoint_of(s, flags);
      settle(s, flags, lesson.checkpoint.get(), lesson.resumed);
      s.data = find_data(s.data_as_given, argv[0]);
    }
    set_threads(s.threads);
    lesson.settings = s;
    const bool writes = !(s.only_generates && lesson.checkpoint);
    std::optional<FoldedOutput> folding;  // what a model writes with --model is left alone
    if (writes) folding.emplace();
    {
      std::optional<ToStderr> aside;
      if (!writes) aside.emplace();
      std::cout << banner() << "\n" << name << ": " << summary << "\n";
      if (s.trains) std::cout << flags.settings() << "\n" << std::endl;
    }
    if (writes) lesson.out = output_folder(s.out);
    const FilesSeen before = files_in(lesson.out);
    int exit_code = 0;
    try {
      body(lesson);
      if (s.trains && s.quick && !lesson.checkpoint)
        std::cout << "--quick: a few steps only, to see that everything works; these numbers are "
                     "no result\n";
    } catch (const Interrupted& interrupted) {
      exit_code = interrupted.exit_code;
    }
    // At the end, so that a run that is refused leaves those of an earlier one alone.
    const std::filesystem::path kept = lesson.out / "settings.txt";
    if (writes && s.trains)
      write_file(
          kept, concat("# ", name, " --config ", kept.string(), "\n",
                       flags.as_config({"out", "resume", "shard", "fresh", "list-schemes", "guess"},
                                       lesson.resumed)));
    if (writes && !lesson.resumed) std::cout << replaced_since(before, lesson.out) << std::flush;
    return exit_code;
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
    check_user(same || !lesson.resumed, "'", text.name, "' is not the text of the run in ",
               s.resume, lacks.empty() ? "" : concat(" (it lacks ", lacks, ")"), ", which was ",
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
  check_long_enough(text, s.length, s.longest());
  check_memory(s, text.vocabulary_size(), !lesson.checkpoint || lesson.resumed);
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
                        std::uint64_t seed) {
  if (!lesson.checkpoint) return train_model(lesson.settings, text, scheme, seed);
  std::cout << scheme << ": the model of " << lesson.checkpoint->path << ", after "
            << lesson.checkpoint->record.step << " steps; nothing is trained\n";
  Transformer model = lesson.checkpoint->model().with_scheme(scheme);
  print_options(scheme, model);
  return model;
}

}  // namespace whereabouts
