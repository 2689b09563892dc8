#include "program/omp_wait_policy.h"

#if defined(_OPENMP) && defined(__linux__)
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>
#include <vector>
#endif

namespace whereabouts {

void set_omp_wait_policy() {
#if defined(_OPENMP) && defined(__linux__)
  for (const char* said : {"OMP_WAIT_POLICY", "GOMP_SPINCOUNT", "KMP_BLOCKTIME"})
    if (std::getenv(said)) return;
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  std::string words((std::istreambuf_iterator<char>(file)), {});
  if (words.empty() || words.back() != '\0') return;
  std::vector<char*> arguments;
  for (std::size_t at = 0; at < words.size(); at += std::string(&words[at]).size() + 1)
    arguments.push_back(&words[at]);
  arguments.push_back(nullptr);
  setenv("OMP_WAIT_POLICY", "passive", 0);
  // By its own path, so that ps and top show its name. Calls that come back have failed; then
  // threads wait as they did.
  std::error_code none;
  const std::string program = std::filesystem::read_symlink("/proc/self/exe", none).string();
  if (!none) execv(program.c_str(), arguments.data());
  execv("/proc/self/exe", arguments.data());
#endif
}

}  // namespace whereabouts
