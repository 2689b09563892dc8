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
    header.push_back(concat(from, " to ", 2 * from - 1));
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

LinePlot recall_plot(const std::vector<ResultRow>& rows, int trained_length, int longest) {
  LinePlot plot = plot_over_lengths(trained_length);
  plot.title = "Made-up names said again: characters right";
  plot.subtitle = "By the distance to the last mention, which is in sight";
  plot.x_label = "characters back to the last mention (octaves)";
  plot.y_label = "share of characters right";
  plot.y_min = 0, plot.y_max = 1;
  for (const Reader& reader : readers_in(rows)) {
    if (reader.second != longest) continue;
    PlotSeries series{.name = reader.first, .points = {}};
    for (int from = kNearest; from <= longest / 2; from *= 2) {
      if (const ResultRow* found = seen(rows, reader, from))
        series.points.push_back({.x = static_cast<double>(from), .y = found->accuracy});
    }
    plot.series.push_back(series);
  }
  return plot;
}

}  // namespace whereabouts
