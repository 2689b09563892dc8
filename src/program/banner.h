// The first line of every program: which build this is and how many threads it uses.
#pragma once

#include <string>

namespace whereabouts {

/// "Whereabouts 0.1.0 · AVX-512 · OpenMP on · 2 threads": version, widest vector instructions the
/// build may use, OpenMP, and the threads at this moment (so call it after set_threads()).
std::string banner();

/// "0.1.0"
std::string version();

/// A checksum of the running program's file, by which results of two builds are told apart;
/// "unknown" where it cannot be read.
std::string program_checksum(const char* program);

/// Processors this process may use: those it is allowed to run on, fewer where a container's
/// quota (cgroup v2) allows less.
int available_processors();

/// Sets the number of OpenMP threads and returns it. 0 is automatic: OMP_NUM_THREADS where that
/// is set, else available_processors(). More than 4 per processor are cut to that, with a notice
/// on stderr. Throws UserError for negative numbers and those above 4096.
int set_threads(int threads);

}  // namespace whereabouts
