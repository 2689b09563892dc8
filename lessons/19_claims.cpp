// Lesson 19. Claims, measured.
//
// Question  Which claims of the textbook about positional encodings hold here?
// Run       make report, then make 19
// Try       1. A larger experiment: make report OUT=out/five ARGS="--seeds 5", then
//              make 19 ARGS="--seeds 5 --runs out/five/runs"
//           2. Which verdicts change with --width 128?
#include <algorithm>
#include <filesystem>
#include <iostream>

#include "experiment/arithmetic_claims.h"
#include "experiment/claims.h"
#include "experiment/full_report.h"
#include "experiment/speed_claim.h"
#include "lesson/guess.h"
#include "lesson/lesson.h"
#include "position/schemes.h"
#include "program/banner.h"
#include "program/output_folder.h"
#include "report/svg.h"
#include "util/write_file.h"

using namespace whereabouts;

namespace {

// Without a full experiment: a short run, too small to judge a claim by.
ReportSize short_look(bool quick) {
  return {
      .schemes = quick ? std::vector<std::string>{"none", "rope", "alibi"} : module_schemes(),
      .protocols =
          quick ? std::vector<std::string>{"fixed"} : std::vector<std::string>{"fixed", "cropped"},
      .tasks = {},
      .seeds = 1,
      .steps = quick ? 3 : 200,
      .eval_lengths = quick ? std::vector<int>{64, 128} : std::vector<int>{64, 80, 128, 256, 1024}};
}

bool holds_runs(const std::filesystem::path& folder) {
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(folder, none)) {
    if (entry.path().filename().string().starts_with("text-")) return true;
  }
  return false;
}

// The module's schemes, and those of the others that were run there.
std::vector<std::string> schemes_in(const std::filesystem::path& runs) {
  std::vector<std::string> schemes = module_schemes();
  for (const SchemeEntry& scheme : whereabouts::schemes()) {
    if (std::ranges::find(schemes, scheme.name) == schemes.end() &&
        std::filesystem::exists(runs / run_file_name({"text", scheme.name, 0})))
      schemes.push_back(scheme.name);
  }
  return schemes;
}

}  // namespace

int main(int argc, char** argv) {
  Settings defaults;
  defaults.schemes = module_schemes();
  defaults.takes_seeds = true;
  FullReportFlags flags;
  std::string runs = holds_runs("out/papers/runs") ? "out/papers/runs" : "out/report/runs";

  return run_lesson(
      argc, argv, "19_claims", "What is said about positions, held against numbers.", defaults,
      [&](Lesson& lesson) {
        flags.command = command_line(argc, argv);
        std::cout << "\nA claim holds here if it does for every seed, it does not if for none. "
                     "Another size may say otherwise.\n";
        std::vector<Claim> claims = arithmetic_claims();

        const Text text = load_lesson_text(lesson);
        const bool measured = !lesson.settings.quick && holds_runs(runs);
        ReportSize size = measured ? whole_report() : short_look(lesson.settings.quick);
        const std::filesystem::path folder =
            measured ? std::filesystem::path(runs) : output_folder((lesson.out / "runs").string());
        if (measured) size.schemes = schemes_in(folder);
        FullReport report(lesson.settings, flags, size, text, folder);
        if (measured) {
          std::cout << "The trained models are those of " << runs << ".\n";
        } else {
          std::cout
              << "There is no full experiment in " << runs
              << " (make report, a quarter to half an hour), so here is a short look: one seed, "
              << report.settings.steps << " steps.\n";
          report.sweep.program = program_checksum(argv[0]);
          report.do_runs(text, flags.command);
        }
        const SweepResults results = collect(report.sweep);
        for (const std::string& line : results.notices) std::cout << "notice: " << line << "\n";
        const Guess guess(lesson, "how many of the claims on trained models hold here?");
        const auto trained =
            trained_claims(results.runs, report.settings.length, report.settings.longest());
        claims.insert(claims.end(), trained.begin(), trained.end());
        guess.compare(holding(trained), 2);
        claims.push_back(speed_claim(text, lesson.settings));
        const auto papers =
            paper_claims(results.runs, report.settings.length, report.settings.longest());
        claims.insert(claims.end(), papers.begin(), papers.end());

        const std::vector<std::string> topics = {"order", "sinusoidal", "learned", "rope",
                                                 "alibi", "relative",   "choice",  "papers"};
        std::ranges::stable_sort(claims, {}, [&](const Claim& c) {
          return std::ranges::find(topics, c.topic) - topics.begin();
        });
        write_file(lesson.out / "claims.csv", claims_csv(claims));
        write_file(lesson.out / "snippet.svg", svg_line_plot(snippet_plot()));
        std::cout << claims_in_words(claims) << "\nwritten to " << lesson.out.string()
                  << ": claims.csv snippet.svg"
                  << "\nnext: make 20, a scheme of your own\n";
      },
      [&](Flags& all) {
        flags.add_to(all);
        all.add("runs", runs, "folder with the runs of a full experiment");
      });
}
