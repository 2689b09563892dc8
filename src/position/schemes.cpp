#include "position/schemes.h"

#include <algorithm>
#include <array>

#include "position/alibi.h"
#include "position/cope.h"
#include "position/deberta.h"
#include "position/fire.h"
#include "position/kerple.h"
#include "position/learned.h"
#include "position/none.h"
#include "position/p_rope.h"
#include "position/randomized.h"
#include "position/rope.h"
#include "position/sandwich.h"
#include "position/shaw.h"
#include "position/sinusoidal.h"
#include "position/t5.h"
#include "position/transformer_xl.h"
#include "position/window.h"
#include "position/xpos.h"
#include "util/check.h"
#include "util/nearest.h"

namespace whereabouts {
namespace {

template <class Scheme>
constexpr SchemeEntry row(const char* name) {
  return {name, Scheme::kDescription, Scheme::kPaper,
          [](Setup& setup) -> std::unique_ptr<PositionScheme> {
            return std::make_unique<Scheme>(setup);
          }};
}

constexpr std::array kSchemes = {
    row<None>("none"),
    row<Sinusoidal>("sinusoidal"),
    row<Learned>("learned"),
    row<Rope>("rope"),
    row<PRope>("p-rope"),
    row<XPos>("xpos"),
    row<Alibi>("alibi"),
    row<T5>("t5"),
    row<Shaw>("shaw"),
    row<TransformerXl>("transformer-xl"),
    row<Deberta>("deberta"),
    row<KerpleLog>("kerple-log"),
    row<KerplePower>("kerple-power"),
    row<Fire>("fire"),
    row<Sandwich>("sandwich"),
    row<Cope>("cope"),
    row<Randomized>("randomized"),
    row<Window>("window"),
};

}  // namespace

std::span<const SchemeEntry> schemes() { return kSchemes; }

std::unique_ptr<PositionScheme> make_scheme(const std::string& spec, int width, int heads,
                                            int trained_length, Parameters& parameters, bool causal,
                                            std::string* options_in_use) {
  SchemeOptions options(spec);
  const auto found = std::ranges::find_if(
      kSchemes, [&](const SchemeEntry& e) { return e.name == options.name(); });
  if (found == kSchemes.end()) {
    std::vector<std::string> names;
    for (const SchemeEntry& e : kSchemes) names.push_back(e.name);
    const std::string guess = nearest(options.name(), names);
    throw UserError(sentence("there is no scheme \"", options.name(), "\"",
                             guess.empty() ? "" : "; did you mean " + guess + "?",
                             guess.empty() ? "; " : " ", "--list-schemes shows all"));
  }
  Setup setup{options, parameters, width, heads, trained_length, causal};
  auto scheme = found->make(setup);
  options.refuse_unknown();
  if (options_in_use) *options_in_use = options.in_use();
  return scheme;
}

}  // namespace whereabouts
