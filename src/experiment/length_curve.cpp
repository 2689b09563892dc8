#include "experiment/length_curve.h"

#include <algorithm>
#include <set>

#include "experiment/block_interval.h"
#include "experiment/results.h"
#include "experiment/seeds_table.h"
#include "report/number.h"
#include "report/terminal.h"
#include "report/text_plot.h"
#include "util/check.h"

namespace whereabouts {
namespace {

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

std::set<int> lengths_in(const std::vector<ResultRow>& rows, const LengthCurves& curves) {
  std::set<int> lengths;
  for (const ResultRow& r : rows)
    if (r.protocol == curves.protocol) lengths.insert(r.length);
  return lengths;
}

std::vector<std::string> schemes_in(const std::vector<ResultRow>& rows,
                                    const LengthCurves& curves) {
  if (!curves.schemes.empty()) return curves.schemes;
  std::vector<std::string> schemes;
  for (const ResultRow& r : rows)
    if (r.protocol == curves.protocol && !contains(schemes, r.scheme)) schemes.push_back(r.scheme);
  return schemes;
}

// Whether the value is one of another form of the scheme.
bool is_clamped(const LengthCurves& curves, const std::string& scheme, int length) {
  return length > curves.trained_length && contains(curves.clamped, scheme);
}

const char* mark(const LengthCurves& curves, const std::string& scheme, int length) {
  if (is_clamped(curves, scheme, length)) return "*";
  return length == curves.trained_length && contains(curves.unlearned, scheme) ? "!" : "";
}

}  // namespace

std::string length_table(const std::vector<ResultRow>& rows, const LengthCurves& curves,
                         const std::string& corner, bool relative) {
  const std::set<int> lengths = lengths_in(rows, curves);
  const bool several =
      std::ranges::any_of(rows, [&](const ResultRow& r) { return r.seed != rows[0].seed; });
  std::vector<std::string> header = {corner};
  if (several) header.push_back("seeds");
  for (const int length : lengths) header.push_back(std::to_string(length));
  TextTable table(header);
  for (const std::string& scheme : schemes_in(rows, curves)) {
    std::vector<std::optional<SeedsCell>> cells;
    for (const int length : lengths) {
      const int minus = relative ? curves.trained_length : 0;
      const RowKey here{scheme, curves.protocol, length}, base{scheme, curves.protocol, minus};
      const std::vector<double> found =
          relative ? differences(rows, here, base) : values(rows, here);
      if (found.empty()) {
        cells.push_back({});
        continue;
      }
      cells.push_back(SeedsCell{spread(found).median,
                                interval_over_runs(rows, scheme, curves.protocol, length, minus),
                                mark(curves, scheme, length)});
    }
    add_rows(table, scheme, several, cells, relative);
  }
  return table.text();
}

LinePlot length_plot(const std::vector<ResultRow>& rows, const LengthCurves& curves,
                     const std::string& title) {
  LinePlot plot = plot_over_lengths(
      curves.trained_length, title,
      "Bits per character on the same characters, with more and more context before them (lower is "
      "better)",
      "characters of context", "bits per character");
  plot.hollow_note = "the learned table is over, its last row is repeated";
  const std::set<int> lengths = lengths_in(rows, curves);
  for (const int length : lengths) plot.x_ticks.push_back(length);
  for (const std::string& scheme : schemes_in(rows, curves)) {
    PlotSeries series{.name = scheme, .points = {}};
    for (const int length : lengths) {
      const std::vector<double> found = values(rows, {scheme, curves.protocol, length});
      if (found.empty()) continue;
      const Spread bits = spread(found);
      PlotPoint point{.x = static_cast<double>(length), .y = bits.median};
      if (found.size() > 1) point.low = bits.low, point.high = bits.high;
      point.hollow = is_clamped(curves, scheme, length);
      series.points.push_back(point);
    }
    plot.series.push_back(series);
  }
  return plot;
}

std::string length_text_plot(const std::vector<ResultRow>& rows, const LengthCurves& curves) {
  return text_plot(length_plot(rows, curves, "").series, {.height = 12, .log2_x = true});
}

double bits_at(const std::vector<ResultRow>& rows, const std::string& scheme, int length) {
  return spread(rows, scheme, "fixed", length).median;
}

int flat_schemes(const std::vector<ResultRow>& rows, int length, int longest, double more) {
  return static_cast<int>(
      std::ranges::count_if(schemes_in(rows, {}), [&](const std::string& scheme) {
        return bits_at(rows, scheme, longest) - bits_at(rows, scheme, length) < more;
      }));
}

int reach(const std::vector<ResultRow>& rows, const std::string& scheme, double most) {
  int longest = 0;
  for (const int length : lengths_in(rows, {})) {
    const std::vector<double> found = values(rows, {scheme, "fixed", length});
    if (found.empty()) continue;
    if (spread(found).median > most) break;
    longest = length;
  }
  return longest;
}

int best_reach(const std::vector<ResultRow>& rows, double most) {
  int best = 0;
  for (const std::string& scheme : schemes_in(rows, {}))
    best = std::max(best, reach(rows, scheme, most));
  return best;
}

std::string reach_lines(const std::vector<ResultRow>& rows, double at_home, double more) {
  std::string lines;
  for (const std::string& scheme : schemes_in(rows, {})) {
    const int longest = reach(rows, scheme, at_home + more);
    lines += concat(scheme, ": within ", more, " bits of the trained length ",
                    longest == 0 ? "nowhere" : concat("up to ", longest), "\n");
  }
  return lines;
}

std::string unlearned_lines(const std::vector<ResultRow>& rows, const LengthCurves& curves,
                            double baseline) {
  std::string lines;
  for (const std::string& scheme : curves.unlearned) {
    lines += concat("\n! ", scheme, " has ",
                    format_fixed(bits_at(rows, scheme, curves.trained_length), 2), " bits at ",
                    curves.trained_length, ", and a mere table of what follows each character ",
                    format_fixed(baseline, 2),
                    ": it has learned less than that, or its text by heart, so its gap means "
                    "nothing\n");
  }
  return lines;
}

}  // namespace whereabouts
