// Fuzz target: any words, one a line, as a command line and as the options of a scheme. What is
// accepted is shown by settings() in a form that is accepted again.
#include <cstdint>
#include <string>
#include <vector>

#include "position/schemes.h"
#include "program/flags.h"
#include "util/check.h"

using namespace whereabouts;

namespace {

struct Values {
  int steps = 10;
  double rate = 1e-3;
  std::uint64_t seed = 0;
  std::string out = "out";
  bool quick = false;
  std::vector<int> lengths = {64};
  std::vector<std::string> schemes = {"rope"};
  Flags flags{"fuzz", "Reads words."};

  Values() {
    flags.add("steps", steps, "steps", 1, 1'000'000);
    flags.add("lr", rate, "rate", 1e-9, 10);
    flags.add("seed", seed, "seed");
    flags.add("out", out, "folder");
    flags.add("quick", quick, "quick");
    flags.add("eval-lengths", lengths, "lengths", 32, 1 << 20);
    flags.add("schemes", schemes, "schemes");
  }
  void parse(const std::vector<std::string>& words) {
    std::vector<const char*> argv = {"fuzz"};
    for (const std::string& word : words) argv.push_back(word.c_str());
    flags.parse(static_cast<int>(argv.size()), argv.data());
  }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::vector<std::string> words(1);
  for (std::size_t i = 0; i < size; ++i) {
    if (data[i] == '\n')
      words.emplace_back();
    else if (data[i] != 0)
      words.back() += static_cast<char>(data[i]);
  }
  try {
    Values values;
    values.parse(words);
    (void)values.flags.help();
    (void)values.flags.settings();
    if (values.flags.help_wanted()) return 0;
    Values again;
    again.parse({"--steps=" + std::to_string(values.steps), "--out=" + values.out});
    if (again.steps != values.steps || again.out != values.out) __builtin_trap();
    for (const std::string& scheme : values.schemes) {
      if (scheme.size() > 200) continue;
      SchemeOptions options(scheme);
      (void)options.integer("factor", 1, 1, 100);
      (void)options.number("base", 1, 1, 1e9);
      options.refuse_unknown();
    }
  } catch (const UserError&) {
  }
  return 0;
}
