#include "lesson/your_own_scheme.h"

#include <algorithm>
#include <chrono>
#include <iostream>
#include <iterator>
#include <optional>

#include "check/contract.h"
#include "evaluate/for_length.h"
#include "experiment/length_curve.h"
#include "experiment/model_pictures.h"
#include "experiment/results.h"
#include "lesson/curves.h"
#include "lesson/guess.h"
#include "lesson/lesson.h"
#include "nn/inspect.h"
#include "report/number.h"
#include "report/page.h"
#include "report/svg.h"
#include "util/check.h"
#include "util/file.h"
#include "util/read_number.h"
#include "util/write_file.h"

namespace whereabouts {
namespace {

// Returns how many of the questions the scheme fails.
int examine_scheme(const std::string& scheme) {
  std::cout << heading("1. The contract");
  const auto start = std::chrono::steady_clock::now();
  int asked = 0, failed = 0;
  for (const ContractQuestion& question : contract()) {
    if (!question.quick) continue;
    const Finding finding = ask(question.name, scheme);
    ++asked;
    failed += !finding.passed;
    std::string name = question.name;
    name.resize(12, ' ');
    std::cout << name << (finding.passed ? " pass  " : " FAIL  ") << finding.answer << std::endl;
    if (!finding.passed)
      std::cout << std::string(19, ' ') << "wanted: " << question.meaning << "\n";
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  std::cout << "\n"
            << asked - failed << " of " << asked << " kept, in " << format_fixed(seconds.count(), 1)
            << " s\n";
  return failed;
}

// All that the curves of the others depend on.
std::string settings_of(const Lesson& lesson, const Text& text) {
  return concat("text ", text.checksum, " seed ", lesson.settings.seed, " ",
                lesson.settings.of_runs());
}

// What an earlier run with the same settings left: a line of settings, then the rows.
std::vector<ResultRow> known_rows(const std::filesystem::path& file, const std::string& settings) {
  std::error_code none;
  if (!std::filesystem::exists(file, none)) return {};
  const std::string text = read_file(file.string(), "the curves of other schemes");
  const std::string head = settings + "\n";
  if (!text.starts_with(head)) return {};
  try {
    return rows_from(std::string_view(text).substr(head.size()), file.string());
  } catch (const UserError&) {
    return {};  // damaged: they are trained anew
  }
}

std::vector<ResultRow> trained(const Lesson& lesson, const Text& text, const std::string& scheme,
                               std::optional<Transformer>* keep = nullptr) {
  Transformer model = train_model(lesson, text, scheme, lesson.settings.seed);
  std::vector<ResultRow> rows = measure_lengths(lesson, scheme, model, text);
  if (keep) keep->emplace(std::move(model));
  return rows;
}

}  // namespace

int run_your_own_scheme(int argc, char** argv, const SchemeEntry& scheme) {
  const AddedScheme row(scheme);
  Settings defaults;
  defaults.schemes = {"none", "sinusoidal", "rope", "alibi"};
  defaults.steps = 400;
  defaults.eval_lengths = {32, 64, 96, 128, 256, 512};
  bool fresh = false;
  int broken = 0;

  const int exit_code = run_lesson(
      argc, argv, "20_your_own_scheme",
      "Your own scheme: examined, trained, and drawn beside others.", defaults,
      [&](const Lesson& lesson) {
        const Settings& s = lesson.settings;
        const std::string mine = scheme.name;
        std::cout << "\n" << mine << ": " << scheme.description << " (" << scheme.paper << ")\n";
        broken = examine_scheme(mine);
        if (broken > 0) {
          std::cout << "\nMend the first that fails, and run  make 20  again. It is not trained "
                       "before that.\n";
          return;
        }

        std::cout << heading("2. Trained short, tested long");
        const Text text = load_lesson_text(lesson);
        check_enough_for_pictures(text);
        std::optional<Transformer> model;
        const Guess guess(
            lesson, concat("how many bits per character will yours need at ", s.longest(), "?"));
        std::vector<ResultRow> rows = trained(lesson, text, mine, &model);
        guess.compare(rows.back().bits_per_char, 0.2, 2);
        save_results(rows, lesson.out / "gap.csv");
        std::cout << "\n" << length_table(rows, {.trained_length = s.length}, "bits per character");

        const std::filesystem::path file = lesson.out / "others.csv";
        const std::string settings = settings_of(lesson, text);
        const std::vector<ResultRow> known =
            fresh ? std::vector<ResultRow>() : known_rows(file, settings);
        std::vector<ResultRow> others;
        bool new_ones = false;
        for (const std::string& other : s.schemes) {
          std::vector<ResultRow> found;
          std::ranges::copy_if(known, std::back_inserter(found), [&](const ResultRow& known_row) {
            return known_row.scheme == other;
          });
          if (found.empty()) {
            if (!std::exchange(new_ones, true))
              std::cout << "\nNow the others; the next time they are read from " << file.string()
                        << "." << std::endl;
            found = trained(lesson, text, other);
          }
          std::ranges::copy(found, std::back_inserter(others));
        }
        if (new_ones) write_file(file, settings + "\n" + all_columns(others));
        std::ranges::copy(others, std::back_inserter(rows));

        std::cout << "\n";
        show_curves(lesson, rows, mine + ", beside others");

        const Tensor added =
            added_by_distance(for_length(*model, 256), split(text).validation.first(256), 129);
        write_file(lesson.out / "adds.svg",
                   svg_heat_map(added_map({mine, added}, "First layer, averaged over a text")));
        std::cout << "\nwritten to " << lesson.out.string() << ": gap.svg gap.csv adds.svg\n"
                  << "next: move your class to src/position/ and give it a row in schemes.cpp\n";
      },
      [&](Flags& flags) { flags.add("fresh", fresh, "train the other schemes anew"); });
  return exit_code != 0 ? exit_code : broken > 0 ? 1 : 0;
}

}  // namespace whereabouts
