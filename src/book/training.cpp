#include "book/training.h"

#include <string_view>

#include "book/base64.h"
#include "position/schemes.h"
#include "report/svg_canvas.h"
#include "util/check.h"
#include "util/file.h"

namespace whereabouts {
namespace {

constexpr const char* kPackages =
    "clang-19 lld-19 wasi-libc libc++-19-dev-wasm32 libc++abi-19-dev-wasm32 "
    "libclang-rt-19-dev-wasm32";

// What a script reads, in an element that no browser runs.
std::string data_element(const std::string& kind, const std::string& text) {
  check_user(text.find("</script") == std::string::npos, "the ", kind,
             " of the training page holds the end of a script: </script");
  return concat("<script type=\"text/plain\" id=\"training-", kind, "\">", text, "</script>\n");
}

// A picture that the script draws.
std::string picture(const std::string& name, const std::string& heading,
                    const std::string& described) {
  return concat("<div><h4>", heading, "</h4><div class=\"view\"><svg data-part=\"", name,
                "\" role=\"img\" aria-label=\"", described,
                "\"><g class=\"drawing\"></g></svg></div></div>\n");
}

std::string scheme_options() {
  std::string options = "<option value=\"yours\">yours: a formula</option>\n";
  for (const SchemeEntry& scheme : schemes()) {
    const std::string name = scheme.name;
    if (std::string_view(scheme.description).starts_with("for tasks on numbers")) continue;
    options += concat("<option", name == "rope" ? " selected" : "", " title=\"",
                      xml_escaped(scheme.description), "\">", name, "</option>\n");
  }
  return options;
}

std::string controls() {
  return concat(
      "<form autocomplete=\"off\" novalidate data-script hidden>\n<div class=\"controls\">\n"
      "<label>Scheme <select name=\"scheme\">\n",
      scheme_options(),
      "</select></label>\n"
      "<label>Options <input type=\"text\" name=\"options\" placeholder=\"base=500\" "
      "spellcheck=\"false\"></label>\n"
      "<label>Steps <input type=\"number\" name=\"steps\" min=\"10\" max=\"5000\" "
      "value=\"400\"></label>\n"
      "<label>Width <select name=\"width\"><option>16</option><option selected>32</option>"
      "<option>64</option></select></label>\n"
      "<label>Seed <input type=\"number\" name=\"seed\" min=\"0\" max=\"2147483647\" "
      "value=\"0\"></label>\n</div>\n"
      "<div data-part=\"formula\" hidden>\n<div class=\"controls\"><label>Added to a score, by "
      "distance n and head (0 to 3) <input type=\"text\" name=\"formula\" "
      "aria-describedby=\"training-mistake\" spellcheck=\"false\" list=\"training-formulas\" "
      "value=\"-0.01 * n\"></label>\n<datalist id=\"training-formulas\">"
      "<option value=\"-n * 2^(-2*(head+1))\">ALiBi</option>"
      "<option value=\"-log(1 + n)\">a logarithm</option>"
      "<option value=\"n < 20 ? 0 : -100\">a window</option>"
      "<option value=\"-min(n, 16)\">a penalty that stops growing</option></datalist></div>\n<p "
      "class=\"mistake\" id=\"training-mistake\" data-part=\"mistake\" role=\"status\"></p>\n",
      picture("adds", "What your formula adds; the dashed lines are ALiBi&#39;s",
              "What the formula adds to a score, by distance, a curve for each head"),
      "</div>\n<div class=\"controls\">\n"
      "<button type=\"submit\" data-part=\"train\">Train</button>\n"
      "<button type=\"button\" data-part=\"stop\" disabled>Stop</button>\n</div>\n</form>\n");
}

std::string runs_table() {
  std::string head;
  for (const int length : {32, 64, 96, 128, 256, 512, 1024})
    head += concat("<th scope=\"col\" class=\"n\">", length, "</th>");
  return concat(
      "<div data-part=\"runs\" hidden>\n<div class=\"wide\" tabindex=\"0\" role=\"region\" "
      "aria-label=\"All runs\"><table><caption class=\"quiet\">Bits per character by the "
      "characters read</caption>\n<thead><tr><th scope=\"col\">run</th>"
      "<th scope=\"col\" class=\"n\">steps</th><th scope=\"col\" class=\"n\">last loss</th>",
      head,
      "<th scope=\"col\">settings</th></tr></thead>\n<tbody data-part=\"rows\"></tbody></table>"
      "</div>\n<div class=\"controls\"><button type=\"button\" data-part=\"forget\">Forget all "
      "runs</button></div>\n</div>\n");
}

}  // namespace

std::string training_section(const std::filesystem::path& script_folder,
                             const std::filesystem::path& wasm_file) {
  if (!std::filesystem::exists(wasm_file)) {
    return concat(
        "<p class=\"quiet\">Here a model could be trained in the page, by the code of this "
        "course. It is built in by <code>make book WASM=1</code>, which needs a compiler for "
        "WebAssembly, on Debian and Ubuntu: <code>apt-get install --no-install-recommends ",
        kPackages, "</code>.</p>\n");
  }
  const auto file = [&](const std::string& name) {
    return read_file((script_folder / name).string(), "a file of the training page");
  };
  const std::filesystem::path text = script_folder.parent_path().parent_path() / "data/fables.txt";
  return concat(
      "<figure class=\"touch\" id=\"figure-training\">\n<style>\n", file("figures.css"),
      file("training.css"), "</style>\n",
      "<noscript><p>Here a model is trained in the page, if scripts are allowed to run: by the "
      "code of this course, compiled to WebAssembly. Nothing is loaded from a network.</p>"
      "</noscript>\n",
      controls(),
      "<div class=\"working\" data-part=\"working\" hidden><progress data-part=\"bar\" "
      "aria-label=\"Progress\" max=\"1\" value=\"0\"></progress><span data-part=\"progress\">"
      "</span></div>\n<p class=\"reading\" data-part=\"reading\" role=\"status\"></p>\n"
      "<div class=\"pictures\" data-script hidden>\n",
      picture("loss", "Training", "The loss of each run by the step"),
      picture("gap", "Tested on longer texts",
              "Bits per character of each run by the number of characters read"),
      "</div>\n", runs_table(),
      "<figcaption>The core of this course, compiled to WebAssembly, trains on data/fables.txt in "
      "this page: 32 windows of 64 characters a step, 4 heads, 2 layers, learning rate 0.003, on "
      "one core. Every length is scored on the same 6,144 characters.</figcaption>\n",
      data_element("core", base64(read_file(wasm_file.string(), "the core as WebAssembly"))),
      data_element("text", read_file(text.string(), "a UTF-8 text")),
      data_element("worker", file("training_worker.js")), "<script>\n", file("common.js"),
      file("formula.js"), file("training_pictures.js"), file("training.js"),
      "</script>\n</figure>\n");
}

}  // namespace whereabouts
