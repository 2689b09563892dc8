#include "evaluate/inside.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "evaluate/for_length.h"
#include "evaluate/receptive_field.h"
#include "evaluate/ridge.h"
#include "util/parallel.h"
#include "util/random.h"

namespace whereabouts {
namespace {

constexpr int kWindows = 16;  // of each length
constexpr int kQueries = 32;  // the last of each window

// The states of windows as they enter each layer and leave the last: [windows * length, C] each.
std::vector<std::vector<float>> states(const Transformer& model, std::span<const Token> text,
                                       std::span<const std::int64_t> starts, int length) {
  const int layers = model.config().layers;
  const std::size_t size = static_cast<std::size_t>(length) * model.config().width;
  std::vector<std::vector<float>> all(static_cast<std::size_t>(layers) + 1);
  for (auto& one : all) one.resize(starts.size() * size);
  parallel_for(static_cast<int>(starts.size()), [&](int w) {
    const NoGrad no_grad;
    const auto of_window = model.states(text.subspan(starts[w], length));
    for (std::size_t layer = 0; layer < all.size(); ++layer)
      std::ranges::copy(of_window[layer].numbers(), all[layer].begin() + w * size);
  });
  return all;
}

// 0 of the distance 0, 1 of 1, 2 of 2 to 3, 3 of 4 to 7, ...
std::size_t octave_of(int distance) { return std::bit_width(static_cast<unsigned>(distance)); }

std::vector<double> every_place(int windows, int length) {
  std::vector<double> all;
  for (int w = 0; w < windows; ++w)
    for (int i = 0; i < length; ++i) all.push_back(i);
  return all;
}

std::vector<double> shuffled(std::vector<double> values, const char* stream) {
  Random random(0, stream);
  random.shuffle(std::span(values));
  return values;
}

}  // namespace

std::vector<HeadAttention> attention_of_heads(const Transformer& model, std::span<const Token> text,
                                              int length) {
  const int H = model.config().heads, layers = model.config().layers,
            trained = model.config().trained_length;
  const auto starts = even_starts(std::ssize(text), length, kWindows);
  std::vector<std::vector<HeadAttention>> windows(starts.size());
  parallel_for(static_cast<int>(starts.size()), [&](int w) {
    const NoGrad no_grad;
    std::vector<HeadAttention>& heads = windows[w];
    heads.resize(layers * H);
    const auto window = text.subspan(starts[w], length);
    const int queries = std::min(kQueries, length);
    for (int layer = 0; layer < layers; ++layer) {
      const Tensor weights = model.look(window, layer).weights;  // [1, H, T, T]
      for (int h = 0; h < H; ++h) {
        HeadAttention& head = heads[layer * H + h];
        head.by_octave.resize(octave_of(length - 1) + 1);
        for (int i = length - queries; i < length; ++i) {
          const float* row = weights.data() + (std::int64_t{h} * length + i) * length;
          for (int j = 0; j <= i; ++j) {
            const double share = row[j] / static_cast<double>(queries);
            if (row[j] > 0) head.entropy -= share * std::log2(row[j]);
            if (i - j >= trained) head.far += share;
            head.by_octave[octave_of(i - j)] += share;
          }
          head.first += row[0] / static_cast<double>(queries);
        }
      }
    }
  });
  std::vector<HeadAttention> mean(static_cast<std::size_t>(layers * H));
  for (const auto& heads : windows) {
    for (std::size_t h = 0; h < mean.size(); ++h) {
      const auto add = [&](double& sum, double value) { sum += value / starts.size(); };
      add(mean[h].entropy, heads[h].entropy);
      add(mean[h].far, heads[h].far);
      add(mean[h].first, heads[h].first);
      mean[h].by_octave.resize(heads[h].by_octave.size());
      for (std::size_t octave = 0; octave < heads[h].by_octave.size(); ++octave)
        add(mean[h].by_octave[octave], heads[h].by_octave[octave]);
    }
  }
  return mean;
}

std::vector<ResultRow> inside_rows(const Measurement& m) {
  const int trained = m.trained_length(), H = m.model.config().heads;
  const auto text = m.validation();
  std::vector<ResultRow> rows;
  const auto row = [&](int length, const char* kind, int from, int to) -> ResultRow& {
    rows.push_back(m.row("inside", length, {}));
    rows.back().kind = kind, rows.back().from = from, rows.back().to = to;
    return rows.back();
  };
  std::vector<int> lengths = m.lengths;
  std::erase_if(lengths, [&](int length) { return length > 4 * trained; });
  if (std::ranges::find(lengths, trained) == lengths.end()) lengths.push_back(trained);
  std::ranges::sort(lengths);
  for (const int length : lengths) {
    const std::vector<HeadAttention> heads =
        attention_of_heads(for_length(m.model, length), text, length);
    for (std::size_t i = 0; i < heads.size(); ++i) {
      const int layer = static_cast<int>(i) / H + 1, head = static_cast<int>(i) % H + 1;
      row(length, "entropy", layer, head).bits_per_char = heads[i].entropy;
      row(length, "far", layer, head).accuracy = heads[i].far;
      row(length, "first", layer, head).accuracy = heads[i].first;
      for (std::size_t octave = 0; octave < heads[i].by_octave.size(); ++octave) {
        ResultRow& share = row(length, "octave", layer, head);
        share.accuracy = heads[i].by_octave[octave];
        share.items = octave == 0 ? 0 : std::int64_t{1} << (octave - 1);
      }
    }
  }

  // Even windows fit the probe, odd ones test it.
  std::vector<std::int64_t> fit, test;
  const auto starts = even_starts(std::ssize(text), trained, 4 * kWindows);
  for (std::size_t w = 0; w < starts.size(); ++w) (w % 2 ? test : fit).push_back(starts[w]);
  const auto x = states(m.model, text, fit, trained),
             held_out = states(m.model, text, test, trained);
  const std::vector<double> y = every_place(static_cast<int>(fit.size()), trained);
  const int longest = lengths.back();
  const auto far_starts = even_starts(std::ssize(text), longest, kWindows);
  const auto far = states(for_length(m.model, longest), text, far_starts, longest);
  const auto C = static_cast<std::size_t>(m.model.config().width);
  for (std::size_t layer = 0; layer < x.size(); ++layer) {
    const double lambda = 1e-3 * static_cast<double>(y.size());
    const LinearProbe probe = ridge(x[layer], y, lambda);
    const int below = static_cast<int>(layer);
    row(trained, "place", below, 0).accuracy = r_squared(probe, held_out[layer], y);
    row(trained, "shuffled", below, 0).accuracy = r_squared(
        ridge(x[layer], shuffled(y, "fit"), lambda), held_out[layer], shuffled(y, "test"));
    for (int place = 1; place < longest; place *= 2) {
      double sum = 0;
      for (std::size_t w = 0; w < far_starts.size(); ++w) {
        const std::size_t at = w * longest + place;
        sum += probe(std::span(far[layer]).subspan(at * C, C));
      }
      row(longest, "read", below, place).items = std::llround(sum / far_starts.size());
    }
  }
  return rows;
}

}  // namespace whereabouts
