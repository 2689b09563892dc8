#include "evaluate/trained_claims.h"

#include <algorithm>
#include <cmath>

#include "report/number.h"
#include "util/check.h"

namespace whereabouts {
namespace {

// A scheme "still works" at a length if it loses no more than this many bits per character against
// its own training length, and "modestly" longer means one and a half times.
constexpr double kStillWorks = 0.1;

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
