// No positions at all: order comes from the causal mask alone (Haviv et al., 2022; Kazemnejad et
// al., 2023).
#pragma once

#include "position/scheme.h"

namespace whereabouts {

class None : public PositionScheme {
 public:
  static constexpr const char* kDescription =
      "no positions; order comes from the causal mask alone";
  static constexpr const char* kPaper = "Haviv et al. 2022";

  explicit None(Setup&) {}
  Traits traits() const override { return {.causal_only = false}; }
};

}  // namespace whereabouts
