// What more cores than this machine has would make of a training step: the time of each shard and
// of the optimiser is measured on one thread, and the shards are handed out to so many cores. What
// this leaves out is that cores share caches and memory.
#include <deque>
#include <iostream>

#include "bench/list_schedule.h"
#include "bench/parts.h"
#include "ops.h"
#include "report/terminal.h"
#include "text/batch.h"
#include "train/adamw.h"
#include "util/parallel.h"

namespace whereabouts {
namespace {

constexpr int kBatch = 32, kLength = 64;

// A model cut into so many shards, and the seconds that its steps took.
class ShardedStep {
 public:
  ShardedStep(int shards, const ModelConfig& config)
      : model_(config, 0), optimiser_(model_.parameters(), {}), shard_seconds_(shards) {
    for (const auto& weight : model_.parameters().entries()) weights_ += weight.tensor.size();
    for (int s = 0; s < shards; ++s) replicas_.push_back(model_.replica());
    for (const Transformer& replica : replicas_) parameters_.push_back(&replica.parameters());
  }

  // A step of Trainer::step(), one shard after another.
  void step(const Batch& batch, bool counts) {
    const int windows = kBatch / std::ssize(replicas_);
    for (std::size_t s = 0; s < replicas_.size(); ++s) {
      const auto part = [&](const std::vector<Token>& tokens) {
        return std::span(tokens).subspan(s * windows * kLength, std::size_t(windows) * kLength);
      };
      const double begin = now();
      for (const auto& weight : parameters_[s]->entries()) weight.tensor.clear_grad();
      backward(
          cross_entropy(replicas_[s].logits(part(batch.inputs), windows, Positions::whole(kLength)),
                        part(batch.targets)),
          1.0f / static_cast<float>(replicas_.size()));
      if (counts) shard_seconds_[s].push_back(now() - begin);
    }
    const double begin = now();
    optimiser_.step(3e-3f, 1, parameters_);
    if (counts) optimiser_seconds_.push_back(now() - begin);
  }

  bool shares_optimiser() const { return weights_ > Optimiser::kWorthSharing; }
  // The fastest of all steps: what else the machine does can only add to a time.
  double optimiser() const { return std::ranges::min(optimiser_seconds_); }
  std::vector<double> shards() const {
    std::vector<double> fastest;
    for (const auto& times : shard_seconds_) fastest.push_back(std::ranges::min(times));
    return fastest;
  }
  double on(int cores) const {
    return list_schedule(shards(), cores) + optimiser() / (shares_optimiser() ? cores : 1);
  }

 private:
  Transformer model_;
  std::vector<Transformer> replicas_;
  std::vector<const Parameters*> parameters_;
  AdamW optimiser_;
  std::int64_t weights_ = 0;
  std::vector<std::vector<double>> shard_seconds_;
  std::vector<double> optimiser_seconds_;
};

}  // namespace

void cores(Bench& bench, int width, int layers) {
  const ThreadCount limit(1);
  const std::vector<int> shard_counts = {8, 16, 32}, core_counts = {1, 2, 4, 8, 16};
  std::deque<ShardedStep> steps;
  for (const int n : shard_counts) steps.emplace_back(n, model_of(width, layers, "none"));
  Random random(1, "batches");
  for (int i = 0; i < 30; ++i) {  // in turn, so that what slows the machine down slows all
    const Batch batch = random_batch(bench.text, kBatch, kLength, random);
    for (ShardedStep& step : steps) step.step(batch, i >= 3);
  }

  std::vector<std::string> header = {"shards", "ms a shard", "optimiser ms"};
  for (const int n : core_counts)
    header.push_back(std::to_string(n) + (n == 1 ? " core, ms" : " cores"));
  TextTable table(header);
  const double one = steps[0].on(1);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const std::string shards = std::to_string(shard_counts[i]);
    std::vector<std::string> cells = {shards, format_fixed(1e3 * median(steps[i].shards()), 3),
                                      format_fixed(1e3 * steps[i].optimiser(), 2),
                                      format_fixed(1e3 * steps[i].on(1), 2)};
    for (const int n : core_counts)
      if (n > 1) cells.push_back("x " + format_fixed(one / steps[i].on(n), 2));
    table.row(cells);
  }
  std::cout << "\nMore cores, simulated: a step at width " << width << ", " << layers << " layers, "
            << kBatch << " windows, and how many\ntimes as fast it would be as 8 "
            << "shards on one core. Each shard was measured alone on\none thread, and each free "
            << "core takes the next; cores that share caches and memory\nwould do less. "
            << (steps[0].shares_optimiser()
                    ? "The optimiser is shared among the cores.\n\n"
                    : "The optimiser of so small a model runs on one core.\n\n")
            << table.text();
}

}  // namespace whereabouts
