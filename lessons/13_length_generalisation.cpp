// Lesson 13. Copy, reverse, add: length generalisation.
//
// Question  Is the ranking of schemes on tasks the same as on text?
// Run       make 13
// All of it make 13 ARGS="--tasks all --seeds 3"      some 9 minutes on two cores
// Try       1. A longer training length: make 13 ARGS="--trained 20". Does the cliff move?
//           2. Twice the steps. What gets better: the trained lengths, or the longer ones?
#include <iostream>

#include "experiment/measure.h"
#include "experiment/memory_need.h"
#include "experiment/seeds_table.h"
#include "experiment/task_map.h"
#include "lesson/guess.h"
#include "program/banner.h"
#include "program/flags.h"
#include "program/omp_wait_policy.h"
#include "program/output_folder.h"
#include "program/run_main.h"
#include "report/svg.h"
#include "util/check.h"
#include "util/write_file.h"

using namespace whereabouts;

int main(int argc, char** argv) {
  set_omp_wait_policy();
  return run_main("13_length_generalisation", [&] {
    std::vector<std::string> wanted = {"copy"};
    std::vector<std::string> schemes = {"none", "sinusoidal", "learned", "rope", "alibi", "t5"};
    TaskSettings settings;
    std::uint64_t seed = 0;
    int seeds = 1, trained = 0, threads = 0;
    std::string out = "out/13_length_generalisation";
    std::optional<double> guessed;
    bool quick = false;
    Flags flags("13_length_generalisation",
                "Tasks trained on short instances and tested on longer ones.");
    flags.add("tasks", wanted, concat("of ", task_names(), "; or all"));
    flags.add("schemes", schemes, "positional schemes");
    flags.add("seed", seed, "seed of the first run");
    flags.add("seeds", seeds, "runs of each scheme, with seeds from --seed on", 1, 1000);
    flags.add("steps", settings.steps, "training steps; 0: as many as the task needs", 0,
              10'000'000);
    flags.add("batch", settings.batch, "instances in a training step", 1, 65'536);
    flags.add("lr", settings.learning_rate, "learning rate at its highest", 1e-9, 10);
    flags.add("width", settings.width, "channels of the model", 1, 8192);
    flags.add("heads", settings.heads, "attention heads; must divide the width", 1, 1024);
    flags.add("layers", settings.layers, "layers", 1, 256);
    flags.add("trained", trained, "longest trained instance; 0: the task's own", 0, 1000);
    flags.add("instances", settings.instances, "instances to test with, at each length", 1,
              100'000);
    flags.add("threads", threads, "threads; 0: as many as there are processors", 0, 4096);
    flags.add("out", out, "folder for results");
    flags.add("quick", quick, "a few steps only, to see that everything works");
    flags.add("guess", guessed, "the number that you expect where the lesson says Predict");
    flags.parse(argc, argv);
    if (flags.help_wanted()) return std::cout << flags.help(), 0;
    if (quick) {
      if (!flags.given("steps")) settings.steps = 20;
      if (!flags.given("instances")) settings.instances = 10;
      if (!flags.given("schemes")) schemes = {"none", "alibi"};
    }
    seeds_from(seed, seeds);  // refuses what is impossible before any work, as below
    std::vector<Task> chosen = tasks_named(wanted);
    for (Task& task : chosen) {
      if (trained > 0) task.trained = trained, task.tested = 5 * trained;
      check_user(task.possible == 0 || task.tested <= task.possible, "--trained ", trained,
                 " is too much for ", task.name,
                 ", which is tested at five times that length and has ", "instances up to ",
                 task.possible);
      check_fits(least_need(size_for(task, schemes, settings), task.vocabulary(), true),
                 memory_limit());
      for (const std::string& scheme : schemes) Transformer(model_for(task, scheme, settings), 0);
    }
    set_threads(threads);
    std::cout << banner() << "\n13_length_generalisation: trained short, tested long\n"
              << flags.settings() << "\n";
    const std::filesystem::path folder = output_folder(out);
    for (const Task& task : chosen)
      check_memory(size_for(task, schemes, settings), task.vocabulary(), true);
    std::cout << "\nThe tasks, an instance of length 4 each:\n\n" << task_examples();
    const Task& first = chosen[0];
    const Guess guess(
        lesson_for_guess("13_length_generalisation", folder, quick, guessed, argc),
        concat(first.name, ", twice the trained length: what share of the characters ",
               "does\nthe best of them have right (0 to 1)?"));
    std::vector<ResultRow> rows;
    for (const Task& task : chosen) {
      for (const std::string& scheme : schemes) {
        for (const std::uint64_t s : seeds_from(seed, seeds)) {
          const Transformer model = train_task_model(task, scheme, s, settings);
          const auto found = measure_task(model, task, s, settings);
          rows.insert(rows.end(), found.begin(), found.end());
        }
      }
      save_tasks(rows, folder / "tasks.csv");
      for (const char* kind : {"character", "exact"})
        write_file(folder / concat(task.name, "_", kind, ".svg"),
                   svg_heat_map(task_map(rows, task, kind, schemes)));
      std::cout << "\n"
                << task.name << ", trained on lengths 1 to " << task.trained
                << ": share of characters right" << over_seeds(seeds) << "\n\n"
                << task_table(rows, task, "character", schemes) << "\n"
                << task.name << ": share of instances without a mistake" << over_seeds(seeds)
                << "\n\n"
                << task_table(rows, task, "exact", schemes);
      const std::string unlearned = not_learned_in_words(rows, task.name, task.trained, schemes);
      if (!unlearned.empty()) std::cout << "\n! " << unlearned << "\n";
    }
    guess.compare(best_at(rows, first, "character", 2 * first.trained), 0.1, 2);
    if (quick)
      std::cout << "\n--quick: a few steps only, to see that everything works; these numbers are "
                   "no result\n";
    std::cout << "\nwritten: " << (folder / "tasks.csv").string()
              << " and the heat maps beside it\nnext: make 14, positions that know the task\n";
    return 0;
  });
}
