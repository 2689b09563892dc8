// Two folders of results held against each other:   make compare ARGS="out/a out/b"
//
//   make run ARGS="--seeds 3 --schemes alibi --out out/a"
//   make run ARGS="--seeds 3 --schemes rope --out out/b"
#include "experiment/compare.h"

#include <algorithm>
#include <iostream>

#include "program/run_main.h"
#include "util/check.h"

using namespace whereabouts;

int main(int argc, char** argv) {
  return run_main("compare", [&] {
    const std::string usage =
        "usage: compare A B   (two folders with the results of lesson 09, each with several seeds)";
    if (argc == 2 && (argv[1] == std::string("--help") || argv[1] == std::string("-h"))) {
      std::cout << usage << "\n";
      return 0;
    }
    check_user(argc == 3, usage);
    const auto comparisons = compare(results_in(argv[1]), results_in(argv[2]));
    std::cout << "Bits per character of A = " << argv[1] << " and B = " << argv[2] << "\n\n"
              << table_of(comparisons);
    const bool one_run =
        std::ranges::any_of(comparisons, [](const Comparison& c) { return c.seeds < 2; });
    const bool blocks = std::ranges::any_of(
        comparisons, [](const Comparison& c) { return c.protocol == "blocks"; });
    std::cout << "\nAn interval holds the difference between the means of very many runs in 95 of "
                 "100 cases.\n";
    if (one_run)
      std::cout
          << "One pair of runs does not tell how much another seed would change: --seeds 3.\n";
    std::cout
        << (blocks
                ? "For protocol blocks it is for other text of the kind too, as far as the targets "
                  "are a sample of it.\n"
                : "It is for the text that was read; for other text of the kind, measure "
                  "both with\n--seeds 3 or --protocols fixed,blocks.\n");
    return 0;
  });
}
