#include "experiment/learned.h"

#include "report/number.h"
#include "util/check.h"

namespace whereabouts {

std::vector<std::string> not_learned(const std::vector<ResultRow>& rows, const std::string& task,
                                     int trained, const std::vector<std::string>& schemes) {
  std::vector<std::string> names;
  for (const std::string& scheme : schemes) {
    const auto found = values(rows, {scheme, task, trained, "character"}, &ResultRow::accuracy);
    if (!found.empty() && spread(found).median < kLearnedShare) names.push_back(scheme);
  }
  return names;
}

std::string not_learned_in_words(const std::vector<ResultRow>& rows, const std::string& task,
                                 int trained, const std::vector<std::string>& schemes) {
  std::string names;
  for (const std::string& name : not_learned(rows, task, trained, schemes))
    names += (names.empty() ? "" : ", ") + name;
  if (names.empty()) return "";
  return concat(names, ": fewer than ", format_fixed(kLearnedShare, 2),
                " of the characters right at the trained length ", trained,
                ". The task was not learned, so longer ones tell nothing of how it generalises");
}

}  // namespace whereabouts
