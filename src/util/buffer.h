// Memory that is reused.
//
// A training step needs the same few hundred blocks of memory as the step before it. Taking them
// from the system each time would cost a quarter of the time, in page faults. So the block of a
// Buffer that is destroyed goes to a free list, one for each thread, and the next Buffer of the
// same size takes it from there; if it is large, one of half the size too. After the first steps, a
// step allocates nothing.
#pragma once

#include <cstdint>
#include <memory>

namespace whereabouts {

class Buffer {
 public:
  Buffer() = default;
  /// Room for `count` floats, aligned to 64 bytes, with whatever numbers lay there before.
  explicit Buffer(std::int64_t count);
  ~Buffer();
  Buffer(Buffer&& other) noexcept;
  Buffer& operator=(Buffer&& other) noexcept;
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  float* data() const { return block_.get(); }
  bool empty() const { return !block_; }

  struct Free {
    void operator()(float* block) const;
  };
  using Block = std::unique_ptr<float[], Free>;

  /// How many blocks were ever taken from the system, by all threads: stands still once a program
  /// is warm.
  static std::int64_t blocks_from_system();
  /// Bytes taken from the system and not given back, by all threads.
  static std::int64_t bytes_from_system();
  /// The same, by the calling thread alone.
  static std::int64_t bytes_from_system_by_this_thread();

 private:
  Block block_;
  std::int64_t capacity_ = 0;
};

}  // namespace whereabouts
