#include "lesson/cache_pictures.h"

#include <algorithm>
#include <iostream>

#include "check/difference.h"
#include "evaluate/cost.h"
#include "evaluate/losses.h"
#include "nn/generate.h"
#include "report/number.h"
#include "report/svg.h"
#include "report/terminal.h"
#include "util/check.h"
#include "util/write_file.h"

namespace whereabouts {

void show_with_and_without_cache(const Transformer& model, std::span<const Token> text) {
  const NoGrad no_grad;
  const int T = static_cast<int>(text.size());
  const Tensor one_by_one = logits_with_cache(model, text),
               at_once = model.logits(text, 1, Positions::whole(T));
  const auto off = largest_differences(one_by_one.numbers(), at_once.numbers(), T);
  std::cout << "Over " << T << " characters: the largest difference of any logit is "
            << shortest(static_cast<float>(std::ranges::max(off)))
            << ".\nUp to 0.0001 would be no fault: where sums are taken in another order, the last "
               "digits differ.\n";
}

void show_broken_cache(const Transformer& model,
                       const std::function<Transformer(const Transformer&)>& broken,
                       std::span<const Token> text, const std::filesystem::path& out) {
  const int L = model.config().trained_length;
  TextTable table({"scheme", "logits differ by", concat("bits beyond ", L), "turned keys"});
  LinePlot plot{"A cache that keeps keys as they were turned",
                "How far its logits are off: the largest at each character, means of 16",
                "characters read", "difference of a logit"};
  plot.x_ticks = {1.0 * L, 2.0 * L, 3.0 * L, 4.0 * L};
  plot.mark_x = L, plot.mark_label = "trained at " + std::to_string(L);
  for (const std::string scheme : {"rope", "rope:scaling=ntk:factor=4", "rope:scaling=dynamic-ntk",
                                   "rope:scaling=dynamic-ntk:factor=4", "rope:scaling=yarn"}) {
    const Transformer read = model.with_scheme(scheme);
    const Tensor right = logits_with_cache(read, text),
                 wrong = logits_with_cache(broken(read), text);
    const auto off = largest_differences(right.numbers(), wrong.numbers(), right.dim(0));
    table.row({scheme, format_fixed(std::ranges::max(off), 4),
               format_fixed(score_next(right.numbers(), text, L).bits_per_char, 3),
               format_fixed(score_next(wrong.numbers(), text, L).bits_per_char, 3)});
    const std::string name = scheme.substr(scheme.find('=') + 1);  // without rope:scaling=
    plot.series.push_back(curve(name, off, 1, 16));
  }
  write_file(out / "trap.svg", svg_line_plot(plot));
  std::cout
      << "The same weights, and a cache that keeps keys as they were turned when they were new:\n\n"
      << table.text()
      << "\nWith fixed angles a turned key stays right for ever. Where the angles change with "
         "every character,\nall old keys must be turned afresh: the cache keeps them as they "
         "were before.\n";
}

double show_cache_speed(const Transformer& model, std::span<const Token> validation) {
  double times = 0;
  TextTable table({"characters before", "without cache", "with cache", "times as fast"});
  for (const int length : {64, 256, 1024}) {
    const auto text = validation.first(std::min<std::size_t>(length + 1, validation.size()));
    const double slow = seconds_for_next(model, text, false),
                 fast = seconds_for_next(model, text, true);
    times = slow / fast;
    table.row({std::to_string(length), format_fixed(slow * 1e3, 3) + " ms",
               format_fixed(fast * 1e3, 3) + " ms", format_fixed(times, 0)});
  }
  std::cout << table.text();
  return times;
}

}  // namespace whereabouts
