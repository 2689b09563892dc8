// A mutex, where there are threads. WebAssembly for a page has one thread and a standard library
// without mutexes: there it does nothing. It is the one file that tells the two apart.
#pragma once

#if defined(__wasm__)

namespace whereabouts {

struct Mutex {};
struct Guard {
  explicit Guard(Mutex&) {}
};

}  // namespace whereabouts

#else

#include <mutex>

namespace whereabouts {

using Mutex = std::mutex;
/// Holds the mutex as long as it lives.
using Guard = std::lock_guard<Mutex>;

}  // namespace whereabouts

#endif
