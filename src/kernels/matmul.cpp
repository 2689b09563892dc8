#include "kernels/matmul.h"

#include <algorithm>

#include "kernels/lanes.h"
#include "kernels/packed_once.h"
#include "util/buffer.h"
#include "util/parallel.h"

namespace whereabouts {

void matmul_naive(int M, int N, int K, MatrixView A, MatrixView B, float* C,
                  std::int64_t C_row_step, Start start) {
  for (int m = 0; m < M; ++m) {
    for (int n = 0; n < N; ++n) {
      float sum = start == Start::kKeep ? C[m * C_row_step + n] : 0.0f;
      for (int k = 0; k < K; ++k) {
        sum +=
            A.data[m * A.row_step + k * A.column_step] * B.data[k * B.row_step + n * B.column_step];
      }
      C[m * C_row_step + n] = sum;
    }
  }
}

// How the fast one works. The processor can multiply and add far more numbers than it can fetch, so
// every number fetched must be used many times:
//   - a tile of C, kTileRows rows by kPanel columns, stays in registers while k runs; per k it
//     takes kTileRows numbers of A and kPanel of B for kTileRows * kPanel multiplications;
//   - B is copied once into panels, so that the kPanel numbers which a tile needs next always lie
//     next to each other;
//   - k is cut into blocks of kDepth, so that a panel's block stays in the first-level cache while
//     rows of A pass, and those rows into blocks of kRowBlock, which stay in the second-level cache
//     while all panels pass.
namespace {

constexpr int kPanel = 2 * kLanes;
constexpr int kTileRows =
    kLanes == 8 ? 6 : 8;  // AVX has 16 registers: 6 x 2 sums and what they need
constexpr int kDepth = 256;
constexpr int kRowBlock = 264;  // whole tiles of 6 and of 8; all rows of a shard of 4 times 64
// A transposed A has the numbers that a tile needs next far apart, one row of memory each. From so
// many columns of C on it pays to copy them next to each other first: with 1024 columns that makes
// 155 out of 110 GFLOP/s, and of a model's gradients for its weights 167 out of 155.
constexpr int kWorthCopying = 256;
// Rows of B that follow each other within so many floats are used where they lie, instead of from a
// copy: one step in fifty at width 64. Farther apart they would meet in few sets of the cache.
constexpr int kNearEnough = 192;

// One tile: c[r][0 .. kVectors lanes) += sum over k of a[r][k] panel[k][..]. The row count is a
// template parameter so that the compiler unrolls the loops over r and keeps all sums in registers.
// Without the branches of a sanitizer for undefined behaviour, which part a product from its sum,
// so that it is rounded twice in some tiles and once in others.
template <int kRows, int kVectors, bool kAByColumns>
__attribute__((no_sanitize("undefined"))) void tile(int K, const float* a, std::int64_t a_step,
                                                    const float* panel, std::int64_t panel_step,
                                                    float* c, std::int64_t c_step, bool keep,
                                                    const float* row) {
  Lanes sum[kRows][kVectors];
#pragma GCC unroll 16
  for (int r = 0; r < kRows; ++r) {
#pragma GCC unroll 2
    for (int v = 0; v < kVectors; ++v) {
      sum[r][v] = keep ? load(c + r * c_step + v * kLanes) : row ? load(row + v * kLanes) : Lanes{};
    }
  }
  for (int k = 0; k < K; ++k) {
    Lanes b[kVectors];
#pragma GCC unroll 2
    for (int v = 0; v < kVectors; ++v) b[v] = load(panel + k * panel_step + v * kLanes);
#pragma GCC unroll 16
    for (int r = 0; r < kRows; ++r) {
      const float element = kAByColumns ? a[k * a_step + r] : a[r * a_step + k];
#pragma GCC unroll 2
      for (int v = 0; v < kVectors; ++v) sum[r][v] += element * b[v];
    }
  }
#pragma GCC unroll 16
  for (int r = 0; r < kRows; ++r) {
#pragma GCC unroll 2
    for (int v = 0; v < kVectors; ++v) store(c + r * c_step + v * kLanes, sum[r][v]);
  }
}

template <int kVectors, bool kAByColumns>
void tile_of(int rows, int K, const float* a, std::int64_t a_step, const float* panel,
             std::int64_t panel_step, float* c, std::int64_t c_step, bool keep, const float* row) {
  switch (rows) {
    case 1:
      return tile<1, kVectors, kAByColumns>(K, a, a_step, panel, panel_step, c, c_step, keep, row);
    case 2:
      return tile<2, kVectors, kAByColumns>(K, a, a_step, panel, panel_step, c, c_step, keep, row);
    case 3:
      return tile<3, kVectors, kAByColumns>(K, a, a_step, panel, panel_step, c, c_step, keep, row);
    case 4:
      return tile<4, kVectors, kAByColumns>(K, a, a_step, panel, panel_step, c, c_step, keep, row);
    case 5:
      return tile<5, kVectors, kAByColumns>(K, a, a_step, panel, panel_step, c, c_step, keep, row);
    case 6:
      return tile<6, kVectors, kAByColumns>(K, a, a_step, panel, panel_step, c, c_step, keep, row);
    case 7:
      return tile<7, kVectors, kAByColumns>(K, a, a_step, panel, panel_step, c, c_step, keep, row);
    default:
      return tile<8, kVectors, kAByColumns>(K, a, a_step, panel, panel_step, c, c_step, keep, row);
  }
}

// All row tiles of one panel's block of k. Row m of A begins at A + m * row_step. Columns beyond N
// are computed aside and thrown away.
template <bool kAByColumns>
void panel_times_rows(int M, int columns, int K, const float* A, std::int64_t row_step,
                      std::int64_t a_step, const float* panel, std::int64_t panel_step, float* C,
                      std::int64_t C_row_step, bool keep, const float* row) {
  const bool narrow = columns <= kLanes;
  const bool whole = columns == kLanes || columns == kPanel;
  float aside[8 * kPanel], row_aside[kPanel] = {};
  if (!whole && row) row = std::copy_n(row, columns, row_aside) - columns;
  for (int m = 0; m < M; m += kTileRows) {
    const int rows = std::min(kTileRows, M - m);
    const float* a = A + m * row_step;
    float* c = C + m * C_row_step;
    float* target = whole ? c : aside;
    const std::int64_t target_step = whole ? C_row_step : kPanel;
    if (!whole && keep) {
      for (int r = 0; r < rows; ++r) std::copy_n(c + r * C_row_step, columns, aside + r * kPanel);
    }
    if (narrow) {
      tile_of<1, kAByColumns>(rows, K, a, a_step, panel, panel_step, target, target_step, keep,
                              row);
    } else {
      tile_of<2, kAByColumns>(rows, K, a, a_step, panel, panel_step, target, target_step, keep,
                              row);
    }
    if (!whole) {
      for (int r = 0; r < rows; ++r) std::copy_n(aside + r * kPanel, columns, c + r * C_row_step);
    }
  }
}

// Four rows of four become four columns of four, by whole registers.
void transpose_4x4(const float* from, std::int64_t from_step, float* to, std::int64_t to_step) {
  typedef float Four __attribute__((vector_size(16)));
  typedef float UnalignedFour __attribute__((vector_size(16), aligned(4), may_alias));
  const auto row = [&](int i) {
    return Four(*reinterpret_cast<const UnalignedFour*>(from + i * from_step));
  };
  const Four a = row(0), b = row(1), c = row(2), d = row(3);
  const Four ab_low = lanes_of<0, 4, 1, 5>(a, b), ab_high = lanes_of<2, 6, 3, 7>(a, b);
  const Four cd_low = lanes_of<0, 4, 1, 5>(c, d), cd_high = lanes_of<2, 6, 3, 7>(c, d);
  const auto put = [&](int i, Four x) { *reinterpret_cast<UnalignedFour*>(to + i * to_step) = x; };
  put(0, lanes_of<0, 1, 4, 5>(ab_low, cd_low));
  put(1, lanes_of<2, 3, 6, 7>(ab_low, cd_low));
  put(2, lanes_of<0, 1, 4, 5>(ab_high, cd_high));
  put(3, lanes_of<2, 3, 6, 7>(ab_high, cd_high));
}

// to[c][r] = from[r][c] for rows by columns numbers.
void transpose(int rows, int columns, const float* from, std::int64_t from_step, float* to,
               std::int64_t to_step) {
  const int whole_rows = rows / 4 * 4, whole_columns = columns / 4 * 4;
  for (int r = 0; r < whole_rows; r += 4) {
    for (int c = 0; c < whole_columns; c += 4)
      transpose_4x4(from + r * from_step + c, from_step, to + c * to_step + r, to_step);
  }
  for (int r = 0; r < rows; ++r) {
    for (int c = r < whole_rows ? whole_columns : 0; c < columns; ++c)
      to[c * to_step + r] = from[r * from_step + c];
  }
}

// Panel number `p` of a copied B.
void pack_panel(int K, int N, MatrixView B, int p, float* panel) {
  const int first = p * kPanel, columns = std::min(kPanel, N - first);
  if (B.column_step == 1) {
    for (int k = 0; k < K; ++k) {
      const float* from = B.data + k * B.row_step + first;
      float* to = panel + k * kPanel;
      if (columns == kPanel) {
        store(to, load(from));
        store(to + kLanes, load(from + kLanes));
      } else if (columns == kLanes) {  // a tile of one register does not look at the rest
        store(to, load(from));
      } else {
        std::fill(std::copy_n(from, columns, to), to + kPanel, 0.0f);
      }
    }
    return;
  }
  // B is the transpose of a matrix stored row by row: column n of B is contiguous in k.
  transpose(columns, K, B.data + first * B.column_step, B.column_step, panel, kPanel);
  for (int k = 0; k < K && columns < kPanel; ++k)
    std::fill(panel + k * kPanel + columns, panel + (k + 1) * kPanel, 0.0f);
}

// The tiles of a transposed A one after the other, each column by column.
void copy_tiles(int M, int K, MatrixView A, float* tiles) {
  for (int m = 0; m < M; m += kTileRows) {
    const int rows = std::min(kTileRows, M - m);
    float* tile = tiles + std::int64_t{m} * K;
    for (int k = 0; k < K; ++k) {
      const float* from = A.data + k * A.column_step + m;
      if (rows == kTileRows) {  // a constant count becomes a few instructions
        std::copy_n(from, kTileRows, tile + k * kTileRows);
      } else {
        std::copy_n(from, rows, tile + k * kTileRows);
      }
    }
  }
}

// The panels that pack_panel() wrote to `room`, one after the other.
Panels panels_in(const float* room, int K) { return {room, kPanel, std::int64_t{kPanel} * K}; }

int panel_count(int N) { return (N + kPanel - 1) / kPanel; }

// C = A B, where panel(n, k, depth) gives the panel of B from its column n and row k on.
template <class Panel>
void multiply(int M, int N, int K, MatrixView A, const Panel& panel, std::int64_t panel_row_step,
              float* C, std::int64_t C_row_step, Start start, const float* row) {
  const bool by_rows = A.column_step == 1, copied = !by_rows && N >= kWorthCopying;
  Buffer tiles;
  if (copied) {
    const int tile_count = (std::min(M, kRowBlock) + kTileRows - 1) / kTileRows;
    tiles = Buffer(std::int64_t{tile_count} * kTileRows * std::min(K, kDepth));
  }
  for (int k = 0; k == 0 || k < K; k += kDepth) {
    const int depth = std::min(kDepth, K - k);
    const bool keep = start == Start::kKeep || k > 0;
    for (int m = 0; m < M; m += kRowBlock) {
      const int rows = std::min(kRowBlock, M - m);
      const float* a = A.from_row(m).data + k * A.column_step;
      if (copied) copy_tiles(rows, depth, {a, A.row_step, A.column_step}, tiles.data());
      for (int n = 0; n < N; n += kPanel) {
        const int columns = std::min(kPanel, N - n);
        const float* b = panel(n, k, depth);
        const float* bias = row && !keep ? row + n : nullptr;
        float* c = C + m * C_row_step + n;
        if (by_rows) {
          panel_times_rows<false>(rows, columns, depth, a, A.row_step, A.row_step, b,
                                  panel_row_step, c, C_row_step, keep, bias);
        } else if (copied) {
          panel_times_rows<true>(rows, columns, depth, tiles.data(), depth, kTileRows, b,
                                 panel_row_step, c, C_row_step, keep, bias);
        } else {
          panel_times_rows<true>(rows, columns, depth, a, 1, A.column_step, b, panel_row_step, c,
                                 C_row_step, keep, bias);
        }
      }
    }
  }
}

bool usable_in_place(int N, MatrixView B) {
  return B.column_step == 1 && N % kLanes == 0 && B.row_step <= kNearEnough;
}

}  // namespace

std::int64_t packed_size(int K, int N) {
  return static_cast<std::int64_t>(panel_count(N)) * kPanel * K;
}

Panels panels_of(int K, int N, MatrixView B, float* room) {
  if (usable_in_place(N, B)) return {B.data, B.row_step, kPanel};
  for (int p = 0; p < panel_count(N); ++p)
    pack_panel(K, N, B, p, room + std::int64_t{p} * kPanel * K);
  return panels_in(room, K);
}

void multiply_panels(int M, int N, int K, MatrixView A, Panels B, float* C, std::int64_t C_row_step,
                     Start start, const float* row) {
  const auto panel = [=](int n, int k, int) {
    return B.data + n / kPanel * B.panel_step + k * B.row_step;
  };
  multiply(M, N, K, A, panel, B.row_step, C, C_row_step, start, row);
}

void matmul_fast(int M, int N, int K, MatrixView A, MatrixView B, float* C, std::int64_t C_row_step,
                 Start start, const float* row) {
  const std::int64_t work = std::int64_t{M} * N * K;
  // Waking threads that sleep takes about as long as 2^24 multiplications, longer on a busy
  // machine.
  const int threads = inside_parallel() || work <= 1 << 24 ? 1 : thread_count();
  // A weight in training: its panels are there already, or stay for the next shards.
  if (PackedOnce* const copies = PackedOnce::in_use(); copies && threads == 1) {
    if (const Panels panels = copies->panels(K, N, B); panels.data) {
      multiply_panels(M, N, K, A, panels, C, C_row_step, start, row);
      return;
    }
  }
  if (threads == 1 && M <= kRowBlock && !usable_in_place(N, B)) {
    // Each panel is used once, so it is copied just before: it is then still in the nearest cache.
    const Buffer room(std::int64_t{kPanel} * kDepth);
    const auto panel = [&](int n, int k, int depth) {
      pack_panel(depth, N, {B.data + k * B.row_step, B.row_step, B.column_step}, n / kPanel,
                 room.data());
      return room.data();
    };
    multiply(M, N, K, A, panel, kPanel, C, C_row_step, start, row);
    return;
  }
  const Buffer panels(packed_size(K, N));
  if (threads == 1) {
    multiply_panels(M, N, K, A, panels_of(K, N, B, panels.data()), C, C_row_step, start, row);
    return;
  }
  // Several pieces a thread, so that a thread which another program holds up leaves its share to
  // the others.
  const int piece =
      std::max(kTileRows, (M / (4 * threads) + kTileRows - 1) / kTileRows * kTileRows);
#pragma omp parallel
  {
#pragma omp for schedule(static)
    for (int p = 0; p < panel_count(N); ++p)
      pack_panel(K, N, B, p, panels.data() + std::int64_t{p} * kPanel * K);
#pragma omp for schedule(dynamic, 1)
    for (int m = 0; m < M; m += piece) {
      multiply_panels(std::min(piece, M - m), N, K, A.from_row(m), panels_in(panels.data(), K),
                      C + m * C_row_step, C_row_step, start, row);
    }
  }
}

}  // namespace whereabouts
