#include "app/lesson.h"

#include <algorithm>
#include <iostream>

#include "app/banner.h"
#include "app/guard.h"
#include "app/output_folder.h"
#include "app/progress.h"
#include "position/schemes.h"
#include "report/terminal.h"
#include "util/check.h"

namespace whereabouts {
namespace {

// The corpus is looked for from the working directory, and then beside the build that the program
// belongs to.
std::string find_data(const std::string& path, const char* program) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  if (fs::exists(path, ignored) || fs::path(path).is_absolute()) return path;
  const fs::path beside_build = fs::path(program).parent_path() / ".." / ".." / path;
  return fs::exists(beside_build, ignored) ? beside_build.lexically_normal().string() : path;
}

void print_schemes() {
  TextTable table({"scheme", "what it does", "paper"});
  for (const SchemeEntry& e : schemes()) table.row({e.name, e.description, e.paper});
  std::cout << table.text() << "\nOptions follow the name: rope:base=500:layout=half\n";
}

// Refuses impossible settings before anything is loaded: a model of each scheme is built and thrown
// away.
void try_settings(const Settings& s) {
  for (const std::string& scheme : s.schemes) {
    Parameters parameters(0);
    require(s.width % s.heads == 0, "--width ", s.width, " can not be divided among --heads ",
            s.heads);
    make_scheme(scheme, s.width, s.heads, s.length, parameters);
  }
}

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

int Settings::longest() const { return std::max(length, *std::ranges::max_element(eval_lengths)); }

int run_lesson(int argc, char** argv, const std::string& name, const std::string& summary,
               Settings s, const std::function<void(Lesson&)>& body,
               const std::function<void(Flags&)>& more_flags) {
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
    flags.add("eval-lengths", s.eval_lengths, "lengths to evaluate at", FixedWindows::kTargets,
              1 << 20);
    flags.add("threads", s.threads, "threads; 0: as many as there are processors", 0, 4096);
    flags.add("out", s.out, "folder for results");
    flags.add("quick", s.quick, "a few steps only, to see that everything works");
    if (more_flags) more_flags(flags);
    flags.parse(argc, argv);
    if (flags.help_wanted()) return std::cout << flags.help(), 0;
    if (list_schemes) return print_schemes(), 0;

    if (s.quick) {
      if (!flags.given("steps")) s.steps = 40;
      if (!flags.given("eval-lengths"))
        std::erase_if(s.eval_lengths, [](int length) { return length > 256; });
    }
    try_settings(s);
    if (std::ranges::find(s.eval_lengths, s.length) == s.eval_lengths.end())
      s.eval_lengths.push_back(s.length);
    std::ranges::sort(s.eval_lengths);
    s.data = find_data(s.data, argv[0]);
    set_threads(s.threads);
    std::cout << banner() << "\n" << name << ": " << summary << "\n" << flags.settings() << "\n";
    Lesson lesson{name, s, output_folder(s.out)};
    body(lesson);
    return 0;
  });
}

Text load_lesson_text(const Lesson& lesson) {
  const Settings& s = lesson.settings;
  Text text = load_text(s.data);
  for (const std::string& notice : text.notices) std::cout << "notice: " << notice << "\n";
  const Split parts = split(text);
  std::cout << text.name << ": " << text.tokens.size() << " characters, " << text.vocabulary_size()
            << " different; " << parts.training.size() << " to train on, "
            << parts.validation.size() << " to evaluate on\n";
  require_long_enough(text, s.length, s.longest());
  return text;
}

Transformer train_model(const Lesson& lesson, const Text& text, const std::string& scheme,
                        std::uint64_t seed,
                        const std::function<void(int step, double loss)>& on_step) {
  const Settings& s = lesson.settings;
  Transformer model(s.model(text, scheme), seed);
  Trainer trainer(model, s.training(seed), split(text).training);
  Progress progress(scheme + (s.seeds > 1 ? " seed " + std::to_string(seed) : ""), s.steps);
  for (int step = 1; step <= s.steps; ++step) {
    const double loss = trainer.step();
    progress.update(step, loss, static_cast<long long>(step) * s.batch * s.length);
    if (on_step) on_step(step, loss);
  }
  return model;
}

Transformer for_length(const Transformer& model, int length, bool* changed) {
  const bool change = length > model.config().trained_length && !model.scheme().traits().any_length;
  if (changed) *changed = change;
  return change ? model.with_scheme(model.config().scheme + ":" + model.scheme().traits().beyond)
                : model.replica();
}

}  // namespace whereabouts
