// The sources of the project as pages of the book, with line numbers.
#pragma once

#include <filesystem>
#include <set>
#include <string>

namespace whereabouts {

/// The name of the page for a source: "src/tensor.h" is "source_src_tensor.h.html".
std::string source_page_name(const std::string& path);

/// `roots` and what they include, and the .cpp beside each header, all as paths below `project`. An
/// include is looked up in src/ and beside the file.
std::set<std::string> sources_from(const std::filesystem::path& project,
                                   const std::set<std::string>& roots);

/// The text of a source as HTML: a line of the page for each, with an id L1, L2, ..., and a link
/// wherever it includes one of `known`.
std::string source_html(const std::filesystem::path& project, const std::string& path,
                        const std::set<std::string>& known);

}  // namespace whereabouts
