// Lesson 16. Encoders and images.
//
// Question  Where the length never changes, is a learned table good enough, as BERT's and ViT's
//           makers thought? And is a picture a line of patches or a grid of them?
// Run       make 16
// within 15| 100.0 %  as a grid of 8 by 8
// Try       1. A tenth of the training: make 16 ARGS="--picture-steps 40"
//           2. Biases by distance: make 16 ARGS="--schemes none,alibi,t5"
//           3. Stretch a table over a larger picture yourself: make exercise-16
#include <algorithm>
#include <functional>
#include <iostream>

#include "evaluate/example_score.h"
#include "evaluate/measurement.h"
#include "experiment/memory_need.h"
#include "experiment/model_pictures.h"
#include "experiment/results.h"
#include "lesson/lesson.h"
#include "position/learned_2d.h"
#include "position/rope_2d.h"
#include "position/schemes.h"
#include "program/progress.h"
#include "report/number.h"
#include "report/page.h"
#include "report/svg.h"
#include "text/masked.h"
#include "text/pictures.h"
#include "train/trainer.h"
#include "util/file.h"
#include "util/write_file.h"

using namespace whereabouts;

namespace {

constexpr int kSide = 8, kLargerSide = 12;  // patches in a row of a picture

// Rope turns half of a head's pairs by the row and half by the column, which takes whole pairs.
std::vector<std::string> of_pictures(const Settings& s) {
  std::vector<std::string> schemes = {"none", "sinusoidal", "learned", "learned-2d"};
  if (s.width / s.heads % 4 == 0) {
    schemes.push_back("rope-2d");
    schemes.push_back("rope-2d:kind=mixed");
  }
  return schemes;
}

Transformer encoder(const Settings& s, int vocabulary, const std::string& scheme, int length) {
  return Transformer({.vocabulary = vocabulary,
                      .width = s.width,
                      .heads = s.heads,
                      .layers = s.layers,
                      .trained_length = length,
                      .scheme = scheme,
                      .causal = false},
                     s.seed);
}

// Trains on new examples in each step.
void train(Transformer& model, const Settings& s, int steps, const std::string& what,
           const std::function<std::vector<Example>()>& new_examples) {
  Trainer trainer(
      model, {.steps = steps, .batch = s.batch, .learning_rate = s.learning_rate, .seed = s.seed},
      {});
  Progress progress(what, steps);
  const long long tokens = s.batch * model.config().trained_length;
  for (int step = 1; step <= steps; ++step)
    progress.update(step, trainer.step(new_examples()), step * tokens);
}

void masked_characters(const Lesson& lesson) {
  std::cout << heading("1. Fill in the gaps");
  const Settings& s = lesson.settings;
  const Text text = load_lesson_text(lesson);
  const Split parts = split(text);
  const Token mask = text.vocabulary_size();  // one more than the text has
  Random random(s.seed, "a sample");
  const Example sample = masked_windows(parts.validation, 1, s.length, mask, random)[0];
  Random test_random(0, "masked windows");  // the same windows for every model
  const std::vector<Example> tested =
      masked_windows(parts.validation, s.quick ? 20 : 500, s.length, mask, test_random);
  std::vector<char32_t> with_mask = text.vocabulary;
  with_mask.push_back(U'_');

  TextTable table({"positions", "bits per hidden character", "right", "the sample"});
  std::vector<ResultRow> rows;
  table.row({"", "", "", decode(with_mask, sample.inputs)});
  for (const std::string& scheme : s.schemes) {
    Transformer model = encoder(s, mask + 1, scheme, s.length);
    Random stream(s.seed, "masked");
    train(model, s, s.steps, scheme,
          [&] { return masked_windows(parts.training, s.batch, s.length, mask, stream); });
    const Score score = score_examples(model, tested).targets;
    rows.push_back(row_of(model, s.seed, "masked", s.length, score));
    table.row({scheme, format_fixed(score.bits_per_char, 2),
               format_fixed(100 * score.accuracy, 0) + " %",
               decode(text.vocabulary, filled_in(model, sample, mask))});
  }
  write_file(lesson.out / "masked.csv", csv_of(rows, {"scheme", "seed", "protocol", "length",
                                                      "bits_per_char", "accuracy", "scored"}));
  std::cout << "\n" << table.text();
}

// The same weights for larger pictures. What is learned for each place is stretched, either along
// lines or, where it belongs to a grid of places, as a grid.
Transformer enlarged(const Transformer& model, const Settings& s, bool as_grid) {
  Transformer larger = encoder(s, kPatches, model.config().scheme, kLargerSide * kLargerSide);
  larger.parameters().take_values(model.parameters());
  for (const auto& e : larger.parameters().entries()) {
    if (!e.name.starts_with("position.")) continue;
    const Tensor& table = model.parameters().at(e.name);
    if (table.shape() == e.tensor.shape()) continue;  // not for each place
    const Tensor stretched = as_grid ? resized_grid(table, kSide, kSide, kLargerSide, kLargerSide)
                                     : resized_grid(table, 1, table.dim(0), 1, e.tensor.dim(0));
    std::ranges::copy(stretched.numbers(), e.tensor.data());
  }
  return larger;
}

void pictures(const Lesson& lesson, int steps) {
  const Settings& s = lesson.settings;
  std::cout << heading(
      "2. A picture asks each of its patches: on which side of the square are you?");
  Random random(s.seed, "a picture");
  for (const std::string& line : drawn_with_answers(random_picture(kSide, random)))
    std::cout << line << "\n";
  std::cout << "\nright: left, right, above, below; a dot where two are as true\n\n";

  const auto tested = [&](int side) {  // the same pictures for every model
    Random test_random(0, "pictures to test with");
    return random_pictures(s.quick ? 4 : 200, side, test_random);
  };
  const std::vector<int> stages = {std::max(1, steps / 8), std::max(1, steps / 4), steps};
  TextTable table({"positions", concat("after ", stages[0], " steps"), concat(stages[1]),
                   concat(stages[2]), "12 by 12", "its table was stretched"});
  std::vector<ResultRow> rows;
  for (const std::string& scheme : of_pictures(s)) {
    std::vector<std::string> cells = {scheme};
    const auto add = [&](const Transformer& tried, int side, const std::string& kind) {
      const Score score = score_examples(tried, tested(side), std::ssize(kSides)).targets;
      cells.push_back(format_fixed(100 * score.accuracy, 1) + " %");
      rows.push_back(row_of(tried, s.seed, "pictures", side * side, score));
      rows.back().kind = kind;
    };
    Transformer model = encoder(s, kPatches, scheme, kSide * kSide);
    for (const int stage : stages) {  // each from the start, so that each ends with small steps
      model = encoder(s, kPatches, scheme, kSide * kSide);
      Random stream(s.seed, "pictures");
      train(model, s, stage, scheme + ", pictures",
            [&] { return random_pictures(s.batch, kSide, stream); });
      add(model, kSide, concat("after ", stage, " steps"));
    }
    const std::string how = scheme == "learned"      ? "as one line of 64 places"
                            : scheme == "learned-2d" ? "its rows and its columns"
                                                     : "it has none";
    add(enlarged(model, s, false), kLargerSide, how);
    cells.push_back(how);
    table.row(cells);
    if (scheme == "learned") {
      cells = {"", "", "", ""};
      add(enlarged(model, s, true), kLargerSide, "as a grid of 8 by 8");
      cells.push_back(rows.back().kind);
      table.row(cells);
    }
    if (scheme != "none" && !scheme.starts_with("rope"))
      write_file(lesson.out / ("likeness_" + name_for_file(scheme) + ".svg"),
                 svg_heat_map(address_map(model, kSide, 2, 5)));
  }
  write_file(lesson.out / "pictures.csv",
             csv_of(rows, {"scheme", "seed", "protocol", "length", "kind", "accuracy", "scored"}));
  std::cout << table.text();
  if (of_pictures(s).size() == 4)
    std::cout << "\nrope-2d is left out: it takes heads whose width is a multiple of 4\n";
}

void lesson_16(Lesson& lesson, int picture_steps) {
  lesson.settings.limit_if_quick(10, 256);
  const Settings& s = lesson.settings;  // refused before any work: what is impossible as an encoder
  for (const std::string& scheme : s.schemes) encoder(s, 2, scheme, s.length);
  for (const std::string& scheme : of_pictures(s)) encoder(s, kPatches, scheme, kSide * kSide);
  Settings of_grids = s;
  of_grids.length = kLargerSide * kLargerSide, of_grids.eval_lengths = {of_grids.length};
  of_grids.schemes = {"none"};
  check_memory(of_grids, kPatches, true);
  masked_characters(lesson);
  pictures(lesson, lesson.settings.quick ? 8 : picture_steps);
  std::cout << "\nwritten to " << lesson.out.string()
            << ": masked.csv pictures.csv likeness_*.svg\n"
               "next: make 17, the schemes that came later\n";
}

}  // namespace

int main(int argc, char** argv) {
  Settings defaults;
  defaults.schemes = {"none", "sinusoidal", "learned", "rope"};
  defaults.steps = 600;
  int picture_steps = 400;
  const AddedScheme learned_2d(scheme_row<Learned2d>("learned-2d")),
      rope_2d(scheme_row<Rope2d>("rope-2d"));

  return run_lesson(
      argc, argv, "16_encoders_and_images", "Learned positions, where the length never changes.",
      defaults, [&](Lesson& lesson) { lesson_16(lesson, picture_steps); },
      [&](Flags& flags) {
        flags.add("picture-steps", picture_steps, "training steps on pictures", 1, 1'000'000);
      });
}
