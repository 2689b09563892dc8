// Lesson 14. Positions that know the task.
//
// Question  A model learns to add numbers of up to 6 digits. What does it have to be told about
//           places to add numbers of 24?
// Run       make 14
// Try       1. Hints in place of positions: make 14 ARGS="--task sum-hints --schemes none,rope"
//           2. A wider window: make 14 ARGS="--schemes coupled:over=window:size=8"
//           3. Write the places yourself: make exercise-14
#include <algorithm>
#include <iostream>

#include "experiment/measure.h"
#include "experiment/seeds_table.h"
#include "experiment/task_map.h"
#include "lesson/guess.h"
#include "program/banner.h"
#include "program/flags.h"
#include "program/omp_wait_policy.h"
#include "program/output_folder.h"
#include "program/run_main.h"
#include "report/page.h"
#include "report/svg.h"
#include "report/terminal.h"
#include "util/check.h"
#include "util/write_file.h"

using namespace whereabouts;

namespace {

// 1, 2, 3 ... for the digits of a number, 0 for what is none: the idea of this lesson.
std::vector<int> place_in_number(const std::string& text) {
  std::vector<int> places;
  int place = 0;
  for (const char c : text) places.push_back(place = c >= '0' && c <= '9' ? place + 1 : 0);
  return places;
}

void show_places() {
  const std::string sum = "5804+3902=87160";
  std::vector<std::string> head = {"text"}, as_ever = {"where it stands"}, of_digit = {"its place"};
  const std::vector<int> places = place_in_number(sum);
  for (std::size_t i = 0; i < sum.size(); ++i) {
    head.push_back(sum.substr(i, 1));
    as_ever.push_back(std::to_string(i));
    of_digit.push_back(std::to_string(places[i]));
  }
  TextTable table(head);
  table.row(as_ever);
  table.row(of_digit);
  std::cout << heading("1. 4085 + 2093 = 6178, lowest digits first: where does a digit stand?")
            << table.text();
}

}  // namespace

int main(int argc, char** argv) {
  set_omp_wait_policy();
  return run_main("14_positions_that_know", [&] {
    std::string task_name = "sum", out = "out/14_positions_that_know";
    std::vector<std::string> schemes = {"rope", "coupled:over=rope", "coupled:over=window:size=3"};
    TaskSettings settings{.steps = 4000};
    std::uint64_t seed = 0;
    int seeds = 1, threads = 0;
    std::optional<double> guessed;
    bool quick = false;
    Flags flags("14_positions_that_know",
                "Numbers are added by schemes that know what a digit is.");
    flags.add("task", task_name, "sum, sum-hints or another one");
    flags.add("schemes", schemes, "positional schemes");
    flags.add("seed", seed, "seed of the first run");
    flags.add("seeds", seeds, "runs of each scheme, with seeds from --seed on", 1, 1000);
    flags.add("steps", settings.steps, "training steps", 1, 10'000'000);
    flags.add("threads", threads, "threads; 0: as many as there are processors", 0, 4096);
    flags.add("out", out, "folder for results");
    flags.add("quick", quick, "a few steps only, to see that everything works");
    flags.add("guess", guessed, "the number that you expect where the lesson says Predict");
    flags.parse(argc, argv);
    if (flags.help_wanted()) return std::cout << flags.help(), 0;
    if (quick) settings.steps = 20, settings.instances = 10;
    seeds_from(seed, seeds);  // refuses what is impossible before any work, as below
    const Task task = task_named(task_name);
    for (const std::string& scheme : schemes) Transformer(model_for(task, scheme, settings), 0);
    set_threads(threads);
    std::cout << banner() << "\n14_positions_that_know: trained on " << task.trained
              << " digits, tested on " << task.tested << "\n"
              << flags.settings() << "\n";
    const std::filesystem::path folder = output_folder(out);
    show_places();
    const Guess guess(
        lesson_for_guess("14_positions_that_know", folder, quick, guessed, argc),
        concat("the best adds ", task.trained, " digits without a mistake. What share ", "of ",
               task.tested, "-digit sums (0 to 1)?"));

    std::vector<ResultRow> rows;
    for (const std::string& scheme : schemes) {
      for (const std::uint64_t s : seeds_from(seed, seeds))
        std::ranges::copy(
            measure_task(train_task_model(task, scheme, s, settings), task, s, settings),
            std::back_inserter(rows));
    }
    save_tasks(rows, folder / "tasks.csv");
    write_file(folder / "exact.svg", svg_heat_map(task_map(rows, task, "exact", schemes)));
    std::cout << heading(concat("2. ", task.name, ": the share of instances without a mistake",
                                over_seeds(seeds)))
              << task_table(rows, task, "exact", schemes) << "\nand of characters right:\n\n"
              << task_table(rows, task, "character", schemes);
    const std::string unlearned = not_learned_in_words(rows, task.name, task.trained, schemes);
    if (!unlearned.empty()) std::cout << "\n! " << unlearned << "\n";
    guess.compare(best_at(rows, task, "exact", task.tested), 0.15, 2);
    if (quick)
      std::cout
          << "\n--quick: a few steps only, to see that everything works; these numbers are no "
             "result\n";
    std::cout << "\nwritten to " << folder.string()
              << ": tasks.csv exact.svg\nnext: make 15, text from a model\n";
    return 0;
  });
}
