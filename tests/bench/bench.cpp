// The speed of everything that takes time, each as a share of what this machine can do at best.
// make bench
//
// make bench ARGS="--csv new.csv --against old.csv"  keeps the figures, and names what became
// slower.
//
//   1. the machine's peak        2. matrix products        3. a training step, by
//   operation        4. every scheme: time and memory
#include <algorithm>
#include <chrono>
#include <functional>
#include <iostream>

#include "bench/figures.h"
#include "bench/operation_times.h"
#include "kernels/matmul.h"
#include "kernels/peak.h"
#include "ops.h"
#include "position/schemes.h"
#include "program/banner.h"
#include "program/flags.h"
#include "program/omp_wait_policy.h"
#include "program/run_main.h"
#include "report/number.h"
#include "report/terminal.h"
#include "text/batch.h"
#include "train/trainer.h"
#include "util/check.h"
#include "util/file.h"
#include "util/parallel.h"
#include "util/write_file.h"

using namespace whereabouts;

namespace {

// Everything measured that a later bench is compared with.
std::vector<Figure> figures;

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Seconds of one call, several times, each long enough to be measured.
std::vector<double> seconds_of(const std::function<void()>& work) {
  work();
  const double start = now();
  work();
  const int calls = std::max(1, static_cast<int>(0.02 / std::max(now() - start, 1e-7)));
  std::vector<double> times;
  for (int s = 0; s < 7; ++s) {
    const double begin = now();
    for (int c = 0; c < calls; ++c) work();
    times.push_back((now() - begin) / calls);
  }
  return times;
}

double median(std::vector<double> x) {
  std::ranges::sort(x);
  return x[x.size() / 2];
}

// Keeps the figure and returns it per second.
double keep(const std::string& name, double amount, const std::vector<double>& seconds,
            double peak) {
  figures.push_back(figure_of(name, amount, seconds, peak));
  return figures.back().median;
}

std::string giga(double per_second) { return format_fixed(per_second / 1e9, 1); }
std::string percent(double share) { return format_fixed(100 * share, 0) + " %"; }

std::vector<float> random_floats(std::int64_t count) {
  Random random(1, "bench");
  std::vector<float> x(count);
  for (float& v : x) v = static_cast<float>(random.normal());
  return x;
}

void products(int threads) {
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
                                        {C, 4 * C, "up"},
                                        {4 * C, C, "down"}}) {
      sizes.push_back({256, out, in, name});
    }
  }
  for (const Size& s : sizes) {
    // The machine is faster in one minute than in another: its peak is taken beside each figure.
    const double peak_1 = multiply_add_peak(1), peak_all = multiply_add_peak(threads);
    const auto a = random_floats(std::int64_t{s.M} * s.K),
               b = random_floats(std::int64_t{s.K} * s.N);
    const auto dy = random_floats(std::int64_t{s.M} * s.N);
    std::vector<float> y(dy.size()), dx(a.size()), dw(b.size());
    const MatrixView X{a.data(), s.K}, W{b.data(), s.N}, dY{dy.data(), s.N};
    const std::string size =
        std::to_string(s.M) + " x " + std::to_string(s.N) + " x " + std::to_string(s.K) + " ";
    const double operations = 2.0 * s.M * s.N * s.K;
    const auto row = [&](const std::string& what, const std::string& product,
                         const std::function<void()>& work) {
      std::vector<std::string> cells{std::to_string(s.M), std::to_string(s.N), std::to_string(s.K),
                                     what + "  " + product};
      const auto add = [&](double per_second, double peak) {
        cells.push_back(giga(per_second));
        cells.push_back(percent(per_second / peak));
      };
      {
        const ThreadCount limit(1);
        add(keep(size + product + " on one thread", operations, seconds_of(work), peak_1), peak_1);
      }
      // A shard is the work of one thread: only larger products are shared.
      if (operations > 2.0 * (1 << 24)) {
        add(keep(size + product, operations, seconds_of(work), peak_all), peak_all);
      } else {
        cells.resize(cells.size() + 2);
      }
      table.row(cells);
    };
    row(s.what, "Y = X W", [&] { matmul_fast(s.M, s.N, s.K, X, W, y.data(), s.N, Start::kZero); });
    row("", "dX = dY W^T",
        [&] { matmul_fast(s.M, s.K, s.N, dY, W.transposed(), dx.data(), s.K, Start::kZero); });
    row("", "dW = X^T dY",
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

// Seconds of each of several steps of a scheme and, in turn with them, of none: what slows the
// machine down for a while then slows both.
struct StepTimes {
  std::vector<double> scheme, none;
};

StepTimes step_times(int width, int layers, const std::string& scheme,
                     const std::vector<Token>& text) {
  Transformer model(model_of(width, layers, scheme), 0), plain(model_of(width, layers, "none"), 0);
  Trainer trainer(model, {.steps = 1000}, text), beside(plain, {.steps = 1000}, text);
  StepTimes times;
  for (int i = 0; i < 13; ++i) {
    for (const bool own : {true, false}) {
      const double begin = now();
      (own ? trainer : beside).step();
      if (i >= 2) (own ? times.scheme : times.none).push_back(now() - begin);  // the first warm up
    }
  }
  return times;
}

void step_by_operation(int width, int layers, const std::vector<Token>& text) {
  const ThreadCount limit(1);
  Transformer model(model_of(width, layers, "none"), 0);
  const TrainingConfig config = {.steps = 1000};
  Trainer trainer(model, config, text);
  OperationTimes times;
  // The step of Trainer::step(), with the clock set at the start of each shard.
  const std::vector<int> targets(config.batch, config.length);
  const auto step = [&] {
    const Batch batch = random_batch(text, config.batch, config.length, trainer.batches());
    trainer.step(targets, [&](const Transformer& replica, const Shard& shard) {
      times.from_here();
      const auto part = [&](const std::vector<Token>& tokens) {
        return std::span(tokens).subspan(std::size_t(shard.first) * config.length,
                                         std::size_t(shard.count) * config.length);
      };
      const Tensor logits =
          replica.logits(part(batch.inputs), shard.count, Positions::whole(config.length));
      return cross_entropy(logits, part(batch.targets));
    });
  };
  for (int i = 0; i < 3; ++i) step();
  const auto warm = times.by_operation();
  const int steps = 10;
  const double begin = now();
  for (int i = 0; i < steps; ++i) step();
  const double total = (now() - begin) / steps;
  TextTable table({"operation", "forward ms", "backward ms", "share"});
  double listed = 0;
  std::vector<std::pair<double, std::vector<std::string>>> lines;
  for (const auto& [name, s] : times.by_operation()) {
    const double forward = (s.forward - warm.at(name).forward) / steps;
    const double backward = (s.backward - warm.at(name).backward) / steps;
    listed += forward + backward;
    lines.push_back({forward + backward,
                     {name, format_fixed(1e3 * forward, 2), format_fixed(1e3 * backward, 2),
                      percent((forward + backward) / total)}});
  }
  std::ranges::sort(lines, std::greater<>(), [](const auto& l) { return l.first; });
  for (const auto& [seconds, cells] : lines) table.row(cells);
  table.row({"batch, adding gradients, AdamW", "", format_fixed(1e3 * (total - listed), 2),
             percent((total - listed) / total)});
  std::cout << "\nOne training step at width " << width << ", " << layers
            << " layers on one thread, " << format_fixed(1e3 * total, 1) << " ms, by operation:\n\n"
            << table.text();
}

void steps(int width, int layers, int threads, const std::vector<Token>& text) {
  const double operations = step_operations(model_of(width, layers, "none"), 32);
  const std::string name = "training step, width " + std::to_string(width) + " and " +
                           std::to_string(layers) + " layers";
  std::cout << "\nA " << name << ", 32 windows of 64:\n\n";
  TextTable table({"threads", "ms", "tokens/s", "GFLOP/s", "peak", "of peak", "times one"});
  Transformer model(model_of(width, layers, "none"), 0);
  Trainer trainer(model, {.steps = 1000}, text);
  // One thread and all of them in turn, for the reason given above.
  std::vector<double> times[2];
  for (int i = 0; i < 24; ++i) {
    const ThreadCount limit(i % 2 == 0 ? 1 : threads);
    const double begin = now();
    trainer.step();
    if (i >= 4) times[i % 2].push_back(now() - begin);
  }
  const double one = median(times[0]);
  for (const int n : {1, threads}) {
    const std::vector<double>& own = times[n == 1 ? 0 : 1];
    const double peak = multiply_add_peak(n), seconds = median(own);
    keep(name + (n == 1 ? " on one thread" : ""), operations, own, peak);
    table.row({std::to_string(n), format_fixed(1e3 * seconds, 2), format_fixed(2048 / seconds, 0),
               giga(operations / seconds), giga(peak), percent(operations / seconds / peak),
               format_fixed(one / seconds, 2)});
    if (threads == 1) break;
  }
  std::cout << table.text();
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
  const double peak = multiply_add_peak(thread_count());
  for (const SchemeEntry& e : schemes()) {
    StepTimes times;
    double evaluation = 0;
    const double training_memory =
        megabytes_of([&] { times = step_times(width, layers, e.name, text); });
    const double seconds = median(times.scheme);
    keep(std::string("tokens of ") + e.name + " at width " + std::to_string(width), 2048,
         times.scheme, peak);
    const double memory = megabytes_of([&] {
      const NoGrad no_grad;
      const Transformer model = Transformer(model_of(width, layers, e.name), 0).past_trained();
      const double begin = now();
      model.hidden(std::span(text).first(evaluated), 1, Positions::whole(evaluated));
      evaluation = now() - begin;
    });
    table.row({e.name, format_fixed(2048 / seconds, 0),
               format_fixed(seconds / median(times.none), 2), format_fixed(training_memory, 1),
               format_fixed(1e3 * evaluation, 0), format_fixed(1e6 * evaluation / evaluated, 1),
               format_fixed(memory, 0)});
  }
  std::cout
      << "\nEvery scheme, width " << width << ", " << layers
      << " layers. Memory is what each takes from the system beyond what those above it took:\n\n"
      << table.text();
}

}  // namespace

int main(int argc, char** argv) {
  set_omp_wait_policy();
  return run_main("bench", [&] {
    int threads = 0, evaluated = 4096;
    std::string only, csv, against;
    Flags flags("bench",
                "Measures the speed of everything that takes time, against the machine's peak.");
    flags.add("threads", threads, "threads; 0: as many as there are processors", 0, 4096);
    flags.add("evaluate", evaluated, "length of the text for the evaluation column", 64, 65'536);
    flags.add("only", only, "one part: products, step, operations or schemes");
    flags.add("csv", csv, "file to keep the figures in");
    flags.add("against", against,
              "file of an earlier bench: names what is slower than there by more than noise, and "
              "ends with 1 if anything is");
    flags.parse(argc, argv);
    if (flags.help_wanted()) return std::cout << flags.help(), 0;
    const std::vector<Figure> before =
        against.empty() ? std::vector<Figure>()
                        : figures_from_csv(read_file(against, "a file of make bench"), against);
    threads = set_threads(threads);
    const auto wanted = [&](const char* part) { return only.empty() || only == part; };
    std::cout << banner() << "\nPeak of this machine: " << giga(multiply_add_peak(1))
              << " GFLOP/s on one thread, " << giga(multiply_add_peak(threads)) << " on " << threads
              << ".\n";
    const std::vector<Token> text = random_text();
    if (wanted("products")) products(threads);
    for (const auto& [width, layers] : {std::pair(64, 2), {128, 4}}) {
      if (wanted("step")) steps(width, layers, threads, text);
      if (wanted("operations")) step_by_operation(width, layers, text);
      if (wanted("schemes")) every_scheme(width, layers, text, evaluated);
    }
    if (!csv.empty()) {
      write_file(csv, figures_to_csv(figures));
      std::cout << "\nwritten to " << csv << '\n';
    }
    if (before.empty()) return 0;
    const std::vector<std::string> lines = slower(before, figures);
    std::cout << "\nAgainst " << against << (lines.empty() ? ": nothing is slower.\n" : ":\n");
    for (const std::string& line : lines) std::cout << "  " << line << '\n';
    return lines.empty() ? 0 : 1;
  });
}
