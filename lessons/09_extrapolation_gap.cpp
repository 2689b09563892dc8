// Lesson 09. The extrapolation gap: all side by side.
//
// Question  Trained on 64 characters at a time, which schemes still work on 1024, and which break?
// Run       make run
// All of it make report     every scheme of the textbook, three seeds, all protocols, tasks, a page
// within 0.2| alibi       2.60  2.51  2.51   2.52   2.53   2.53   2.54   2.54   2.54
// within 0.6| rope        2.35  2.23  2.23   2.24   2.24   3.46   6.48   6.22   6.28
// Try       1. Your own text: make run ARGS="--data my.txt"
//           2. Twice the training length: does the place where rope breaks move with it?
//           3. Write the gap over several seeds yourself: make exercise-09
#include <algorithm>
#include <iostream>

#include "evaluate/fixed_targets.h"
#include "evaluate/for_length.h"
#include "evaluate/protocols.h"
#include "experiment/full_report.h"
#include "experiment/length_curve.h"
#include "experiment/measure.h"
#include "experiment/results.h"
#include "experiment/seeds_table.h"
#include "lesson/curves.h"
#include "lesson/guess.h"
#include "lesson/lesson.h"
#include "report/svg.h"
#include "util/check.h"
#include "util/write_file.h"

using namespace whereabouts;

int main(int argc, char** argv) {
  Settings defaults;
  defaults.schemes = {"none", "sinusoidal", "learned", "rope", "alibi", "t5"};
  defaults.takes_documents = defaults.takes_seeds = defaults.watches_validation = true;
  FullReportFlags full;

  return run_lesson(
      argc, argv, "09_extrapolation_gap", "Schemes trained short and tested long, side by side.",
      defaults,
      [&](Lesson& lesson) {
        full.command = command_line(argc, argv);
        const Settings& s = lesson.settings;
        if (full.full) {
          check_user(s.documents == "none",
                     "--full is about running text; leave out either --full or --documents");
          check_user(s.keep == "last",
                     "--keep best is not for --full, which compares models after ",
                     "equally many steps");
          check_user(!lesson.checkpoint, "--full trains its own models; leave out --model");
          return full_report(s, load_lesson_text(lesson), full, lesson.out);
        }
        settle_protocols(full.measures, s);
        const Text text = load_lesson_text(lesson);
        check_room_for_stride(full.measures, text, s);
        const RepeatedNames repeated = names_to_measure(text, full.measures);
        const FixedTargets targets(text, s.longest());
        std::vector<ResultRow> rows;
        LengthCurves curves{.schemes = s.schemes, .trained_length = s.length};
        for (const std::string& scheme : s.schemes) {
          for (const std::uint64_t seed : seeds_from(s.seed, s.seeds)) {
            const Transformer model = train_model(lesson, text, scheme, seed);
            std::ranges::copy(measure(model, seed, text, repeated, s, full.measures),
                              std::back_inserter(rows));
            bool changed = false;
            for_length(model, targets.reach(s.longest()), &changed);
            if (changed && seed == s.seed) curves.clamped.push_back(scheme);
          }
        }
        // A model that uses the text before a character should predict it better than the n-gram
        // baseline, a table that looks at one character.
        const double baseline = targets.ngram_baseline(1);
        const auto& measured = full.measures.protocols;
        const bool has_fixed = std::ranges::find(measured, "fixed") != measured.end();
        for (const std::string& scheme : s.schemes) {
          if (has_fixed && bits_at(rows, scheme, s.length) > baseline)
            curves.unlearned.push_back(scheme);
        }
        std::string written;
        for (const std::filesystem::path& path : save_protocols(rows, lesson.out))
          written += (written.empty() ? "" : ", ") + path.string();
        if (has_fixed) {
          const auto plot = length_plot(rows, curves, "What happens beyond the training length");
          write_file(lesson.out / "gap.svg", svg_line_plot(in_gap_frame(lesson, text, plot)));
          written += ", " + (lesson.out / "gap.svg").string();
        }

        for (const std::string& name : full.measures.protocols) {
          if (!protocol_named(name).by_length()) continue;
          curves.protocol = name;
          const std::string seeds = over_seeds(s.seeds, name == "fixed" && s.documents == "none");
          if (name == "fixed") {
            std::cout << "\nBits per character at each length of context, always on the same "
                      << rows[0].scored << " characters" << seeds << ":\n\n"
                      << length_table(rows, curves)
                      << "\nThe gap: how much more than at the training length of " << s.length
                      << ":\n\n"
                      << length_table(rows, curves, "scheme", true) << documents_end(targets, s);
          } else {
            std::cout << "\nBits per character, protocol " << name << seeds << ":\n\n"
                      << length_table(rows, curves);
          }
          if (name == "sliding" && full.measures.stride > s.eval_lengths.front())
            std::cout << "\nA window shorter than the stride of " << full.measures.stride
                      << " moves on by its own length.\n";
        }
        for (const std::string& scheme : curves.clamped) {
          std::cout
              << "\n* " << scheme << " is not defined beyond " << s.length << "; evaluated as "
              << for_length(Transformer(s.model(text, scheme), 0), s.length + 1).config().scheme
              << "\n";
        }
        std::cout << unlearned_lines(rows, curves, baseline);
        if (lesson.guess && has_fixed)
          Guess(lesson, "how many lose less than 0.1 bits up to the longest length?")
              .compare(flat_schemes(rows, s.length, s.longest(), 0.1), 0);
        std::cout << "\nwritten: " << written << "\n";
      },
      [&](Flags& flags) { full.add_to(flags); });
}
