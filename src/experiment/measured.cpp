#include "experiment/measured.h"

#include <algorithm>
#include <map>
#include <optional>

#include "experiment/recall_table.h"
#include "experiment/task_map.h"
#include "report/number.h"
#include "util/check.h"

namespace whereabouts {

Measured::Measured(const std::vector<Run>& runs, int trained_length, int longest_length)
    : trained(trained_length), longest(longest_length) {
  for (const Run& run : runs) {
    rows.insert(rows.end(), run.rows.begin(), run.rows.end());
    // A note becomes a row too, whose protocol is the subject and whose kind is the note's name.
    for (const auto& [name, value] : run.notes)
      rows.push_back({run.key.scheme, run.key.seed, run.key.dataset, 0, value, 0, name});
  }
}

BySeed Measured::bits(const std::string& scheme, int length, const std::string& protocol) const {
  return by_seed(rows, {scheme, protocol, length});
}

BySeed Measured::gap(const std::string& scheme, int length) const {
  return paired(std::minus(), bits(scheme, length), bits(scheme, trained));
}

BySeed Measured::over_cropped(const std::string& scheme, int length) const {
  return paired(std::minus(), bits(scheme, length), bits(scheme, length, "cropped"));
}

BySeed Measured::recall(const std::string& scheme, int from) const {
  return by_seed(rows, {scheme, "names", longest, "seen", from}, &ResultRow::accuracy);
}

std::string Measured::copies_nothing(const std::string& scheme) const {
  const std::optional<Recall> found = recall_of(rows, scheme, trained, longest);
  if (!found || found->learned()) return "";
  return concat("Names last said within the ", trained, " characters of training: only ",
                format_fixed(found->near, 2),
                " right, so this text does not teach models of this size to copy. On data/",
                "playground.txt they do: make recall");
}

BySeed Measured::right(const Task& task, const std::string& scheme, int length) const {
  return by_seed(rows, {scheme, task.name, length, "character"}, &ResultRow::accuracy);
}

BySeed Measured::note(const std::string& scheme, const std::string& name) const {
  return by_seed(rows, {scheme, "text", 0, name});
}

BySeed Measured::megabytes(const std::string& scheme) const {
  return paired([](double bytes) { return bytes / 1e6; }, note(scheme, "reading_bytes"));
}

BySeed Measured::between_schemes(const std::vector<std::string>& among, Value value,
                                 const std::function<double(double, double)>& f) const {
  std::map<std::string, BySeed> schemes;
  for (const ResultRow& r : rows) {
    if (r.protocol == "fixed" && r.length == trained &&
        std::ranges::find(among, r.scheme) != among.end())
      schemes[r.scheme][r.seed] = r.*value;
  }
  if (schemes.size() < 2) return {};
  BySeed low = schemes.begin()->second, high = low;
  for (const auto& [scheme, x] : schemes) {
    low = paired([](double a, double b) { return std::min(a, b); }, low, x);
    high = paired([](double a, double b) { return std::max(a, b); }, high, x);
  }
  return paired(f, low, high);
}

int Measured::at_least(double times) const {
  int best = longest;
  for (const ResultRow& r : rows)
    if (r.protocol == "fixed" && r.length >= times * trained - 0.5) best = std::min(best, r.length);
  return best;
}

std::string Measured::not_learned(const Task& task, const std::vector<std::string>& schemes) const {
  for (const std::string& scheme : schemes) {
    const BySeed found = right(task, scheme, task.trained);
    if (found.empty() || spread(without_seeds(found)).median >= kLearnedShare) continue;
    return concat("At the trained length ", task.trained, " ", scheme, " has only ",
                  text_of(found, 2), " right, and below ", shortest(kLearnedShare),
                  " the task is not learned");
  }
  return "";
}

std::string also(const std::string& words, const BySeed& values, int decimals,
                 const std::string& unit) {
  return values.empty() ? "" : words + " " + text_of(values, decimals) + unit;
}

}  // namespace whereabouts
