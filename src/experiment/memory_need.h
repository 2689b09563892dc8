// What a run needs of memory, found out before its first step.
#pragma once

#include <string>
#include <vector>

#include "experiment/settings.h"

namespace whereabouts {

/// In bytes.
struct MemoryNeed {
  double weights = 0;
  double copies = 0;       ///< of the weights, as the products of training take them
  double gradients = 0;    ///< one set for each shard of a training step
  double moments = 0;      ///< the two of AdamW
  double activations = 0;  ///< what the shards keep for their backward passes
  double reading = 0;      ///< evaluating at the longest length, on all threads
  double total() const { return weights + copies + gradients + moments + activations + reading; }
  MemoryNeed& operator+=(const MemoryNeed& other);
};

/// What weights, gradients and moments take at least, by their number alone: nothing is built.
MemoryNeed least_need(const Settings& settings, int vocabulary, bool trains);

/// All of it for one scheme: builds the model, runs one window forward and backward, reads two
/// short texts, and reckons from these. Takes a small part of the time of a training step.
MemoryNeed memory_need(const Settings& settings, int vocabulary, const std::string& scheme,
                       bool trains);

/// The bytes that this program may come to use: the memory of the machine, or less if a control
/// group or a limit on the address space (ulimit -v) says so.
double memory_limit();

/// Throws UserError, with the parts of the need and what to lower, if it is more than `limit`.
/// `runs`: how many runs need it together.
void check_fits(const MemoryNeed& need, double limit, int runs = 1);

/// Both of the above for all schemes of the settings. What is small beyond doubt is not measured.
void check_memory(const Settings& settings, int vocabulary, bool trains);

/// Training runs of one kind.
struct SizeOfRuns {
  Settings settings;  ///< its schemes are those of the runs
  int vocabulary = 0;
  int count = 0;  ///< of each scheme
};

/// The same for many runs that share the threads, one thread for each: those that need most may
/// come to run at the same time.
void check_memory_side_by_side(const std::vector<SizeOfRuns>& kinds, double limit = memory_limit());

}  // namespace whereabouts
