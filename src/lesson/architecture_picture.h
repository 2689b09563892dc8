// The model of the course in one picture, and the three places where positions can enter it.
#pragma once

#include <string>

namespace whereabouts {

/// An SVG: text, embedding, blocks with attention and MLP, head, loss; from top to bottom, with the
/// shape of what flows, and the places where the schemes of lessons 04 to 08 work.
std::string architecture_picture();

}  // namespace whereabouts
