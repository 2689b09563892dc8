#include "position/schemes.h"

#include <algorithm>
#include <vector>

#include "position/abacus.h"
#include "position/alibi.h"
#include "position/clamped_rope.h"
#include "position/cope.h"
#include "position/coupled.h"
#include "position/deberta.h"
#include "position/fire.h"
#include "position/fox.h"
#include "position/hard_alibi.h"
#include "position/kerple.h"
#include "position/learned.h"
#include "position/log_n.h"
#include "position/mapped_rope.h"
#include "position/none.h"
#include "position/p_rope.h"
#include "position/pose.h"
#include "position/randomized.h"
#include "position/rope.h"
#include "position/sandwich.h"
#include "position/shaw.h"
#include "position/sinusoidal.h"
#include "position/ssmax.h"
#include "position/stick_breaking.h"
#include "position/t5.h"
#include "position/transformer_xl.h"
#include "position/window.h"
#include "position/xpos.h"
#include "util/check.h"
#include "util/nearest.h"

namespace whereabouts {
namespace {

// In the order of the course.
std::vector<SchemeEntry>& table() {
  static std::vector<SchemeEntry> rows = {
      scheme_row<None>("none"),
      scheme_row<Sinusoidal>("sinusoidal"),
      scheme_row<Learned>("learned"),
      scheme_row<Rope>("rope"),
      scheme_row<PRope>("p-rope"),
      scheme_row<ClampedRope>("clamped-rope"),
      scheme_row<MappedRope>("mapped-rope"),
      scheme_row<XPos>("xpos"),
      scheme_row<Alibi>("alibi"),
      scheme_row<T5>("t5"),
      scheme_row<Shaw>("shaw"),
      scheme_row<TransformerXl>("transformer-xl"),
      scheme_row<Deberta>("deberta"),
      scheme_row<KerpleLog>("kerple-log"),
      scheme_row<KerplePower>("kerple-power"),
      scheme_row<Fire>("fire"),
      scheme_row<Sandwich>("sandwich"),
      scheme_row<Cope>("cope"),
      scheme_row<HardAlibi>("hard-alibi"),
      scheme_row<Fox>("fox"),
      scheme_row<StickBreaking>("stick-breaking"),
      scheme_row<LogN>("log-n"),
      scheme_row<SSMax>("ssmax"),
      scheme_row<Randomized>("randomized"),
      scheme_row<Pose>("pose"),
      scheme_row<Window>("window"),
      scheme_row<Coupled>("coupled"),
      scheme_row<Abacus>("abacus"),
  };
  return rows;
}

}  // namespace

std::span<const SchemeEntry> schemes() { return table(); }

AddedScheme::AddedScheme(const SchemeEntry& entry) : name_(entry.name) {
  check_argument(std::ranges::find(table(), name_, &SchemeEntry::name) == table().end(),
                 "AddedScheme", "there is a scheme called \"", name_, "\" already");
  table().push_back(entry);
}

AddedScheme::~AddedScheme() {
  std::erase_if(table(), [&](const SchemeEntry& e) { return e.name == name_; });
}

std::unique_ptr<PositionScheme> make_scheme(const std::string& spec, int width, int heads,
                                            int trained_length, Parameters& parameters, bool causal,
                                            std::string* options_in_use) {
  SchemeOptions options(spec);
  Setup setup{options, {parameters, "position."}, width, heads, trained_length, causal};
  auto scheme = make_scheme(setup);
  if (options_in_use) *options_in_use = options.in_use();
  return scheme;
}

std::unique_ptr<PositionScheme> make_scheme(Setup& setup) {
  SchemeOptions& options = setup.options;
  const auto found =
      std::ranges::find_if(table(), [&](const SchemeEntry& e) { return e.name == options.name(); });
  if (found == table().end()) {
    std::vector<std::string> names;
    for (const SchemeEntry& e : table()) names.push_back(e.name);
    const std::string guess = nearest(options.name(), names);
    throw UserError(concat("there is no scheme \"", options.name(), "\"",
                           guess.empty() ? "" : "; did you mean " + guess + "?",
                           guess.empty() ? "; " : " ", "--list-schemes shows all"));
  }
  auto scheme = found->make(setup);
  options.refuse_unknown();
  return scheme;
}

}  // namespace whereabouts
