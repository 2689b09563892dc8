// The parts of the bench. Each prints its tables and keeps its figures.
#pragma once

#include "bench/measuring.h"

namespace whereabouts {

/// Matrix products of every size that the model has.
void products(Bench& bench);
/// A training step, on one thread and on all.
void steps(Bench& bench, int width, int layers);
/// A training step on one thread, by operation.
void operations(Bench& bench, int width, int layers);
/// What more cores than this machine has would make of a training step.
void cores(Bench& bench, int width, int layers);
/// Training with every scheme: time and memory.
void training(Bench& bench, int width, int layers);
/// Reading a long text with every scheme: time and memory.
void long_texts(Bench& bench);
/// One more character with every scheme, with a cache.
void generation(Bench& bench);
/// Every product and operation against the machine's limits, as a table and a picture.
void roofline(Bench& bench);
/// What a reader waits for: building, a changed lesson, the tests, the first step.
void reader(Bench& bench);
/// make report, in a copy of the project.
void report(Bench& bench);

}  // namespace whereabouts
