#include "experiment/full_report.h"

#include <chrono>
#include <iostream>
#include <map>

#include "evaluate/cost.h"
#include "evaluate/for_length.h"
#include "evaluate/protocols.h"
#include "experiment/model_pictures.h"
#include "experiment/report_sections.h"
#include "experiment/train_model.h"
#include "program/banner.h"
#include "program/output_folder.h"
#include "report/number.h"
#include "report/terminal.h"
#include "train/checkpoint.h"
#include "util/check.h"
#include "util/joined.h"

namespace whereabouts {
namespace {

using SteadyClock = std::chrono::steady_clock;
double seconds_since(SteadyClock::time_point start) {
  return std::chrono::duration<double>(SteadyClock::now() - start).count();
}

// A few steps of three schemes, to see that everything works: some 15 seconds.
ReportSize quick_report() {
  ReportSize size = whole_report();
  size.schemes = {"none", "rope", "alibi"};
  size.tasks.resize(1);
  size.seeds = 1;
  size.steps = size.task_steps = size.instances = 40;
  return size;
}

}  // namespace

const std::vector<std::string>& module_schemes() {
  static const std::vector<std::string> names = {
      "none", "sinusoidal", "learned", "rope", "alibi", "t5", "shaw", "transformer-xl", "deberta"};
  return names;
}

std::string command_line(int argc, char** argv) {
  return joined(std::span(argv, static_cast<std::size_t>(argc)), " ");
}

std::filesystem::path model_file(const std::filesystem::path& runs, const std::string& scheme,
                                 std::uint64_t seed) {
  const std::string run = run_file_name({"text", scheme, seed});
  return runs / (run.substr(0, run.rfind('.')) + ".safetensors");
}

// Of the tasks, those of the module.
ReportSize whole_report() {
  ReportSize size{.schemes = module_schemes(),
                  .protocols = {},
                  .tasks = {"copy", "reverse", "addition", "parity", "recall"}};
  for (const Protocol& protocol : protocols()) size.protocols.push_back(protocol.name);
  return size;
}

void FullReportFlags::add_to(Flags& all) {
  flags = &all;
  all.add("protocols", measures.protocols, "of " + protocol_names());
  all.add("stride", measures.stride, "characters scored by a window of protocol sliding", 1,
          65'536);
  all.add("full", full,
          "the whole experiment: all schemes of the module, 3 seeds, all protocols, the tasks, "
          "and a page; takes over what is finished");
  all.add("tasks", tasks, concat("with --full: of ", task_names(), "; or none"));
  all.add("shard", shard,
          "with --full: only part I of N of the runs; without it, programs that are given the same "
          "--out share the runs among them");
  all.add("fresh", fresh, "with --full: measure again what is finished");
}

FullReport::FullReport(const Settings& given, const FullReportFlags& flags, const ReportSize& size,
                       const Text& text, const std::filesystem::path& runs)
    : settings(given), measures(flags.measures), tasks(flags.tasks) {
  if (!flags.given("schemes")) settings.schemes = size.schemes;
  if (!flags.given("seeds")) settings.seeds = size.seeds;
  if (!flags.given("steps") && size.steps > 0) settings.steps = size.steps;
  if (!flags.given("eval-lengths") && !size.eval_lengths.empty())
    settings.eval_lengths = size.eval_lengths;
  if (!flags.given("protocols")) measures.protocols = size.protocols;
  for (const std::string& name : measures.protocols) protocol_named(name);
  measures.extensions = {"rope:scaling=pi", "rope:scaling=ntk", "rope:scaling=dynamic-ntk",
                         "rope:scaling=yarn"};
  if (!flags.given("tasks")) tasks = size.tasks;
  std::erase(tasks, "none");
  for (const std::string& task : tasks) task_named(task);
  task_settings = {.width = settings.width,
                   .heads = settings.heads,
                   .layers = settings.layers,
                   .steps = size.task_steps,
                   .instances = size.instances};

  sweep.folder = runs;
  std::tie(sweep.shard, sweep.shards) = parse_shard(flags.shard);
  sweep.take_over = !flags.fresh;
  std::vector<std::string> datasets = tasks;
  datasets.insert(datasets.begin(), "text");
  for (const std::string& dataset : datasets) {
    for (const std::uint64_t seed : seeds_from(settings.seed, settings.seeds))
      for (const std::string& scheme : settings.schemes)
        sweep.runs.push_back({dataset, scheme, seed});
  }
  const Settings& s = settings;
  const std::string sizes =
      concat("--width ", s.width, " --heads ", s.heads, " --layers ", s.layers);
  const std::string of_text = concat(s.of_runs(), " --protocols ", joined(measures.protocols, ","),
                                     " --stride ", measures.stride);
  sweep.conditions = [=, of_task = task_settings, name = text.name,
                      checksum = text.checksum](const std::string& dataset) {
    if (dataset == "text") return RunConditions{version(), of_text, name, checksum};
    const Task& task = task_named(dataset);
    return RunConditions{
        version(),
        concat(sizes, " --steps ", of_task.steps_of(task), " --batch ", of_task.batch, " --lr ",
               shortest(of_task.learning_rate), " --trained ", task.trained, " --tested ",
               task.tested, " --instances ", of_task.instances),
        "generated", 0};
  };
}

std::vector<SizeOfRuns> FullReport::to_do(const Text& text) const {
  std::map<std::pair<std::string, std::string>, int> count;  // of a dataset and a scheme
  for (std::size_t i = 0; i < sweep.runs.size(); ++i) {
    const RunKey& key = sweep.runs[i];
    const bool mine = i % sweep.shards == static_cast<std::size_t>(sweep.shard) - 1;
    std::error_code ignored;
    if (mine &&
        !(sweep.take_over && std::filesystem::exists(sweep.folder / run_file_name(key), ignored)))
      ++count[{key.dataset, key.scheme}];
  }
  std::vector<SizeOfRuns> kinds;
  for (const auto& [what, runs] : count) {
    const auto& [dataset, scheme] = what;
    if (dataset == "text") {
      kinds.push_back({settings, text.vocabulary_size(), runs});
      kinds.back().settings.schemes = {scheme};
    } else {
      const Task& task = task_named(dataset);
      kinds.push_back({size_for(task, {scheme}, task_settings), task.vocabulary(), runs});
    }
  }
  return kinds;
}

void FullReport::do_runs(const Text& text, const std::string& command) const {
  Settings own = settings;
  own.watches_validation = false;  // the page marks what was not learned
  const RepeatedNames repeated = names_to_measure(text, measures);
  check_room_for_stride(measures, text, settings);
  check_memory_side_by_side(to_do(text));
  const auto on_text = [&](const RunKey& key) {
    const auto start = SteadyClock::now();
    const Transformer model = train_model(own, text, key.scheme, key.seed);
    const double trained = seconds_since(start);
    Run run{.options = model.scheme_options(), .command = command};
    run.rows = measure(model, key.seed, text, repeated, settings, measures);
    run.notes = {{"parameters", static_cast<double>(model.parameters().size())},
                 {"training_seconds", trained},
                 {"training_tokens_per_second",
                  static_cast<double>(settings.steps) * settings.batch * settings.length / trained},
                 {"measuring_seconds", seconds_since(start) - trained}};
    if (key.seed == settings.seed) {  // the same for every seed
      const MemoryCost memory =
          memory_cost(for_length(model, settings.longest()), settings.length, settings.longest());
      run.notes["training_bytes"] = static_cast<double>(memory.training);
      run.notes["reading_bytes"] = static_cast<double>(memory.reading);
      const std::filesystem::path file = model_file(sweep.folder, key.scheme, key.seed);
      write_checkpoint(file,
                       {.model = model.config(),
                        .scheme_options = model.scheme_options(),
                        .vocabulary = text.vocabulary,
                        .training = settings.training(key.seed),
                        .data = text.name,
                        .text_checksum = text.checksum,
                        .last_step = settings.steps,
                        .step = settings.steps,
                        .loss = {}},
                       model);
    }
    return run;
  };
  const auto on_task = [&](const RunKey& key) {
    const Task& task = task_named(key.dataset);
    const auto start = SteadyClock::now();
    const Transformer model = train_task_model(task, key.scheme, key.seed, task_settings);
    Run run{.options = model.scheme_options(), .command = command};
    run.notes["training_seconds"] = seconds_since(start);
    run.rows = measure_task(model, task, key.seed, task_settings);
    return run;
  };
  do_sweep(
      sweep, [&](const RunKey& key) { return key.dataset == "text" ? on_text(key) : on_task(key); },
      [](const std::string& line) { std::cout << line << std::endl; });
}

void full_report(const Settings& settings, const Text& text, const FullReportFlags& flags,
                 const std::filesystem::path& out) {
  check_enough_for_pictures(text);
  FullReport report(settings, flags, settings.quick ? quick_report() : whole_report(), text,
                    output_folder((out / "runs").string()));
  report.sweep.program = program_checksum("");
  std::cout << report.sweep.runs.size() << " runs, part " << report.sweep.shard << " of "
            << report.sweep.shards << "; each leaves its result in " << report.sweep.folder.string()
            << "\n";
  report.do_runs(text, flags.command);

  const SweepResults results = collect(report.sweep);
  for (const std::string& line : results.notices) std::cout << "notice: " << line << "\n";
  if (results.runs.empty()) return;
  ReportPage page(report, text, results, out);
  const std::vector<std::string>& tables = page.write(text);
  std::cout << "\nwritten: " << (out / "index.html").string() << ", its plots as SVG, and "
            << joined(tables) << "\n";
}

}  // namespace whereabouts
