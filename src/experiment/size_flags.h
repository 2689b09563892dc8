// The settings that numbers depend on, as flags.
#pragma once

#include "evaluate/fixed_windows.h"
#include "experiment/settings.h"
#include "program/flags.h"

namespace whereabouts {

/// --steps --batch --length --width --heads --layers --lr, with the limits of each.
inline void add_size_flags(Settings& s, Flags& flags) {
  flags.add("steps", s.steps, "training steps", 1, 10'000'000);
  flags.add("batch", s.batch, "windows in a training step", 1, 65'536);
  flags.add(
      "batch-shards", s.batch_shards,
      "parts of a batch, each the work of one core at a time: 16 or 32 use more than 8 cores, "
      "and change the last digits",
      1, kMostShards);
  flags.add_range("length", s.shortest_length, s.length,
                  "characters in a training window; 32..64: each batch draws a length from there, "
                  "and the model counts as trained on 64",
                  FixedWindows::kTargets, 65'536);
  flags.add("width", s.width, "channels of the model", 1, 8192);
  flags.add("heads", s.heads, "attention heads; must divide the width", 1, 1024);
  flags.add("layers", s.layers, "layers", 1, 256);
  flags.add("lr", s.learning_rate, "learning rate at its highest", 1e-9, 10);
}

}  // namespace whereabouts
