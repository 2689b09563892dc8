// Any settings varied, every combination run:
//
//   make vary ARGS="--vary length=32,64,128 --vary rope:base=500,10000"
//
// Each run leaves its result in runs/; a call that was stopped goes on where it was. The table, the
// heat map of the gap and the curves are of all runs that are finished.
#include <algorithm>
#include <iostream>

#include "experiment/full_report.h"
#include "experiment/grid.h"
#include "experiment/train_model.h"
#include "lesson/lesson.h"
#include "program/banner.h"
#include "program/output_folder.h"
#include "report/html.h"
#include "util/check.h"
#include "util/joined.h"
#include "util/write_file.h"

using namespace whereabouts;

namespace {

void write_page(const std::vector<Varied>& varied, const std::vector<CellResult>& results,
                const std::string& command, const std::filesystem::path& out) {
  HtmlPage page("Settings varied", "Every combination of: " + joined(varied, ", ", &Varied::name));
  const auto figure = [&](const std::string& name, const std::string& svg) {
    write_file(out / (name + ".svg"), svg);
    page.figure(svg, name + ".svg", command);
  };
  int number = 0;
  page.section("The gap");
  for (const HeatMap& map : grid_maps(varied, results))
    figure(concat("gap_", ++number), svg_heat_map(map));
  number = 0;
  page.section("Bits per character by the length of the context");
  for (const LinePlot& plot : grid_curves(varied, results))
    figure(concat("curves_", ++number), svg_line_plot(plot));
  page.section("Every number");
  page.code(grid_table(varied, results));
  write_file(out / "index.html", page.text());
}

void vary(Lesson& lesson, const std::vector<std::string>& texts, const std::string& shard,
          const std::string& command) {
  const Settings& s = lesson.settings;
  const std::vector<Varied> varied = parse_varied(texts);
  std::vector<Cell> cells = cells_of(s, varied);
  const Text text = load_lesson_text(lesson);
  const RepeatedNames no_names;
  for (Cell& cell : cells) {
    check_long_enough(text, cell.settings.length, cell.settings.longest());
    Transformer(cell.settings.model(text, cell.settings.schemes[0]), 0);  // refuses what cannot be
  }
  Sweep sweep =
      sweep_of(cells, text.name, text.checksum, output_folder((lesson.out / "runs").string()));
  std::tie(sweep.shard, sweep.shards) = parse_shard(shard);
  sweep.program = program_checksum("");
  std::vector<SizeOfRuns> sizes;
  for (const Cell& cell : cells)
    sizes.push_back({cell.settings, text.vocabulary_size(), cell.settings.seeds});
  check_memory_side_by_side(sizes);
  const auto cell_of = [&](const RunKey& key) -> const Cell& {
    return *std::ranges::find_if(cells, [&](const Cell& c) {
      return c.dataset == key.dataset && c.settings.schemes[0] == key.scheme;
    });
  };
  std::cout << sweep.runs.size() << " runs, part " << sweep.shard << " of " << sweep.shards << "\n";
  do_sweep(
      sweep,
      [&](const RunKey& key) {
        const Settings& own = cell_of(key).settings;
        const Transformer model = train_model(own, text, key.scheme, key.seed);
        return Run{.options = model.scheme_options(),
                   .command = command,
                   .rows = measure(model, key.seed, text, no_names, own, {})};
      },
      [](const std::string& line) { std::cout << line << std::endl; });

  const SweepResults found = collect(sweep);
  for (const std::string& line : found.notices) std::cout << "notice: " << line << "\n";
  std::vector<CellResult> results;
  for (const Cell& cell : cells) {
    CellResult result{cell, {}};
    for (const Run& run : found.runs) {
      if (&cell_of(run.key) == &cell)
        result.rows.insert(result.rows.end(), run.rows.begin(), run.rows.end());
    }
    if (!result.rows.empty()) results.push_back(result);
  }
  write_file(lesson.out / "grid.csv", grid_csv(varied, results));
  write_page(varied, results, command, lesson.out);
  std::cout << "\n"
            << grid_table(varied, results)
            << "\nBits per character, protocol fixed; the gap is how "
            << "much more at the longest than at the training length."
            << (s.seeds > 1 ? " Means over the seeds, with their 95 % interval." : "")
            << "\nwritten to " << lesson.out.string()
            << ": grid.csv and index.html, with its pictures\n";
}

}  // namespace

int main(int argc, char** argv) {
  Settings defaults;
  defaults.schemes = {"rope"};
  defaults.takes_seeds = true;
  std::vector<std::string> varied;
  std::string shard = "1/1";
  return run_lesson(
      argc, argv, "vary", "Settings varied, every combination run.", defaults,
      [&](Lesson& lesson) { vary(lesson, varied, shard, command_line(argc, argv)); },
      [&](Flags& flags) {
        flags.add_repeated("vary", varied,
                           "a setting and its values: length=32,64 (or steps, batch, width, heads, "
                           "layers, lr), or an option of a scheme: rope:base=500,10000");
        flags.add("shard", shard, "only part I of N of the runs");
      });
}
