#include "experiment/recall_table.h"

#include <algorithm>
#include <utility>

#include "report/number.h"
#include "report/terminal.h"
#include "util/check.h"

namespace whereabouts {
namespace {

constexpr int kNearest = 8;       // characters; names are hardly ever nearer to themselves
constexpr int kFewestNames = 10;  // a share of fewer says nothing

// One reader: a scheme and how many characters it was given.
using Reader = std::pair<std::string, int>;

std::vector<Reader> readers_in(const std::vector<ResultRow>& rows) {
  std::vector<Reader> readers;
  for (const ResultRow& r : rows) {
    const Reader reader{r.scheme, r.length};
    if (r.protocol == "names" && std::ranges::find(readers, reader) == readers.end())
      readers.push_back(reader);
  }
  return readers;
}

const ResultRow* find(const std::vector<ResultRow>& rows, const Reader& reader,
                      const std::string& kind, int from) {
  const auto found = std::ranges::find_if(rows, [&](const ResultRow& r) {
    return r.protocol == "names" && Reader{r.scheme, r.length} == reader && r.kind == kind &&
           r.from == from;
  });
  return found == rows.end() ? nullptr : &*found;
}

// Those with the last mention in sight, if they are enough.
const ResultRow* seen(const std::vector<ResultRow>& rows, const Reader& reader, int from) {
  const ResultRow* found = find(rows, reader, "seen", from);
  return found && found->items >= kFewestNames ? found : nullptr;
}

std::string cell(const std::vector<ResultRow>& rows, const Reader& reader, int from) {
  if (const ResultRow* found = seen(rows, reader, from)) return format_fixed(found->accuracy, 2);
  const ResultRow* guessed = find(rows, reader, "unseen", from);
  return guessed ? format_fixed(guessed->accuracy, 2) + "?" : "-";
}

}  // namespace

std::string recall_table(const std::vector<ResultRow>& rows, int longest) {
  std::vector<std::string> header = {"scheme", "context"};
  for (int from = kNearest; from <= longest / 2; from *= 2)
    header.push_back(concat(from, "-", 2 * from - 1));
  header.push_back("all else");
  TextTable table(header);
  for (const Reader& reader : readers_in(rows)) {
    std::vector<std::string> cells = {reader.first, std::to_string(reader.second)};
    for (int from = kNearest; from <= longest / 2; from *= 2)
      cells.push_back(cell(rows, reader, from));
    const ResultRow* rest = find(rows, reader, "rest", 0);
    cells.push_back(rest ? format_fixed(rest->accuracy, 2) : "-");
    table.row(cells);
  }
  return table.text();
}

std::string Recall::verdict() const {
  if (!learned()) return "cannot be tested: near names are not copied either";
  return kept() >= 0.5 ? "uses far text" : kept() >= 0.1 ? "uses some of it" : "does not use it";
}

std::optional<Recall> recall_of(const std::vector<ResultRow>& rows, const std::string& scheme,
                                int trained_length, int longest) {
  // The mean over characters, so that every name counts by its length.
  const auto mean = [&](const char* kind, int length, int first, int end) -> std::optional<double> {
    double right = 0;
    std::int64_t scored = 0;
    for (const ResultRow& r : rows) {
      if (r.protocol != "names" || r.scheme != scheme || r.kind != kind || r.length != length ||
          r.from < first || r.from >= end)
        continue;
      right += r.accuracy * static_cast<double>(r.scored);
      scored += r.scored;
    }
    if (scored == 0) return {};
    return right / static_cast<double>(scored);
  };
  const auto near = mean("seen", trained_length, kNearest, trained_length),
             guess = mean("unseen", trained_length, trained_length, 2 * longest),
             far = mean("seen", longest, trained_length, 2 * longest);
  if (!near || !guess || !far) return {};
  return Recall{*near, *guess, *far};
}

std::string recall_verdicts(const std::vector<ResultRow>& rows, int trained_length, int longest) {
  TextTable table({"scheme", "near", "guessed", "far", "does it use far text?"});
  std::vector<std::string> done;
  for (const Reader& reader : readers_in(rows)) {
    const std::string& scheme = reader.first;
    if (std::ranges::find(done, scheme) != done.end()) continue;
    done.push_back(scheme);
    const std::optional<Recall> r = recall_of(rows, scheme, trained_length, longest);
    if (!r) continue;
    table.row({scheme, format_fixed(r->near, 2), format_fixed(r->guess, 2), format_fixed(r->far, 2),
               r->verdict()});
  }
  return table.text();
}

LinePlot recall_plot(const std::vector<ResultRow>& rows, int trained_length, int longest) {
  LinePlot plot = plot_over_lengths(trained_length, "Made-up names said again: characters right",
                                    "By the distance to the last mention, which is in sight",
                                    "characters back to the last mention (octaves)",
                                    "share of characters right");
  plot.y_min = 0, plot.y_max = 1;
  for (const Reader& reader : readers_in(rows)) {
    if (reader.second != longest) continue;
    PlotSeries series{.name = reader.first, .points = {}};
    for (int from = kNearest; from <= longest / 2; from *= 2)
      if (const ResultRow* found = seen(rows, reader, from))
        series.points.push_back({.x = static_cast<double>(from), .y = found->accuracy});
    plot.series.push_back(series);
  }
  return plot;
}

}  // namespace whereabouts
