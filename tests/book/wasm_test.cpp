// The core as WebAssembly: it gives the losses of this build, digit for digit where the vectors are
// as wide, and the figure that trains tells what goes wrong. Needs make book-wasm and chromium.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "book/browser.h"
#include "book/training.h"
#include "evaluate/fixed_targets.h"
#include "kernels/lanes.h"
#include "position/alibi.h"
#include "run_program.h"
#include "train/trainer.h"

namespace whereabouts {
namespace {

namespace fs = std::filesystem;

const fs::path kScripts = fs::path(WHEREABOUTS_SOURCE_DIR) / "src/book";
const fs::path kCore = fs::path(WHEREABOUTS_SOURCE_DIR) / "build-wasm/core.wasm";

// What `script`, a function that may wait and that calls told(...), tells on a page, a line for each
// call. The time of a page under test stands still while a worker computes, so pause() first keeps
// the page busy for a while.
std::vector<std::string> told_by(const std::string& html, const std::string& script,
                                 std::string* log = nullptr) {
  const fs::path file = fresh_folder() / "page.html";
  std::ofstream(file)
      << "<!DOCTYPE html><meta charset=utf-8><title>test</title>" << html
      << "<pre id=told></pre><script>const told = (...words) => document.getElementById('told')"
         ".append(words.join(' ') + '\\n');"
         "const pause = () => { let x = 0; for (let i = 0; i < 5e7; ++i) x += Math.sqrt(i);"
         " return new Promise((go) => setTimeout(go, 10, x)); };"
         "(async () => {"
      << script << "})().catch((e) => told('failed', e.message)).then(() => told('end'));</script>";
  const BrowserPage page = browse(file, 1200, "", "--virtual-time-budget=100000");
  if (log) *log = page.log;
  const std::string begin = "<pre id=\"told\">";
  const std::size_t from = page.dom.find(begin) + begin.size(), to = page.dom.find("</pre>", from);
  std::istringstream text(page.dom.substr(from, to - from));
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  EXPECT_FALSE(lines.empty());
  if (lines.empty()) return {};
  EXPECT_EQ(lines.back(), "end");
  return lines;
}

// A page's own scripts, as text in an element.
std::string scripts(const std::vector<std::string>& names) {
  std::string html = "<script>";
  for (const std::string& name : names) html += contents(kScripts / name);
  return html + "</script>";
}

struct TrainedHere {
  std::vector<double> losses;
  double bits_at_64, bits_at_128;
};

TrainedHere train_here(const std::string& scheme, int steps) {
  const Text text = load_text(std::string(WHEREABOUTS_SOURCE_DIR) + "/data/fables.txt");
  Transformer model({.vocabulary = text.vocabulary_size(), .width = 32, .scheme = scheme}, 7);
  Trainer trainer(model, {.steps = steps, .seed = 7}, split(text).training);
  TrainedHere here;
  for (int step = 0; step < steps; ++step) here.losses.push_back(trainer.step());
  const FixedTargets targets(text, 1024);
  here.bits_at_64 = targets.score(model, 64).bits_per_char;
  here.bits_at_128 = targets.score(model, 128).bits_per_char;
  return here;
}

// Wider vectors add in another order, and a processor with a*b + c in one instruction rounds once.
#if defined(__SSE2__) && !defined(__FMA__)
constexpr bool kSameArithmetic = kLanes == 4;
#else
constexpr bool kSameArithmetic = false;
#endif

void expect_same(double in_page, double here, const std::string& what) {
  if (kSameArithmetic) {
    EXPECT_EQ(in_page, here) << what;
  } else {
    EXPECT_NEAR(in_page, here, 1e-4) << what;
  }
}

TEST(Wasm, GivesTheLossesOfThisBuild) {
  if (!has_browser()) GTEST_SKIP() << "chromium is not installed";
  if (!fs::exists(kCore)) GTEST_SKIP() << "there is no " << kCore << "; make book-wasm makes it";
  const std::vector<std::string> names = {"none", "sinusoidal", "rope", "alibi", "t5", "yours"};
  constexpr int kSteps = 10;
  const std::vector<std::string> lines = told_by(training_section(kScripts, kCore), R"js(
    const of = (kind) => document.getElementById("training-" + kind).textContent;
    const core = Uint8Array.from(atob(of("core")), (c) => c.charCodeAt(0));
    for (const scheme of ["none", "sinusoidal", "rope", "alibi", "t5", "yours"]) {
      const worker = new Worker(URL.createObjectURL(new Blob([of("worker")])));
      const numbers = [], bits = [];
      let ended = false;
      worker.onmessage = ({ data }) => {
        if (data.trained) numbers.push(...data.trained);
        if (data.bits) bits.push(data.bits);
        ended = data.end || data.error;
      };
      worker.postMessage({ core, text: of("text"), scheme, seed: 7, steps: 10, width: 32,
        lengths: [64, 128],
        penalties: scheme === "yours" ? whereabouts.training.penalties_of("-n * 2^(-2*(head+1))") : null });
      while (!ended) await pause();
      told(scheme, ...numbers, ...bits);
    })js");
  ASSERT_EQ(lines.size(), names.size() + 1) << lines.front();
  for (std::size_t i = 0; i < names.size(); ++i) {
    std::istringstream line(lines[i]);
    std::string scheme;
    std::vector<double> numbers;
    line >> scheme;
    for (double v; line >> v;) numbers.push_back(v);
    ASSERT_EQ(scheme, names[i]);
    ASSERT_EQ(numbers.size(), std::size_t{kSteps + 2}) << lines[i];
    // The formula is that of ALiBi.
    const TrainedHere here = train_here(scheme == "yours" ? "alibi" : scheme, kSteps);
    for (int step = 0; step < kSteps; ++step)
      expect_same(numbers[step], here.losses[step], scheme + " step " + std::to_string(step + 1));
    expect_same(numbers[kSteps], here.bits_at_64, scheme + " at 64");
    expect_same(numbers[kSteps + 1], here.bits_at_128, scheme + " at 128");
  }
}

TEST(Wasm, TheFigureTrainsAndTellsWhatIsWrong) {
  if (!has_browser()) GTEST_SKIP() << "chromium is not installed";
  if (!fs::exists(kCore)) GTEST_SKIP() << "there is no " << kCore << "; make book-wasm makes it";
  std::string log;
  const std::vector<std::string> lines = told_by(training_section(kScripts, kCore), R"js(
    const figure = document.getElementById("figure-training"), form = figure.querySelector("form");
    const part = (name) => figure.querySelector(`[data-part="${name}"]`), fields = form.elements;
    const go = async (values) => {
      for (const name in values) fields[name].value = values[name];
      form.dispatchEvent(new Event("input"));
      part("train").click();
      for (let i = 0; figure.dataset.state === "training" && i < 2000; ++i) await pause();
      return part("reading").textContent;
    };
    told(await go({ steps: "9" }));
    told(await go({ steps: "10", options: "base=bad" }));
    told(await go({ options: "bass=500" }));
    told(await go({ scheme: "yours", options: "", formula: "-n *" }), part("mistake").textContent);
    told(await go({ formula: "1 / n" }));
    told(await go({ formula: "-n" }));
    told(part("rows").children.length, part("adds").querySelectorAll(".curve").length,
      part("loss").querySelectorAll(".curve").length, part("gap").querySelectorAll("circle").length);
    fields.steps.value = "5000";
    part("train").click();
    part("stop").click();
    told(part("reading").textContent, part("train").disabled, part("stop").disabled);
    part("forget").click();
    told(part("rows").children.length, part("runs").hidden);)js",
                                                 &log);
  ASSERT_EQ(lines.size(), 10u);
  EXPECT_EQ(lines[0], "The number of steps must be a whole number from 10 to 5000.");
  EXPECT_EQ(lines[1], "It ended early: scheme rope: base must be a number, got \"bad\".");
  EXPECT_NE(lines[2].find("there is no option \"bass\"; its options are "), std::string::npos)
      << lines[2];
  EXPECT_EQ(lines[3], "A number is missing before the end. A number is missing before the end.");
  EXPECT_EQ(lines[4],
            "At distance 0 the formula gives Infinity in head 0; a number up to a million is "
            "wanted.");
  EXPECT_NE(lines[5].find("bits per character at the trained 64 characters"), std::string::npos)
      << lines[5];
  EXPECT_EQ(lines[6], "1 5 1 7");
  EXPECT_EQ(lines[7], "yours (2) was stopped after 0 steps. false true");
  EXPECT_EQ(lines[8], "0 true");
  EXPECT_EQ(log.find("CONSOLE"), std::string::npos) << log;
}

TEST(Wasm, FormulasAreReadAsTheyAreMeant) {
  if (!has_browser()) GTEST_SKIP() << "chromium is not installed";
  const std::vector<std::string> lines = told_by(scripts({"formula.js"}), R"js(
    const value = (text, ...at) => whereabouts.formula(text, ["n", "head"])(...at);
    for (const text of ["1 - 2 - 3", "8 / 2 / 2", "-2^2", "2^-1", "2^3^2", "2 * (3 + 4)", "7 % 4",
      "min(3, max(1, 2))", "n < 20 ? 0 : -1", "return -0.01 * n;", "std::exp2(-2.0 * (head + 1))",
      "-n * 2^(-2*(head+1))", ".5e1", "1 < 2 ? 3 > 4 ? 5 : 6 : 7"]) told(value(text, 25, 1));
    for (const text of ["", "1 +", "(n", "n n", "m", "foo(n)", "max(n)", "n $ 2", "constructor(1)",
      "alert(1)", "1 ? 2"]) {
      try { told("took", value(text, 1, 1)); } catch (mistake) { told(mistake.message); }
    })js");
  const double alibi = alibi_bias(alibi_slopes(4)[1], 25);
  const std::vector<double> wanted = {-4, 2,  -4,    0.5,    512,   14, 3,
                                      2,  -1, -0.25, 0.0625, alibi, 5,  6};
  ASSERT_EQ(lines.size(), wanted.size() + 12);
  for (std::size_t i = 0; i < wanted.size(); ++i)
    EXPECT_NEAR(std::stod(lines[i]), wanted[i], 1e-12) << i;
  const std::vector<std::string> mistakes(lines.begin() + std::ssize(wanted), lines.end());
  for (const std::string& mistake : mistakes)
    EXPECT_EQ(mistake.find("took"), std::string::npos) << mistake;
  EXPECT_EQ(mistakes[2], "“)” is missing before the end");
  EXPECT_NE(mistakes[5].find("there is no function “foo”; there are abs"), std::string::npos);
  EXPECT_EQ(mistakes[6], "“max” takes 2 numbers");
}

TEST(Wasm, WithoutAModuleThePageSaysHowToMakeIt) {
  const std::string html = training_section(kScripts, "nowhere/core.wasm");
  EXPECT_NE(html.find("make book WASM=1"), std::string::npos);
  EXPECT_NE(html.find("libc++-19-dev-wasm32"), std::string::npos);
  EXPECT_EQ(html.find("<script"), std::string::npos);
  // The Makefile's list is this one.
  std::string makefile = contents(fs::path(WHEREABOUTS_SOURCE_DIR) / "Makefile");
  const std::size_t at = makefile.find("WASM_PACKAGES = ") + 16;
  std::string packages = makefile.substr(at, makefile.find('\n', at) - at);
  for (std::size_t v; (v = packages.find("$(LLVM)")) != std::string::npos;)
    packages.replace(v, 7, "19");
  EXPECT_NE(html.find(packages), std::string::npos) << packages;
}

}  // namespace
}  // namespace whereabouts
