// The living book: the pages of the course, their sources and the reader's own results, as pages of
// HTML that open from a folder and ask no network for anything.
#pragma once

#include <filesystem>

namespace whereabouts {

struct BookFolders {
  std::filesystem::path project;  ///< has lessons/, src/ and data/
  std::filesystem::path results;  ///< what the reader's runs left, such as out/; may be missing
  std::filesystem::path wasm;     ///< the core for the page that trains; may be missing
  std::filesystem::path book;     ///< where the book goes; it exists
};

struct BookMade {
  int lessons = 0, sources = 0;
  int own_pictures = 0;  ///< pictures of the reader's own runs that differ from the printed ones
};

/// Writes index.html and all other pages. Throws UserError "FILE:LINE: ..." for a page that cannot
/// be understood.
BookMade write_book(const BookFolders& folders);

}  // namespace whereabouts
