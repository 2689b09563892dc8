// The matrix product, twice: as in a textbook, and fast.
//
// C = A B, with A [M, K], B [K, N], C [M, N]:   C[m][n] = sum over k of A[m][k] B[k][n]
#pragma once

#include <cstdint>

namespace whereabouts {

/// Numbers seen as a matrix: element (i, j) is data[i * row_step + j * column_step]. One of the
/// steps must be 1, so this is either a matrix stored row by row or the transpose of one.
struct MatrixView {
  const float* data;
  std::int64_t row_step;
  std::int64_t column_step = 1;
  MatrixView transposed() const { return {data, column_step, row_step}; }
  MatrixView from_row(std::int64_t row) const {
    return {data + row * row_step, row_step, column_step};
  }
};

/// A matrix that is stored row by row.
inline MatrixView rows_of(const float* data, std::int64_t row_length) {
  return {data, row_length, 1};
}

/// What C holds before the sums are added to it.
enum class Start { kZero, kKeep };

/// Three loops, as in a textbook. What matmul_fast must equal.
void matmul_naive(int M, int N, int K, MatrixView A, MatrixView B, float* C,
                  std::int64_t C_row_step, Start start);

/// The same, at most of the speed of the processor. With `row`, row[n] is added to every row (a
/// bias).
void matmul_fast(int M, int N, int K, MatrixView A, MatrixView B, float* C, std::int64_t C_row_step,
                 Start start, const float* row = nullptr);

// ---- the two halves of matmul_fast, for a B that meets more than one A ----

/// B cut into panels of two registers' columns. Row k of panel p begins at
/// data + p * panel_step + k * row_step.
struct Panels {
  const float* data;
  std::int64_t row_step, panel_step;
  /// From the first column of panel number p on.
  Panels from_panel(std::int64_t p) const { return {data + p * panel_step, row_step, panel_step}; }
};

/// How many floats panels_of() may write.
std::int64_t packed_size(int K, int N);
/// B [K, N] as panels: where it lies, if its rows are near each other and whole registers, and
/// otherwise a copy in `room`, each panel row by row, the last filled up with zeros. A transposed B
/// is always copied.
Panels panels_of(int K, int N, MatrixView B, float* room);
/// C = A B on the calling thread, where only the first K rows and N columns of B are wanted.
void multiply_panels(int M, int N, int K, MatrixView A, Panels B, float* C, std::int64_t C_row_step,
                     Start start, const float* row = nullptr);

}  // namespace whereabouts
