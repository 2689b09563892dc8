// Lesson 14. Encoders and images.
//
// Question  Where the length never changes, is a learned table good enough, as BERT's and ViT's
//           makers thought? And is a picture a line of patches or a grid of them?
// Run       make 14
// Try       1. A tenth of the training: make 14 ARGS="--picture-steps 60"
//           2. A bag with a little order: make 14 ARGS="--schemes none,alibi,t5"
//           3. Stretch a table over a larger picture yourself: make exercise-14
#include <algorithm>
#include <cmath>
#include <iostream>

#include "app/lesson.h"
#include "app/progress.h"
#include "ops.h"
#include "position/learned_2d.h"
#include "position/schemes.h"
#include "report/csv.h"
#include "report/page.h"
#include "report/svg.h"
#include "text/pictures.h"
#include "train/masked.h"
#include "train/picture_training.h"
#include "util/write_file.h"

using namespace whereabouts;

namespace {

constexpr int kSide = 8, kLargerSide = 12;  // patches in a row of a picture

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

// The text with what the model says in the place of each hidden character.
std::string filled_in(const Transformer& model, const Text& text, const MaskedBatch& batch) {
  const NoGrad no_grad;
  const Tensor logits = masked_logits(model, batch, 0, 1);
  std::vector<Token> tokens = batch.inputs;
  for (int i = 0; i < batch.hidden(); ++i) {
    const auto row =
        logits.numbers().subspan(std::size_t(i) * logits.dim(1), text.vocabulary.size());
    tokens[batch.places[i]] = static_cast<Token>(std::ranges::max_element(row) - row.begin());
  }
  return decode(text.vocabulary, tokens);
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
    train_masked(model, parts.training, s.steps, s.batch, s.learning_rate, s.seed);
    const MaskedScore score = score_masked(model, parts.validation, s.quick ? 20 : 500);
    table.row({scheme, fixed(score.bits_per_char, 2), fixed(100 * score.right, 0) + " %",
               filled_in(model, text, sample)});
    csv.row(scheme, score.bits_per_char, score.right, score.scored);
  }
  std::cout << "\n" << table.text();
  csv.save(lesson.out / "masked.csv");
}

// The same weights for larger pictures; each table of positions is stretched by `stretch`.
Transformer enlarged(
    const Transformer& model, const Settings& s,
    const std::function<Tensor(const std::string& name, const Tensor& table)>& stretch) {
  Transformer larger = encoder(s, kPatches, model.config().scheme, kLargerSide * kLargerSide);
  larger.parameters().take_values(model.parameters());
  for (const auto& e : larger.parameters().entries()) {
    if (e.name.starts_with("position."))
      std::ranges::copy(stretch(e.name, model.parameters().at(e.name)).numbers(), e.tensor.data());
  }
  return larger;
}

// How alike the address of one place is to that of every other, as a grid.
HeatMap likeness(const Transformer& model, int row, int column) {
  const Positions at = Positions::whole(kSide * kSide);
  const NoGrad no_grad;
  const int C = model.config().width;
  const Tensor address =
      model.scheme().embed(Tensor({1, kSide * kSide, C}), at).reshape({kSide * kSide, C});
  const Tensor products = matmul_transposed(address, address);
  HeatMap map;
  map.title = "Addresses of a picture's patches: " + model.config().scheme;
  map.subtitle = sentence("How alike the address of row ", row, ", column ", column,
                          " is to every other (cosine)");
  map.x_label = "column", map.y_label = "row", map.value_label = "cosine";
  map.rows = map.columns = kSide;
  map.diverging = true, map.decimals = 1;
  const int home = row * kSide + column, n = kSide * kSide;
  for (int place = 0; place < n; ++place) {
    map.values.push_back(
        products.data()[home * n + place] /
        std::sqrt(products.data()[home * n + home] * products.data()[place * n + place]));
  }
  return map;
}

void pictures(const Lesson& lesson, int steps) {
  const Settings& s = lesson.settings;
  std::cout << heading("2. On which side of the square is the cross?");
  Random random(s.seed, "two pictures");
  const std::vector<Picture> two = {random_picture(kSide, random), random_picture(kSide, random)};
  const auto left_lines = drawn(two[0]), right_lines = drawn(two[1]);
  for (std::size_t i = 0; i < left_lines.size(); ++i)
    std::cout << "|" << left_lines[i] << "|   |" << right_lines[i] << "|\n";
  std::cout << kSides[two[0].answer] << std::string(33, ' ') << kSides[two[1].answer] << "\n\n";

  TextTable table(
      {"positions", "8 by 8 patches, as trained", "12 by 12", "how the table was stretched"});
  Csv csv({"scheme", "stretched", "right_8", "right_12"});
  const auto report = [&](const std::string& scheme, const std::string& how, double trained,
                          double larger) {
    table.row({scheme, fixed(100 * trained, 0) + " %", fixed(100 * larger, 0) + " %", how});
    csv.row(scheme, how, trained, larger);
  };
  const int tested = s.quick ? 40 : 1000;
  for (const std::string scheme : {"none", "learned", "learned-2d"}) {
    Transformer model = encoder(s, kPatches, scheme, kSide * kSide);
    train_on_pictures(model, kSide, steps, s.batch, s.learning_rate / 3, s.seed);
    const double trained = score_pictures(model, kSide, tested);
    const auto line = [](const std::string&, const Tensor& t) {
      return resized_grid(t, 1, t.dim(0), 1,
                          t.dim(0) == kSide ? kLargerSide : kLargerSide * kLargerSide);
    };
    if (scheme != "none")
      write_file(lesson.out / ("likeness_" + scheme + ".svg"), svg_heat_map(likeness(model, 2, 5)));
    if (scheme == "none")
      report(scheme, "there is none", trained,
             score_pictures(enlarged(model, s, line), kLargerSide, tested));
    if (scheme == "learned-2d")
      report(scheme, "rows and columns, each along a line", trained,
             score_pictures(enlarged(model, s, line), kLargerSide, tested));
    if (scheme == "learned") {
      report(scheme, "as one line of 64", trained,
             score_pictures(enlarged(model, s, line), kLargerSide, tested));
      report(scheme, "as a grid of 8 by 8", trained,
             score_pictures(enlarged(model, s,
                                     [](const std::string&, const Tensor& t) {
                                       return resized_grid(t, kSide, kSide, kLargerSide,
                                                           kLargerSide);
                                     }),
                            kLargerSide, tested));
    }
  }
  std::cout << table.text();
  csv.save(lesson.out / "pictures.csv");
}

}  // namespace

int main(int argc, char** argv) {
  Settings defaults;
  defaults.schemes = {"none", "sinusoidal", "learned", "rope"};
  defaults.steps = 600;
  int picture_steps = 600;
  add_scheme(scheme_row<Learned2d>("learned-2d"));

  return run_lesson(
      argc, argv, "14_encoders_and_images", "Learned positions, where the length never changes.",
      defaults,
      [&](Lesson& lesson) {
        if (lesson.settings.quick) lesson.settings.steps = std::min(lesson.settings.steps, 10);
        masked_characters(lesson);
        pictures(lesson, lesson.settings.quick ? 5 : picture_steps);
        std::cout << "\nwritten to " << lesson.out.string()
                  << ": masked.csv pictures.csv likeness_*.svg\n"
                     "next: make 15, the schemes that came later\n";
      },
      [&](Flags& flags) {
        flags.add("picture-steps", picture_steps, "training steps on pictures", 1, 1'000'000);
      });
}
