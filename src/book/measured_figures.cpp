#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <sstream>

#include "book/each_figure.h"
#include "evaluate/protocols.h"
#include "experiment/results.h"
#include "report/number.h"
#include "util/check.h"
#include "util/file.h"
#include "util/read_number.h"

namespace whereabouts {
namespace {

namespace fs = std::filesystem;

// A scheme with a spread over its seeds for each length or distance, where there is one.
struct MeasuredScheme {
  std::string name;
  std::vector<std::optional<Spread>> at = {};
};

struct MeasuredFigure {
  std::string source;  // for the caption
  std::vector<MeasuredScheme> schemes = {};
  std::vector<int> lengths = {};            // of gaps
  int trained = 0;                          // of gaps
  std::vector<std::string> distances = {};  // of recall
  std::optional<Spread> guess = {};         // of recall
};

std::string json_of(const std::optional<Spread>& s) {
  if (!s) return "null";
  return concat("[", shortest(s->median), ",", shortest(s->low), ",", shortest(s->high), "]");
}

// A list in JSON, each item made by `text`.
template <class Items, class Text>
std::string json_list(const Items& items, Text text) {
  std::string list;
  for (const auto& item : items) list += concat(list.empty() ? "" : ",", text(item));
  return "[" + list + "]";
}

std::string json_of(const std::vector<MeasuredScheme>& schemes, const std::string& values) {
  return json_list(schemes, [&](const MeasuredScheme& s) {
    return concat("{\"name\":\"", xml_escaped(s.name), "\",\"", values,
                  "\":", json_list(s.at, [](const auto& at) { return json_of(at); }), "}");
  });
}

// A number such as +0.39, -0.11* or 0.73; nan for other words.
double number_in_cell(std::string word) {
  std::erase_if(word, [](char c) { return c == '*' || c == '+' || c == '\\'; });
  double value = std::nan("");
  read_number(word, value);
  return value;
}

std::vector<std::string> words_of_line(const std::string& line) {
  std::istringstream stream(line);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

std::vector<std::string> lines_of(const fs::path& file) {
  std::istringstream stream(read_file(file.lexically_normal().string(), "a page of the course"));
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// The length a run was trained at, as its settings.txt has it: "length 64", "# length 16..64".
int trained_length(const fs::path& folder) {
  std::istringstream stream(read_file((folder / "settings.txt").string(), "the settings of a run"));
  for (std::string line; std::getline(stream, line);) {
    std::vector<std::string> words = words_of_line(line);
    if (!words.empty() && words[0] == "#") words.erase(words.begin());
    if (words.size() != 2 || words[0] != "length") continue;
    const std::size_t dots = words[1].rfind('.');
    const double length =
        number_in_cell(dots == std::string::npos ? words[1] : words[1].substr(dots + 1));
    if (length >= 1) return static_cast<int>(length);
  }
  throw UserError(concat((folder / "settings.txt").string(), " has no line with the length"));
}

std::vector<std::string> schemes_in(const std::vector<ResultRow>& rows) {
  std::vector<std::string> schemes;
  for (const ResultRow& row : rows) {
    if (std::ranges::find(schemes, row.scheme) == schemes.end()) schemes.push_back(row.scheme);
  }
  return schemes;
}

std::optional<Spread> spread_if_any(const std::vector<double>& values) {
  if (values.empty()) return {};
  return spread(values);
}

MeasuredFigure gaps_of_run(const fs::path& folder) {
  const fs::path file = folder / "results.csv";
  const auto rows =
      rows_from(read_file(file.string(), "results"), file.string(), by_length_columns());
  MeasuredFigure found{.source = concat("from your run in ", folder.filename().string()),
                       .trained = trained_length(folder)};
  for (const ResultRow& row : rows) {
    if (row.protocol == "fixed" &&
        std::ranges::find(found.lengths, row.length) == found.lengths.end())
      found.lengths.push_back(row.length);
  }
  std::ranges::sort(found.lengths);
  for (const std::string& scheme : schemes_in(rows)) {
    MeasuredScheme curve{scheme, {}};
    for (const int length : found.lengths) {
      curve.at.push_back(spread_if_any(
          differences(rows, {scheme, "fixed", length}, {scheme, "fixed", found.trained})));
    }
    if (std::ranges::any_of(curve.at, [](const auto& s) { return s.has_value(); }))
      found.schemes.push_back(curve);
  }
  return found;
}

// The table of three seeds: a row with the medians, one with the lowest, one with the highest.
MeasuredFigure gaps_of_page(const fs::path& page) {
  MeasuredFigure found{.source = "three seeds, as page 09 prints them"};
  for (const std::string& line : lines_of(page)) {
    std::vector<std::string> words = words_of_line(line);
    if (words.size() > 3 && words[0] == "scheme" && words[1] == "seeds" && found.lengths.empty()) {
      for (std::size_t i = 2; i < words.size(); ++i)
        found.lengths.push_back(static_cast<int>(number_in_cell(words[i])));
      continue;
    }
    if (found.lengths.empty()) continue;
    if (line.starts_with("```")) break;
    if (words.size() == found.lengths.size() + 2) {
      found.schemes.push_back({words[0], std::vector<std::optional<Spread>>(found.lengths.size())});
      words.erase(words.begin());
    }
    check_user(words.size() == found.lengths.size() + 1 && !found.schemes.empty(),
               page.filename().string(), ": the table of three seeds has a line \"", line, "\"");
    for (std::size_t i = 0; i < found.lengths.size(); ++i) {
      const double value = number_in_cell(words[i + 1]);
      check_user(std::isfinite(value), page.filename().string(), ": no number: \"", words[i + 1],
                 "\"");
      std::optional<Spread>& cell = found.schemes.back().at[i];
      if (words[0] == "median") cell = Spread{value, value, value};
      if (words[0] == "lowest" && cell) cell->low = value;
      if (words[0] == "highest" && cell) cell->high = value;
    }
  }
  // The trained length is the one at which no seed has a gap.
  for (std::size_t i = 0; i < found.lengths.size(); ++i) {
    const bool none = std::ranges::all_of(found.schemes, [&](const MeasuredScheme& s) {
      return s.at[i]->low == 0 && s.at[i]->high == 0;
    });
    if (none) found.trained = found.lengths[i];
  }
  check_user(!found.schemes.empty() && found.trained > 0, page.filename().string(),
             " has no table of gaps over three seeds");
  return found;
}

MeasuredFigure recall_of_run(const fs::path& folder) {
  const fs::path file = folder / "names.csv";
  const auto rows = rows_from(read_file(file.string(), "results"), file.string(),
                              protocol_named("names").columns);
  MeasuredFigure found{.source = concat("from your run in ", folder.filename().string())};
  int longest = 0, farthest = 0;
  for (const ResultRow& row : rows) longest = std::max(longest, row.length);
  for (const ResultRow& row : rows) {
    if (row.length == longest && row.kind == "seen") farthest = std::max(farthest, row.from);
  }
  std::vector<int> from;
  for (int at = 8; at <= farthest; at *= 2) {
    from.push_back(at);
    found.distances.push_back(concat(at, " to ", 2 * at - 1));
  }
  std::vector<double> guesses;
  for (const ResultRow& row : rows)
    if (row.kind == "unseen" && row.from >= longest / 2) guesses.push_back(row.accuracy);
  found.guess = spread_if_any(guesses);
  for (const std::string& scheme : schemes_in(rows)) {
    MeasuredScheme curve{scheme, {}};
    for (const int at : from) {
      curve.at.push_back(
          spread_if_any(values(rows, {scheme, "", longest, "seen", at}, &ResultRow::accuracy)));
    }
    found.schemes.push_back(curve);
  }
  return found;
}

// The table of all schemes: its columns "A to B" are medians of the share right.
MeasuredFigure recall_of_page(const fs::path& page) {
  MeasuredFigure found{.source = "medians of three seeds, as page 12 prints them"};
  const auto cells_of = [](const std::string& line) {
    std::vector<std::string> cells;
    std::istringstream stream(line.substr(1));
    for (std::string cell; std::getline(stream, cell, '|');) {
      const std::size_t first = cell.find_first_not_of(' '), last = cell.find_last_not_of(' ');
      cells.push_back(first == std::string::npos ? "" : cell.substr(first, last - first + 1));
    }
    return cells;
  };
  std::vector<std::size_t> columns;
  for (const std::string& line : lines_of(page)) {
    const std::string guessing = "guessing gets ";
    if (const std::size_t at = line.find(guessing); at != std::string::npos) {
      const std::vector<std::string> words = words_of_line(line.substr(at + guessing.size()));
      if (words.size() >= 3 && words[1] == "to") {
        const double low = number_in_cell(words[0]),
                     high = number_in_cell(
                         words[2].substr(0, words[2].find_last_of("0123456789") + 1));
        if (low <= high) found.guess = Spread{(low + high) / 2, low, high};
      }
    }
    if (!line.starts_with("|")) {
      if (!found.schemes.empty()) break;
      continue;
    }
    const std::vector<std::string> cells = cells_of(line);
    if (cells[0] == "scheme") {
      for (std::size_t c = 1; c < cells.size(); ++c) {
        if (cells[c].find(" to ") == std::string::npos) continue;
        columns.push_back(c);
        found.distances.push_back(cells[c]);
      }
    } else if (!columns.empty() && cells[0].find("---") == std::string::npos) {
      MeasuredScheme curve{cells[0], {}};
      for (const std::size_t c : columns) {
        const double share = c < cells.size() ? number_in_cell(cells[c]) : std::nan("");
        check_user(std::isfinite(share), page.filename().string(), ": no share for ", cells[0]);
        curve.at.push_back(Spread{share, share, share});
      }
      found.schemes.push_back(curve);
    }
  }
  check_user(!found.schemes.empty(), page.filename().string(),
             " has no table of recall by distance");
  return found;
}

std::string tick_boxes(const std::vector<MeasuredScheme>& schemes,
                       const std::vector<std::string>& ticked) {
  const bool some = std::ranges::any_of(schemes, [&](const MeasuredScheme& s) {
    return std::ranges::find(ticked, s.name) != ticked.end();
  });
  std::string html;
  for (const MeasuredScheme& s : schemes) {
    html += tick_box(s.name, s.name,
                     !some || ticked.empty() || std::ranges::find(ticked, s.name) != ticked.end());
  }
  return html;
}

// The colours are eight: the ninth curve and those after it are dashed, the 17th thin.
std::string curve_style(std::size_t number) {
  return std::array{"curve", "curve dashed", "curve thin"}[number / 8 % 3];
}

// The names at the right ends of curves, moved apart.
void draw_names(SvgCanvas& canvas, double x, double bottom,
                std::vector<std::pair<Spot, std::string>> names) {
  std::ranges::sort(names, {}, [](const auto& name) { return name.first.y; });
  for (std::size_t i = 1; i < names.size(); ++i)
    names[i].first.y = std::max(names[i].first.y, names[i - 1].first.y + 16);
  double low = bottom;
  for (std::size_t i = names.size(); i-- > 0; low -= 16)
    names[i].first.y = std::min(names[i].first.y, low);
  // The name of the class stands before the text.
  for (const auto& [at, words] : names) {
    const std::size_t blank = words.find(' ');
    canvas.text({x, at.y}, words.substr(blank + 1), "name " + words.substr(0, blank));
  }
}

}  // namespace

FigureParts gap_curves_figure(const fs::path& project, const fs::path& results) {
  std::optional<MeasuredFigure> found;
  for (const char* run : {"report", "09_extrapolation_gap"}) {
    if (!found && fs::exists(results / run / "results.csv") &&
        fs::exists(results / run / "settings.txt"))
      found = gaps_of_run(results / run);
  }
  if (!found || found->schemes.empty())
    found = gaps_of_page(project / "lessons/09_extrapolation_gap.md");
  FigureParts parts;
  parts.title = "What a longer context costs, scheme by scheme";
  parts.description =
      "Curves of the gap, bits per character above those at the trained length, over the length "
      "of the context, with the lowest and the highest seed as a band.";
  parts.controls = tick_boxes(found->schemes, {}) + tick_box("bands", "lowest and highest", true);
  parts.caption = concat("The gap of each scheme: bits per character beyond those at ",
                         found->trained, ", ", found->source, ".");
  parts.data = concat("{\"trained\":", found->trained,
                      ",\"lengths\":", json_list(found->lengths, [](int length) { return length; }),
                      ",\"schemes\":", json_of(found->schemes, "gap"), "}");
  double high = 0.1, low = -0.05;
  for (const MeasuredScheme& scheme : found->schemes) {
    for (const auto& s : scheme.at)
      if (s) high = std::max(high, s->high), low = std::min(low, s->low);
  }
  PlotFrame frame{.x = {static_cast<double>(found->lengths.front()),
                        static_cast<double>(found->lengths.back()), 44, kDrawingWidth - 96, true},
                  .y = {low - 0.03 * (high - low), high + 0.03 * (high - low), 360, 40},
                  .x_ticks = {},
                  .y_ticks = round_ticks(low, high, 6),
                  .x_label = "characters of context",
                  .y_label = "gap in bits"};
  for (double at = frame.x.low; at <= frame.x.high; at *= 2) frame.x_ticks.push_back(at);
  SvgCanvas canvas = figure_canvas();
  draw_frame(canvas, frame);
  canvas.line({frame.x(found->trained), 40}, {frame.x(found->trained), 360}, "mark");
  canvas.text({frame.x(found->trained) + 6, 52}, concat("trained: ", found->trained), "tick");
  std::vector<std::pair<Spot, std::string>> names;
  for (std::size_t i = 0; i < found->schemes.size(); ++i) {
    const std::string style = concat("s", i % 8);
    std::vector<Spot> spots, band, back;
    for (std::size_t k = 0; k < found->lengths.size(); ++k) {
      const auto& s = found->schemes[i].at[k];
      if (!s) continue;
      const double x = frame.x(found->lengths[k]);
      spots.push_back({x, frame.y(s->median)});
      band.push_back({x, frame.y(s->low)});
      back.insert(back.begin(), {x, frame.y(s->high)});
    }
    band.insert(band.end(), back.begin(), back.end());
    canvas.open_group(concat("class=\"", style, "\""));
    canvas.path(band, true, "class=\"band\"");
    canvas.path(spots, false, concat("class=\"", curve_style(i), "\""));
    canvas.close_group();
    names.emplace_back(Spot{0, spots.back().y + 4}, concat(style, " ", found->schemes[i].name));
  }
  draw_names(canvas, kDrawingWidth - 88, 364, names);
  parts.drawing = canvas.drawn();
  parts.height = 406;
  return parts;
}

FigureParts recall_distance_figure(const fs::path& project, const fs::path& results) {
  const bool own = fs::exists(results / "recall" / "names.csv");
  const MeasuredFigure found = own ? recall_of_run(results / "recall")
                                   : recall_of_page(project / "lessons/12_what_flat_loss_hides.md");
  const std::vector<std::string> first = {"rope", "alibi", "shaw", "kerple-log", "window"};
  FigureParts parts;
  parts.title = "Names found again, by how far back they were last said";
  parts.description =
      "Curves of the share of characters right over the distance to the last mention: shaw and "
      "kerple-log stay high, alibi falls to guessing, rope lies below it throughout.";
  parts.controls = tick_boxes(found.schemes, first) + tick_box("bands", "lowest and highest", true);
  parts.caption = concat(
      "The share of the characters of made-up names that is right, reading the "
      "longest text: ",
      found.source, ".");
  parts.data = concat(
      "{\"distances\":", json_list(found.distances, [](const auto& d) { return "\"" + d + "\""; }),
      ",\"guess\":",
      found.guess ? concat("[", shortest(found.guess->low), ",", shortest(found.guess->high), "]")
                  : "null",
      ",\"schemes\":", json_of(found.schemes, "right"), "}");
  const double n = static_cast<double>(found.distances.size());
  const PlotFrame frame{.x = {0, std::max(1.0, n - 1), 44, kDrawingWidth - 128},
                        .y = {0, 1, 350, 40},
                        .x_ticks = {},
                        .y_ticks = {0, 0.25, 0.5, 0.75, 1},
                        .x_label = "characters back to the last mention",
                        .y_label = "share right"};
  SvgCanvas canvas = figure_canvas();
  draw_frame(canvas, frame);
  for (std::size_t i = 0; i < found.distances.size(); ++i) {
    const double x = frame.x(static_cast<double>(i));
    std::string words = found.distances[i];
    if (const std::size_t to = words.find(" to "); to != std::string::npos)
      words.replace(to, 4, "-");
    canvas.line({x, 350}, {x, 355}, "axis");
    canvas.text({x, 369}, words, "tick", "middle");
  }
  std::vector<std::pair<Spot, std::string>> names;
  for (std::size_t i = 0; i < found.schemes.size(); ++i) {
    const MeasuredScheme& scheme = found.schemes[i];
    if (std::ranges::find(first, scheme.name) == first.end()) continue;
    std::vector<Spot> spots;
    for (std::size_t k = 0; k < scheme.at.size(); ++k) {
      if (scheme.at[k])
        spots.push_back({frame.x(static_cast<double>(k)), frame.y(scheme.at[k]->median)});
    }
    if (spots.empty()) continue;
    const std::string style = concat("s", i % 8);
    canvas.path(spots, false, concat("class=\"", curve_style(i), " ", style, "\""));
    for (const Spot& spot : spots) draw_circle(canvas, spot, 4, "dot " + style);
    names.emplace_back(Spot{0, spots.back().y + 4}, concat(style, " ", scheme.name));
  }
  draw_names(canvas, kDrawingWidth - 114, 354, names);
  parts.drawing = canvas.drawn();
  parts.height = 396;
  return parts;
}

}  // namespace whereabouts
