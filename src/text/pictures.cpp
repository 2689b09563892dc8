#include "text/pictures.h"

#include <cstdlib>

#include "util/check.h"

namespace whereabouts {

Picture random_picture(int side, Random& random) {
  check_argument(side >= 2, "random_picture", "wants at least 2 patches a side, got ", side);
  const int count = side * side, square = static_cast<int>(random.below(count));
  Picture picture{.side = side, .patches = std::vector<Token>(count), .asked = {}, .answers = {}};
  for (int p = 0; p < count; ++p) {
    picture.patches[p] = random.below(4) == 0 ? 1 << random.below(4) : 0;
    const int right = p % side - square % side, down = p / side - square / side;
    if (std::abs(right) == std::abs(down)) continue;
    picture.asked.push_back(p);
    picture.answers.push_back(std::abs(right) > std::abs(down) ? (right < 0 ? 0 : 1)
                                                               : (down < 0 ? 2 : 3));
  }
  picture.patches[square] = kPatchOfSquare;
  return picture;
}

std::vector<Example> random_pictures(int count, int side, Random& random) {
  std::vector<Example> examples;
  for (int i = 0; i < count; ++i) examples.push_back(random_picture(side, random).example());
  return examples;
}

std::vector<std::string> drawn(const Picture& picture) {
  std::vector<std::string> lines;
  for (int y = 0; y < 2 * picture.side; ++y) {
    std::string line;
    for (int x = 0; x < 2 * picture.side; ++x) {
      const Token patch = picture.patches[y / 2 * picture.side + x / 2];
      line += patch >> (y % 2 * 2 + x % 2) & 1 ? "##" : "  ";
    }
    lines.push_back(line);
  }
  return lines;
}

std::vector<std::string> drawn_with_answers(const Picture& picture) {
  std::string answers(picture.patches.size(), '.');
  for (std::size_t i = 0; i < picture.asked.size(); ++i)
    answers[picture.asked[i]] = kSides[picture.answers[i]][0];
  std::vector<std::string> lines = drawn(picture);
  for (int y = 0; y < 2 * picture.side; ++y) {
    const std::string beside =
        y % 2 == 0 ? answers.substr(y / 2 * picture.side, picture.side) : std::string();
    lines[y] = "|" + lines[y] + "|   " + beside;
  }
  return lines;
}

}  // namespace whereabouts
