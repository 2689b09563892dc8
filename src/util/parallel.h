// Work shared among the threads of OpenMP.
//
// Training and evaluation cut their batch into shards and give each to one thread, so there is one
// parallel region a step and everything inside it runs alone. Called from outside of such a region,
// a large matrix product still uses all threads. Either way every number is summed by one thread in
// one order: the same bits for any number of threads.
#pragma once

#include <exception>

#ifdef _OPENMP
#include <omp.h>
#endif

namespace whereabouts {

/// How many threads a parallel region will use.
inline int thread_count() {
#ifdef _OPENMP
  return omp_get_max_threads();
#else
  return 1;
#endif
}

/// While one of these lives, parallel regions started by this thread use `count` threads.
class ThreadCount {
 public:
  explicit ThreadCount(int count) : before_(thread_count()) { set(count); }
  ~ThreadCount() { set(before_); }
  ThreadCount(const ThreadCount&) = delete;
  ThreadCount& operator=(const ThreadCount&) = delete;

 private:
  static void set([[maybe_unused]] int count) {
#ifdef _OPENMP
    omp_set_num_threads(count);
#endif
  }
  int before_;
};

/// True while the calling thread is one of several that share some work already.
inline bool inside_parallel() {
#ifdef _OPENMP
  return omp_in_parallel();
#else
  return false;
#endif
}

/// Calls work(0) .. work(count - 1), each once, on whichever thread is free. An exception is
/// rethrown after all are done, the one of the lowest index if there are several.
///
/// Every call waits for its slowest thread, and on a machine that is busy with something else that
/// can be several milliseconds: `worthwhile` says whether the work is enough for that.
template <class Work>
void parallel_for(int count, const Work& work, [[maybe_unused]] bool worthwhile = true) {
  std::exception_ptr failure;
  int failed_at = count;
#pragma omp parallel for schedule(dynamic, 1) if (worthwhile && count > 1 && !inside_parallel())
  for (int i = 0; i < count; ++i) {
    try {
      work(i);
    } catch (...) {
#pragma omp critical(whereabouts_failure)
      if (i < failed_at) {
        failed_at = i;
        failure = std::current_exception();
      }
    }
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace whereabouts
