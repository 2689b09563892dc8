#include "lesson/architecture_picture.h"

#include "report/svg_canvas.h"
#include "util/check.h"

namespace whereabouts {
namespace {

constexpr double kBoxLeft = 90, kBoxWidth = 330, kBoxHeight = 34, kBoxStep = 60,
                 kBoxMiddle = kBoxLeft + kBoxWidth / 2;
constexpr double kNotesLeft = kBoxLeft + kBoxWidth + 50;

class BlockColumn {
 public:
  explicit BlockColumn(SvgCanvas& canvas) : canvas_(canvas), y_(canvas.top() + 24) {}

  // A box below the last one, joined to it; `flows` is the shape of what comes out of it.
  void box(const std::string& text, const std::string& flows = "") {
    if (last_ > 0) canvas_.line({kBoxMiddle, last_}, {kBoxMiddle, y_}, "axis");
    canvas_.rectangle({kBoxLeft, y_}, kBoxWidth, kBoxHeight,
                      "rx=\"6\" fill=\"none\" class=\"axis\"");
    canvas_.text({kBoxLeft + 12, y_ + 22}, text, "box");
    if (!flows.empty()) canvas_.text({kBoxLeft + kBoxWidth - 10, y_ + 22}, flows, "note", "end");
    last_ = y_ + kBoxHeight;
    y_ += kBoxStep;
  }

  // A place where a position enters, between two boxes: a number in a circle, joined to its note.
  void place(int number, const std::string& what, const std::string& who) {
    const double y = last_ + (kBoxStep - kBoxHeight) / 2;
    canvas_.open_group(concat("class=\"series s", number, "\" data-name=\"place ", number, "\""));
    canvas_.line({kBoxMiddle, y}, {kNotesLeft - 8, y}, "curve");
    canvas_.outline(concat("M", coordinate(kBoxMiddle - 11), " ", coordinate(y),
                           "a11 11 0 1 0 22 0", "a11 11 0 1 0 -22 0"),
                    "class=\"dot\"");
    canvas_.text({kBoxMiddle, y + 4.5}, std::to_string(number), "paper", "middle");
    canvas_.text({kNotesLeft, y}, what, "label");
    canvas_.close_group();
    canvas_.text({kNotesLeft, y + 17}, who, "note");
  }

  // The residual path around the boxes from `from` on: what came in is added to what came out.
  void residual(double from) {
    const double out = last_ + 8, x = kBoxLeft - 22;
    const Spot path[] = {{kBoxMiddle, from}, {x, from}, {x, out}, {kBoxMiddle, out}};
    canvas_.path(path, false, "class=\"axis\" fill=\"none\" stroke-dasharray=\"5 3\"");
    canvas_.text({kBoxLeft - 30, (from + out) / 2 + 4}, "+ x", "note", "end");
  }

  void frame(double from, const std::string& text) {
    canvas_.rectangle({kBoxLeft - 66, from - 2}, kBoxWidth + 82, last_ + 18 - from,
                      "rx=\"10\" fill=\"none\" class=\"grid\" stroke-width=\"2\"");
    canvas_.text({kBoxLeft - 58, from + 14}, text, "note");
  }

  void space() { y_ += 18; }
  double y() const { return y_; }

 private:
  SvgCanvas& canvas_;
  double y_, last_ = 0;  // where the next box begins, and where the last one ended
};

}  // namespace

std::string architecture_picture() {
  SvgCanvas canvas(820, "The model, and the three places where a position can enter",
                   "B texts of T characters, C channels, H heads of D channels, V different "
                   "characters; the block is there twice, one after the other",
                   "From text to loss: embedding, two blocks of attention and MLP with residual "
                   "connections, norm, head. Positions enter at three places: added to the "
                   "embedding, turning queries and keys, or added to the scores.");
  BlockColumn column(canvas);
  column.box("text: \"the fox said\"");
  column.box("tokens: a number for each character", "[B, T]");
  column.box("embedding: a vector for each token", "[B, T, C]");
  column.place(1, "an address is added", "sinusoidal (04), learned (05)");
  column.space();
  const double block = column.y() - 12, before_attention = column.y() - 7;
  column.box("norm");
  column.box("query, key and value: x W", "[B, H, T, D]");
  column.place(2, "query and key are turned", "RoPE (06)");
  column.box("scores: query . key / sqrt(D)", "[B, H, T, T]");
  column.place(3, "something about the distance is added",
               "ALiBi (07); Shaw, Transformer-XL, T5, DeBERTa (08)");
  column.box("causal mask, softmax: weights", "[B, H, T, T]");
  column.box("weights times value, heads joined, x W", "[B, T, C]");
  column.residual(before_attention);
  const double before_mlp = column.y() - 7;
  column.box("norm");
  column.box("MLP: widen to 4 C, gelu, narrow to C", "[B, T, C]");
  column.residual(before_mlp);
  column.frame(block, "block");
  column.space();
  column.box("norm");
  column.box("head: a logit for each character", "[B, T, V]");
  column.box("softmax, cross-entropy: the loss", "one number");
  return canvas.finish(column.y());
}

}  // namespace whereabouts
