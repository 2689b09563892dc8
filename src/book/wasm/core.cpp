// The core as a module of WebAssembly: the same text, model, training and evaluation as in every
// lesson, called by the script of a page (training.js).
//
// What is longer than a number is passed through one piece of memory: the script asks for room(),
// writes there, and calls the function that reads it. A module catches nothing: an exception is
// told to the script by failed(), which does not return, and the module is then of no more use.
#include <cstdlib>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <typeinfo>
#include <vector>

#include "evaluate/fixed_targets.h"
#include "evaluate/for_length.h"
#include "evaluate/tell_reading.h"
#include "position/schemes.h"
#include "train/trainer.h"

namespace whereabouts {
namespace {

// The longest text that is ever read: the windows of the evaluation end at the same places for
// every length up to it, as in lesson 09.
constexpr int kLongest = 1024;

std::vector<double> room_for_input;  // doubles, so that numbers are aligned
Text text;

// What the reader's formula gives: [heads, distances], row after row.
std::vector<double> penalties;
int distances = 0;

// A scheme whose penalties the script has worked out, by distance.
class FromPage : public PositionScheme {
 public:
  static constexpr const char* kDescription = "a formula written in the page";
  static constexpr const char* kPaper = "you";

  explicit FromPage(Setup& setup) : heads_(setup.heads) {
    if (std::ssize(penalties) != std::ptrdiff_t{heads_} * distances)
      setup.options.refuse("its penalties are for another number of heads");
  }
  Traits traits() const override { return {}; }
  ScoreTerms relative_terms(const Positions& at) const override {
    return {.distance = per_distance(heads_, at, [](int head, int distance) {
              // What comes later is masked, so its penalty does not matter.
              if (distance < 0) return 0.0;
              check_user(distance < distances, "the formula was worked out for distances below ",
                         distances, " only");
              return penalties[static_cast<std::size_t>(head) * distances + distance];
            })};
  }

 private:
  int heads_;
};

// A run. The trainer refers to the model and the text.
struct Run {
  Transformer model;
  Trainer trainer;
  FixedTargets targets;
  Run(const ModelConfig& shape, const TrainingConfig& training)
      : model(shape, training.seed),
        trainer(model, training, split(text).training, text.boundary),
        targets(text, kLongest) {}
};
std::unique_ptr<Run> run;

}  // namespace

extern "C" {

// ---- what the script provides ----

/// Tells the script why the module ends, and does not return.
[[clang::import_module("script"), clang::import_name("failed")]] [[noreturn]] void failed(
    const char* why, std::size_t length);
/// How much of an evaluation is done.
[[clang::import_module("script"), clang::import_name("reading")]] void reading(int done,
                                                                               int windows);

// ---- what the compiler calls: a module has one thread, which never ends, and no exceptions ----

int __cxa_thread_atexit(void (*)(void*), void*, void*) { return 0; }

void* __cxa_allocate_exception(std::size_t size) { return std::malloc(size); }
void __cxa_free_exception(void* exception) { std::free(exception); }
[[noreturn]] void __cxa_throw(void* thrown, std::type_info*, void (*)(void*)) {
  // Everything that is thrown here derives from std::exception, and from nothing before it.
  const std::string why = static_cast<const std::exception*>(thrown)->what();
  failed(why.data(), why.size());
}

// ---- what the script calls ----

/// Room for so many bytes, to be read by the next call.
[[clang::export_name("room")]] void* room(int bytes) {
  room_for_input.resize(static_cast<std::size_t>(bytes) / sizeof(double) + 1);
  return room_for_input.data();
}

/// Takes the room as a UTF-8 text of so many bytes. Returns how many different characters it has.
[[clang::export_name("take_text")]] int take_text(int bytes) {
  text = text_from_utf8(
      {reinterpret_cast<const char*>(room_for_input.data()), static_cast<std::size_t>(bytes)},
      "the text");
  return text.vocabulary_size();
}

/// Takes the room as numbers [heads, distances]: what the scheme "yours" adds to a score.
[[clang::export_name("take_penalties")]] void take_penalties(int heads, int of_each) {
  static const AddedScheme row(scheme_row<FromPage>("yours"));
  distances = of_each;
  penalties.assign(room_for_input.begin(),
                   room_for_input.begin() + std::ptrdiff_t{heads} * of_each);
}

/// A new model. The room holds the name of its scheme with its options, of so many bytes.
[[clang::export_name("start")]] void start(int bytes, int seed, int steps, int batch, int length,
                                           int width, int heads, int layers, double learning_rate) {
  const std::string scheme(reinterpret_cast<const char*>(room_for_input.data()),
                           static_cast<std::size_t>(bytes));
  run = std::make_unique<Run>(ModelConfig{.vocabulary = text.vocabulary_size(),
                                          .width = width,
                                          .heads = heads,
                                          .layers = layers,
                                          .trained_length = length,
                                          .scheme = scheme},
                              TrainingConfig{.steps = steps,
                                             .batch = batch,
                                             .length = length,
                                             .learning_rate = learning_rate,
                                             .seed = static_cast<std::uint64_t>(seed)});
}

/// One step of training. Returns the loss of its batch in nats.
[[clang::export_name("step")]] double step() { return run->trainer.step(); }

/// Bits per character at a length, by protocol fixed.
[[clang::export_name("evaluate")]] double evaluate(int length) {
  const TellReading tell([](int, int done, int windows) { reading(done, windows); });
  return run->targets.score(for_length(run->model, length), length).bits_per_char;
}

}  // extern "C"

}  // namespace whereabouts
