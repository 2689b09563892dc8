// The speed of everything that takes time, each as a share of what this machine can do at best.
// make bench
//
// make bench ARGS="--csv new.csv --against old.csv"  keeps the figures, and names what became
// slower; make bench ARGS="--only reader" measures what a reader waits for. Each part is a file of
// its own.
#include <iostream>

#include "bench/parts.h"
#include "kernels/peak.h"
#include "program/banner.h"
#include "program/flags.h"
#include "program/omp_wait_policy.h"
#include "program/run_main.h"
#include "util/file.h"
#include "util/parallel.h"
#include "util/write_file.h"

using namespace whereabouts;

namespace {

struct Part {
  const char* name;
  void (*run)(Bench& bench);
  bool only_when_asked = false;  // takes minutes
};

// A part that is run for two sizes of the model.
template <void (*part)(Bench& bench, int width, int layers)>
void small_and_large(Bench& bench) {
  part(bench, 64, 2);
  part(bench, 128, 4);
}

const Part kParts[] = {{"products", products},
                       {"step", small_and_large<steps>},
                       {"operations", small_and_large<operations>},
                       {"roofline", roofline},
                       {"cores", small_and_large<cores>},
                       {"schemes", small_and_large<training>},
                       {"long", long_texts},
                       {"generation", generation},
                       {"reader", reader, true},
                       {"report", report, true}};

std::string names_of_parts() {
  std::string names;
  for (const Part& part : kParts) names += (names.empty() ? "" : ", ") + std::string(part.name);
  return names;
}

}  // namespace

int main(int argc, char** argv) {
  set_omp_wait_policy();
  return run_main("bench", [&] {
    Bench bench{.evaluated = 16'384};
    int threads = 0;
    std::vector<std::string> only;
    std::string csv, against;
    Flags flags("bench",
                "Measures the speed of everything that takes time, against the machine's peak.");
    flags.add("threads", threads, "threads; 0: as many as there are processors", 0, 4096);
    flags.add("evaluate", bench.evaluated, "length of the text for part long", 64, 65'536);
    flags.add("only", only,
              "parts: " + names_of_parts() + "; the last two take minutes, and only when asked");
    flags.add("csv", csv, "file to keep the figures in");
    flags.add("against", against,
              "file of an earlier bench: names what is slower than there by more than noise, and "
              "ends with 1 if anything is");
    flags.parse(argc, argv);
    if (flags.help_wanted()) return std::cout << flags.help(), 0;
    for (const std::string& name : only) {
      check_user(std::ranges::find(kParts, name, &Part::name) != std::end(kParts), "--only ", name,
                 ": there is no such part; there are ", names_of_parts());
    }
    const std::vector<Figure> before =
        against.empty() ? std::vector<Figure>()
                        : figures_from_csv(read_file(against, "a file of make bench"), against);
    bench.threads = set_threads(threads);
    bench.text = random_text();
    std::cout << banner() << "\nPeak of this machine: " << giga(multiply_add_peak(1))
              << " GFLOP/s on one thread, " << giga(multiply_add_peak(bench.threads)) << " on "
              << bench.threads << ".\n";
    for (const Part& part : kParts) {
      if (only.empty() ? !part.only_when_asked : std::ranges::find(only, part.name) != only.end())
        part.run(bench);
      std::cout << std::flush;
    }
    if (!csv.empty()) {
      write_file(csv, figures_to_csv(bench.figures));
      std::cout << "\nwritten to " << csv << '\n';
    }
    if (before.empty()) return 0;
    const std::vector<std::string> lines = slower(before, bench.figures);
    std::cout << "\nAgainst " << against << (lines.empty() ? ": nothing is slower.\n" : ":\n");
    for (const std::string& line : lines) std::cout << "  " << line << '\n';
    return lines.empty() ? 0 : 1;
  });
}
