// The figures to touch: what their scripts compute is what the library computes, and they draw
// within the width that there is, whatever their controls say.
#include "book/figures.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <numbers>

#include "../lessons/01_tape_of_numbers.h"
#include "book/attention_in_double.h"
#include "book/browser.h"
#include "book/heads_model.h"
#include "experiment/half_turn.h"
#include "golden_file.h"
#include "ops.h"
#include "position/alibi.h"
#include "position/distance_map.h"
#include "position/rope.h"
#include "position/sinusoidal.h"
#include "position/t5.h"
#include "report/number.h"
#include "run_program.h"
#include "util/check.h"

namespace whereabouts {
namespace {

namespace fs = std::filesystem;

const fs::path kProject = WHEREABOUTS_SOURCE_DIR;
const fs::path kScripts = kProject / "src/book";

BookFigure figure_named(const std::string& name, const fs::path& results = "nowhere") {
  return book_figure(name, kScripts, results);
}

// Calls of functions of the scripts, with the numbers that they must give. The page holds them
// against each other and writes what it found.
class Comparison {
 public:
  void expect(const std::string& call, const std::vector<double>& wanted) {
    std::string numbers;
    for (const double number : wanted)
      numbers += (numbers.empty() ? "" : ",") + (std::isnan(number) ? "null" : shortest(number));
    cases_ += concat("[() => ", call, ",[", numbers, "]],\n");
    count_ += wanted.size();
  }
  // The verdict on the script of one figure; "" if all is as wanted.
  std::string verdict(const std::string& script, const fs::path& file, const std::string& data = "",
                      double tolerance = 1e-6) const {
    std::ofstream(file)
        << "<!DOCTYPE html><meta charset=\"utf-8\">" << data << "<p id=told></p>"
        << "<script>" << script << "</script><script>const w = whereabouts;"
        << "let seen = 0, wrong = '';\nfor (const [call, wanted] of [" << cases_
        << "]) {\n const got = [call()].flat(9);\n"
        << " if (got.length !== wanted.length) wrong = String(call).slice(0, 200) + ' gives ' + "
        << "got.length + ' numbers, wanted ' + wanted.length;\n"
        << " wanted.forEach((number, i) => { ++seen;\n"
        << "  if (!(number === null ? got[i] === null : "
        << "got[i] !== null && Math.abs(got[i] - number) <= " << shortest(tolerance) << "))\n"
        << "   wrong = String(call).slice(0, 200) + ' [' + i + '] is ' + got[i] + ', wanted ' + "
           "number; "
        << "});\n}\ntold.textContent = seen + ' numbers. ' + wrong + ' End';"
        << "</script>";
    const std::string dom = page_after_scripts(file);
    const std::size_t at = dom.find("<p id=\"told\">");
    const std::string told =
        at == dom.npos ? dom : dom.substr(at + 13, dom.find("</p>", at) - at - 13);
    return told == concat(count_, " numbers.  End") ? "" : told;
  }

 private:
  std::string cases_;
  std::size_t count_ = 0;
};

TEST(Figures, CompareNumbersSoThatAWrongOneIsFound) {
  if (!has_browser()) GTEST_SKIP() << "chromium is not installed";
  const std::string script = figure_named("alibi-slopes").script;
  Comparison wrong, missing, right;
  right.expect("w.alibi.slopes(2)", {0.0625, 0.00390625});
  wrong.expect("w.alibi.slopes(2)", {0.0625, 0.003908});
  missing.expect("w.alibi.slopes(2)", {0.0625});
  EXPECT_EQ(right.verdict(script, fresh_folder() / "a.html"), "");
  EXPECT_NE(wrong.verdict(script, fresh_folder() / "b.html"), "");
  EXPECT_NE(missing.verdict(script, fresh_folder() / "c.html"), "");
}

TEST(Figures, RopeTurnsAsTheLibraryDoes) {
  if (!has_browser()) GTEST_SKIP() << "chromium is not installed";
  Comparison c;
  for (const double base : {500.0, 2000.0, 10000.0, 100000.0}) {
    const std::vector<double> theta = rope_frequencies(16, base).theta;
    for (int pair = 0; pair < 8; ++pair) {
      c.expect(concat("w.rope.theta(", pair, ", 16, ", base, ")"), {theta[pair]});
      c.expect(concat("w.rope.halfTurn(", shortest(theta[pair]), ")"),
               {std::numbers::pi / theta[pair]});
    }
    for (const int trained : {32, 64, 128}) {
      const auto half = half_turn(theta, trained);
      c.expect(concat("w.rope.unfinished(16, ", base, ", ", trained, ")"),
               {half ? static_cast<double>(half->pair) : -1.0});
    }
    const std::vector<int> places = {0, 1, 5, 63, 99, 200, 320};
    const Rotation r = rotation(places, {theta[3]});
    for (int m = 0; m < 7; ++m) {
      for (int n = 0; n < 7; ++n) {
        const auto turned = [&](float a, float b, int at) {
          const Rotation one{Tensor({1, 1}, {r.cosine.data()[at]}),
                             Tensor({1, 1}, {r.sine.data()[at]})};
          return rotate_pairs(Tensor({1, 2}, {a, b}), one);
        };
        const Tensor q = turned(0.6f, -0.25f, m), k = turned(-0.5f, 0.75f, n);
        c.expect(concat("w.rope.product([0.6, -0.25], [-0.5, 0.75], ", places[m], ", ", places[n],
                        ", ", shortest(theta[3]), ")"),
                 {double{q.data()[0]} * k.data()[0] + double{q.data()[1]} * k.data()[1]});
      }
    }
  }
  EXPECT_EQ(c.verdict(figure_named("rope-arrows").script, fresh_folder() / "page.html"), "");
}

TEST(Figures, FrequenciesAreThoseOfTheLibrary) {
  if (!has_browser()) GTEST_SKIP() << "chromium is not installed";
  Comparison c;
  for (const std::string method : {"none", "pi", "ntk", "yarn"}) {
    for (const std::string ramp : {"index", "turns"}) {
      for (const double base : {500.0, 10000.0, 100000.0}) {
        for (const double factor : {1.0, 1.5, 4.0, 16.0}) {
          for (const double fast : {5.0, 32.0}) {
            const RopeScaling scaling{.method = method,
                                      .factor = factor,
                                      .trained_length = 64,
                                      .ramp = ramp,
                                      .fast_turns = fast,
                                      .slow_turns = 1};
            c.expect(concat("w.frequencies('", method, "', {channels: 16, base: ", base,
                            ", factor: ", factor, ", trained: 64, ramp: '", ramp,
                            "', fastTurns: ", fast, ", slowTurns: 1})"),
                     rope_frequencies(16, base, scaling).theta);
          }
        }
      }
    }
  }
  const auto golden = load_goldens("tables");
  const auto expect = [&](const std::string& name, const std::string& method,
                          const std::string& settings) {
    c.expect(concat("w.frequencies('", method, "', {channels: 16, base: 10000, fastTurns: 32, ",
                    "slowTurns: 1, ", settings, "})"),
             golden.at("theta_" + name).values);
  };
  expect("plain", "none", "factor: 1, trained: 64");
  expect("pi_4", "pi", "factor: 4, trained: 64");
  expect("ntk_4", "ntk", "factor: 4, trained: 64");
  expect("yarn_4", "yarn", "factor: 4, trained: 64, ramp: 'index'");
  expect("yarn_4_rotations", "yarn", "factor: 4, trained: 64, ramp: 'turns'");
  expect("yarn_2_L256", "yarn", "factor: 2, trained: 256, ramp: 'index'");
  EXPECT_EQ(c.verdict(figure_named("rope-frequencies").script, fresh_folder() / "page.html"), "");
}

TEST(Figures, ToldDistancesAreThoseOfTheLibrary) {
  if (!has_browser()) GTEST_SKIP() << "chromium is not installed";
  Comparison c;
  for (const std::string method :
       {"rerope", "leaky", "self-extend", "dual-chunk", "lm-infinite", "streaming"}) {
    for (const int trained : {8, 13}) {
      for (const int window : {1, 4, 7}) {
        for (const double group : {1.0, 3.0, 0.0}) {
          constexpr int kLength = 30;
          DistanceMapSettings o{.method = method,
                                .trained_length = trained,
                                .window = window,
                                .group = group,
                                .chunk = 5,
                                .sinks = 2};
          const auto settings = [&] {
            return concat("{method: '", method, "', trained: ", trained, ", window: ", window,
                          ", group: ", shortest(o.group), ", chunk: 5, sinks: 2}");
          };
          if (group == 0) {
            o.group = least_group(o, kLength);
            c.expect(concat("w.rho.leastGroup(", settings(), ", ", kLength, ")"), {o.group});
          }
          const DistanceMap map = distance_map(o);
          std::vector<double> told;
          for (int i = 0; i < kLength; ++i) {
            for (int j = 0; j <= i; ++j) told.push_back(map(i, j).value_or(std::nan("")));
          }
          c.expect(concat("[...Array(", kLength, ").keys()].map((i) => [...Array(i + 1).keys()]",
                          ".map((j) => w.rho.told(", settings(), ", i, j)))"),
                   told);
        }
      }
    }
  }
  EXPECT_EQ(c.verdict(figure_named("rho-tables").script, fresh_folder() / "page.html"), "");
}

TEST(Figures, SlopesPenaltiesAndWeightsAreThoseOfTheLibrary) {
  if (!has_browser()) GTEST_SKIP() << "chromium is not installed";
  Comparison c;
  const auto golden = load_goldens("tables");
  for (int heads = 1; heads <= 32; ++heads) {
    c.expect(concat("w.alibi.slopes(", heads, ")"), alibi_slopes(heads));
    const std::string name = concat("alibi_slopes_", heads);
    if (golden.contains(name))
      c.expect(concat("w.alibi.slopes(", heads, ")"), golden.at(name).values);
  }
  for (const double slope : alibi_slopes(8)) {
    for (const int keys : {1, 16, 100}) {
      std::vector<float> scores;
      for (int n = 0; n < keys; ++n) {
        scores.push_back(static_cast<float>(alibi_bias(slope, n)));
        c.expect(concat("w.alibi.bias(", shortest(slope), ", ", n, ")"), {alibi_bias(slope, n)});
      }
      const Tensor weights = softmax(Tensor({1, keys}, scores));
      c.expect(concat("w.alibi.weights(", shortest(slope), ", ", keys, ")"),
               {weights.numbers().begin(), weights.numbers().end()});
    }
  }
  EXPECT_EQ(c.verdict(figure_named("alibi-slopes").script, fresh_folder() / "page.html"), "");
}

TEST(Figures, BucketsAreThoseOfTheLibrary) {
  if (!has_browser()) GTEST_SKIP() << "chromium is not installed";
  Comparison c;
  for (const bool causal : {true, false}) {
    for (const int buckets : {4, 8, 16, 32, 64}) {
      for (const int farthest : {40, 64, 100, 128, 256}) {
        std::vector<double> wanted;
        for (int n = -300; n <= 300; ++n) wanted.push_back(t5_bucket(n, buckets, farthest, causal));
        c.expect(concat("[...Array(601).keys()].map((n) => w.t5Bucket(n - 300, ", buckets, ", ",
                        farthest, ", ", causal ? "true" : "false", "))"),
                 wanted);
      }
    }
  }
  const auto golden = load_goldens("tables");
  for (const auto& [buckets, farthest] : {std::pair(32, 128), {16, 64}, {8, 32}, {32, 256}}) {
    const std::string size = concat(buckets, ", ", farthest), name = concat(buckets, "_", farthest);
    c.expect(concat("[...Array(96).keys()].map((n) => w.t5Bucket(n, ", size, ", true))"),
             golden.at("t5_causal_" + name).values);
    c.expect(concat("[...Array(96).keys()].map((n) => w.t5Bucket(n - 48, ", size, ", false))"),
             golden.at("t5_bidirectional_" + name).values);
  }
  EXPECT_EQ(c.verdict(figure_named("t5-buckets").script, fresh_folder() / "page.html"), "");
}

TEST(Figures, AddressesAndTheirMatrixAreThoseOfTheLibrary) {
  if (!has_browser()) GTEST_SKIP() << "chromium is not installed";
  Comparison c;
  const auto golden = load_goldens("tables");
  c.expect("[...Array(10).keys()].map((p) => w.sinusoid.address(p, 16))",
           golden.at("sinusoidal_10_16").values);
  for (const int channels : {4, 7, 8, 32}) {
    for (const int p : {0, 1, 10, 63, 150}) {
      const Tensor row = sinusoid({p}, channels);
      c.expect(concat("w.sinusoid.address(", p, ", ", channels, ")"),
               {row.numbers().begin(), row.numbers().end()});
      for (const int k : {0, 1, 5, 50}) {
        if (channels % 2 != 0) continue;  // an odd last channel has no partner to turn with
        const Tensor moved = sinusoid({p + k}, channels);
        c.expect(concat("w.sinusoid.times(w.sinusoid.moves(", k, ", ", channels,
                        "), w.sinusoid.address(", p, ", ", channels, "))"),
                 {moved.numbers().begin(), moved.numbers().end()});
      }
    }
  }
  EXPECT_EQ(c.verdict(figure_named("sinusoid").script, fresh_folder() / "page.html"), "");
}

TEST(Figures, TheTapeGivesTheGradientsOfTheLesson) {
  if (!has_browser()) GTEST_SKIP() << "chromium is not installed";
  using namespace tape_of_numbers;
  Comparison c;
  for (const double x : {3.0, -0.5}) {
    for (const double w : {2.0, 0.0, -4.0}) {
      for (const double b : {-1.0, 2.5}) {
        for (const std::string expression : {"(w x + b)²", "w x + w", "(w + b) (w x)"}) {
          const Node nx = number(x), nw = number(w), nb = number(b), p = multiply(nw, nx);
          Node loss;
          if (expression == "(w x + b)²") {
            const Node y = add(p, nb);
            loss = multiply(y, y);
          } else if (expression == "w x + w") {
            loss = add(p, nw);
          } else {
            loss = multiply(add(nw, nb), p);
          }
          backward(loss);
          const std::string call = concat(
              "((t) => ((v) => ((g) => [v.loss, g.x, g.w, g.b || 0])(w.tape.backward(t, v)))",
              "(w.tape.forward(t, {x: ", x, ", w: ", w, ", b: ", b, "})))(w.tape.expressions['",
              expression, "'])");
          c.expect(call, {loss->value, nx->gradient, nw->gradient, nb->gradient});
        }
      }
    }
  }
  EXPECT_EQ(c.verdict(figure_named("tape").script, fresh_folder() / "page.html"), "");
}

TEST(Figures, HeadsLookWhereThoseOfTheLibraryLook) {
  if (!has_browser()) GTEST_SKIP() << "chromium is not installed";
  const BookFigure figure = figure_named("attention-heads");
  const HeadsModel trained = train_heads_model(kProject);
  const NoGrad no_grad;
  Comparison exact, library;
  for (const std::string sentence :
       {"The fox saw the crow, and the fox said", "a", "Once upon a time a wolf"}) {
    const std::vector<Token> tokens = encode(trained.text.vocabulary, sentence);
    std::string list;
    for (const Token token : tokens) list += concat(list.empty() ? "" : ",", token);
    const std::string call = concat(
        "w.attention.run(w.attention.model(w.data('attention-heads')), [", list, "]).weights");
    std::vector<double> wanted;
    for (int layer = 0; layer < 2; ++layer) {
      const Tensor weights = trained.model.look(tokens, layer).weights;
      const auto T = static_cast<std::int64_t>(tokens.size());
      for (int h = 0; h < 4; ++h) {
        for (std::int64_t i = 0; i < T; ++i) {
          for (std::int64_t j = 0; j <= i; ++j)
            wanted.push_back(weights.data()[(h * T + i) * T + j]);
        }
      }
    }
    library.expect(call, wanted);
    exact.expect(call, AttentionInDouble(trained.model).weights(tokens));
  }
  const fs::path page = fresh_folder() / "page.html";
  EXPECT_EQ(exact.verdict(figure.script, page, figure.html), "");
  // The library itself computes in float32: an error of 1e-6 in a score of ten.
  EXPECT_EQ(library.verdict(figure.script, page, figure.html, 1e-5), "");
}

TEST(Figures, ASmallModelGivesTheLogitsOfAnIndependentImplementation) {
  if (!has_browser()) GTEST_SKIP() << "chromium is not installed";
  const auto golden = load_goldens("model_rope");
  std::string weights;
  const auto weight = [&](const std::string& ours, const std::string& theirs) {
    std::string numbers;
    for (const double number : golden.at(theirs).values)
      numbers += concat(numbers.empty() ? "" : ",", shortest(number));
    weights += concat("'", ours, "': new Float64Array([", numbers, "]),");
  };
  weight("embedding", "tok"), weight("head", "head");
  weight("norm.gain", "lnf.g"), weight("norm.bias", "lnf.b");
  const std::vector<std::pair<std::string, std::string>> names = {
      {"norm1.gain", "ln1.g"},
      {"norm1.bias", "ln1.b"},
      {"norm2.gain", "ln2.g"},
      {"norm2.bias", "ln2.b"},
      {"attention.qkv.weight", "qkv.w"},
      {"attention.qkv.bias", "qkv.b"},
      {"attention.out.weight", "proj.w"},
      {"attention.out.bias", "proj.b"},
      {"mlp.widen.weight", "fc.w"},
      {"mlp.widen.bias", "fc.b"},
      {"mlp.narrow.weight", "out.w"},
      {"mlp.narrow.bias", "out.b"}};
  for (const std::string layer : {"0", "1"}) {
    for (const auto& [ours, theirs] : names)
      weight(concat("blocks.", layer, ".", ours), concat(layer, ".", theirs));
  }
  const std::vector<int> tokens = golden.at("tokens").integers();
  const std::vector<double>& logits = golden.at("logits").values;
  Comparison c;
  for (std::size_t row = 0; row < 2; ++row) {
    std::string list;
    for (std::size_t t = 0; t < 6; ++t)
      list += concat(list.empty() ? "" : ",", tokens[row * 6 + t]);
    const auto first = logits.begin() + static_cast<std::ptrdiff_t>(row) * 66;
    c.expect(concat("w.attention.run({width: 16, heads: 4, layers: 2, weights: {", weights, "}}, [",
                    list, "]).logits"),
             {first, first + 66});
  }
  EXPECT_EQ(c.verdict(figure_named("attention-heads").script, fresh_folder() / "page.html"), "");
}

// ---- what holds for every figure ----

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != text.npos; at += part.size()) ++found;
  return found;
}

TEST(Figures, ScriptsAreShortAndAskNobody) {
  const std::vector<std::string> names = book_figure_names();
  EXPECT_EQ(names.size(), 10u);
  for (std::string name : names) {
    const std::string script = contents(kScripts / (name + ".js"));
    EXPECT_LE(count(script, "\n"), 150u) << name;
    for (const char* word : {"http", "fetch", "XMLHttpRequest", "import ", "</script"})
      EXPECT_EQ(script.find(word), script.npos) << name << ": " << word;
    std::istringstream lines(script);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 100u) << name << line;
  }
}

TEST(Figures, AreGoodWithoutScript) {
  for (const std::string& name : book_figure_names()) {
    const std::string html = figure_named(name).html;
    const std::size_t drawing = html.find("<g class=\"drawing\">"), end = html.find("</svg>");
    ASSERT_LT(drawing, end) << name;
    const std::string drawn = html.substr(drawing, end - drawing);
    EXPECT_GT(count(drawn, "<text"), 5u) << name;
    EXPECT_GT(count(drawn, "<path") + count(drawn, "<rect"), 6u) << name;
    EXPECT_EQ(drawn.find("nan"), drawn.npos) << name;
    for (const std::string part : {"<title id=\"figure-", "<desc id=\"figure-", "role=\"img\"",
                                   "aria-labelledby=", "<figcaption>"})
      EXPECT_NE(html.find(part), html.npos) << name << " lacks " << part;
    // Controls do nothing without script, so they are hidden; and each has a label.
    EXPECT_NE(html.find("onsubmit=\"return false\" hidden"), html.npos) << name;
    EXPECT_EQ(count(html, "<label>"), count(html, "<input") + count(html, "<select")) << name;
  }
}

TEST(Figures, AFigureThatThereIsNotIsNamed) {
  try {
    figure_named("rope-arrow");
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_NE(std::string(error.what()).find("rope-arrow\""), std::string::npos);
    EXPECT_NE(std::string(error.what()).find("rope-frequencies"), std::string::npos);
  }
}

// All is drawn anew by each move of a control. Each is moved to its ends and its middle, or through all its options, alone and after
// the others were moved. Then no number is lost, and all text stands inside of the picture.
TEST(Figures, DrawWithinTheirWidthWhereverTheControlsStand) {
  if (!has_browser()) GTEST_SKIP() << "chromium is not installed";
  const fs::path file = fresh_folder() / "page.html";
  std::ofstream page(file);
  page << "<!DOCTYPE html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" "
          "content=\"width=device-width\"><style>"
       << contents(kScripts / "book.css") << "</style><body><main class=\"sheet\">";
  for (const std::string& name : book_figure_names()) {
    const BookFigure figure = figure_named(name);
    page << figure.html << "<script>" << figure.script << "</script>";
  }
  page << R"(</main><p id="told"></p><script>
let moves = 0, wrong = [];
function look(figure, what) {
  ++moves;
  const svg = figure.querySelector("svg"), width = svg.viewBox.baseVal.width;
  const words = svg.outerHTML + figure.querySelector(".reading").textContent;
  if (/NaN|undefined|Infinity|null/.test(words)) wrong.push(figure.id + " lost a number: " + what);
  if (figure.querySelector(".reading").textContent.length < 15) wrong.push(figure.id + " says nothing");
  for (const text of svg.querySelectorAll(".drawing text")) {
    const box = text.getBBox();
    if (box.x < -2 || box.x + box.width > width + 2)
      wrong.push(figure.id + " writes beyond its edge: " + text.textContent + ", " + what);
  }
  if (document.documentElement.scrollWidth > innerWidth) wrong.push(figure.id + " is too wide");
}
for (const figure of document.querySelectorAll("figure.touch")) {
  const controls = figure.querySelectorAll("[name]");
  for (let round = 0; round < 2; ++round) for (const control of controls) {
    const move = (set) => {
      set(control);
      control.dispatchEvent(new Event("input", {bubbles: true}));
      look(figure, control.name + " " + control.value + " " + control.checked);
    };
    if (control.type === "checkbox") move((c) => { c.checked = !c.checked; });
    else if (control.type === "text")
      for (const text of ["", "a", "wolf \u{1F98A} <b>", "x".repeat(40)]) move((c) => { c.value = text; });
    else if (control.type === "range")
      for (const v of [control.min, control.max, (Number(control.min) + Number(control.max)) / 2])
        move((c) => { c.value = v; });
    else for (const option of control.options) move((c) => { c.value = option.value; });
  }
}
told.textContent = moves + " moves. " + [...new Set(wrong)].slice(0, 20).join("; ") + " End";
</script>)";
  page.close();
  for (const int width : {360, 1200}) {
    const BrowserPage seen = browse(file, width);
    const std::size_t at = seen.dom.find("<p id=\"told\">");
    ASSERT_NE(at, std::string::npos);
    const std::string told = seen.dom.substr(at + 13, seen.dom.find("</p>", at) - at - 13);
    EXPECT_NE(told.find(" moves.  End"), std::string::npos) << width << ": " << told;
    EXPECT_GT(std::atoi(told.c_str()), 200) << told;
    EXPECT_EQ(seen.log.find("Uncaught"), std::string::npos) << seen.log;
  }
}

// ---- figures of measurements ----

TEST(Figures, GapsAreThoseOfPage09) {
  const std::string html = figure_named("gap-curves").html;
  EXPECT_NE(html.find("\"trained\":64,\"lengths\":[32,48,64,80,96,128,256,512,1024]"), html.npos);
  EXPECT_NE(html.find("{\"name\":\"t5\",\"gap\":[[0.06,0.04,0.08],[-0.02,-0.03,-0.01],[0,0,0],"
                      "[0.04,0.03,0.05],[0.09,0.08,0.1],[0.21,0.17,0.25],[0.71,0.45,0.89],"
                      "[1.17,0.76,1.5],[1.51,0.99,1.95]]}"),
            html.npos);
  EXPECT_NE(html.find("[1.17,1,1.36]"), html.npos) << "a number with a star is one too";
  EXPECT_NE(html.find("page 09"), html.npos);
}

TEST(Figures, GapsAreThoseOfTheReadersRunWhereThereIsOne) {
  const fs::path run = fresh_folder() / "09_extrapolation_gap";
  fs::create_directories(run);
  std::ofstream(run / "settings.txt") << "steps 10\nlength 16..32\n# width 64\n";
  std::ofstream(run / "results.csv") << "scheme,seed,protocol,length,bits_per_char,scored\n"
                                        "alibi,0,fixed,32,2.5,10\nalibi,0,fixed,64,2.75,10\n"
                                        "alibi,1,fixed,32,2.0,10\nalibi,1,fixed,64,3.0,10\n"
                                        "alibi,1,windows,64,9.0,10\n";
  const std::string html = figure_named("gap-curves", run.parent_path()).html;
  EXPECT_NE(html.find("{\"trained\":32,\"lengths\":[32,64],\"schemes\":[{\"name\":\"alibi\","
                      "\"gap\":[[0,0,0],[0.625,0.25,1]]}]}"),
            html.npos);
  EXPECT_NE(html.find("your run in 09_extrapolation_gap"), html.npos);
}

TEST(Figures, RecallIsThatOfPage12OrOfTheReadersRun) {
  const std::string printed = figure_named("recall-distance").html;
  EXPECT_NE(printed.find("\"distances\":[\"8 to 15\",\"32 to 63\",\"128 to 255\",\"512 to 1023\"],"
                         "\"guess\":[0.24,0.27]"),
            printed.npos);
  EXPECT_NE(printed.find("{\"name\":\"kerple-log\",\"right\":[[0.92,0.92,0.92],[0.78,0.78,0.78],"
                         "[0.73,0.73,0.73],[0.59,0.59,0.59]]}"),
            printed.npos);
  const fs::path run = fresh_folder() / "recall";
  fs::create_directories(run);
  std::ofstream(run / "names.csv")
      << "scheme,seed,length,kind,from,to,bits_per_char,accuracy,scored\n"
         "rope,0,32,seen,8,15,1,0.5,10\nrope,1,32,seen,8,15,1,0.75,10\n"
         "rope,0,32,seen,16,31,1,0.25,10\nrope,0,32,unseen,32,63,1,0.125,10\n"
         "rope,0,16,seen,8,15,1,0.9,10\n";
  const std::string own = figure_named("recall-distance", run.parent_path()).html;
  EXPECT_NE(own.find("{\"distances\":[\"8 to 15\",\"16 to 31\"],\"guess\":[0.125,0.125],"
                     "\"schemes\":[{\"name\":\"rope\",\"right\":[[0.625,0.5,0.75],"
                     "[0.25,0.25,0.25]]}]}"),
            own.npos);
}

}  // namespace
}  // namespace whereabouts
