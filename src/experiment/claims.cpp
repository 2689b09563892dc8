#include "experiment/claims.h"

#include <algorithm>

#include "experiment/block_interval.h"
#include "report/csv.h"
#include "util/check.h"

namespace whereabouts {

const char* name_of(Verdict verdict) {
  constexpr const char* kNames[] = {"holds here", "does not hold here",
                                    "not decided by these seeds", "cannot be tested at this size",
                                    "not measured yet"};
  return kNames[static_cast<int>(verdict)];
}

Verdict Claim::verdict() const {
  if (!limit) return Verdict::kCannotBeTested;
  if (looked_at.empty()) return Verdict::kNotMeasured;
  if (!doubt.empty()) return Verdict::kUndecided;
  const auto kept = std::ranges::count_if(
      looked_at, [&](const auto& seed) { return limit->keeps(seed.second, limit->limit); });
  if (kept == std::ssize(looked_at)) return Verdict::kHolds;
  return kept == 0 ? Verdict::kDoesNotHold : Verdict::kUndecided;
}

std::string Claim::figure() const {
  if (verdict() == Verdict::kNotMeasured) return "";
  std::string text;
  if (!words.empty()) {
    const std::size_t seeds = looked_at.size();
    text = concat(words, " ", text_of(looked_at, 2), ", ",
                  seeds == 1 ? "one seed only"
                             : concat(seeds, " seeds, mean ",
                                      text_of(interval_over_seeds(without_seeds(looked_at)), 2)));
  }
  return text + more + (doubt.empty() ? "" : ". " + doubt);
}

std::string claims_in_words(const std::vector<Claim>& claims) {
  std::string text, topic;
  for (const Claim& c : claims) {
    if (c.topic != topic) text += "\n== " + c.topic + " ==\n";
    topic = c.topic;
    text += concat("\n  ", c.statement, "\n  -> ", name_of(c.verdict()), "\n");
    if (!c.figure().empty()) text += "     " + c.figure() + "\n";
    if (!c.rule.empty()) text += "     rule: " + c.rule + "\n";
    if (!c.not_tried.empty()) text += "     not tried: " + c.not_tried + "\n";
    if (!c.command.empty()) text += "     shown by: " + c.command + "\n";
  }
  return text;
}

std::string claims_csv(const std::vector<Claim>& claims) {
  Csv csv({"topic", "statement", "verdict", "figure", "rule", "not_tried", "command"});
  for (const Claim& c : claims)
    csv.row(c.topic, c.statement, name_of(c.verdict()), c.figure(), c.rule, c.not_tried, c.command);
  return csv.text();
}

int holding(const std::vector<Claim>& claims) {
  return static_cast<int>(std::ranges::count(claims, Verdict::kHolds, &Claim::verdict));
}

}  // namespace whereabouts
