#include "evaluate/protocols.h"

#include <algorithm>

#include "evaluate/blocks.h"
#include "evaluate/by_position.h"
#include "evaluate/cropped.h"
#include "evaluate/fixed_targets.h"
#include "evaluate/inside.h"
#include "evaluate/repeated_names.h"
#include "evaluate/sliding.h"
#include "evaluate/windows.h"
#include "util/check.h"

namespace whereabouts {

std::span<const Protocol> protocols() {
  static const std::vector<Protocol> all = {
      {"fixed",
       "the same targets at every length, with more and more context",
       fixed_rows,
       {},
       true},
      {"blocks",
       "the targets of fixed, a stretch of the text at a time: for intervals",
       blocks_rows,
       {"scheme", "seed", "length", "from", "to", "bits_per_char", "scored"}},
      {"windows", "windows side by side, all targets: what most papers print", windows_rows},
      {"sliding", "a window that moves on by a few characters", sliding_rows},
      {"cropped", "the targets of fixed, seen through the training length", cropped_rows},
      {"position",
       "the loss by the place inside a long window",
       position_rows,
       {"scheme", "seed", "length", "from", "to", "bits_per_char", "scored"}},
      {"names",
       "made-up names said again, by the distance to the last mention",
       repeated_names_rows,
       {"scheme", "seed", "length", "kind", "from", "to", "bits_per_char", "accuracy", "scored"}},
      {"inside",
       "where attention goes, and whether the place can be read off the states",
       inside_rows,
       {"scheme", "seed", "length", "kind", "from", "to", "bits_per_char", "accuracy", "items"}},
  };
  return all;
}

const Protocol& protocol_named(const std::string& name) {
  const auto found = std::ranges::find(protocols(), name, &Protocol::name);
  check_user(found != protocols().end(), "there is no protocol \"", name, "\"; there are ",
             protocol_names());
  return *found;
}

void check_protocols(const std::vector<std::string>& names, const std::string& documents) {
  for (const std::string& name : names) {
    check_user(protocol_named(name).keeps_documents_apart || documents == "none", "protocol ", name,
               " reads across the ends of documents, so with --documents ", documents,
               " there is only fixed");
  }
}

std::string protocol_names() {
  std::string names;
  for (const Protocol& p : protocols()) {
    const bool last = &p == &protocols().back();
    names += concat(names.empty() ? "" : last ? " and " : ", ", p.name);
  }
  return names;
}

}  // namespace whereabouts
