#include "experiment/memory_need.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>

#include "evaluate/cost.h"
#include "evaluate/for_length.h"
#include "report/number.h"
#include "util/check.h"
#include "util/parallel.h"

namespace whereabouts {
namespace {

constexpr double kFloat = sizeof(float);

int shards_of(const Settings& s) { return std::min(s.batch_shards, s.batch); }

MemoryNeed need_of(double weights, int shards, bool trains) {
  MemoryNeed need{.weights = kFloat * weights};
  if (trains) {
    need.copies = 2 * need.weights;  // each matrix, and its transpose: kernels/packed_once.h
    need.gradients = shards * need.weights;
    need.moments = 2 * need.weights;
  }
  return need;
}

// A text takes bytes in proportion to its length or, of what a scheme adds to each pair of
// characters, to its square. Two lengths, the second twice the first, tell how much of each, and so
// how many bytes another takes. They must not be too short: attention works in pieces, and only
// from some length on these do not grow any more.
struct Fit {
  double length, half, whole;  // bytes at length / 2 and at length
  double at(double other) const {
    const double square = std::max(0.0, (whole - 2 * half) / (length * length / 2)),
                 linear = std::max(0.0, whole / length - square * length);
    return linear * other + square * other * other;
  }
};

std::string size_in_words(double bytes) {
  for (const auto& [unit, size] : {std::pair("TB", 1e12), {"GB", 1e9}})
    if (bytes >= size) return concat(format_fixed(bytes / size, 1), " ", unit);
  return concat(format_fixed(bytes / 1e6, 0), " MB");
}

// The number in a file such as memory.max; infinity if there is none ("max").
double number_in(const std::string& path) {
  std::ifstream file(path);
  double value = 0;
  return file >> value && value > 0 ? value : std::numeric_limits<double>::infinity();
}

// The least that this process's control group and those around it allow.
double control_group_limit() {
  double limit = number_in("/sys/fs/cgroup/memory/memory.limit_in_bytes");  // version 1
  std::ifstream groups("/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    if (!line.starts_with("0::/")) continue;
    for (std::string group = line.substr(3);; group.resize(group.rfind('/'))) {
      limit = std::min(limit, number_in("/sys/fs/cgroup" + group + "/memory.max"));
      if (group.empty() || group.rfind('/') == std::string::npos) break;
    }
  }
  return limit;
}

// What is so small that it fits, and need not be measured.
bool small_beyond_doubt(const Settings& s, const MemoryNeed& least, double limit) {
  // At most some 200 numbers a channel, layer and character were seen, and short texts are cheap.
  const double rough = 200 * kFloat * s.width * s.layers * s.length * s.batch;
  return s.longest() <= 2048 && least.total() + rough < limit / 8;
}

}  // namespace

MemoryNeed& MemoryNeed::operator+=(const MemoryNeed& other) {
  weights += other.weights, copies += other.copies;
  gradients += other.gradients, moments += other.moments;
  activations += other.activations, reading += other.reading;
  return *this;
}

MemoryNeed least_need(const Settings& s, int vocabulary, bool trains) {
  const double C = s.width, matrices = 12 * C * C * s.layers + 2 * C * vocabulary;
  return need_of(matrices, shards_of(s), trains);
}

MemoryNeed memory_need(const Settings& s, int vocabulary, const std::string& scheme, bool trains) {
  const Transformer model(s.model(vocabulary, scheme), 0);
  const auto weights = static_cast<double>(model.parameters().size());
  const int shards = shards_of(s);
  MemoryNeed need = need_of(weights, shards, trains);

  // In training up to 256 the weights of attention are kept, and measured where they are.
  const int trained = s.length <= 512 ? s.length : 1024, read = std::min(s.longest(), 2048);
  const auto cost = [&](int trained_at, int read_at) {
    return memory_cost(for_length(model, read_at), trained_at, read_at);
  };
  const MemoryCost half = cost(std::max(1, trained / 2), std::max(1, read / 2)),
                   whole = cost(trained, read);
  const auto fit = [](int length, std::int64_t at_half, std::int64_t at_length, double less) {
    return Fit{static_cast<double>(length), std::max(0.0, static_cast<double>(at_half) - less),
               std::max(0.0, static_cast<double>(at_length) - less)};
  };
  const double together = std::max(1.0, std::floor(2048.0 / s.longest()));
  need.reading =
      thread_count() * together * fit(read, half.reading, whole.reading, 0).at(s.longest());
  if (trains) {
    const double of_a_window = fit(trained, half.training, whole.training, need.weights)
                                   .at(s.length);  // without gradients
    const int rows = (s.batch + shards - 1) / shards;
    need.activations = std::min(thread_count(), shards) * static_cast<double>(rows) * of_a_window;
  }
  return need;
}

double memory_limit() {
  double limit = 1.0 * sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE);
  if (limit <= 0) limit = std::numeric_limits<double>::infinity();
  limit = std::min(limit, control_group_limit());
  rlimit space = {};
  if (getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur != RLIM_INFINITY) {
    double used = 0;  // address space that is taken by now
    std::ifstream("/proc/self/statm") >> used;
    limit = std::min(limit, std::max(0.0, static_cast<double>(space.rlim_cur) -
                                              used * static_cast<double>(sysconf(_SC_PAGESIZE))));
  }
  return limit;
}

void check_fits(const MemoryNeed& need, double limit, int runs) {
  if (need.total() <= limit) return;
  const double model = need.weights + need.copies + need.gradients + need.moments;
  const char* lower = model >= std::max(need.activations, need.reading) ? "--width or --layers"
                      : need.activations >= need.reading ? "--batch, --length, --width or --layers"
                                                         : "--eval-lengths, --threads or --width";
  throw UserError(concat(
      "this needs some ", size_in_words(need.total()), " of memory",
      runs > 1 ? concat(" for ", runs, " runs side by side") : "", " (weights with copies ",
      size_in_words(need.weights + need.copies), ", gradients ", size_in_words(need.gradients),
      ", moments ", size_in_words(need.moments), ", activations ", size_in_words(need.activations),
      ", evaluation ", size_in_words(need.reading), "), and there are ", size_in_words(limit),
      "; lower ", runs > 1 ? "--threads, which are as many runs, or " : "", lower));
}

void check_memory(const Settings& s, int vocabulary, bool trains) {
  const double limit = memory_limit();
  const MemoryNeed least = least_need(s, vocabulary, trains);
  check_fits(least, limit);
  if (small_beyond_doubt(s, least, limit)) return;
  for (const std::string& scheme : s.schemes)
    check_fits(memory_need(s, vocabulary, scheme, trains), limit);
}

void check_memory_side_by_side(const std::vector<SizeOfRuns>& kinds, double limit) {
  int runs = 0;
  for (const SizeOfRuns& kind : kinds)
    runs += kind.count * static_cast<int>(kind.settings.schemes.size());
  const int together = std::min(runs, thread_count());
  if (together == 0) return;
  const ThreadCount each_has(together > 1 ? 1 : thread_count());
  std::vector<MemoryNeed> needs;
  for (const SizeOfRuns& kind : kinds) {
    const MemoryNeed least = least_need(kind.settings, kind.vocabulary, true);
    check_fits(least, limit);
    const bool small = small_beyond_doubt(kind.settings, least, limit / together);
    for (const std::string& scheme : kind.settings.schemes)
      needs.insert(needs.end(), static_cast<std::size_t>(std::min(kind.count, together)),
                   small ? least : memory_need(kind.settings, kind.vocabulary, scheme, true));
  }
  std::ranges::sort(needs, std::ranges::greater(), &MemoryNeed::total);
  MemoryNeed sum;
  for (int i = 0; i < std::min<int>(together, static_cast<int>(needs.size())); ++i) sum += needs[i];
  check_fits(sum, limit, together);
}

}  // namespace whereabouts
