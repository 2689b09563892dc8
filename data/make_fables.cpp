// Writes data/fables.txt and data/fables.repeated_names.csv from data/fables.grammar.   make data
#include <cstdio>
#include <exception>
#include <fstream>
#include <string>

#include "text/fables.h"
#include "util/check.h"
#include "util/file.h"

namespace {

void write_file(const std::string& path, const std::string& bytes) {
  std::ofstream out(path, std::ios::binary);
  out << bytes;
  out.close();
  whereabouts::check_user(!out.fail(), "'", path, "' cannot be written");
}

void make_fables(const std::string& folder) {
  using namespace whereabouts;
  const Grammar grammar = parse_grammar(read_file(folder + "/fables.grammar", "a grammar"));
  const Fables fables = tell_fables(grammar, kFablesSeed, kFablesCharacters);
  const RepeatedNames repeated = repeated_names_of(fables);
  write_file(folder + "/fables.txt", fables.text);
  write_file(folder + "/fables.repeated_names.csv", repeated_names_to_csv(repeated));
  std::printf("%zu characters, %zu repeated names, %.4f bits per character\n", fables.text.size(),
              repeated.names.size(), repeated.entropy_bits_per_char);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    whereabouts::check_user(argc == 2,
                            "usage: make_fables FOLDER   (the folder of fables.grammar)");
    make_fables(argv[1]);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return 2;
  }
}
