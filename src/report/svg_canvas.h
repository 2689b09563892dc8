// What the pictures are drawn with: elements, escaped text, one style sheet for light and dark.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace whereabouts {

struct Spot {
  double x, y;
};

/// Text for XML: & < > " ' escaped; what XML cannot hold becomes U+FFFD.
std::string xml_escaped(std::string_view text);

/// A coordinate with at most one decimal. Throws std::invalid_argument unless it is finite.
std::string coordinate(double v);

/// The ticks as text, all with the decimals that the finest of them needs: 2.5, 3.0, 3.5.
std::vector<std::string> tick_texts(const std::vector<double>& ticks);

/// An estimate of the width of text in pixels, a little on the large side.
double text_width(std::string_view text, double font_size);

/// Round numbers (1, 2, 2.5 or 5 times a power of ten) inside low .. high, about `wanted` of them.
std::vector<double> round_ticks(double low, double high, int wanted);

class SvgCanvas {
 public:
  /// Writes title and subtitle, broken into lines that fit. `label` is read to those who cannot
  /// see.
  SvgCanvas(double width, const std::string& title, const std::string& subtitle,
            const std::string& label);

  double top() const { return top_; }  ///< where the picture begins, below the titles

  /// `style` is a class of the style sheet; `anchor` is start, middle or end.
  void text(Spot at, std::string_view content, std::string_view style,
            std::string_view anchor = "start", std::string_view more = "");
  void line(Spot from, Spot to, std::string_view style);
  void rectangle(Spot at, double width, double height, std::string_view attributes);
  /// A path through the spots, closed or open.
  void path(std::span<const Spot> spots, bool closed, std::string_view attributes);
  /// A path from its commands as SVG writes them; nothing if there are none.
  void outline(std::string_view commands, std::string_view attributes);
  void open_group(std::string_view attributes);
  void close_group();
  /// What follows shows only inside this rectangle, in the same coordinates.
  void open_window(Spot at, double width, double height);
  void close_window();
  void tooltip(std::string_view content);  ///< of the group that is open

  /// What was drawn so far, to be set into another SVG.
  const std::string& drawn() const { return body_; }
  /// The whole file.
  std::string finish(double height) const;

 private:
  double width_, top_;
  std::string head_, body_;
};

/// Series have this many colours; markers and dashes tell apart those that share one.
inline constexpr int kSeriesColours = 8;

}  // namespace whereabouts
