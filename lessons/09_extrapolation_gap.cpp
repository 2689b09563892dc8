// Lesson 09. The extrapolation gap: all side by side.
//
// Question  Trained on 64 characters at a time, which schemes still work on 1024, and which break?
// Run       make run
// All of it make report     every scheme of the textbook, three seeds, all protocols, tasks, a page
// within 0.2| alibi       2.56  2.48  2.49   2.49   2.50   2.50   2.51   2.51   2.51
// within 0.6| rope        2.34  2.24  2.24   2.24   2.25   3.47   6.40   6.15   6.22
// Try       1. Your own text: make run ARGS="--data my.txt"
//           2. Twice the training length: does the place where rope breaks move with it?
//           3. Write the gap over several seeds yourself: make exercise-09
#include <algorithm>
#include <iostream>

#include "app/experiment.h"
#include "app/full_report.h"
#include "app/lesson.h"
#include "evaluate/fixed_targets.h"
#include "evaluate/results.h"
#include "report/number.h"
#include "report/svg.h"
#include "report/terminal.h"
#include "util/check.h"
#include "util/write_file.h"

using namespace whereabouts;

namespace {

// Bits per character, a row for each scheme and a column for each length; `relative` subtracts the
// value at the training length. Several seeds take three rows: their median and their extremes. A
// star marks what is not defined beyond the training length, and '!' what was not learned at it.
struct Marks {
  std::vector<std::string> clamped = {}, unlearned = {};
};
std::string table(const Settings& s, const std::vector<ResultRow>& rows,
                  const std::string& protocol, const Marks& marks, bool relative) {
  const auto in = [](const std::vector<std::string>& list, const std::string& scheme) {
    return std::ranges::find(list, scheme) != list.end();
  };
  const bool several = s.seeds > 1;
  std::vector<std::string> header = {"scheme"};
  if (several) header.push_back("seeds");
  for (const int length : s.eval_lengths) header.push_back(std::to_string(length));
  TextTable text(header);
  for (const std::string& scheme : s.schemes) {
    const auto add_row = [&](const std::string& name, const std::string& of_seeds,
                             double Spread::*value) {
      std::vector<std::string> cells = {name};
      if (several) cells.push_back(of_seeds);
      for (const int length : s.eval_lengths) {
        const RowKey here{scheme, protocol, length}, home{scheme, protocol, s.length};
        const std::vector<double> found =
            relative ? differences(rows, here, home) : values(rows, here);
        if (found.empty()) {  // such as cropped, within the training length
          cells.push_back("-");
          continue;
        }
        const double bits = spread(found).*value;
        const char* mark = length > s.length && in(marks.clamped, scheme)      ? "*"
                           : length == s.length && in(marks.unlearned, scheme) ? "!"
                                                                               : "";
        const std::string number = fixed(bits, 2);
        const bool plus = relative && number[0] != '-';
        cells.push_back(sentence(plus ? "+" : "", number, mark));
      }
      text.row(cells);
    };
    add_row(scheme, "median", &Spread::median);
    if (several) {
      add_row("", "lowest", &Spread::low);
      add_row("", "highest", &Spread::high);
    }
  }
  return text.text();
}

}  // namespace

int main(int argc, char** argv) {
  Settings defaults;
  defaults.schemes = {"none", "sinusoidal", "learned", "rope", "alibi", "t5"};
  defaults.takes_documents = true;
  defaults.watches_validation = true;
  FullReportFlags full;

  return run_lesson(
      argc, argv, "09_extrapolation_gap", "Schemes trained short and tested long, side by side.",
      defaults,
      [&](Lesson& lesson) {
        full.command = command_line(argc, argv);
        const Settings& s = lesson.settings;
        require(!full.full || s.documents == "none", "--full is about running text; leave out ",
                "either --full or --documents");
        if (full.full) return full_report(lesson, full);
        check_protocols(full.measures.protocols, s.documents);
        const Text text = load_lesson_text(lesson);
        const Recalls recalls = recalls_beside(text);

        std::vector<ResultRow> rows;
        Marks marks;
        std::vector<std::string>& clamped = marks.clamped;
        for (const std::string& scheme : s.schemes) {
          for (const std::uint64_t seed : seeds_from(s.seed, s.seeds)) {
            const Transformer model = train_model(lesson, text, scheme, seed);
            const auto found = measure(model, seed, text, recalls, s, full.measures);
            rows.insert(rows.end(), found.begin(), found.end());
            bool changed = false;
            for_length(model, FixedTargets(text, s.longest()).reach(s.longest()), &changed);
            if (changed && std::ranges::find(clamped, scheme) == clamped.end())
              clamped.push_back(scheme);
          }
        }

        save_results(rows, lesson.out / "results.csv");
        std::string written = (lesson.out / "results.csv").string();
        const auto measured = [&](const char* protocol) {
          return std::ranges::find(full.measures.protocols, protocol) !=
                 full.measures.protocols.end();
        };
        if (measured("position")) {
          save_positions(rows, lesson.out / "position.csv");
          written += ", " + (lesson.out / "position.csv").string();
        }
        if (measured("recall")) {
          save_recalls(rows, lesson.out / "recall.csv");
          written += ", " + (lesson.out / "recall.csv").string();
        }
        if (measured("fixed")) {
          write_file(lesson.out / "gap.svg", svg_line_plot(gap_plot(rows, s, s.schemes)));
          written += ", " + (lesson.out / "gap.svg").string();
        }

        // Whoever sees the text before it should foretell more than a table that sees one character.
        const double pairs = FixedTargets(text, s.longest()).counted(1);
        const auto at_home = [&](const std::string& scheme) {
          return spread(values(rows, {scheme, "fixed", s.length})).median;
        };
        if (measured("fixed")) {
          for (const std::string& scheme : s.schemes)
            if (at_home(scheme) > pairs) marks.unlearned.push_back(scheme);
        }

        const std::string seeds =
            s.seeds > 1 ? ", median and extremes of " + std::to_string(s.seeds) + " seeds" : "";
        for (const std::string& protocol : full.measures.protocols) {
          if (protocol == "position" || protocol == "recall") continue;
          if (protocol == "fixed") {
            std::cout << "\nBits per character at each length of context, always on the same "
                      << rows[0].scored << " characters" << seeds << ":\n\n"
                      << table(s, rows, protocol, marks, false)
                      << "\nThe gap: how much more than at the training length of " << s.length
                      << ":\n\n"
                      << table(s, rows, protocol, marks, true)
                      << documents_end(FixedTargets(text, s.longest()), s);
          } else {
            std::cout << "\nBits per character, protocol " << protocol << seeds << ":\n\n"
                      << table(s, rows, protocol, {.clamped = clamped}, false);
          }
        }
        for (const std::string& scheme : clamped) {
          std::cout
              << "\n* " << scheme << " is not defined beyond " << s.length << "; evaluated as "
              << for_length(Transformer(s.model(text, scheme), 0), s.length + 1).config().scheme
              << "\n";
        }
        for (const std::string& scheme : marks.unlearned) {
          std::cout << "\n! " << scheme << " has " << fixed(at_home(scheme), 2) << " bits at "
                    << s.length << ", and a mere table of what follows each character "
                    << fixed(pairs, 2) << ": it has learned less than that, or its text by heart, "
                    << "so its gap means nothing\n";
        }
        std::cout << "\nwritten: " << written << "\n";
      },
      [&](Flags& flags) { full.add_to(flags); });
}
