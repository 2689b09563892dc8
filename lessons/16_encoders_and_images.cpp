// Lesson 16. Encoders and images.
//
// Question  Where the length never changes, is a learned table good enough, as BERT's and ViT's
//           makers thought? And is a picture a line of patches or a grid of them?
// Run       make 16
// Expect    | the library stretches a table in the same way: yes
// within 15| 100.0  as a grid of 8 by 8
// Try       1. A tenth of the training: make 16 ARGS="--picture-steps 40"
//           2. Biases by distance: make 16 ARGS="--schemes none,alibi,t5"
//           3. Stretch a table over a larger picture yourself: make exercise-16
#include <algorithm>
#include <iostream>

#include "16_pictures.h"
#include "check/difference.h"
#include "experiment/memory_need.h"
#include "lesson/encoders.h"
#include "lesson/guess.h"
#include "lesson/lesson.h"
#include "position/learned_2d.h"
#include "position/rope_2d.h"
#include "position/schemes.h"
#include "report/page.h"
#include "text/pictures.h"

using namespace whereabouts;

namespace {

// A table with a row for each place of a grid, stretched over a larger grid. The corners stay where
// they are, and each new place mixes the four old ones around it, the nearer the more (bilinear).
Tensor stretched(const Tensor& table, int rows, int columns, int new_rows, int new_columns) {
  const int C = table.dim(1);
  Tensor larger({new_rows * new_columns, C});
  for (int r = 0; r < new_rows; ++r) {
    for (int c = 0; c < new_columns; ++c) {
      const double y = new_rows > 1 ? 1.0 * r * (rows - 1) / (new_rows - 1) : 0;
      const double x = new_columns > 1 ? 1.0 * c * (columns - 1) / (new_columns - 1) : 0;
      const int top = int(y), left = int(x), bottom = std::min(top + 1, rows - 1),
                right = std::min(left + 1, columns - 1);
      const double down = y - top, across = x - left;
      for (int i = 0; i < C; ++i) {
        const auto old = [&](int row, int column) {
          return table.data()[(row * columns + column) * C + i];
        };
        larger.data()[(r * new_columns + c) * C + i] = static_cast<float>(
            (1 - down) * ((1 - across) * old(top, left) + across * old(top, right)) +
            down * ((1 - across) * old(bottom, left) + across * old(bottom, right)));
      }
    }
  }
  return larger;
}

void stretch_as_the_library_does() {
  Parameters random(0);
  const Tensor table = random.normal("table", {kSide * kSide, 5}, 1);
  const Tensor ours = stretched(table, kSide, kSide, kLargerSide, kLargerSide),
               library = resized_grid(table, kSide, kSide, kLargerSide, kLargerSide);
  std::cout << "the library stretches a table in the same way: "
            << (largest_difference(ours.numbers(), library.numbers()) < 1e-5 ? "yes" : "no")
            << "\n\n";
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
    const Tensor fitted = as_grid ? stretched(table, kSide, kSide, kLargerSide, kLargerSide)
                                  : stretched(table, 1, table.dim(0), 1, e.tensor.dim(0));
    std::ranges::copy(fitted.numbers(), e.tensor.data());
  }
  return larger;
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
  std::cout << heading("1. Fill in the gaps");
  show_masked_characters(lesson);
  std::cout << heading(
      "2. A picture asks each of its patches: on which side of the square are you?");
  stretch_as_the_library_does();
  const Guess guess(lesson,
                    "a learned table, stretched as a grid over larger pictures:\nhow many per cent "
                    "of the patches are right?");
  guess.compare(pictures(lesson, s.quick ? 8 : picture_steps, enlarged), 10);
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
