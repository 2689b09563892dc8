// Writes the living book from the pages of the course (make book).
#include <iostream>

#include "book/book.h"
#include "program/flags.h"
#include "program/output_folder.h"
#include "program/run_main.h"
#include "util/check.h"

using namespace whereabouts;

int main(int argc, char** argv) {
  return run_main("make_book", [&] {
    std::string project = ".", results = "out", wasm = "build-wasm/core.wasm", out = "out/book";
    Flags flags("make_book", "Writes the pages of the course as a book, for any browser.");
    flags.add("project", project, "the folder with lessons/, src/ and data/");
    flags.add("results", results, "where your runs left their pictures and tables");
    flags.add("wasm", wasm, "the core for the page that trains, if it was made");
    flags.add("out", out, "the folder of the book");
    flags.parse(argc, argv);
    if (flags.help_wanted()) return std::cout << flags.help(), 0;
    check_user(std::filesystem::is_directory(std::filesystem::path(project) / "lessons"),
               "there are no lessons in ", project,
               "; run from the top of the repository, or give --project");
    const BookMade made = write_book({project, results, wasm, output_folder(out)});
    std::cout << "written to " << out << ": " << made.lessons << " lessons, " << made.sources
              << " sources";
    if (made.own_pictures > 0)
      std::cout << ", " << made.own_pictures << " pictures of your own runs";
    std::cout << "\nopen " << out << "/index.html in a browser\n";
    return 0;
  });
}
