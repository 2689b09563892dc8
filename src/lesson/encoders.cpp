#include "lesson/encoders.h"

#include <iostream>

#include "evaluate/example_score.h"
#include "evaluate/measurement.h"
#include "experiment/results.h"
#include "program/progress.h"
#include "report/number.h"
#include "report/terminal.h"
#include "text/masked.h"
#include "train/trainer.h"
#include "util/write_file.h"

namespace whereabouts {

Transformer encoder(const Settings& s, int vocabulary, const std::string& scheme, int length) {
  ModelConfig config = s.model(vocabulary, scheme);
  config.trained_length = length, config.causal = false;
  return Transformer(config, s.seed);
}

void train_encoder(Transformer& model, const Settings& s, int steps, const std::string& what,
                   const std::function<std::vector<Example>()>& new_examples) {
  Trainer trainer(model,
                  {.steps = steps,
                   .batch = s.batch,
                   .shards = s.batch_shards,
                   .learning_rate = s.learning_rate,
                   .seed = s.seed},
                  {});
  Progress progress(what, steps);
  const long long tokens = s.batch * model.config().trained_length;
  for (int step = 1; step <= steps; ++step)
    progress.update(step, trainer.step(new_examples()), step * tokens);
}

void show_masked_characters(const Lesson& lesson) {
  const Settings& s = lesson.settings;
  const Text text = load_lesson_text(lesson);
  const Split parts = split(text);
  const Token mask = text.vocabulary_size();  // one more than the text has
  Random random(s.seed, "a sample");
  const Example sample = masked_windows(parts.validation, 1, s.length, mask, random)[0];
  Random test_random(0, "masked windows");  // the same windows for every model
  const std::vector<Example> tested =
      masked_windows(parts.validation, s.quick ? 20 : 500, s.length, mask, test_random);
  std::vector<char32_t> with_mask = text.vocabulary;
  with_mask.push_back(U'_');

  TextTable table({"positions", "bits per hidden character", "right", "the sample"});
  std::vector<ResultRow> rows;
  table.row({"", "", "", decode(with_mask, sample.inputs)});
  for (const std::string& scheme : s.schemes) {
    Transformer model = encoder(s, mask + 1, scheme, s.length);
    Random stream(s.seed, "masked");
    train_encoder(model, s, s.steps, scheme,
                  [&] { return masked_windows(parts.training, s.batch, s.length, mask, stream); });
    const Score score = score_examples(model, tested).targets;
    rows.push_back(row_of(model, s.seed, "masked", s.length, score));
    table.row({scheme, format_fixed(score.bits_per_char, 2),
               format_fixed(100 * score.accuracy, 0) + " %",
               decode(text.vocabulary, filled_in(model, sample, mask))});
  }
  write_file(lesson.out / "masked.csv", csv_of(rows, {"scheme", "seed", "protocol", "length",
                                                      "bits_per_char", "accuracy", "scored"}));
  std::cout << "\n" << table.text();
}

}  // namespace whereabouts
