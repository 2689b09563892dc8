#include "evaluate/claims.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>

#include "nn/transformer.h"
#include "position/rope.h"
#include "report/number.h"
#include "util/check.h"
#include "util/random.h"

namespace whereabouts {
namespace {

// A scheme "still works" at a length if it loses no more than this many bits per character against
// its own training length, and "modestly" longer means one and a half times.
constexpr double kStillWorks = 0.1;

std::vector<double> random_vector(int size, Random& random) {
  std::vector<double> x(size);
  for (double& v : x) v = random.normal();
  return x;
}

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

std::vector<double> softmax_of(std::vector<double> scores) {
  const double largest = *std::ranges::max_element(scores);
  double sum = 0;
  for (double& s : scores) sum += s = std::exp(s - largest);
  for (double& s : scores) s /= sum;
  return scores;
}

std::string power_of_ten(double x) {
  char digits[32];
  return x == 0 ? "exactly 0"
                : std::string(
                      digits,
                      std::to_chars(digits, digits + 32, x, std::chars_format::scientific, 1).ptr);
}

// The claims about trained models share how they look things up.
class Judge {
 public:
  Judge(const std::vector<Run>& runs, int trained, int longest)
      : runs_(runs), trained_(trained), longest_(longest) {
    for (const Run& run : runs) {
      if (run.key.subject == "text")
        rows_.insert(rows_.end(), run.rows.begin(), run.rows.end());
      else
        tasks_.insert(tasks_.end(), run.rows.begin(), run.rows.end());
    }
  }

  std::vector<double> bits(const std::string& scheme, int length,
                           const std::string& protocol = "fixed") const {
    return values(rows_, {scheme, protocol, length});
  }
  std::vector<double> gap(const std::string& scheme, int length) const {
    return differences(rows_, {scheme, "fixed", length}, {scheme, "fixed", trained_});
  }
  // Between two schemes, seed by seed: they saw the same batches.
  std::vector<double> against(const std::string& scheme, const std::string& other,
                              int length) const {
    return differences(rows_, {scheme, "fixed", length}, {other, "fixed", length});
  }
  std::vector<double> over_cropped(const std::string& scheme) const {
    return differences(rows_, {scheme, "fixed", longest_}, {scheme, "cropped", longest_});
  }
  std::vector<double> recall(const std::string& scheme, int length, const std::string& kind,
                             int from) const {
    return values(rows_, {scheme, "recall", length, kind, from}, &ResultRow::accuracy);
  }
  std::vector<double> note(const std::string& scheme, const std::string& name) const {
    std::vector<double> found;
    for (const Run& run : runs_) {
      if (run.key.subject == "text" && run.key.scheme == scheme && run.notes.contains(name))
        found.push_back(run.notes.at(name));
    }
    return found;
  }
  std::vector<double> task(const std::string& task, const std::string& scheme, int length) const {
    return values(tasks_, {scheme, task, length, "character"}, &ResultRow::accuracy);
  }
  // The nearest length that was evaluated, at least `times` the trained one.
  int at(double times) const {
    int best = longest_;
    for (const ResultRow& r : rows_) {
      if (r.protocol == "fixed" && r.length >= times * trained_ - 0.5)
        best = std::min(best, r.length);
    }
    return best;
  }

  Claim from(const std::string& topic, const std::string& statement, const std::string& rule,
             const std::vector<double>& found, double limit, const std::string& what,
             bool above = false) const {
    Claim claim{.topic = topic, .statement = statement, .rule = rule};
    claim.command = "make report";
    if (found.empty()) return claim;
    if (above) {
      std::vector<double> negative;
      for (const double v : found) negative.push_back(-v);
      claim.verdict = judged_below(negative, -limit);
    } else {
      claim.verdict = judged_below(found, limit);
    }
    claim.figure = sentence(what, " ", text_of(spread(found), 2), seeds(found));
    return claim;
  }
  static std::string seeds(const std::vector<double>& found) {
    return sentence(found.size() > 1 ? ", " : ", one seed only",
                    found.size() > 1 ? std::to_string(found.size()) + " seeds" : "");
  }
  Claim works_until(const std::string& topic, const std::string& scheme,
                    const std::string& statement, double times) const {
    const int length = at(times);
    return from(topic, statement,
                sentence("at ", length, " no more than ", shortest(kStillWorks),
                         " bits per character above ", trained_),
                gap(scheme, length), kStillWorks, sentence("gap at ", length));
  }

  const std::vector<ResultRow>& rows() const { return rows_; }
  int trained() const { return trained_; }
  int longest() const { return longest_; }

 private:
  const std::vector<Run>& runs_;
  std::vector<ResultRow> rows_, tasks_;
  int trained_, longest_;
};

Claim with_figure(Claim claim, const std::string& more) {
  if (claim.verdict != Verdict::kNotMeasured) claim.figure += more;
  return claim;
}

Claim cannot(const std::string& topic, const std::string& statement, const std::string& why) {
  return {topic, statement, "", Verdict::kCannotBeTested, why, ""};
}

}  // namespace

const char* name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::kHolds:
      return "holds here";
    case Verdict::kDoesNotHold:
      return "does not hold here";
    case Verdict::kUndecided:
      return "not decided by these seeds";
    case Verdict::kCannotBeTested:
      return "cannot be tested at this size";
    default:
      return "not measured yet";
  }
}

Verdict judged_below(const std::vector<double>& values, double limit) {
  if (values.empty()) return Verdict::kNotMeasured;
  const auto below = std::ranges::count_if(values, [&](double v) { return v <= limit; });
  if (below == static_cast<std::ptrdiff_t>(values.size())) return Verdict::kHolds;
  return below == 0 ? Verdict::kDoesNotHold : Verdict::kUndecided;
}

double order_blindness(bool causal, int layers) {
  constexpr int kLength = 12, kCharacters = 20;
  const Transformer model({.vocabulary = kCharacters,
                           .width = 32,
                           .heads = 4,
                           .layers = layers,
                           .trained_length = kLength,
                           .scheme = "none",
                           .causal = causal},
                          1);
  // Larger weights, so that attention has something to choose between.
  for (const auto& weight : model.parameters().entries()) {
    if (weight.decayed)
      for (float& x : weight.tensor.numbers()) x *= 12;
  }
  const NoGrad no_grad;
  Random random(1, "order");
  std::vector<int> tokens, order(kLength);
  for (int i = 0; i < kLength; ++i) tokens.push_back(random.between(0, kCharacters - 1));
  std::iota(order.begin(), order.end(), 0);
  // The last character keeps its place, so that under a causal mask its row sees the same ones.
  random.shuffle(std::span(order).first(kLength - 1));
  std::vector<int> shuffled;
  for (const int from : order) shuffled.push_back(tokens[from]);
  const Tensor before = model.hidden(tokens, 1, Positions::whole(kLength));
  const Tensor after = model.hidden(shuffled, 1, Positions::whole(kLength));
  const int C = before.dim(-1);
  double largest = 0;
  // With a causal mask only the last row sees the same characters before and after.
  for (int i = causal ? kLength - 1 : 0; i < kLength; ++i) {
    for (int c = 0; c < C; ++c) {
      largest = std::max(
          largest, std::abs(double{before.data()[order[i] * C + c]} - after.data()[i * C + c]));
    }
  }
  return largest;
}

std::vector<double> sinusoidal_row(int position, int channels) {
  std::vector<double> row;
  for (int i = 0; i < channels / 2; ++i) {
    const double angle = position / std::pow(10000.0, 2.0 * i / channels);
    row.push_back(std::sin(angle));
    row.push_back(std::cos(angle));
  }
  return row;
}

double shift_error(int positions, int k, int channels) {
  double largest = 0;
  for (int p = 0; p < positions; ++p) {
    const std::vector<double> from = sinusoidal_row(p, channels),
                              to = sinusoidal_row(p + k, channels);
    for (int i = 0; i < channels / 2; ++i) {
      const double angle = k / std::pow(10000.0, 2.0 * i / channels);
      const double s = std::cos(angle) * from[2 * i] + std::sin(angle) * from[2 * i + 1];
      const double c = -std::sin(angle) * from[2 * i] + std::cos(angle) * from[2 * i + 1];
      largest = std::max({largest, std::abs(s - to[2 * i]), std::abs(c - to[2 * i + 1])});
    }
  }
  return largest;
}

double rope_product(const std::vector<double>& query, const std::vector<double>& key, int query_at,
                    int key_at) {
  check(query.size() == key.size() && query.size() % 2 == 0, "rope_product", query.size(), " and ",
        key.size(), " channels");
  const RopeFrequencies f = rope_frequencies(static_cast<int>(query.size()), 10000);
  const auto turned = [&](const std::vector<double>& x, int at) {
    std::vector<double> y(x.size());
    for (std::size_t i = 0; i < f.theta.size(); ++i) {
      const double c = std::cos(at * f.theta[i]), s = std::sin(at * f.theta[i]);
      y[2 * i] = x[2 * i] * c - x[2 * i + 1] * s;
      y[2 * i + 1] = x[2 * i] * s + x[2 * i + 1] * c;
    }
    return y;
  };
  return dot(turned(query, query_at), turned(key, key_at));
}

std::vector<double> cosine_snippet(const std::vector<double>& x) {
  std::vector<double> y;
  const auto d = static_cast<double>(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) y.push_back(x[i] * std::cos(double(i) / d));
  return y;
}

std::vector<double> snippet_weights(int query) {
  std::vector<double> scores;
  for (int key = 0; key <= query; ++key) scores.push_back(-0.1 * key);
  return softmax_of(scores);
}

std::vector<double> alibi_weights(int query) {
  std::vector<double> scores;
  for (int key = 0; key <= query; ++key) scores.push_back(-0.1 * (query - key));
  return softmax_of(scores);
}

std::vector<Claim> arithmetic_claims() {
  const std::string command = "make 16";
  constexpr double kRounding = 1e-4, kExact = 1e-10;
  std::vector<Claim> claims;

  const double all_seen = order_blindness(false, 2), one_layer = order_blindness(true, 1),
               two_layers = order_blindness(true, 2);
  claims.push_back({"order", "Without positions, attention cannot tell two orders apart.",
                    "outputs change by rounding alone when the tokens are put into another order",
                    judged_below({all_seen}, kRounding),
                    sentence("two layers that see everything: change ", power_of_ten(all_seen)),
                    command});
  claims.push_back(
      {"order", "That is so for a language model too, whose mask hides what comes later.",
       "the last output changes by rounding alone when the characters before it are reordered",
       judged_below({std::max(one_layer, two_layers)}, kRounding),
       sentence("one causal layer: change ", power_of_ten(one_layer),
                "; two: ", fixed(two_layers, 2),
                ". The mask lets the second layer count what the first one saw."),
       command});

  double error = 0;
  for (const int k : {1, 5, 64, 1000}) error = std::max(error, shift_error(1024, k, 64));
  claims.push_back(
      {"sinusoidal", "PE(p + k) is a linear function of PE(p), the same for every p.",
       "error below 1e-10 in double precision", judged_below({error}, kExact),
       sentence("largest error over 1024 positions and k = 1, 5, 64, 1000: ", power_of_ten(error)),
       command});

  Random random(0, "claims");
  double by_offset = 0, through_weights = 0;
  {
    constexpr int d = 64;
    std::vector<std::vector<double>> W;
    for (int i = 0; i < d; ++i) W.push_back(random_vector(d, random));
    const auto through = [&](const std::vector<double>& x) {
      std::vector<double> y;
      for (const auto& row : W) y.push_back(dot(row, x) / std::sqrt(double(d)));
      return y;
    };
    for (int p = 0; p < 512; ++p) {
      const auto a = sinusoidal_row(p, d), b = sinusoidal_row(p + 7, d);
      by_offset = std::max(by_offset,
                           std::abs(dot(a, b) - dot(sinusoidal_row(0, d), sinusoidal_row(7, d))));
      through_weights = std::max(
          through_weights,
          std::abs(dot(through(a), b) - dot(through(sinusoidal_row(0, d)), sinusoidal_row(7, d))));
    }
  }
  claims.push_back(
      {"sinusoidal", "It captures relative distances.",
       "the product of two encodings depends on their distance alone",
       judged_below({by_offset}, kExact),
       sentence("at distance 7, all 512 places give the same product (", power_of_ten(by_offset),
                "). Behind a matrix of weights that ends: there it varies by up to ",
                fixed(through_weights, 1), "."),
       command});

  double rope_error = 0, other_offset = 0;
  for (int draw = 0; draw < 20; ++draw) {
    const auto q = random_vector(64, random), k = random_vector(64, random);
    for (const int offset : {0, 4, 64, 1000}) {
      const double base = rope_product(q, k, offset, 0);
      for (const int shift : {1, 10, 1000, 50000})
        rope_error =
            std::max(rope_error, std::abs(base - rope_product(q, k, offset + shift, shift)));
    }
    other_offset =
        std::max(other_offset, std::abs(rope_product(q, k, 5, 0) - rope_product(q, k, 4, 0)));
  }
  claims.push_back({"rope", "The product of a turned query and key depends on their offset alone.",
                    "a shift of both changes it by less than 1e-8",
                    judged_below({rope_error}, 1e-8),
                    sentence("shifted by up to 50,000: change ", power_of_ten(rope_error),
                             "; one more character of offset: up to ", fixed(other_offset, 2)),
                    command});

  {
    const auto q = random_vector(64, random), k = random_vector(64, random);
    const double as_given = dot(cosine_snippet(q), cosine_snippet(k));
    const double true_near = rope_product(q, k, 0, 0), true_far = rope_product(q, k, 0, 5);
    claims.push_back(
        {"rope",
         "The simplified example (theta = arange(64)/64; x * cos(theta)) turns queries and "
         "keys by their position.",
         "the score changes with the position", Verdict::kDoesNotHold,
         sentence("no position enters it: at positions (0, 0), (0, 5) and (3, 8) its score is ",
                  fixed(as_given, 4), " each time, where rope gives ", fixed(true_near, 4), ", ",
                  fixed(true_far, 4), " and ", fixed(rope_product(q, k, 3, 8), 4),
                  ". It shrinks each channel by a fixed factor: |x|^2 from ", fixed(dot(q, q), 2),
                  " to ", fixed(dot(cosine_snippet(q), cosine_snippet(q)), 2),
                  ", and a rotation shrinks nothing."),
         command});
    const std::vector<double> snippet = snippet_weights(7), own = alibi_weights(7);
    claims.push_back(
        {"alibi", "The simplified example (scores + -0.1 * arange(8)) is a penalty for distance.",
         "under a causal mask the nearest key gets the most weight",
         snippet.back() >= snippet.front() ? Verdict::kHolds : Verdict::kDoesNotHold,
         sentence("it adds one row to every query. Query 7, all scores equal, gives its own place ",
                  fixed(snippet.back(), 3), " and the farthest key ", fixed(snippet.front(), 3),
                  ": far keys win. ALiBi gives ", fixed(own.back(), 3), " and ",
                  fixed(own.front(), 3), "."),
         command});
  }
  claims.push_back({"relative", "Relative[i, j] = i - j, so token 5 is 3 away from token 2.",
                    "positions[:, None] - positions[None, :] has 3 at row 5, column 2",
                    Verdict::kHolds, "row 5 of the 6 by 6 matrix is 5 4 3 2 1 0", "make 08"});
  return claims;
}

std::vector<Claim> trained_claims(const std::vector<Run>& runs, int trained, int longest) {
  const Judge j(runs, trained, longest);
  std::vector<Claim> claims;
  const int twice = j.at(2), four = j.at(4), far = longest;

  claims.push_back(j.from("order", "A transformer needs positions to model language.",
                          sentence("none is at least 0.1 bits worse than rope at ", trained),
                          j.against("none", "rope", trained), 0.1, "difference", true));

  claims.push_back(j.works_until("sinusoidal", "sinusoidal", "\"Works for longer sequences.\"", 2));
  claims.push_back(
      j.from("sinusoidal", "\"In practice, vanilla sinusoidal does not extrapolate well.\"",
             sentence("at ", twice, " more than ", shortest(kStillWorks), " bits above ", trained),
             j.gap("sinusoidal", twice), kStillWorks, sentence("gap at ", twice), true));

  claims.push_back(
      j.from("learned", "\"Zero generalization past it\", that is past its table.",
             sentence("asked directly it refuses; with its last row repeated, at ", twice,
                      " more than ", shortest(kStillWorks), " bits above ", trained),
             j.gap("learned", twice), kStillWorks, sentence("gap at ", twice), true));
  claims.push_back(j.from("learned", "\"Often improves downstream performance.\"",
                          sentence("at ", trained, " fewer bits than sinusoidal"),
                          j.against("learned", "sinusoidal", trained), 0,
                          "learned minus sinusoidal"));

  claims.push_back(
      j.works_until("rope", "rope", "\"Excellent extrapolation to longer contexts.\"", 16));
  claims.push_back(j.works_until(
      "rope", "rope", "\"Generalizes modestly to longer contexts\" (1.25 times).", 1.25));
  claims.push_back(
      j.works_until("rope", "rope", "\"Generalizes modestly to longer contexts\" (twice).", 2));
  for (const char* method : {"ntk", "yarn"}) {
    for (const int length : {twice, four}) {
      const std::string scheme = sentence("rope:scaling=", method);
      const std::string times = length == twice ? "2" : "4";
      Claim claim = j.from(
          "rope",
          sentence("\"With ", method, ", retrofitted to ", times, " times the training length.\""),
          sentence("without further training, at ", length, " no more than ", shortest(kStillWorks),
                   " bits above ", trained),
          j.gap(scheme, length), kStillWorks, sentence("gap at ", length));
      const auto plain = j.gap("rope", length);
      if (!plain.empty())
        claim = with_figure(claim, sentence("; plain rope ", text_of(spread(plain), 2)));
      claims.push_back(claim);
    }
  }
  {
    const std::vector<double> with = j.recall("rope", far, "seen", 16);
    Claim claim = j.from("rope", "\"Better long-context understanding.\"",
                         sentence("with ", far,
                                  " characters of context, at least as good as with "
                                  "the last ",
                                  trained, " of them alone"),
                         j.over_cropped("rope"), 0, sentence("fixed minus cropped at ", far));
    claims.push_back(claim);
  }

  {
    const std::vector<double> alibi = j.note("alibi", "parameters"),
                              none = j.note("none", "parameters");
    Claim claim{"alibi",
                "\"No positional embeddings\", no learned parameters.",
                "as many parameters as none",
                Verdict::kNotMeasured,
                "",
                "make report"};
    if (!alibi.empty() && !none.empty()) {
      claim.verdict = alibi[0] == none[0] ? Verdict::kHolds : Verdict::kDoesNotHold;
      claim.figure = sentence(alibi[0], " parameters, none has ", none[0]);
    }
    claims.push_back(claim);
  }
  {
    const std::vector<double> alibi = j.note("alibi", "reading_bytes"),
                              none = j.note("none", "reading_bytes");
    Claim claim{"alibi",
                "\"Very memory efficient.\"",
                sentence("reading ", far, " characters takes at most 1 % more memory than none"),
                Verdict::kNotMeasured,
                "",
                "make report"};
    if (!alibi.empty() && !none.empty()) {
      claim.verdict = judged_below({alibi[0] / none[0]}, 1.01);
      claim.figure =
          sentence(fixed(alibi[0] / 1e6, 2), " MB, none ", fixed(none[0] / 1e6, 2), " MB");
    }
    claims.push_back(claim);
  }
  {
    const std::vector<double> alibi = j.note("alibi", "training_tokens_per_second"),
                              sinusoidal = j.note("sinusoidal", "training_tokens_per_second");
    std::vector<double> ratio;
    for (std::size_t i = 0; i < std::min(alibi.size(), sinusoidal.size()); ++i)
      ratio.push_back(alibi[i] / sinusoidal[i]);
    claims.push_back(j.from("alibi", "\"Faster.\"",
                            "in every seed at least 5 % more tokens per second than sinusoidal",
                            ratio, 1.05, "times as many tokens per second as sinusoidal:", true));
  }
  claims.push_back(
      j.works_until("alibi", "alibi", "\"Excellent extrapolation to long contexts.\"", 16));
  claims.push_back(j.from(
      "alibi", "... and it uses what the longer context holds.",
      sentence("at ", far, " at least 0.02 bits better than the same model reading the last ",
               trained, " characters alone (protocol cropped)"),
      j.over_cropped("alibi"), -0.02, sentence("fixed minus cropped at ", far)));
  {
    Claim claim = j.from(
        "alibi", "... so that it finds a name again that was last said 128 to 255 characters ago.",
        sentence("at least half of the characters of such names right, reading ", far),
        j.recall("alibi", far, "seen", 128), 0.5, "share right", true);
    const auto near = j.recall("alibi", far, "seen", 16);
    if (!near.empty())
      claim = with_figure(claim, sentence("; at 16 to 31: ", text_of(spread(near), 2)));
    claims.push_back(claim);
  }

  for (const char* scheme : {"t5", "transformer-xl", "deberta", "alibi"}) {
    const auto relative = j.gap(scheme, far), sinusoidal = j.gap("sinusoidal", far),
               learned = j.gap("learned", far);
    std::vector<double> against_best;
    for (std::size_t i = 0; i < std::min({relative.size(), sinusoidal.size(), learned.size()}); ++i)
      against_best.push_back(relative[i] - std::min(sinusoidal[i], learned[i]));
    Claim claim =
        j.from("relative", sentence("\"Better generalization\" (", scheme, ")."),
               sentence("a smaller gap at ", far, " than the better one of sinusoidal and learned"),
               against_best, 0, "gap minus theirs:");
    if (!relative.empty())
      claim = with_figure(claim, sentence("; its own gap ", text_of(spread(relative), 2)));
    claims.push_back(claim);
  }
  {
    // Seed by seed: the worst of the schemes with positions against the best.
    std::map<std::uint64_t, std::pair<double, double>> by_seed, right;
    std::map<std::uint64_t, int> schemes;
    for (const ResultRow& r : j.rows()) {
      if (r.protocol != "fixed" || r.length != trained || r.scheme == "none" ||
          r.scheme.find(':') != std::string::npos)
        continue;
      const auto widen = [](auto& range, double v) {
        range.first = range.first == 0 ? v : std::min(range.first, v);
        range.second = std::max(range.second, v);
      };
      ++schemes[r.seed];
      widen(by_seed[r.seed], r.bits_per_char);
      widen(right[r.seed], 100 * r.accuracy);
    }
    // One scheme alone is no choice.
    const auto alone = [&](const auto& entry) { return schemes[entry.first] < 2; };
    std::erase_if(by_seed, alone);
    std::erase_if(right, alone);
    std::vector<double> percent, points;
    for (const auto& [seed, range] : by_seed)
      percent.push_back(100 * (range.second / range.first - 1));
    for (const auto& [seed, range] : right) points.push_back(range.second - range.first);
    Claim claim = j.from("choice",
                         "\"The choice rarely affects accuracy by more than 1-2 % at the same "
                         "context length.\"",
                         sentence("at ", trained,
                                  ", the best and the worst scheme with positions "
                                  "differ by at most 2 points of accuracy"),
                         points, 2, "points between best and worst:");
    if (!percent.empty())
      claim = with_figure(claim, sentence("; in bits per character the worst takes ",
                                          text_of(spread(percent), 0), " % more than the best"));
    claims.push_back(claim);
  }
  {
    std::vector<double> difference;
    const auto alibi = j.task("copy", "alibi", 24), rope = j.task("copy", "rope", 24);
    for (std::size_t i = 0; i < std::min(alibi.size(), rope.size()); ++i)
      difference.push_back(alibi[i] - rope[i]);
    Claim claim = j.from("choice", "\"Position generalization is critical: ALiBi.\"",
                         "copying twice the trained length, more characters right than rope",
                         difference, 0, "alibi minus rope:", true);
    const auto t5 = j.task("copy", "t5", 24);
    if (!alibi.empty() && !t5.empty())
      claim =
          with_figure(claim, sentence("; right: alibi ", text_of(spread(alibi), 2), ", rope ",
                                      text_of(spread(rope), 2), ", t5 ", text_of(spread(t5), 2)));
    claims.push_back(claim);
  }
  claims.push_back(cannot("choice", "\"RoPE is the de facto default for new architectures.\"",
                          "A statement about practice, not about a model."));
  claims.push_back(
      cannot("rope",
             "\"NTK and YaRN\" as they are used: with some fine-tuning, on "
             "models of billions of parameters.",
             "Here they are read without further training; lesson 10 trains 100 steps."));
  return claims;
}

}  // namespace whereabouts
