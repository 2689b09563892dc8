// What a page can do where the browser runs scripts: tables that sort, and a choice of curves.
#pragma once

#include <string_view>

namespace whereabouts {

/// The script of HtmlPage. Every table gets a button in each of its headings, which sorts by that
/// column; every plot of several curves gets a box to tick for each, and one for the bands.
std::string_view html_script();

}  // namespace whereabouts
