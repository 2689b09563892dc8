#include "app/names_again.h"

#include <algorithm>

#include "report/csv.h"
#include "report/number.h"
#include "report/terminal.h"
#include "util/check.h"

namespace whereabouts {
namespace {

constexpr int kNearest = 8;       // characters; names are hardly ever nearer to themselves
constexpr int kFewestNames = 10;  // a share of fewer says nothing

const RecallScore* find(const std::vector<RecallScore>& scores, RecallScore::Kind kind, int from) {
  const auto found = std::ranges::find_if(
      scores, [&](const RecallScore& s) { return s.kind == kind && s.from == from; });
  return found == scores.end() ? nullptr : &*found;
}

// Those with the last mention in sight, if they are enough.
const RecallScore* seen(const std::vector<RecallScore>& scores, int from) {
  const RecallScore* found = find(scores, RecallScore::Kind::kSeen, from);
  return found && found->names >= kFewestNames ? found : nullptr;
}

std::string cell(const std::vector<RecallScore>& scores, int from) {
  if (const RecallScore* found = seen(scores, from)) return fixed(found->score.accuracy, 2);
  const RecallScore* guessed = find(scores, RecallScore::Kind::kUnseen, from);
  return guessed ? fixed(guessed->score.accuracy, 2) + "?" : "-";
}

}  // namespace

std::string names_table(std::span<const NamesAgain> all, int longest) {
  std::vector<std::string> header = {"scheme", "context"};
  for (int from = kNearest; from <= longest / 2; from *= 2)
    header.push_back(sentence(from, " to ", 2 * from - 1));
  header.push_back("all else");
  TextTable table(header);
  for (const NamesAgain& names : all) {
    std::vector<std::string> cells = {names.scheme, std::to_string(names.length)};
    for (int from = kNearest; from <= longest / 2; from *= 2)
      cells.push_back(cell(names.scores, from));
    const RecallScore* rest = find(names.scores, RecallScore::Kind::kRest, 0);
    cells.push_back(rest ? fixed(rest->score.accuracy, 2) : "-");
    table.row(cells);
  }
  return table.text();
}

LinePlot names_plot(std::span<const NamesAgain> all, int trained_length, int longest) {
  LinePlot plot = plot_over_lengths(trained_length);
  plot.title = "Made-up names said again: characters right";
  plot.subtitle = "By the distance to the last mention, which is in sight";
  plot.x_label = "characters back to the last mention (octaves)";
  plot.y_label = "share of characters right";
  plot.y_min = 0, plot.y_max = 1;
  for (const NamesAgain& names : all) {
    if (names.length != longest) continue;
    PlotSeries series{.name = names.scheme, .points = {}};
    for (int from = kNearest; from <= longest / 2; from *= 2) {
      if (const RecallScore* found = seen(names.scores, from))
        series.points.push_back({.x = static_cast<double>(from), .y = found->score.accuracy});
    }
    plot.series.push_back(series);
  }
  return plot;
}

std::string names_csv(std::span<const NamesAgain> all) {
  Csv csv({"scheme", "length", "kind", "from", "to", "bits_per_char", "accuracy", "scored"});
  for (const NamesAgain& names : all) {
    for (const RecallScore& r : names.scores)
      csv.row(names.scheme, names.length, name_of(r.kind), r.from, r.to,
              fixed(r.score.bits_per_char, 4), fixed(r.score.accuracy, 4), r.score.scored);
  }
  return csv.text();
}

}  // namespace whereabouts
