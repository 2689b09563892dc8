// Copies of matrices that are multiplied many times before they change, as a model's weights are by
// the shards of a step: each is cut into panels once, not by each shard.
#pragma once

#include <map>
#include <tuple>
#include <vector>

#include "kernels/matmul.h"
#include "util/buffer.h"
#include "util/mutex.h"

namespace whereabouts {

class PackedOnce {
 public:
  /// For matrices whose numbers begin at these places.
  explicit PackedOnce(std::vector<const float*> matrices);

  /// To be called when the numbers have changed: they are copied anew when next they are wanted.
  void renew();

  /// The panels of B [K, N], if it is one of the matrices, or its transpose; otherwise no data. May
  /// be called by several threads at once.
  Panels panels(int K, int N, MatrixView B);

  /// While one of these lives, products of this thread take these copies.
  class Use {
   public:
    explicit Use(PackedOnce& copies);
    ~Use();
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;

   private:
    PackedOnce* before_;
  };
  /// What this thread uses at the moment, or null.
  static PackedOnce* in_use();

 private:
  struct Copy {
    Buffer room;
    bool fresh = false;
    Panels panels{};
  };
  std::vector<const float*> matrices_;                   // in order
  using Key = std::tuple<const float*, int, int, bool>;  // numbers, K, N, whether transposed
  std::map<Key, Copy> copies_;
  Mutex guard_;
};

}  // namespace whereabouts
