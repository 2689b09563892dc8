#include <algorithm>
#include <functional>

#include "experiment/claims.h"
#include "experiment/full_report.h"
#include "experiment/measured.h"
#include "position/schemes.h"
#include "report/number.h"
#include "text/tasks.h"
#include "util/check.h"

namespace whereabouts {

// To add a claim, add a row. Its fields are those of Claim, in their order.
std::vector<Claim> trained_claims(const std::vector<Run>& runs, int trained, int longest) {
  const Measured m(runs, trained, longest);
  const int twice = m.at_least(2), far = longest;
  const Task& copy = task_named("copy");
  Parameters no_weights(0);
  const bool refuses = !make_scheme("learned", 4, 1, 2, no_weights)->traits().any_length;
  std::vector<std::string> with_positions = module_schemes();
  std::erase(with_positions, "none");
  const std::string breaks =
      concat("at ", twice, " more than ", shortest(kStillWorks), " bits above ", trained);
  // Rows that are said of several schemes or lengths.
  const auto gap_at_most = [&](const std::string& topic, const std::string& said,
                               const std::string& scheme, int length, const std::string& rule,
                               const std::string& more = "") {
    return Claim{
        topic, said, rule, m.gap(scheme, length), at_most(kStillWorks), concat("gap at ", length),
        more};
  };
  const auto still_works = [&](const std::string& scheme, const std::string& said, int length) {
    return gap_at_most(scheme, said, scheme, length,
                       concat("at ", length, " no more than ", shortest(kStillWorks),
                              " bits per character above ", trained));
  };
  const auto retrofitted = [&](const std::string& method, int times) {
    const int length = times * trained;
    return gap_at_most(
        "rope",
        concat("\"With ", method, ", retrofitted to ", times, " times the training length.\""),
        "rope:scaling=" + method, length,
        concat("without further training, at ", length, " no more than ", shortest(kStillWorks),
               " bits above ", trained),
        also("; plain rope", m.gap("rope", length)));
  };
  const auto relative = [&](const std::string& scheme) {
    const auto over_better_one = [](double own, double a, double b) {
      return own - std::min(a, b);
    };
    const BySeed own = m.gap(scheme, far);
    return Claim{"relative",
                 concat("\"Better generalization\" (", scheme, ")."),
                 concat("a smaller gap at ", far, " than the better one of sinusoidal and learned"),
                 paired(over_better_one, own, m.gap("sinusoidal", far), m.gap("learned", far)),
                 below(0),
                 "gap minus theirs:",
                 also("; its own gap", own)};
  };

  const auto cannot_be_tested = [](const std::string& topic, const std::string& statement,
                                   const std::string& why) {
    return Claim{topic, statement, "", {}, {}, "", why, ""};
  };

  return {
      {"order", "A transformer needs positions to model language.",
       concat("none is at least 0.1 bits worse than rope at ", trained),
       paired(std::minus(), m.bits("none", trained), m.bits("rope", trained)), at_least(0.1),
       "difference"},
      still_works("sinusoidal", "\"Works for longer sequences.\"", twice),
      {"sinusoidal", "\"In practice, vanilla sinusoidal does not extrapolate well.\"", breaks,
       m.gap("sinusoidal", twice), above(kStillWorks), concat("gap at ", twice)},
      {"learned", "\"Zero generalization past it\", that is past its table.",
       "asked directly it refuses; with its last row repeated, " + breaks,
       paired([&](double gap) { return refuses ? gap : 0; }, m.gap("learned", twice)),
       above(kStillWorks),
       refuses ? concat("gap at ", twice) : "it does not refuse, which counts as a gap of"},
      {"learned", "\"Often improves downstream performance.\"",
       concat("at ", trained, " fewer bits than sinusoidal"),
       paired(std::minus(), m.bits("learned", trained), m.bits("sinusoidal", trained)), below(0),
       "learned minus sinusoidal"},
      still_works("rope", "\"Excellent extrapolation to longer contexts.\"", m.at_least(16)),
      still_works("rope", "\"Generalizes modestly to longer contexts\" (1.25 times).",
                  m.times(1.25)),
      still_works("rope", "\"Generalizes modestly to longer contexts\" (twice).", m.times(2)),
      retrofitted("ntk", 2),
      retrofitted("ntk", 4),
      retrofitted("yarn", 2),
      retrofitted("yarn", 4),
      {"rope", "\"Better long-context understanding.\"",
       concat("with ", far, " characters of context, at least as good as with the last ", trained,
              " of them alone"),
       m.over_cropped("rope", far), at_most(0), concat("fixed minus cropped at ", far)},
      {"alibi", "\"No positional embeddings\", no learned parameters.",
       "as many parameters as none",
       paired(std::minus(), m.note("alibi", "parameters"), m.note("none", "parameters")),
       exactly(0), "",
       concat(text_of(m.note("alibi", "parameters"), 0), " parameters, none has ",
              text_of(m.note("none", "parameters"), 0))},
      {"alibi", "\"Very memory efficient.\"",
       concat("reading ", far, " characters takes at most 1 % more memory than none"),
       paired(std::divides(), m.megabytes("alibi"), m.megabytes("none")), at_most(1.01), "",
       concat(text_of(m.megabytes("alibi"), 2), " MB, none ", text_of(m.megabytes("none"), 2),
              " MB")},
      still_works("alibi", "\"Excellent extrapolation to long contexts.\"", m.at_least(16)),
      {"alibi", "... and it uses what the longer context holds.",
       concat("at ", far, " at least 0.02 bits better than the same model reading the last ",
              trained, " characters alone (protocol cropped)"),
       m.over_cropped("alibi", far), at_most(-0.02), concat("fixed minus cropped at ", far)},
      {"alibi", "... so that it finds a name again that was last said 128 to 255 characters ago.",
       concat("at least half of the characters of such names right, reading ", far),
       m.recall("alibi", 128), at_least(0.5), "share right", "", "make recall",
       m.copies_nothing("alibi")},
      relative("t5"),
      relative("transformer-xl"),
      relative("deberta"),
      relative("alibi"),
      {"choice",
       "\"The choice rarely affects accuracy by more than 1-2 % at the same context length.\"",
       concat("at ", trained,
              ", the best and the worst scheme with positions differ by at most "
              "2 points of accuracy"),
       m.between_schemes(with_positions, &ResultRow::accuracy,
                         [](double worst, double best) { return 100 * best - 100 * worst; }),
       at_most(2), "points between best and worst:",
       also("; in bits per character the worst takes",
            m.between_schemes(with_positions, &ResultRow::bits_per_char,
                              [](double best, double worst) { return 100 * (worst / best - 1); }),
            0, " % more than the best")},
      {"choice", "\"Position generalization is critical: ALiBi.\"",
       "copying twice the trained length, more characters right than rope",
       paired(std::minus(), m.right(copy, "alibi", 2 * copy.trained),
              m.right(copy, "rope", 2 * copy.trained)),
       above(0), "alibi minus rope:",
       also("; right: alibi", m.right(copy, "alibi", 2 * copy.trained)) +
           also(", rope", m.right(copy, "rope", 2 * copy.trained)) +
           also(", t5", m.right(copy, "t5", 2 * copy.trained)),
       "make report", m.not_learned(copy, {"alibi", "rope"})},
      cannot_be_tested("choice", "\"RoPE is the de facto default for new architectures.\"",
                       "A statement about practice, not about a model."),
      cannot_be_tested("rope",
                       "\"NTK and YaRN\" as they are used: with some fine-tuning, on models of "
                       "billions of parameters.",
                       "Here they are read without further training; lesson 10 trains 100 steps."),
  };
}

}  // namespace whereabouts
