#include "app/demonstration.h"

#include <iostream>

#include "app/banner.h"
#include "app/flags.h"
#include "app/guard.h"
#include "app/output_folder.h"
#include "app/waiting.h"

namespace whereabouts {

int run_demonstration(int argc, char** argv, const std::string& name, const std::string& summary,
                      const std::function<void(const Demonstration&)>& body) {
  sleep_while_waiting();
  return guarded(name.c_str(), [&] {
    Demonstration d;
    int threads = 0;
    std::string out = "out/" + name;
    Flags flags(name, summary);
    flags.add("seed", d.seed, "seed of every random number");
    flags.add("threads", threads, "threads; 0: as many as there are processors", 0, 4096);
    flags.add("out", out, "folder for results");
    flags.add("quick", d.quick, "the same with less work, to see that everything runs");
    flags.parse(argc, argv);
    if (flags.help_wanted()) return std::cout << flags.help(), 0;
    set_threads(threads);
    std::cout << banner() << "\n" << name << ": " << summary << "\n";
    d.out = output_folder(out);
    body(d);
    return 0;
  });
}

}  // namespace whereabouts
