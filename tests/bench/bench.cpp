// The speed of everything that takes time, each as a share of what this machine can do at best.
// make bench
//
//   1. the machine's peak        2. matrix products        3. a training step, by
//   operation        4. every scheme: time and memory
#include <algorithm>
#include <chrono>
#include <functional>
#include <iostream>

#include "app/banner.h"
#include "app/flags.h"
#include "app/guard.h"
#include "app/waiting.h"
#include "kernels/matmul.h"
#include "kernels/peak.h"
#include "ops.h"
#include "position/schemes.h"
#include "report/number.h"
#include "report/terminal.h"
#include "train/trainer.h"
#include "util/check.h"
#include "util/parallel.h"

using namespace whereabouts;

namespace {

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Seconds of one call: the median of several samples, each long enough to be measured.
double seconds_of(const std::function<void()>& work, int samples = 7, double least = 0.02) {
  work();
  int calls = 1;
  const double start = now();
  work();
  calls = std::max(1, static_cast<int>(least / std::max(now() - start, 1e-7)));
  std::vector<double> times;
  for (int s = 0; s < samples; ++s) {
    const double begin = now();
    for (int c = 0; c < calls; ++c) work();
    times.push_back((now() - begin) / calls);
  }
  std::ranges::sort(times);
  return times[times.size() / 2];
}

std::string giga(double per_second) { return fixed(per_second / 1e9, 1); }
std::string percent(double share) { return fixed(100 * share, 0) + " %"; }

std::vector<float> random_floats(std::int64_t count) {
  Random random(1, "bench");
  std::vector<float> x(count);
  for (float& v : x) v = static_cast<float>(random.normal());
  return x;
}

void products(double peak_1, double peak_all, int threads) {
  TextTable table(
      {"M", "N", "K", "", "1 thread", "of peak", std::to_string(threads) + " threads", "of peak"});
  struct Size {
    int M, N, K;
    const char* what;
  };
  std::vector<Size> sizes = {
      {256, 256, 256, "square"}, {512, 512, 512, "square"}, {1024, 1024, 1024, "square"}};
  // A shard of the model: 4 windows of 64 characters. Each layer is one product forward, and two
  // backward: by W^T and by X^T.
  for (const int C : {64, 128}) {
    for (const auto& [in, out, name] : {std::tuple(C, 3 * C, "queries, keys, values"),
                                        {C, C, "out"},
                                        {C, 4 * C, "widen"},
                                        {4 * C, C, "narrow"}}) {
      sizes.push_back({256, out, in, name});
    }
  }
  for (const Size& s : sizes) {
    const auto a = random_floats(std::int64_t{s.M} * s.K),
               b = random_floats(std::int64_t{s.K} * s.N);
    const auto dy = random_floats(std::int64_t{s.M} * s.N);
    std::vector<float> y(dy.size()), dx(a.size()), dw(b.size());
    const MatrixView X{a.data(), s.K}, W{b.data(), s.N}, dY{dy.data(), s.N};
    const auto row = [&](const std::string& what, const std::function<void()>& work) {
      const double operations = 2.0 * s.M * s.N * s.K;
      double one = 0, all = 0;
      {
        const ThreadCount limit(1);
        one = operations / seconds_of(work);
      }
      all = operations / seconds_of(work);
      table.row({std::to_string(s.M), std::to_string(s.N), std::to_string(s.K), what, giga(one),
                 percent(one / peak_1), giga(all), percent(all / peak_all)});
    };
    row(std::string(s.what) + ", Y = X W",
        [&] { matmul_fast(s.M, s.N, s.K, X, W, y.data(), s.N, Start::kZero); });
    row("  dX = dY W^T",
        [&] { matmul_fast(s.M, s.K, s.N, dY, W.transposed(), dx.data(), s.K, Start::kZero); });
    row("  dW = X^T dY",
        [&] { matmul_fast(s.K, s.N, s.M, X.transposed(), dY, dw.data(), s.N, Start::kZero); });
  }
  std::cout << "\nMatrix products, billions of operations a second (GFLOP/s):\n\n" << table.text();
}

// Multiplications and additions of one training step: three products for each of the forward pass,
// attention included (the causal half).
double step_operations(const ModelConfig& m, int batch) {
  const double T = m.trained_length, C = m.width;
  const double per_token = m.layers * (12 * C * C + 2 * C * (T + 1) / 2) + C * m.vocabulary;
  return 3 * 2 * per_token * batch * T;
}

ModelConfig model_of(int width, int layers, const std::string& scheme) {
  return {.vocabulary = 65,
          .width = width,
          .heads = 4,
          .layers = layers,
          .trained_length = 64,
          .scheme = scheme};
}

std::vector<Token> random_text() {
  Random random(1, "text");
  std::vector<Token> text(100'000);
  for (Token& t : text) t = static_cast<Token>(random.below(65));
  return text;
}

double seconds_per_step(int width, int layers, const std::string& scheme,
                        const std::vector<Token>& text, int steps = 12) {
  Transformer model(model_of(width, layers, scheme), 0);
  Trainer trainer(model, {.steps = 1000}, text);
  for (int i = 0; i < 3; ++i) trainer.step();
  std::vector<double> times;
  for (int i = 0; i < steps; ++i) {
    const double begin = now();
    trainer.step();
    times.push_back(now() - begin);
  }
  std::ranges::sort(times);
  return times[times.size() / 2];
}

void step_by_operation(int width, int layers, const std::vector<Token>& text) {
  const ThreadCount limit(1);
  Transformer model(model_of(width, layers, "none"), 0);
  Trainer trainer(model, {.steps = 1000}, text);
  for (int i = 0; i < 3; ++i) trainer.step();
  OperationTimes times;
  const int steps = 10;
  time_operations(&times);
  const double begin = now();
  for (int i = 0; i < steps; ++i) trainer.step();
  const double total = (now() - begin) / steps;
  time_operations(nullptr);
  TextTable table({"operation", "forward ms", "backward ms", "share"});
  double listed = 0;
  std::vector<std::pair<double, std::vector<std::string>>> rows;
  for (const auto& [name, s] : times.by_operation) {
    const double both = (s.forward + s.backward) / steps;
    listed += both;
    rows.push_back({both,
                    {name, fixed(1e3 * s.forward / steps, 2), fixed(1e3 * s.backward / steps, 2),
                     percent(both / total)}});
  }
  std::ranges::sort(rows, std::greater<>(), [](const auto& r) { return r.first; });
  for (const auto& [seconds, cells] : rows) table.row(cells);
  table.row({"batch, adding gradients, AdamW", "", fixed(1e3 * (total - listed), 2),
             percent((total - listed) / total)});
  std::cout << "\nOne training step at width " << width << ", " << layers
            << " layers on one thread, " << fixed(1e3 * total, 1) << " ms, by operation:\n\n"
            << table.text();
}

void steps(int width, int layers, double peak_1, double peak_all, int threads,
           const std::vector<Token>& text) {
  double one = 0;
  {
    const ThreadCount limit(1);
    one = seconds_per_step(width, layers, "none", text);
  }
  const double all = seconds_per_step(width, layers, "none", text);
  const double operations = step_operations(model_of(width, layers, "none"), 32);
  std::cout << "\nA training step, width " << width << ", " << layers
            << " layers, 32 windows of 64: 1 thread " << fixed(1e3 * one, 2) << " ms, "
            << fixed(2048 / one, 0) << " tokens/s, " << giga(operations / one)
            << " GFLOP/s = " << percent(operations / one / peak_1) << " of the peak; " << threads
            << " threads " << fixed(1e3 * all, 2) << " ms, " << fixed(2048 / all, 0)
            << " tokens/s, " << giga(operations / all)
            << " GFLOP/s = " << percent(operations / all / peak_all) << " of the peak; "
            << fixed(one / all, 2) << " times as fast.\n";
}

// Bytes that a call needs beyond what is there already, in a process of its own kind: what Buffer
// takes from the system.
double megabytes_of(const std::function<void()>& work) {
  const std::int64_t before = Buffer::bytes_from_system();
  work();
  return static_cast<double>(Buffer::bytes_from_system() - before) / 1e6;
}

void every_scheme(int width, int layers, const std::vector<Token>& text, int evaluated) {
  TextTable table({"scheme", "tokens/s", "x none", "MB training",
                   "ms for " + std::to_string(evaluated), "us/target", "MB"});
  double none = 0;
  for (const SchemeEntry& e : schemes()) {
    double seconds = 0, evaluation = 0;
    const double training_memory =
        megabytes_of([&] { seconds = seconds_per_step(width, layers, e.name, text, 8); });
    if (none == 0) none = seconds;
    const double memory = megabytes_of([&] {
      const NoGrad no_grad;
      const Transformer built(model_of(width, layers, e.name), 0);
      const Traits traits = built.scheme().traits();
      const Transformer model = traits.any_length
                                    ? built.replica()
                                    : built.with_scheme(std::string(e.name) + ":" + traits.beyond);
      const double begin = now();
      model.hidden(std::span(text).first(evaluated), 1, Positions::whole(evaluated));
      evaluation = now() - begin;
    });
    table.row({e.name, fixed(2048 / seconds, 0), fixed(seconds / none, 2),
               fixed(training_memory, 1), fixed(1e3 * evaluation, 0),
               fixed(1e6 * evaluation / evaluated, 1), fixed(memory, 0)});
  }
  std::cout
      << "\nEvery scheme, width " << width << ", " << layers
      << " layers. Memory is what each takes from the system beyond what those above it took:\n\n"
      << table.text();
}

}  // namespace

int main(int argc, char** argv) {
  sleep_while_waiting();
  return guarded("bench", [&] {
    int threads = 0, evaluated = 4096;
    std::string only;
    Flags flags("bench",
                "Measures the speed of everything that takes time, against the machine's peak.");
    flags.add("threads", threads, "threads; 0: as many as there are processors", 0, 4096);
    flags.add("evaluate", evaluated, "length of the text for the evaluation column", 64, 65'536);
    flags.add("only", only, "one part: products, step, operations or schemes");
    flags.parse(argc, argv);
    if (flags.help_wanted()) return std::cout << flags.help(), 0;
    threads = set_threads(threads);
    const auto wanted = [&](const char* part) { return only.empty() || only == part; };
    const double peak_1 = multiply_add_peak(1), peak_all = multiply_add_peak(threads);
    std::cout << banner() << "\nPeak of this machine: " << giga(peak_1)
              << " GFLOP/s on one thread, " << giga(peak_all) << " on " << threads << ".\n";
    const std::vector<Token> text = random_text();
    if (wanted("products")) products(peak_1, peak_all, threads);
    for (const auto& [width, layers] : {std::pair(64, 2), {128, 4}}) {
      if (wanted("step")) steps(width, layers, peak_1, peak_all, threads, text);
      if (wanted("operations")) step_by_operation(width, layers, text);
      if (wanted("schemes")) every_scheme(width, layers, text, evaluated);
    }
    return 0;
  });
}
