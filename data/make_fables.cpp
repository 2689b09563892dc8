// Writes fables.txt, playground.txt and their lists of repeated names, each from the grammar of its
// name.   make data
#include <cstdio>
#include <exception>
#include <fstream>
#include <string>

#include "fables.h"
#include "util/check.h"
#include "util/file.h"

namespace {

void write_file(const std::string& path, const std::string& bytes) {
  std::ofstream out(path, std::ios::binary);
  out << bytes;
  out.close();
  whereabouts::check_user(!out.fail(), "'", path, "' cannot be written");
}

void make_text(const std::string& folder, const std::string& name) {
  using namespace whereabouts;
  const std::string path = folder + "/" + name;
  const Grammar grammar = parse_grammar(read_file(path + ".grammar", "a grammar"));
  const Fables fables = tell_fables(grammar, kFablesSeed, kFablesCharacters);
  const RepeatedNames repeated = repeated_names_of(fables);
  write_file(path + ".txt", fables.text);
  write_file(path + ".repeated_names.csv", repeated_names_to_csv(repeated));
  std::printf("%s: %zu characters, %zu repeated names, %.4f bits per character\n", name.c_str(),
              fables.text.size(), repeated.names.size(), repeated.entropy_bits_per_char);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    whereabouts::check_user(argc == 2, "usage: make_fables FOLDER   (the folder of the grammars)");
    make_text(argv[1], "fables");
    make_text(argv[1], "playground");
  } catch (const std::exception& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return 2;
  }
}
