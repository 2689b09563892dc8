#include "book/each_figure.h"
#include "report/number.h"
#include "util/check.h"

namespace whereabouts {
namespace {

// A number of the graph: its value, and the derivative of the loss by it.
void draw_node(SvgCanvas& canvas, Spot top, const std::string& name, double value,
               double gradient) {
  canvas.rectangle({top.x - 42, top.y}, 84, 50, "class=\"box\" rx=\"6\"");
  canvas.text({top.x, top.y + 20}, concat(name, " = ", shortest(value)), "strong", "middle");
  canvas.text({top.x, top.y + 39}, concat("grad ", shortest(gradient)), "name s1", "middle");
}

void draw_operation(SvgCanvas& canvas, const std::vector<Spot>& from, Spot to,
                    const std::string& sign) {
  for (const Spot& part : from) {
    const double shift = from[0].x == from[1].x ? (&part == &from[0] ? -12 : 12) : 0;
    canvas.line({part.x + shift, part.y + 50}, {to.x + shift, to.y}, "curve thin faint");
  }
  draw_circle(canvas, {to.x, to.y - 13}, 10, "hollow faint");
  canvas.text({to.x, to.y - 8.5}, sign, "strong", "middle");
}

}  // namespace

FigureParts tape_figure() {
  constexpr double kX = 3, kW = 2, kB = -1;
  FigureParts parts;
  parts.title = "A tape, forward and backward";
  parts.description =
      "The graph of (w x + b) squared: w and x make p, p and b make y, and y times itself is the "
      "loss. Each has its value and, below it, the derivative of the loss by it.";
  parts.controls = slider("step", "Step", 0, 7, 7) +
                   choice("expression", "Expression",
                          {{"(w x + b)²", "(w x + b)²"},
                           {"w x + w", "w x + w"},
                           {"(w + b) (w x)", "(w + b) (w x)"}},
                          "(w x + b)²") +
                   slider("x", "x", -4, 4, kX, 0.5) + slider("w", "w", -4, 4, kW, 0.5) +
                   slider("b", "b", -4, 4, kB, 0.5) + button("play", "Play");
  parts.caption =
      "Forward, each operation leaves a note on the tape; backward, the notes are read from the "
      "last to the first, and what was used twice gets two gradients, added.";
  const double p = kW * kX, y = p + kB, loss = y * y, dy = y + y;
  SvgCanvas canvas = figure_canvas();
  const Spot x_at{90, 10}, w_at{200, 10}, b_at{310, 10}, p_at{145, 102}, y_at{227.5, 194},
      loss_at{227.5, 286};
  draw_operation(canvas, {w_at, x_at}, p_at, "×");
  draw_operation(canvas, {p_at, b_at}, y_at, "+");
  draw_operation(canvas, {y_at, y_at}, loss_at, "×");
  draw_node(canvas, x_at, "x", kX, kW * dy);
  draw_node(canvas, w_at, "w", kW, kX * dy);
  draw_node(canvas, b_at, "b", kB, dy);
  draw_node(canvas, p_at, "p", p, dy);
  draw_node(canvas, y_at, "y", y, dy);
  draw_node(canvas, loss_at, "loss", loss, 1);
  return parts.with(canvas, 346);
}

}  // namespace whereabouts
