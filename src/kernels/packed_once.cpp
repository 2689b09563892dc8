#include "kernels/packed_once.h"

#include <algorithm>
#include <utility>

namespace whereabouts {
namespace {

thread_local PackedOnce* used_here = nullptr;

}  // namespace

PackedOnce::PackedOnce(std::vector<const float*> matrices) : matrices_(std::move(matrices)) {
  std::ranges::sort(matrices_);
}

void PackedOnce::renew() {
  for (auto& [key, copy] : copies_) copy.fresh = false;
}

Panels PackedOnce::panels(int K, int N, MatrixView B) {
  if (!std::ranges::binary_search(matrices_, B.data)) return {};
  const Guard lock(guard_);
  Copy& copy = copies_[{B.data, K, N, B.column_step != 1}];
  if (!copy.fresh) {
    if (copy.room.empty()) copy.room = Buffer(packed_size(K, N));
    copy.panels = panels_of(K, N, B, copy.room.data());
    copy.fresh = true;
  }
  return copy.panels;
}

PackedOnce::Use::Use(PackedOnce& copies) : before_(std::exchange(used_here, &copies)) {}
PackedOnce::Use::~Use() { used_here = before_; }
PackedOnce* PackedOnce::in_use() { return used_here; }

}  // namespace whereabouts
