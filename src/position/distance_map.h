// Another distance for rope than n = i - j, so that none is larger than those of training. A model
// with rope is not trained anew for it: its weights are read as they are (mapped_rope.h).
//
// With L the trained length, and rho(i, j) what a query at i is told of a key at j:
//
//   rerope       min(n, w)                                                       (Su, 2023)
//   leaky        n if n < w, else w + (n - w) / G                                (Su, 2023)
//   self-extend  n if n < w, else floor(i/G) - floor(j/G) + w - floor(w/G)       (Jin, 2024)
//   dual-chunk   n within a chunk of s, min(s + i mod s, L-1) - j mod s from the next one,
//                L-1 - j mod s from all others                                   (An, 2024)
//   lm-infinite  min(n, L-1), and hidden unless n < w or j < sinks               (Han, 2023)
//   streaming    n if n < w, min(i, L-1) - j for j < sinks, the rest is hidden   (Xiao, 2023)
//
// The formulas are the papers', the defaults ours: they keep rho below L. Places are counted from
// the first key, so none of this depends on where a text begins. Streaming stands for a cache that
// holds `sinks` first keys and the last w, with the places of the keys in the cache; a real one
// forgets the rest in each layer, which is what hiding does. LM-Infinite hides distances from L on,
// and its limit on the distance matters for the first keys alone.
#pragma once

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace whereabouts {

/// The keys at the places from `first` up to, and without, `end`.
struct KeyRange {
  int first, end;
  bool contains(int j) const { return j >= first && j < end; }
};
inline constexpr int kFirstOfAll = std::numeric_limits<int>::min(),
                     kAfterAll = std::numeric_limits<int>::max();

/// The distance query(i) - key(j), of the keys j of keys(i).
struct ToldDistance {
  std::function<KeyRange(int i)> keys;
  std::function<double(int i)> query;
  std::function<double(int j)> key;
};

/// What differs from i - j. Of what is told no pair meets two.
struct DistanceMap {
  std::vector<ToldDistance> told;
  std::function<KeyRange(int i)> hidden = {};  ///< empty: none
  /// rho(i, j); nothing if the key is hidden.
  std::optional<double> operator()(int i, int j) const {
    if (hidden && hidden(i).contains(j)) return std::nullopt;
    for (const ToldDistance& t : told)
      if (t.keys(i).contains(j)) return t.query(i) - t.key(j);
    return i - j;
  }
};

struct DistanceMapSettings {
  std::string method;
  int trained_length = 64;
  int window = 32;   ///< w
  double group = 2;  ///< G
  int chunk = 32;    ///< s
  int sinks = 4;
};

inline DistanceMap distance_map(const DistanceMapSettings& o) {
  const int w = o.window, s = o.chunk, sinks = o.sinks, last = o.trained_length - 1;
  const double G = o.group;
  const auto as_it_is = [](int j) { return j; };
  // The keys with i - j >= w; among them the first ones, and all others.
  const auto far = [=](int i) { return KeyRange{kFirstOfAll, i - w + 1}; };
  const auto far_sinks = [=](int i) { return KeyRange{kFirstOfAll, std::min(i - w + 1, sinks)}; };
  const auto hidden = [=](int i) { return KeyRange{sinks, i - w + 1}; };
  const auto grouped = [=](int i) { return static_cast<int>(i / G); };
  const auto within = [=](int i) { return i % s; };
  if (o.method == "rerope") return {{{far, [=](int) { return w; }, [](int) { return 0; }}}};
  if (o.method == "leaky")
    return {{{far, [=](int i) { return w + (i - w) / G; }, [=](int j) { return j / G; }}}};
  if (o.method == "self-extend")
    return {{{far, [=](int i) { return grouped(i) + w - grouped(w); }, grouped}}};
  if (o.method == "dual-chunk") {
    const auto begin = [=](int i) { return i / s * s; };  // of the query's chunk
    const auto one_before = [=](int i) { return KeyRange{begin(i) - s, begin(i)}; };
    const auto earlier = [=](int i) { return KeyRange{kFirstOfAll, begin(i) - s}; };
    return {{{one_before, [=](int i) { return std::min(s + i % s, last); }, within},
             {earlier, [=](int) { return last; }, within}}};
  }
  if (o.method == "lm-infinite") {
    const auto beyond = [=](int i) {
      return KeyRange{kFirstOfAll, std::min(far_sinks(i).end, i - last)};
    };
    return {{{beyond, [=](int) { return last; }, [](int) { return 0; }}}, hidden};
  }
  return {{{far_sinks, [=](int i) { return std::min(i, last); }, as_it_is}}, hidden};  // streaming
}

/// The smallest G with which no distance of a text of this length is beyond the trained ones.
inline double least_group(const DistanceMapSettings& o, int length) {
  const int w = o.window, last = o.trained_length - 1, far = length - 1;
  if (o.method == "leaky") return std::max(1.0, 1.0 * (far - w) / std::max(last - w, 1));
  int G = 1;
  while (G < length && far / G + w - w / G > last) ++G;
  return G;
}

}  // namespace whereabouts
