#include <algorithm>
#include <functional>

#include "experiment/claims.h"
#include "experiment/measured.h"
#include "report/number.h"
#include "text/tasks.h"
#include "util/check.h"

namespace whereabouts {

// What is said is told in our words. To add a claim, add a row; its fields are those of Claim.
std::vector<Claim> paper_claims(const std::vector<Run>& runs, int trained, int longest) {
  const Measured m(runs, trained, longest);
  const int twice = m.at_least(2), four = m.at_least(4), far = longest;
  const Task& copy = task_named("copy");
  const std::string size =
      "their size (100 million to billions of parameters, contexts of 512 and more), natural text";

  const auto claim = [&](const std::string& said, const std::string& rule, const BySeed& looked_at,
                         const Limit& limit, const std::string& words,
                         const std::string& more = "") {
    Claim c{"papers", said, rule, looked_at, limit, words, more, "make papers"};
    c.not_tried = size;
    return c;
  };
  // Bits of one reading minus those of another, at one length.
  const auto against = [&](const std::string& paper, const std::string& statement,
                           const std::string& ours, const std::string& theirs, int length,
                           const Limit& limit, const std::string& rule,
                           const std::string& more = "") {
    return claim(concat(paper, ": ", statement), concat("at ", length, ", ", rule),
                 paired(std::minus(), m.bits(ours, length), m.bits(theirs, length)), limit,
                 concat(ours, " minus ", theirs), more);
  };
  const auto gap = [&](const std::string& paper, const std::string& statement,
                       const std::string& scheme, int length, bool works) {
    return claim(concat(paper, ": ", statement),
                 concat("at ", length, works ? " no more than " : " more than ",
                        shortest(kStillWorks), " bits above ", trained),
                 m.gap(scheme, length), works ? at_most(kStillWorks) : above(kStillWorks),
                 concat("gap at ", length));
  };
  // The share of copied characters right at twice the length, minus the best of others.
  const auto copies = [&](const std::string& paper, const std::string& statement,
                          const std::string& scheme, const std::vector<std::string>& others,
                          const std::string& not_tried) {
    const int length = 2 * copy.trained;
    BySeed best = m.right(copy, others.front(), length);
    for (const std::string& other : others)
      best = paired([](double a, double b) { return std::max(a, b); }, best,
                    m.right(copy, other, length));
    std::vector<std::string> all = others;
    all.push_back(scheme);
    Claim c = claim(concat(paper, ": ", statement),
                    concat("copying ", length, " symbols, trained up to ", copy.trained,
                           ", more characters right"),
                    paired(std::minus(), m.right(copy, scheme, length), best), above(0),
                    concat(scheme, " minus the best of the others:"),
                    also(concat("; right: ", scheme), m.right(copy, scheme, length)));
    c.doubt = m.not_learned(copy, all), c.not_tried = not_tried;
    return c;
  };

  return {
      against("ALiBi (Press 2022)", "where it was trained, no worse than sinusoidal positions",
              "alibi", "sinusoidal", trained, at_most(0), "no more bits than sinusoidal"),
      claim("ALiBi (Press 2022): perplexity falls when the text gets longer than in training",
            concat("in windows side by side, fewer bits at ", twice, " than at ", trained),
            paired(std::minus(), m.bits("alibi", twice, "windows"),
                   m.bits("alibi", trained, "windows")),
            below(0), concat("bits at ", twice, " minus bits at ", trained),
            also("; on the same targets (protocol fixed)", m.gap("alibi", twice))),
      claim("ALiBi (Press 2022, appendix B): the gain is that fewer characters are early in a "
            "window, not that farther text is used",
            concat("with a sliding window, no gain of 0.02 bits from ", trained, " to ", far),
            paired(std::minus(), m.bits("alibi", far, "sliding"),
                   m.bits("alibi", trained, "sliding")),
            above(-0.02), "sliding, far minus trained"),
      against("No positions (Haviv 2022)", "a causal model without positions is nearly as good",
              "none", "sinusoidal", trained, at_most(0.1), "at most 0.1 bits more than sinusoidal"),
      copies("No positions (Kazemnejad 2023)",
             "without positions, tasks carry over to longer instances better than with any of "
             "these schemes",
             "none", {"sinusoidal", "rope", "alibi", "t5"},
             "their ten tasks and 100 million parameters; many layers can build a clock"),
      gap("No positions (Kazemnejad 2023)", "as a language model it breaks beyond training too",
          "none", twice, false),
      against("RoPE (Su 2021)", "better than sinusoidal positions where it was trained", "rope",
              "sinusoidal", trained, below(0), "fewer bits than sinusoidal"),
      gap("RoPE (Press 2022, Chi 2022)", "beyond training its loss climbs", "rope", twice, false),
      gap("T5 (Chi 2022)", "holds to four times the training length", "t5", four, true),
      gap("Shaw (2018)", "clipped distances carry over to lengths not seen", "shaw", far, true),
      against("Transformer-XL (Dai 2019)", "loses less than Shaw's positions on longer text",
              "transformer-xl", "shaw", far, below(0), "fewer bits than shaw"),
      against("DeBERTa (He 2021)", "content and position apart are better than one bias", "deberta",
              "t5", trained, below(0), "fewer bits than t5"),
      gap("xPos (Sun 2022)", "rope with decay holds beyond training", "xpos", far, true),
      against("xPos (Sun 2022)", "and where it was trained it is no worse than rope", "xpos",
              "rope", trained, at_most(0), "no more bits than rope"),
      against("KERPLE (Chi 2022)", "the logarithmic kernel is better than ALiBi on longer text",
              "kerple-log", "alibi", far, below(0), "fewer bits than alibi"),
      against("KERPLE (Chi 2022)", "... and better than its power kernel", "kerple-log",
              "kerple-power", far, below(0), "fewer bits than kerple-power"),
      against("Sandwich (Chi 2023)", "a bias without parameters, as good as ALiBi on longer text",
              "sandwich", "alibi", far, at_most(0), "no more bits than alibi"),
      against("FIRE (Li 2024)", "better than ALiBi on longer text", "fire", "alibi", far, below(0),
              "fewer bits than alibi", also("; gap of fire", m.gap("fire", far))),
      against("CoPE (Golovneva 2024)", "lower perplexity than relative positions", "cope", "shaw",
              trained, below(0), "fewer bits than shaw"),
      copies("Randomized positions (Ruoss 2023)",
             "tasks carry over to longer instances, where plain learned positions do not",
             "randomized", {"learned"}, "their 15 tasks, and other schemes on random positions"),
      against("Position interpolation (Chen 2023)",
              "reading twice the length, squeezed positions are better than new ones",
              "rope:scaling=pi", "rope", twice, below(0), "fewer bits than rope as it is"),
      against("NTK (bloc97 2023)", "without further training better than interpolation",
              "rope:scaling=ntk", "rope:scaling=pi", twice, below(0), "fewer bits than pi"),
      against("Dynamic NTK (emozilla 2023)", "costs nothing within the training length",
              "rope:scaling=dynamic-ntk", "rope", trained, at_most(0.005),
              "the bits of rope, within 0.005"),
      against("YaRN (Peng 2023)", "better than NTK at four times the length", "rope:scaling=yarn",
              "rope:scaling=ntk", four, below(0), "fewer bits than ntk"),
      claim(
          "DroPE (Gelberg 2025): YaRN without further training does no more than cropping the text",
          concat("at ", four, " within 0.1 bits of rope reading the last ", trained,
                 " characters alone"),
          paired([](double a, double b) { return std::abs(a - b); },
                 m.bits("rope:scaling=yarn", four), m.bits("rope", four, "cropped")),
          at_most(0.1), "yarn, away from cropped"),
      against("p-RoPE (Barbero 2025)", "the slowest pairs are not needed", "p-rope", "rope",
              trained, at_most(0), "no more bits than rope"),
      gap("ReRoPE (Su 2023)", "with distances clamped, rope holds at any length", "clamped-rope",
          far, true),
      gap("Window (Beltagy 2020)", "attention to the nearest keys alone holds at any length",
          "window", far, true),
      gap("Self-Extend (Jin 2024)", "without further training rope reads four times its length",
          "mapped-rope", four, true),
      copies("Hard-ALiBi (Jelassi 2024)",
             "strings longer than any in training are copied better than with these schemes",
             "hard-alibi", {"none", "rope", "alibi"}, "their strings of hundreds of symbols"),
      gap("FoX (Lin 2025)", "holds at any length, without other positions", "fox", far, true),
      against("FoX (Lin 2025)", "... and where it was trained it is better than rope", "fox",
              "rope", trained, below(0), "fewer bits than rope"),
      gap("Stick-breaking (Tan 2024)", "holds at any length, without other positions",
          "stick-breaking", far, true),
      against("Scores times ln n (Chiang 2022)",
              "a softmax that is kept sharp loses less on longer text", "log-n", "none", far,
              below(0), "fewer bits than none"),
      against("SSMax (Nakanishi 2025)", "a learned multiple of ln n loses less on longer text",
              "ssmax", "none", far, below(0), "fewer bits than none"),
      gap("PoSE (Zhu 2023)", "trained on skipped positions, rope reads four times its length",
          "pose", four, true),
      gap("RNoPE (Yang 2025)", "rope in a window and no positions, in turn, hold at any length",
          "window:over=rope:size=16/none", far, true),
  };
}

}  // namespace whereabouts
