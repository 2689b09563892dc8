// One more character with every scheme, with a cache of keys and values.
#include <iostream>
#include <numeric>

#include "bench/parts.h"
#include "kernels/peak.h"
#include "nn/generate.h"
#include "position/schemes.h"
#include "report/terminal.h"

namespace whereabouts {
namespace {

constexpr int kWidth = 64, kLayers = 2, kPrompt = 1024;

// The keys and values of all of `text`, read in one pass even where next_logits() would not: other
// numbers then, but as many of them, so the next character takes as long.
KeyValueCache filled(const Transformer& model, std::span<const Token> text) {
  const NoGrad no_grad;
  KeyValueCache cache;
  model.hidden(text, 1, Positions::whole(static_cast<int>(text.size())), &cache);
  return cache;
}

std::vector<double> seconds_for_next(const Transformer& model, std::span<const Token> text) {
  const KeyValueCache before = filled(model, text.first(text.size() - 1));
  return seconds_of([&] {
    KeyValueCache cache = before;
    (void)next_logits(model, text, cache);
  });
}

}  // namespace

void generation(Bench& bench) {
  const std::vector<int> lengths = {64, kPrompt, 16'384};
  std::vector<std::string> names, header = {"scheme"};
  for (const SchemeEntry& e : schemes()) names.emplace_back(e.name);
  // Frequencies that depend on the length of the text.
  for (const char* name : {"rope:scaling=dynamic-ntk", "rope:scaling=yarn"})
    names.emplace_back(name);
  for (const int length : lengths) header.push_back("ms at " + std::to_string(length));
  header.push_back("x none");
  header.push_back("prompt us");
  header.emplace_back("");
  TextTable table(header);
  const double peak = multiply_add_peak(bench.threads);
  const Transformer none(model_of(kWidth, kLayers, "none"), 0);
  for (const std::string& name : names) {
    const Transformer model = Transformer(model_of(kWidth, kLayers, name), 0).past_trained();
    std::vector<std::string> cells = {name};
    double times_none = 0;  // at the longest
    for (const int length : lengths) {
      const auto read = std::span(bench.text).first(static_cast<std::size_t>(length));
      // none right beside it, and the fastest of several: what else the machine does counts less.
      const std::vector<double> seconds = seconds_for_next(model, read),
                                plain = seconds_for_next(none, read);
      bench.keep(concat("characters of ", name, " at length ", length), 1, seconds, peak);
      times_none = std::ranges::min(seconds) / std::ranges::min(plain);
      cells.push_back(format_fixed(1e3 * std::ranges::min(seconds), 3));
    }
    cells.push_back(format_fixed(times_none, 1));
    const double begin = now();
    KeyValueCache cache;
    (void)next_logits(model, std::span(bench.text).first(kPrompt), cache);
    const double prompt = now() - begin;
    cells.push_back(format_fixed(1e6 * prompt / kPrompt, 1));
    cells.emplace_back(model.traits().length_dependent ? "stretches" : "");
    table.row(cells);
  }
  std::cout << "\nOne more character with a cache, width " << kWidth << ", " << kLayers
            << " layers, and a character of a prompt of " << kPrompt << ":\n\n"
            << table.text()
            << "\nA scheme that stretches changes with the length of the text. It reads a prompt "
               "character\nby character, each at the length that the text had then, where the "
               "others take the whole\nprompt in one pass; so its prompt costs as much as writing "
               "it. Every rope turns all keys\nof the cache again for each character, since "
               "they are kept unturned.\n";
}

}  // namespace whereabouts
