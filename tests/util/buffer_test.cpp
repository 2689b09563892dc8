#include "util/buffer.h"

#include <gtest/gtest.h>

#include <functional>
#include <thread>

namespace whereabouts {
namespace {

// In a thread of its own, which has put nothing away yet.
void with_no_free_memory(const std::function<void()>& work) { std::thread(work).join(); }

float* where_of(std::int64_t count) { return Buffer(count).data(); }

TEST(Buffer, TheBlockOfOneThatIsGoneServesTheNextOfItsSize) {
  with_no_free_memory([] {
    float* const first = where_of(1000);
    EXPECT_EQ(where_of(1000), first);
    EXPECT_NE(where_of(400), first);
  });
}

TEST(Buffer, ALargeBlockServesSmallerOnesDownToHalfOfIt) {
  with_no_free_memory([] {
    constexpr std::int64_t kCount = 1 << 20;
    float* const first = where_of(kCount);
    const std::int64_t bytes = Buffer::bytes_from_system_by_this_thread();
    for (const std::int64_t count : {kCount - 100, kCount * 3 / 4, kCount / 2 + 1, kCount / 2})
      EXPECT_EQ(where_of(count), first) << count;
    EXPECT_EQ(where_of(kCount), first);  // it is as large as before
    EXPECT_EQ(Buffer::bytes_from_system_by_this_thread(), bytes);
    where_of(kCount / 2 - kCount / 16);
    EXPECT_GT(Buffer::bytes_from_system_by_this_thread(), bytes);
  });
}

TEST(Buffer, OneThatIsMovedGivesItsBlockBackOnce) {
  with_no_free_memory([] {
    Buffer a(500);
    float* const block = a.data();
    Buffer b = std::move(a);
    EXPECT_EQ(b.data(), block);
    const Buffer other(500);
    EXPECT_NE(other.data(), block);
    b = Buffer();
    EXPECT_EQ(where_of(500), block);
  });
}

}  // namespace
}  // namespace whereabouts
