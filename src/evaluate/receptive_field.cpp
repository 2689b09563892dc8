#include "evaluate/receptive_field.h"

#include <cmath>

#include "util/check.h"
#include "util/parallel.h"

namespace whereabouts {
namespace {

// |d loss / d e_j| of one window, the last input first.
std::vector<double> field_of(const Transformer& model, std::span<const Token> window) {
  const auto length = static_cast<int>(window.size()) - 1;
  clear_tape();
  const Tensor hidden = model.hidden(window.first(window.size() - 1), 1, Positions::whole(length));
  check_argument(!tape().empty() && std::string_view(tape()[0].operation) == "gather_rows",
                 "receptive_field", "a model is expected to begin with its embeddings");
  const Tensor embedded = tape()[0].output;  // [T, C]; held here, it keeps its gradient
  const Tensor last = model.head(slice_positions(hidden, length - 1, 1));
  backward(cross_entropy(last, window.last(1)));

  const int C = embedded.dim(-1);
  std::vector<double> field;
  for (int n = 0; n < length; ++n) {
    const float* row = embedded.grad() + std::int64_t{length - 1 - n} * C;
    double square = 0;
    for (int c = 0; c < C; ++c) square += double{row[c]} * row[c];
    field.push_back(std::sqrt(square));
  }
  return field;
}

}  // namespace

std::vector<double> receptive_field(const Transformer& model, std::span<const Token> text,
                                    std::span<const std::int64_t> starts, int length) {
  check_argument(length >= 1 && !starts.empty(), "receptive_field", "length ", length, ", ",
                 starts.size(), " windows");
  for (const std::int64_t start : starts) {
    check_argument(start >= 0 && start + length < static_cast<std::int64_t>(text.size()),
                   "receptive_field", "a window of length ", length, " at ", start,
                   " does not fit into ", text.size(), " characters");
  }
  std::vector<std::vector<double>> fields(starts.size());
  parallel_for(static_cast<int>(starts.size()), [&](int w) {
    const Transformer own = model.replica();  // gradients of its own
    fields[w] = field_of(own, text.subspan(starts[w], static_cast<std::size_t>(length) + 1));
  });
  std::vector<double> mean(static_cast<std::size_t>(length));
  double total = 0;
  for (const auto& field : fields)
    for (std::size_t n = 0; n < mean.size(); ++n) mean[n] += field[n], total += field[n];
  for (double& m : mean) m /= total;
  return mean;
}

std::vector<std::int64_t> even_starts(std::int64_t size, int length, int windows) {
  check_argument(windows >= 1 && length < size, "even_starts", windows, " windows of length ",
                 length, " in a text of ", size, " characters");
  std::vector<std::int64_t> starts;
  for (int w = 0; w < windows; ++w) starts.push_back((size - length - 1) * w / windows);
  return starts;
}

double share_beyond(std::span<const double> field, int distance) {
  double sum = 0;
  for (std::size_t n = static_cast<std::size_t>(distance); n < field.size(); ++n) sum += field[n];
  return sum;
}

int reach(std::span<const double> field, double share) {
  double sum = 0;
  for (std::size_t n = 0; n < field.size(); ++n) {
    sum += field[n];
    if (sum >= share) return static_cast<int>(n);
  }
  return static_cast<int>(field.size()) - 1;
}

}  // namespace whereabouts
