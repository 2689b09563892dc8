#include "evaluate/tell_reading.h"

#include <utility>

namespace whereabouts {
namespace {

thread_local const TellReading::Told* told_here = nullptr;

}  // namespace

TellReading::TellReading(Told told) : told_(std::move(told)), before_(told_here) {
  told_here = &told_;
}

TellReading::~TellReading() { told_here = before_; }

const TellReading::Told* TellReading::here() { return told_here; }

}  // namespace whereabouts
