#include "evaluate/validation.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "report/number.h"
#include "text/documents.h"
#include "util/check.h"

namespace whereabouts {

ValidationWatch::ValidationWatch(std::span<const Token> validation, const TrainingConfig& config,
                                 Token boundary)
    : validation_(validation), shards_(config.shards) {
  constexpr double kShare = 0.05;
  constexpr std::int64_t kLooks = 20, kFewest = 8, kMost = 128;
  const std::int64_t length = config.length, size = std::ssize(validation);
  double mean = config.length;  // targets of a window
  std::vector<Document> documents;
  if (boundary >= 0) {
    documents = documents_of(validation, boundary);
    double targets = 0;
    for (const Document d : documents) targets += std::min(length, std::ssize(d) - 1);
    if (documents.empty()) return;
    mean = targets / static_cast<double>(documents.size());
  }
  const double a_step = kShare * config.batch * mean;  // targets it allows for
  const auto affordable = static_cast<std::int64_t>(a_step * config.steps / kLooks / mean);
  const std::int64_t there = boundary >= 0 ? std::ssize(documents) : (size - 1) / length,
                     count = std::min(std::clamp(affordable, kFewest, kMost), there);
  if (count <= 0) return;
  double targets = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    std::int64_t start = count > 1 ? (size - 1 - length) * i / (count - 1) : 0, reads = length;
    if (boundary >= 0) {
      const Document document = documents[i];
      start = document.data() - validation.data();
      reads = std::min(length, std::ssize(document) - 1);
    }
    starts_[static_cast<int>(reads)].push_back(start);
    targets += static_cast<double>(reads);
  }
  every_ = std::max({1, static_cast<int>((config.steps + kLooks - 1) / kLooks),
                     static_cast<int>(std::ceil(targets / a_step))});
}

int ValidationWatch::windows() const {
  std::size_t windows = 0;
  for (const auto& [length, starts] : starts_) windows += starts.size();
  return static_cast<int>(windows);
}

double ValidationWatch::loss(const Transformer& model) const {
  ScoreSum sum;
  for (const auto& [length, starts] : starts_) {
    const int together = (static_cast<int>(starts.size()) + shards_ - 1) / shards_;
    sum.add(window_losses(model, validation_, starts, length, length, together));
  }
  return sum.mean().bits_per_char * std::numbers::ln2;
}

std::optional<ValidationLoss> lowest(const std::vector<ValidationLoss>& losses) {
  const auto found = std::ranges::min_element(losses, {}, &ValidationLoss::loss);
  return found == losses.end() ? std::nullopt : std::optional(*found);
}

bool rises(const std::vector<ValidationLoss>& losses) {
  constexpr std::ptrdiff_t kBack = 4, kRecent = 3;
  constexpr double kAbove = 0.05;
  const auto found = std::ranges::min_element(losses, {}, &ValidationLoss::loss);
  if (losses.end() - found <= kBack) return false;
  double recent = 0;
  for (auto at = losses.end() - kRecent; at != losses.end(); ++at) recent += at->loss / kRecent;
  return recent > found->loss + kAbove;
}

std::string rise_in_words(const std::vector<ValidationLoss>& losses) {
  const std::optional<ValidationLoss> best = lowest(losses);
  check_argument(best.has_value(), "rise_in_words", "there are no losses");
  return concat("the loss on the validation part was lowest after step ", best->step, " (",
                format_fixed(best->loss, 2), " nats, ",
                format_fixed(best->loss / std::numbers::ln2, 2),
                " bits per character) and has risen to ", format_fixed(losses.back().loss, 2),
                " since: what is trained further is learned by heart");
}

Transformer snapshot(const Transformer& model) {
  Transformer copy(model.config(), 0);
  copy.parameters().take_values(model.parameters());
  return copy;
}

}  // namespace whereabouts
