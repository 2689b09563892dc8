#include "program/banner.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <locale>
#include <thread>

#include "util/check.h"
#include "util/checksum.h"
#include "util/file.h"
#include "util/parallel.h"

namespace whereabouts {
namespace {

#if defined(__AVX512F__)
constexpr const char* kInstructions = "AVX-512";
#elif defined(__AVX2__)
constexpr const char* kInstructions = "AVX2";
#elif defined(__AVX__)
constexpr const char* kInstructions = "AVX";
#elif defined(__x86_64__)
constexpr const char* kInstructions = "SSE2";
#elif defined(__ARM_FEATURE_SVE)
constexpr const char* kInstructions = "SVE";
#elif defined(__ARM_NEON)
constexpr const char* kInstructions = "NEON";
#else
constexpr const char* kInstructions = "no vector instructions";
#endif

#ifdef _OPENMP
constexpr bool kOpenMp = true;
int processors() { return omp_get_num_procs(); }
void use_threads(int threads) { omp_set_num_threads(threads); }
#else
constexpr bool kOpenMp = false;
int processors() { return static_cast<int>(std::max(1u, std::thread::hardware_concurrency())); }
void use_threads(int) {}
#endif

// "max 100000" or "200000 100000": microseconds of processor time in each period.
int quota() {
  std::ifstream file("/sys/fs/cgroup/cpu.max");
  file.imbue(std::locale::classic());
  double time = 0, period = 0;
  if (!(file >> time >> period) || time <= 0 || period <= 0) return processors();
  return std::max(1, static_cast<int>(std::min(std::ceil(time / period), 4096.0)));
}

}  // namespace

std::string version() { return WHEREABOUTS_VERSION; }

std::string banner() {
  const int threads = thread_count();
  return concat("Whereabouts ", WHEREABOUTS_VERSION, " · ", kInstructions, " · OpenMP ",
                kOpenMp ? "on" : "off", " · ", threads, threads == 1 ? " thread" : " threads");
}

int available_processors() { return std::min(processors(), quota()); }

int set_threads(int threads) {
  constexpr int kMost = 4096, kPerProcessor = 4;
  check_user(0 <= threads && threads <= kMost, "--threads must be between 0 (automatic) and ",
             kMost, ", got ", threads);
  if (!kOpenMp) {
    if (threads > 1) std::cerr << "Built without OpenMP: running on one thread.\n";
    return 1;
  }
  if (threads == 0)
    threads = std::getenv("OMP_NUM_THREADS") ? thread_count() : available_processors();
  const int cap = kPerProcessor * available_processors();
  if (threads > cap) {
    std::cerr << concat("--threads ", threads, " is cut to ", cap, ", four for each processor.\n");
    threads = cap;
  }
  use_threads(threads);
  return threads;
}

std::string program_checksum(const char* program) {
  std::error_code ignored;
  const bool own = std::filesystem::exists("/proc/self/exe", ignored);
  try {
    return hexadecimal(checksum(read_file(own ? "/proc/self/exe" : program, "this program")));
  } catch (const UserError&) {
    return "unknown";
  }
}

}  // namespace whereabouts
