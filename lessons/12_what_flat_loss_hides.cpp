// Lesson 12. What a flat loss hides.
//
// Question  A curve is flat up to 1024 characters. Does the model use them, or only survive them?
// Run       make 12
// Try       1. A third of the training: make 12 ARGS="--steps 1000". Are names still copied?
//           2. Models that cannot look far, or break: make 12 ARGS="--schemes window,rope"
//           3. Another text: make 12 ARGS="--data data/fables.txt". What can be said of it?
#include <iostream>

#include "12_names.h"
#include "evaluate/cropped.h"
#include "evaluate/fixed.h"
#include "evaluate/fixed_windows.h"
#include "evaluate/for_length.h"
#include "experiment/measure.h"
#include "lesson/far_text_pictures.h"
#include "lesson/guess.h"
#include "lesson/lesson.h"
#include "report/number.h"
#include "report/terminal.h"
#include "util/check.h"

using namespace whereabouts;

namespace {

std::string bits(const Score& score) { return format_fixed(score.bits_per_char, 3); }

// 1. The whole text compared with its last characters alone, for the same targets.
void against_cropped(const std::vector<Trained>& all, std::span<const Token> validation,
                     const Lesson& lesson) {
  const Settings& s = lesson.settings;
  const Guess guess(lesson, concat(all.back().scheme, " reads ", s.longest(),
                                   ": how many bits more than the last ", s.length, " alone?"));
  double brings = 0;
  const FixedWindows windows = fixed_windows(validation.size(), s.longest());
  TextTable table({"scheme", concat("fixed ", s.length), concat("fixed ", s.longest()),
                   concat("cropped to ", s.length), "what the rest brings"});
  for (const Trained& t : all) {
    const Transformer reader = for_length(t.model, s.longest());
    const Score home = score_fixed(t.model, validation, windows, s.length),
                far = score_fixed(reader, validation, windows, s.longest()),
                cut = score_cropped(t.model, validation, windows, s.longest(), s.length);
    brings = far.bits_per_char - cut.bits_per_char;
    table.row({t.scheme, bits(home), bits(far), bits(cut), format_signed(brings, 3)});
  }
  std::cout << "\n1. The honest baseline: all " << s.longest() << " characters, or the last "
            << s.length << " of them\n\n"
            << table.text()
            << "\nBelow zero the longer context helps, near zero it is merely survived.\n";
  guess.compare(brings, 0.2, 2);
}

void four_questions(Lesson& lesson) {
  const Settings& s = lesson.settings;
  const Text text = load_lesson_text(lesson);
  Split parts = split(text);
  if (s.quick && parts.validation.size() > 4'000) parts.validation = parts.validation.first(4'000);
  const RepeatedNames repeated = repeated_names_beside(text);
  std::vector<Trained> all;
  for (const std::string& scheme : s.schemes)
    all.push_back({scheme, train_model(lesson, text, scheme, s.seed)});

  against_cropped(all, parts.validation, lesson);
  const bool names = repeated_names_in(all, text, parts, repeated, lesson);
  show_receptive_fields(all, parts.validation, lesson);
  show_early_tokens(all.front(), parts.validation, lesson);
  std::cout << "\nOne seed; make recall has three of all schemes.\nwritten to "
            << lesson.out.string() << (names ? ": names.csv names.svg" : ":")
            << " receptive_field.svg position.svg\n"
               "next: make 13, tasks beside language\n";
}

}  // namespace

int main(int argc, char** argv) {
  Settings defaults;
  defaults.data = "data/playground.txt";  // names are copied in it, see data/README.md
  defaults.steps = 3000;
  defaults.schemes = {"alibi", "shaw"};
  defaults.eval_lengths = {64, 128, 256, 1024};
  return run_lesson(argc, argv, "12_what_flat_loss_hides",
                    "Does it use the context, or survive it?", defaults, four_questions);
}
