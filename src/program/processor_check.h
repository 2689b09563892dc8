// A program built for this machine and started on a lesser one says so in one line.
//
// The check runs from a constructor ahead of all others. It lives in a file of its own that is
// compiled for any processor of the family (see CMakeLists.txt) and uses nothing of the standard
// library, whose inline functions might hold the very instructions that are in doubt.
#pragma once

namespace whereabouts {

/// What the rest of the program was compiled for; a bit each. Plain data, there before any code.
enum ProcessorFeature : unsigned {
  kSse42 = 1u << 0,
  kPopcnt = 1u << 1,
  kAvx = 1u << 2,
  kAvx2 = 1u << 3,
  kFma = 1u << 4,
  kBmi = 1u << 5,
  kBmi2 = 1u << 6,
  kAvx512f = 1u << 7,
  kAvx512bw = 1u << 8,
  kAvx512cd = 1u << 9,
  kAvx512dq = 1u << 10,
  kAvx512vl = 1u << 11,
  kAvx512vnni = 1u << 12,
  kAvx512vbmi = 1u << 13,
  kAvx512vbmi2 = 1u << 14,
  kAvx512bf16 = 1u << 15,
};
extern const unsigned kCompiledFor;

/// Ends the program with one line and exit code 2 unless the processor has all features of `need`.
/// Called before main by itself; the guard calls it again, so that the linker keeps this file.
void check_processor(unsigned need = kCompiledFor);

}  // namespace whereabouts
