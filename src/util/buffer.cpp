#include "util/buffer.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdlib>
#include <new>
#include <utility>
#include <vector>

#include "util/mutex.h"

namespace whereabouts {
namespace {

constexpr std::int64_t kLarge = 1 << 18;  // floats: 1 MB

std::atomic<std::int64_t> blocks_taken = 0;
std::atomic<std::int64_t> bytes_taken = 0;
thread_local std::int64_t bytes_taken_here = 0;

// Rounded up to four steps per power of two, so that nearly equal sizes share a list and at most a
// quarter is unused.
std::int64_t capacity_for(std::int64_t count) {
  const std::int64_t step =
      count <= 64
          ? 16
          : static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(count)) / 4);
  return std::max<std::int64_t>((count + step - 1) / step * step, step);
}

// The blocks that one thread has put away, a list for each capacity.
using FreeList = std::vector<Buffer::Block>;
using FreeLists = std::array<FreeList, 4 * 63>;

// Four steps from each power of two to the next.
std::size_t free_list_for(std::int64_t capacity) {
  const int power = std::bit_width(static_cast<std::uint64_t>(capacity)) - 1;
  return static_cast<std::size_t>(4 * power + (capacity >> (power - 2)) - 4);
}

// Free lists outlive their threads, and this function's static outlives every Buffer that was made
// after it.
FreeList& my_free_list(std::int64_t capacity) {
  static Mutex guard;
  static std::vector<std::unique_ptr<FreeLists>> all;
  thread_local FreeLists* mine = [] {
    const Guard lock(guard);
    return all.emplace_back(std::make_unique<FreeLists>()).get();
  }();
  return (*mine)[free_list_for(capacity)];
}

Buffer::Block take_from_system(std::int64_t capacity) {
  const std::size_t bytes = static_cast<std::size_t>(capacity) * sizeof(float);
  auto* block = static_cast<float*>(std::aligned_alloc(64, (bytes + 63) / 64 * 64));
  if (!block) throw std::bad_alloc();
  blocks_taken.fetch_add(1, std::memory_order_relaxed);
  bytes_taken.fetch_add(static_cast<std::int64_t>(bytes), std::memory_order_relaxed);
  bytes_taken_here += static_cast<std::int64_t>(bytes);
  return Buffer::Block(block);
}

}  // namespace

void Buffer::Free::operator()(float* block) const { std::free(block); }

Buffer::Buffer(std::int64_t count) : capacity_(capacity_for(count)) {
  // A large block that is up to twice as large will do: the blocks of queries of a long text see
  // fewer and fewer keys, and each size would leave memory behind that no other uses.
  const std::int64_t largest = capacity_ < kLarge ? capacity_ : 2 * capacity_;
  for (std::int64_t size = capacity_; size <= largest; size = capacity_for(size + 1)) {
    FreeList& blocks = my_free_list(size);
    if (blocks.empty()) continue;
    block_ = std::move(blocks.back());
    blocks.pop_back();
    capacity_ = size;
    return;
  }
  block_ = take_from_system(capacity_);
}

Buffer::~Buffer() {
  if (block_) my_free_list(capacity_).push_back(std::move(block_));
}

Buffer::Buffer(Buffer&& other) noexcept
    : block_(std::move(other.block_)), capacity_(std::exchange(other.capacity_, 0)) {}

Buffer& Buffer::operator=(Buffer&& other) noexcept {
  std::swap(block_, other.block_);
  std::swap(capacity_, other.capacity_);
  return *this;
}

std::int64_t Buffer::blocks_from_system() { return blocks_taken; }
std::int64_t Buffer::bytes_from_system() { return bytes_taken; }
std::int64_t Buffer::bytes_from_system_by_this_thread() { return bytes_taken_here; }

}  // namespace whereabouts
