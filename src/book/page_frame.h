// The frame around every page of the book: head, bar with search and switch, contents, neighbours.
#pragma once

#include <string>
#include <vector>

#include "book/markdown.h"

namespace whereabouts {

struct PageLink {
  std::string href, text;  ///< no href: no link
};

struct BookPage {
  std::string title;
  std::string html;                            ///< of the main part
  std::vector<MarkdownSection> contents = {};  ///< those of level 2 are listed
  PageLink previous = {}, next = {};
  std::string style = {};  ///< rules of this page alone
};

/// The whole file. It takes book.css, book.js and search.js from its own folder, and its security
/// policy allows nothing from anywhere else.
std::string framed(const BookPage& page);

/// The script that search.js is: every section of every page with its text.
struct SearchEntry {
  std::string page, href, heading, text;
};
std::string search_script(const std::vector<SearchEntry>& entries);

}  // namespace whereabouts
