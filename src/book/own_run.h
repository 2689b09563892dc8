// What a lesson left when the reader ran it: pictures, tables and the flags it was given.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace whereabouts {

/// A picture of the pages, as its file is named below lessons/images, and where a run of the reader
/// draws it: "06_gap.svg" is gap.svg of lesson 06, so `results`/06_rope/gap.svg.
/// `lesson` is the page's name, such as "06_rope". The file need not exist.
std::filesystem::path own_picture(const std::filesystem::path& results, const std::string& lesson,
                                  const std::string& picture);

/// Whether `own` is there and newer than `printed`. Git gives every file the time at which it wrote
/// it, so whatever is run after a clone is newer, and a picture that came later makes a run old.
bool is_newer(const std::filesystem::path& own, const std::filesystem::path& printed);

/// The table with the numbers of such a picture: of the same name, or results.csv for gap.svg.
/// Empty if there is none.
std::filesystem::path own_table(const std::filesystem::path& picture);

/// The command of the run whose results lie in `folder`: "make 06", with the flags that were given.
std::string own_command(const std::filesystem::path& folder);

/// A file of comma-separated values as a table in HTML. Where it has bits per character by scheme
/// and length, those of protocol `fixed` become a row for each scheme and seed and a column for
/// each length. Of very many rows the first are shown, and how many there are.
std::string table_of_csv(const std::filesystem::path& file);

/// The tables of a run that belong to no picture.
std::vector<std::filesystem::path> other_tables(const std::filesystem::path& folder);

}  // namespace whereabouts
