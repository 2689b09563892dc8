// Small generated pictures in which nothing counts but where things are: a square among specks.
// Each patch of the picture is asked on which side of the square it lies.
//
// A picture is cut into patches of 2 by 2 pixels, black or white, so a patch is one of 16 tokens
// and a picture is a text of side * side tokens, read row by row (as in Dosovitskiy et al., 2021).
#pragma once

#include <array>
#include <string>
#include <vector>

#include "text/example.h"
#include "util/random.h"

namespace whereabouts {

inline constexpr int kPatches = 16;        ///< different patches
inline constexpr int kPatchOfSquare = 15;  ///< all four pixels
inline constexpr std::array<const char*, 4> kSides = {"left", "right", "above", "below"};

struct Picture {
  int side = 0;                ///< patches in a row, and rows
  std::vector<Token> patches;  ///< [side * side]; bits 0 to 3 are the pixels, from the upper left
  std::vector<int> asked;      ///< the patches that lie more to one side than to another, ascending
  std::vector<Token> answers;  ///< of those: which of kSides, seen from the square
  Example example() const { return {patches, asked, answers}; }
};

/// A picture with as many patches along each side, a square anywhere, and a speck of one pixel in a
/// quarter of the other patches. Throws std::invalid_argument if there are fewer than 2 patches a
/// side.
Picture random_picture(int side, Random& random);

/// Questions about `count` such pictures.
std::vector<Example> random_pictures(int count, int side, Random& random);

/// The pixels as lines of text.
std::vector<std::string> drawn(const Picture& picture);
/// The same between bars, and beside each row of patches their answers by the first letter; a dot
/// for a patch that is not asked.
std::vector<std::string> drawn_with_answers(const Picture& picture);

}  // namespace whereabouts
