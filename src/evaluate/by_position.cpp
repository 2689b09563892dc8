#include "evaluate/by_position.h"

#include <algorithm>
#include <cmath>

#include "evaluate/for_length.h"
#include "util/check.h"

namespace whereabouts {

std::vector<int> quarter_octaves(int length) {
  std::vector<int> edges;
  for (int quarter = 0;; ++quarter) {
    const auto edge = static_cast<int>(std::ceil(std::exp2(quarter / 4.0) - 1e-9));
    if (edge > length) break;
    if (edges.empty() || edge > edges.back()) edges.push_back(edge);
  }
  edges.push_back(length + 1);
  return edges;
}

double bits_of_first_places(std::span<const PlaceScore> places, int length) {
  check_argument(length >= 1, "bits_of_first_places", "length ", length);
  double sum = 0;
  std::int64_t count = 0;
  for (const PlaceScore& p : places) {
    if (p.from > length) break;
    const double share = std::min(1.0, (length - p.from + 1.0) / (p.to - p.from + 1.0));
    const auto scored = static_cast<std::int64_t>(share * static_cast<double>(p.score.scored));
    sum += p.score.bits_per_char * static_cast<double>(scored);
    count += scored;
  }
  return sum / static_cast<double>(count);
}

std::vector<PlaceScore> score_by_position(const Transformer& model, std::span<const Token> text,
                                          int length) {
  const auto size = static_cast<std::int64_t>(text.size());
  check_argument(length >= 1 && length < size, "score_by_position", "length ", length,
                 " for a text of ", size, " characters");
  std::vector<std::int64_t> starts;
  for (std::int64_t start = 0; start + length < size; start += length) starts.push_back(start);
  const std::vector<CharLoss> losses = window_losses(model, text, starts, length, length);

  const std::vector<int> edges = quarter_octaves(length);
  std::vector<PlaceScore> places;
  for (std::size_t i = 0; i + 1 < edges.size(); ++i) {
    ScoreSum sum;
    for (std::size_t w = 0; w < starts.size(); ++w)
      for (int place = edges[i]; place < edges[i + 1]; ++place)
        sum.add(losses[w * length + place - 1]);
    places.push_back({edges[i], edges[i + 1] - 1, sum.mean()});
  }
  return places;
}

std::vector<ResultRow> position_rows(const Measurement& m) {
  const int length = m.longest();
  std::vector<ResultRow> rows;
  for (const PlaceScore& place :
       score_by_position(for_length(m.model, length), m.validation(), length)) {
    rows.push_back(m.row("position", length, place.score));
    rows.back().from = place.from, rows.back().to = place.to;
  }
  return rows;
}

}  // namespace whereabouts
