// Writes data/fables.txt and data/fables.recalls.csv from data/fables.grammar.   make data
#include <cstdio>
#include <exception>
#include <fstream>
#include <string>

#include "text/fables.h"
#include "text/text.h"
#include "util/check.h"
#include "util/file.h"

namespace {

constexpr std::uint64_t kSeed = 1;
constexpr std::size_t kCharacters = 1'300'000;

void write_file(const std::string& path, const std::string& bytes) {
  std::ofstream out(path, std::ios::binary);
  out << bytes;
  out.close();
  whereabouts::require(!out.fail(), "'", path, "' cannot be written");
}

void make_fables(const std::string& folder) {
  using namespace whereabouts;
  const Grammar grammar = parse_grammar(read_file(folder + "/fables.grammar", "a grammar"));
  const Fables fables = tell_fables(grammar, kSeed, kCharacters);
  const Recalls recalls{
      .names = fables.names,
      .text_checksum = text_from_utf8(fables.text, "the fables").checksum,
      .entropy_bits_per_char = fables.entropy_bits / static_cast<double>(fables.text.size())};
  write_file(folder + "/fables.txt", fables.text);
  write_file(folder + "/fables.recalls.csv", recalls_to_csv(recalls));
  std::printf("%zu characters, %zu recalled names, %.4f bits per character\n", fables.text.size(),
              recalls.names.size(), recalls.entropy_bits_per_char);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    whereabouts::require(argc == 2, "usage: make_fables FOLDER   (the folder of fables.grammar)");
    make_fables(argv[1]);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return 2;
  }
}
