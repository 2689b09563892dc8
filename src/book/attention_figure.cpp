#include <bit>
#include <cstdint>

#include "book/base64.h"
#include "book/each_figure.h"
#include "book/heads_model.h"
#include "report/number.h"
#include "text/json.h"
#include "text/utf8.h"
#include "util/check.h"
#include "util/joined.h"

namespace whereabouts {
namespace {

const std::string kFirstSentence = "The fox saw the crow, and the fox said";

std::string json_character(char32_t character) {
  std::string text;
  append_utf8(text, character);
  return json_quoted(text);
}

// Sizes, vocabulary and weights: float32, the lowest byte first, one weight after another.
std::string json_of(const HeadsModel& trained) {
  const ModelConfig& config = trained.model.config();
  std::string names, bytes;
  for (const Parameters::Entry& weight : trained.model.parameters().entries()) {
    names += concat(names.empty() ? "" : ",", "[\"", weight.name, "\",", weight.tensor.size(), "]");
    for (const float number : weight.tensor.numbers()) {
      const auto bits = std::bit_cast<std::uint32_t>(number);
      for (int shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(bits >> shift & 255);
    }
  }
  return concat("{\"width\":", config.width, ",\"heads\":", config.heads,
                ",\"layers\":", config.layers, ",\"vocabulary\":[",
                joined(trained.text.vocabulary, ",", json_character), "],\"names\":[", names,
                "],\"numbers\":\"", base64(bytes), "\"}");
}

// The weights [1, H, T, T] of one head as shades.
void draw_weights(SvgCanvas& canvas, const Tensor& weights, int head, Spot at, double size) {
  const int T = weights.dim(-1);
  for (int i = 0; i < T; ++i) {
    for (int j = 0; j <= i; ++j) {
      const float share = weights.data()[(std::int64_t{head} * T + i) * T + j];
      if (share <= 0.02f) continue;
      canvas.rectangle({at.x + j * size, at.y + i * size}, size, size,
                       concat("class=\"cell s0\" opacity=\"",
                              format_fixed(0.06 + 0.94 * double{share}, 2), "\""));
    }
  }
  canvas.rectangle(at, T * size, T * size, "class=\"axis\"");
}

}  // namespace

FigureParts attention_heads_figure(const std::filesystem::path& project) {
  const HeadsModel trained = train_heads_model(project);
  const std::vector<Token> tokens = encode(trained.text.vocabulary, kFirstSentence);
  const ModelConfig& config = trained.model.config();
  const auto numbered = [](int count) {
    std::vector<std::pair<std::string, std::string>> options;
    for (int i = 0; i < count; ++i) options.emplace_back(std::to_string(i), std::to_string(i + 1));
    return options;
  };
  FigureParts parts;
  parts.title = "Where the heads of a trained model look";
  parts.description =
      concat("For each head of two layers a triangle of shades, a row for each character of \"",
             kFirstSentence, "\" and a column for each character before it: dark where it looks.");
  parts.controls = text_line("sentence", "Your text", kFirstSentence, 40) +
                   choice("layer", "Layer", numbered(config.layers), "0") +
                   choice("head", "Head", numbered(config.heads), "1") +
                   slider("place", "Character", 0, 39, 20);
  parts.caption =
      concat("A model with rope, of width ", config.width, " with ", config.layers, " layers and ",
             config.heads,
             " heads, trained on the fables when this page was made. It computes in the "
             "page. Each row is a query, each column a key, and a row's shades add up to 1.");
  parts.data = json_of(trained);

  SvgCanvas canvas = figure_canvas();
  const double T = static_cast<double>(tokens.size()), step = 98, size = (step - 12) / T;
  for (int layer = 0; layer < config.layers; ++layer) {
    const NoGrad no_grad;
    const Tensor weights = trained.model.look(tokens, layer).weights;
    for (int head = 0; head < config.heads; ++head) {
      const Spot at{6 + head * step, 22 + layer * (step + 14)};
      canvas.text({at.x, at.y - 7}, concat("layer ", layer + 1, ", head ", head + 1), "small tick");
      draw_weights(canvas, weights, head, at, size);
    }
    if (layer > 0) continue;
    const double large = 370 / T;
    draw_weights(canvas, weights, 1, {22, 250}, large);
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      const std::string shown = tokens[i] == tokens[3] ? "␣" : kFirstSentence.substr(i, 1);
      const double middle = (static_cast<double>(i) + 0.5) * large;
      canvas.text({16, 254 + middle}, shown, "small", "end");
      canvas.text({22 + middle, 250 + T * large + 13}, shown, "small", "middle");
    }
  }
  return parts.with(canvas, 644);
}

}  // namespace whereabouts
