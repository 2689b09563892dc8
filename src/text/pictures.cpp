#include "text/pictures.h"

#include <cstdlib>

#include "util/check.h"

namespace whereabouts {

Picture random_picture(int side, Random& random) {
  check(side >= 2, "random_picture", "wants at least 2 patches a side, got ", side);
  Picture picture{.side = side, .patches = std::vector<Token>(side * side), .answer = 0};
  for (Token& patch : picture.patches) patch = random.below(4) == 0 ? 1 << random.below(4) : 0;
  int square = 0, cross = 0, right = 0, down = 0;
  do {
    square = static_cast<int>(random.below(picture.patches.size()));
    cross = static_cast<int>(random.below(picture.patches.size()));
    right = cross % side - square % side;
    down = cross / side - square / side;
  } while (std::abs(right) == std::abs(down));
  picture.patches[square] = kPatchOfSquare;
  picture.patches[cross] = kPatchOfCross;
  picture.answer = std::abs(right) > std::abs(down) ? (right < 0 ? 0 : 1) : (down < 0 ? 2 : 3);
  return picture;
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

}  // namespace whereabouts
