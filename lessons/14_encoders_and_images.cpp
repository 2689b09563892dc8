// Lesson 14. Encoders and images.
//
// Question  Where the length never changes, is a learned table good enough, as BERT's and ViT's
//           makers thought? And is a picture a line of patches or a grid of them?
// Run       make 14
// within 15| 100.0 %  as a grid of 8 by 8
// Try       1. A tenth of the training: make 14 ARGS="--picture-steps 40"
//           2. Biases by distance: make 14 ARGS="--schemes none,alibi,t5"
//           3. Stretch a table over a larger picture yourself: make exercise-14
#include <algorithm>
#include <iostream>

#include "experiment/memory_need.h"
#include "experiment/model_pictures.h"
#include "lesson/lesson.h"
#include "position/learned_2d.h"
#include "position/schemes.h"
#include "program/progress.h"
#include "report/csv.h"
#include "report/page.h"
#include "report/svg.h"
#include "text/pictures.h"
#include "train/masked.h"
#include "train/picture_training.h"
#include "util/file.h"
#include "util/write_file.h"

using namespace whereabouts;

namespace {

constexpr int kSide = 8, kLargerSide = 12;  // patches in a row of a picture
constexpr const char* kOfPictures[] = {"none", "sinusoidal", "learned", "learned-2d"};

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

void masked_characters(const Lesson& lesson) {
  std::cout << heading("1. Fill in the gaps");
  const Settings& s = lesson.settings;
  const Text text = load_lesson_text(lesson);
  const Split parts = split(text);
  const Token mask = text.vocabulary_size();  // one more than the text has
  Random random(s.seed, "a sample");
  const MaskedBatch sample = masked_batch(parts.validation, 1, s.length, mask, random);
  std::vector<char32_t> with_mask = text.vocabulary;
  with_mask.push_back(U'_');

  TextTable table({"positions", "bits per hidden character", "right", "the sample"});
  Csv csv({"scheme", "bits_per_char", "right", "scored"});
  table.row({"", "", "", decode(with_mask, sample.inputs)});
  for (const std::string& scheme : s.schemes) {
    Transformer model = encoder(s, mask + 1, scheme, s.length);
    Progress progress(scheme, s.steps);
    train_masked(model, parts.training, s.steps, s.batch, s.learning_rate, s.seed,
                 progress.each_step(s.batch * s.length));
    const MaskedScore score = score_masked(model, parts.validation, s.quick ? 20 : 500);
    table.row({scheme, format_fixed(score.bits_per_char, 2),
               format_fixed(100 * score.right, 0) + " %",
               decode(text.vocabulary, filled_in(model, sample))});
    csv.row(scheme, score.bits_per_char, score.right, score.scored);
  }
  csv.save(lesson.out / "masked.csv");
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

  const int tested = s.quick ? 4 : 200;
  const std::vector<int> stages = {std::max(1, steps / 8), std::max(1, steps / 4), steps};
  TextTable table({"positions", concat("after ", stages[0], " steps"), concat(stages[1]),
                   concat(stages[2]), "12 by 12", "its table was stretched"});
  Csv csv({"scheme", "side", "steps", "stretched", "right"});
  for (const std::string scheme : kOfPictures) {
    std::vector<std::string> cells = {scheme};
    const auto add = [&](double right, int side, int trained, const std::string& how) {
      cells.push_back(format_fixed(100 * right, 1) + " %");
      csv.row(scheme, side, trained, how, right);
    };
    Transformer model = encoder(s, kPatches, scheme, kSide * kSide);
    for (const int stage : stages) {  // each from the start, so that each ends with small steps
      model = encoder(s, kPatches, scheme, kSide * kSide);
      Progress progress(scheme + ", pictures", stage);
      train_on_pictures(model, kSide, stage, s.batch, s.learning_rate, s.seed,
                        progress.each_step(s.batch * kSide * kSide));
      add(score_pictures(model, kSide, tested), kSide, stage, "");
    }
    const std::string how = scheme == "learned"      ? "as one line of 64 places"
                            : scheme == "learned-2d" ? "its rows and its columns"
                                                     : "it has none";
    add(score_pictures(enlarged(model, s, false), kLargerSide, tested), kLargerSide, steps, how);
    cells.push_back(how);
    table.row(cells);
    if (scheme == "learned") {
      cells = {"", "", "", ""};
      add(score_pictures(enlarged(model, s, true), kLargerSide, tested), kLargerSide, steps,
          "grid");
      cells.push_back("as a grid of 8 by 8");
      table.row(cells);
    }
    if (scheme != "none")
      write_file(lesson.out / ("likeness_" + name_for_file(scheme) + ".svg"),
                 svg_heat_map(address_map(model, kSide, 2, 5)));
  }
  csv.save(lesson.out / "pictures.csv");
  std::cout << table.text();
}

void lesson_14(Lesson& lesson, int picture_steps) {
  lesson.settings.limit_if_quick(10, 256);
  const Settings& s = lesson.settings;  // refused before any work: what is impossible as an encoder
  for (const std::string& scheme : s.schemes) encoder(s, 2, scheme, s.length);
  for (const char* scheme : kOfPictures) encoder(s, kPatches, scheme, kSide * kSide);
  Settings of_pictures = s;
  of_pictures.length = kLargerSide * kLargerSide, of_pictures.eval_lengths = {of_pictures.length};
  of_pictures.schemes = {"none"};
  check_memory(of_pictures, kPatches, true);
  masked_characters(lesson);
  pictures(lesson, lesson.settings.quick ? 8 : picture_steps);
  std::cout << "\nwritten to " << lesson.out.string()
            << ": masked.csv pictures.csv likeness_*.svg\n"
               "next: make 15, the schemes that came later\n";
}

}  // namespace

int main(int argc, char** argv) {
  Settings defaults;
  defaults.schemes = {"none", "sinusoidal", "learned", "rope"};
  defaults.steps = 600;
  int picture_steps = 400;
  const AddedScheme learned_2d(scheme_row<Learned2d>("learned-2d"));

  return run_lesson(
      argc, argv, "14_encoders_and_images", "Learned positions, where the length never changes.",
      defaults, [&](Lesson& lesson) { lesson_14(lesson, picture_steps); },
      [&](Flags& flags) {
        flags.add("picture-steps", picture_steps, "training steps on pictures", 1, 1'000'000);
      });
}
