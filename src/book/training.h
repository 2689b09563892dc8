// The figure in which a reader trains the project's own core, in the page.
#pragma once

#include <filesystem>
#include <string>

namespace whereabouts {

/// A <figure> with its styles and scripts and everything they need, for any page: `wasm_file`,
/// which make book-wasm writes, and the text data/fables.txt of the project that `script_folder`,
/// src/book, is in. Without `wasm_file`, a paragraph that says how it is made. Throws UserError if
/// another file is missing.
std::string training_section(const std::filesystem::path& script_folder,
                             const std::filesystem::path& wasm_file);

}  // namespace whereabouts
