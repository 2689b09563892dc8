// Rotary positions (Su et al., 2021): pair i of the channels of a query or key at position m is
// turned by the angle m theta_i,
//
//   theta_i = base^(-2i/d)      (a, b) -> (a cos - b sin, a sin + b cos)
//
// so the product of a query at m and a key at n depends on m - n alone. Values are not turned.
//
// Pairs are neighbours (2i, 2i+1), as in the paper and LLaMA; layout=half takes (i, i + d/2), as in
// GPT-NeoX. They are the same function up to the order of the weights' columns. partial=0.25 turns
// only the first quarter of the channels, with the frequencies of that width.
//
// scaling=pi, ntk, dynamic-ntk, yarn, llama3 or longrope changes the frequencies for longer texts:
// rope_frequencies.h. Without a factor, it is the current length over the trained one, and so grows
// with the text. scaling=floor leaves out the slow pairs, at every length; it is made for training.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <utility>

#include "ops.h"
#include "position/rope_frequencies.h"
#include "position/scheme.h"
#include "util/check.h"

namespace whereabouts {

/// A rotary scheme turns pairs of channels: refuses a head whose width is odd.
inline void check_even_heads(const Setup& setup) {
  if (setup.head_dim() % 2 == 0) return;
  setup.options.refuse(
      concat("it turns pairs of channels, so the width of a head must be even, but ", setup.width,
             " / ", setup.heads, " heads = ", setup.head_dim()));
}

/// [T, pairs]: the cosine and sine of angle(t, pair), for angles that are no position times a
/// frequency.
template <class Angle>
Rotation rotation_by(std::int64_t T, std::int64_t pairs, Angle angle) {
  Rotation r{Tensor::uninitialised({T, pairs}), Tensor::uninitialised({T, pairs})};
  for (std::int64_t i = 0; i < T * pairs; ++i) {
    const double a = angle(i / pairs, i % pairs);
    r.cosine.data()[i] = static_cast<float>(std::cos(a));
    r.sine.data()[i] = static_cast<float>(std::sin(a));
  }
  return r;
}

inline Tensor rotate_pairs(const Tensor& x, const Rotation& r, bool half_split = false) {
  return rotate_pairs(x, r.cosine, r.sine, half_split);
}

/// Where channel c of the layout of neighbours is in that of halves, head by head: 2i -> i and
/// 2i + 1 -> i + D/2.
inline int in_half_split(int c, int head_dim) {
  return c / head_dim * head_dim + c % head_dim / 2 + c % 2 * (head_dim / 2);
}

/// Weights [C, 3C] of queries, keys and values that were made for pairs of neighbours, put into the
/// order that layout=half takes. Values are not turned and stay where they are.
inline void put_in_half_split(const Tensor& qkv, int head_dim) {
  const int C = qkv.dim(0);
  check_argument(qkv.shape() == Shape{C, 3 * C} && C % head_dim == 0, "put_in_half_split",
                 qkv.shape(), " are not the weights of queries, keys and values of heads of ",
                 head_dim);
  const std::vector<float> before(qkv.numbers().begin(), qkv.numbers().end());
  for (int row = 0; row < C; ++row) {
    for (int c = 0; c < 2 * C; ++c)
      qkv.data()[row * 3 * C + in_half_split(c, head_dim)] = before[row * 3 * C + c];
  }
}

class Rope : public PositionScheme {
 public:
  static constexpr const char* kDescription =
      "queries and keys turned by an angle that grows with the position";
  static constexpr const char* kPaper = "Su et al. 2021";

  explicit Rope(Setup& setup) {
    check_even_heads(setup);
    SchemeOptions& o = setup.options;
    base_ = o.number("base", 10000, 1.001, 1e9);
    half_split_ = o.choice("layout", "interleaved", {"interleaved", "half"}) == "half";
    const double partial = o.number("partial", 1, 0, 1);
    channels_ = turned_channels(partial, setup.head_dim());
    if (partial > 0 && channels_ == 0) {
      o.refuse(concat("partial=", partial, " of a head of ", setup.head_dim(),
                      " channels leaves no pair to turn"));
    }
    scaling_.method =
        o.choice("scaling", "none",
                 {"none", "pi", "ntk", "dynamic-ntk", "yarn", "llama3", "longrope", "floor"});
    scaling_.trained_length = setup.trained_length;
    by_length_ = scaling_.method == "dynamic-ntk";
    if (by_length_) {
      scaling_.factor = o.number("factor", 1, 1, 1e6);
    } else if (scaling_.method != "none" && scaling_.method != "floor") {
      const auto factor =
          o.number_if_given("factor", 1, 1e6, concat("length/", setup.trained_length));
      factor_follows_ = !factor;
      by_length_ = !factor;
      scaling_.factor = factor.value_or(1);
    }
    if (scaling_.method == "yarn") {
      scaling_.ramp = o.choice("ramp", "index", {"index", "turns"});
      // No pair of a tiny model turns 32 times within 64 characters; the fastest does L / (2 pi)
      // times.
      const double half_of_fastest = setup.trained_length / (4 * std::numbers::pi);
      scaling_.fast_turns = o.number("fast-turns", std::clamp(half_of_fastest, 2.0, 32.0), 0, 1e6);
      scaling_.slow_turns = o.number("slow-turns", 1, 0, 1e6);
      if (scaling_.fast_turns <= scaling_.slow_turns)
        o.refuse("fast-turns must be above slow-turns");
      const double fastest = setup.trained_length / (2 * std::numbers::pi);
      if (o.given("slow-turns") && scaling_.slow_turns > fastest)
        o.refuse(concat("slow-turns must be at most ", std::floor(fastest),
                        ": no pair turns more often within ", setup.trained_length,
                        " characters, so none would be kept; that is scaling=pi"));
      magnitude_ = o.number_if_given("magnitude", 0.01, 100, "0.1*ln(factor)+1");
    }
    if (scaling_.method == "llama3") {
      scaling_.method = "yarn", scaling_.ramp = "turns";
      scaling_.fast_turns = 4, scaling_.slow_turns = 1, magnitude_ = 1;
    }
    if (scaling_.method == "longrope") {
      if (!o.given("factors"))
        o.refuse(concat("scaling=longrope needs factors=, a number for each of the ", pairs(),
                        " pairs with + between"));
      scaling_.factors = o.numbers("factors", std::vector<double>(pairs(), 1), 1, 1e6);
      magnitude_ = o.number_if_given("magnitude", 0.01, 100, "sqrt(1+ln(factor)/ln(length))");
    }
    if ((scaling_.method == "ntk" || scaling_.method == "dynamic-ntk") && channels_ <= 2) {
      o.refuse(scaling_.method +
               " needs more than 2 turned channels a head: its exponent is d / (d - 2)");
    }
  }
  Traits traits() const override { return {.length_dependent = by_length_, .causal_only = false}; }
  void rotate_qk(Tensor& query, Tensor& key, const Positions& at) const override {
    const RopeFrequencies f = frequencies(at);
    query = turn(query, rotation(at.queries, f.theta, f.magnitude));
    key = turn(key, rotation(at.keys, f.theta, f.magnitude));
  }

  int pairs() const { return channels_ / 2; }
  /// The two channels of a pair.
  std::pair<int, int> channels_of(int pair) const {
    return half_split_ ? std::pair(pair, pair + pairs()) : std::pair(2 * pair, 2 * pair + 1);
  }

 protected:
  RopeFrequencies frequencies(const Positions& at) const {
    RopeScaling scaling = scaling_;
    scaling.length = at.length;
    if (factor_follows_) scaling.factor = std::max(1.0, at.length / scaling.trained_length);
    RopeFrequencies f = rope_frequencies(channels_, base_, scaling);
    f.magnitude = magnitude_.value_or(f.magnitude);
    return f;
  }
  /// Turns the pairs of x [..., T, D].
  Tensor turn(const Tensor& x, const Rotation& r) const { return rotate_pairs(x, r, half_split_); }

 private:
  double base_;
  bool half_split_;
  bool by_length_ = false;       // the frequencies depend on the current length
  bool factor_follows_ = false;  // and it is the factor that does
  int channels_;
  RopeScaling scaling_;
  std::optional<double> magnitude_;  // if not the method's own
};

}  // namespace whereabouts
