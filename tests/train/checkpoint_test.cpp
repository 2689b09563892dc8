#include "train/checkpoint.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <limits>

#include "decimal_comma.h"
#include "position/layer_schemes.h"
#include "text/text.h"
#include "util/check.h"
#include "util/file.h"
#include "util/write_file.h"

namespace whereabouts {
namespace {

namespace fs = std::filesystem;

Text tiny_text() {
  std::string text;
  for (int i = 0; i < 40; ++i) text += "the fox said: é " + std::to_string(i * i) + "\n";
  return text_from_utf8(text, "tiny");
}

// A run of a very small model, and what a checkpoint says of it.
struct TinyRun {
  Text text = tiny_text();
  RunRecord record;
  Transformer model;
  Trainer trainer;

  explicit TinyRun(const std::string& scheme = "rope", int steps = 8, int shortest_length = 0)
      : record(record_for(text, scheme, steps, shortest_length)),
        model(record.model, record.training.seed),
        trainer(model, record.training, split(text).training) {
    record.scheme_options = model.scheme_options();
  }
  static RunRecord record_for(const Text& text, const std::string& scheme, int steps,
                              int shortest_length = 0) {
    RunRecord r;
    r.model = {.vocabulary = text.vocabulary_size(),
               .width = 8,
               .heads = 2,
               .layers = 2,
               .trained_length = 16,
               .scheme = scheme};
    r.training = {.steps = steps, .batch = 4, .length = 16, .learning_rate = 3e-3, .seed = 7};
    r.training.shortest_length = shortest_length;
    r.vocabulary = text.vocabulary;
    r.data = "tiny \xC3\xA9.txt";
    r.text_checksum = text.checksum;
    r.last_step = steps;
    return r;
  }
  std::vector<double> steps(int count) {
    std::vector<double> losses;
    for (int i = 0; i < count; ++i) {
      losses.push_back(trainer.step());
      record.loss = losses.back();
    }
    record.step = trainer.steps_done();
    return losses;
  }
};

std::string path_of(const std::string& name) {
  return testing::TempDir() + "checkpoint_test_" + name + ".safetensors";
}

std::vector<float> weights(const Transformer& model) {
  std::vector<float> all;
  for (const auto& w : model.parameters().entries())
    all.insert(all.end(), w.tensor.numbers().begin(), w.tensor.numbers().end());
  return all;
}

std::string refusal(const std::function<void()>& body) {
  try {
    body();
    return "";
  } catch (const UserError& error) {
    EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
    return error.what();
  }
}

TEST(Checkpoint, TheRecordReadsBackAsItWas) {
  TinyRun run("rope:base=500");
  run.steps(3);
  const std::string path = path_of("record");
  EXPECT_FALSE(write_checkpoint(path, run.record, run.model));
  EXPECT_TRUE(write_checkpoint(path, run.record, run.model));
  const RunRecord back = read_record(path);
  EXPECT_EQ(back.model, run.record.model);
  EXPECT_EQ(back.scheme_options, run.model.scheme_options());
  EXPECT_EQ(back.vocabulary, run.record.vocabulary);
  EXPECT_EQ(back.training.seed, 7u);
  EXPECT_EQ(back.training.learning_rate, 3e-3);
  EXPECT_EQ(back.training.adamw.epsilon, run.record.training.adamw.epsilon);
  EXPECT_EQ(back.data, run.record.data);
  EXPECT_EQ(back.text_checksum, run.record.text_checksum);
  EXPECT_EQ(back.step, 3);
  EXPECT_EQ(back.last_step, 8);
  EXPECT_EQ(back.loss, run.record.loss);
  fs::remove(path);
}

TEST(Checkpoint, AnotherCountOfShardsIsRecorded) {
  TinyRun run;
  const std::string path = path_of("shards");
  write_checkpoint(path, run.record, run.model);
  EXPECT_EQ(read_record(path).training.shards, TrainingConfig().shards);
  EXPECT_FALSE(read_safetensors(path).metadata.contains("shards"));
  run.record.training.shards = 16;
  write_checkpoint(path, run.record, run.model);
  EXPECT_EQ(read_record(path).training, run.record.training);
  fs::remove(path);
}

TEST(Checkpoint, APathOfAnyBytesReadsBackAndTheFileStaysUtf8) {
  TinyRun run;
  const std::string path = path_of("path");
  run.record.data = "caf\xE9 \xFF/text.txt";
  write_checkpoint(path, run.record, run.model);
  EXPECT_EQ(read_record(path).data, run.record.data);
  EXPECT_EQ(read_safetensors(path).metadata.at("data"), "caf? ?/text.txt");
  run.record.data = "tiny \xC3\xA9.txt";
  write_checkpoint(path, run.record, run.model);
  EXPECT_EQ(read_safetensors(path).metadata.at("data"), run.record.data);
  EXPECT_FALSE(read_safetensors(path).metadata.contains("data_bytes"));
  fs::remove(path);
}

TEST(Checkpoint, TheTrainingStateHoldsTheLastLossesToTheLastBit) {
  TinyRun run;
  const std::string path = path_of("losses");
  run.record.last_losses = run.steps(3);
  run.record.validation = {{1, 2.75}, {3, 0.1 + 0.2}};
  write_checkpoint(path, run.record, run.model, &run.trainer);
  EXPECT_EQ(read_record(path).last_losses, run.record.last_losses);
  EXPECT_EQ(read_record(path).validation, run.record.validation);
  Safetensors bad = read_safetensors(path);
  for (const char* losses : {"1 2 x", "1 nan 2", "1 2 3 4"}) {  // the last: more than steps
    bad.metadata["last_losses"] = losses;
    EXPECT_NE(refusal([&] {
                (void)checkpoint_from_bytes(safetensors_bytes(bad), "f");
              }).find("last_losses"),
              std::string::npos)
        << losses;
  }
  bad = read_safetensors(path);
  for (const char* looks : {"1", "1 2 x", "2 1.5 1 1.5", "4 1.5", "0 1.5", "1 nan"}) {
    bad.metadata["validation"] = looks;
    EXPECT_NE(refusal([&] {
                (void)checkpoint_from_bytes(safetensors_bytes(bad), "f");
              }).find("validation"),
              std::string::npos)
        << looks;
  }
  write_checkpoint(path, run.record, run.model);
  EXPECT_TRUE(read_record(path).last_losses.empty());
  fs::remove(path);
}

TEST(Checkpoint, SettingsThatContradictEachOtherBlameTheFile) {
  TinyRun run;
  const std::string path = path_of("contradiction");
  write_checkpoint(path, run.record, run.model);
  const Safetensors good = read_safetensors(path);
  for (const auto& [key, value, says] : std::vector<std::array<std::string, 3>>{
           {"heads", "3", "'f': the metadata \"heads\" should be a divisor of its \"width\", 8"},
           {"length", "32", "'f': the metadata \"length\" should be its \"trained_length\", 16"}}) {
    Safetensors bad = good;
    bad.metadata[key] = value;
    EXPECT_EQ(refusal([&] { (void)checkpoint_from_bytes(safetensors_bytes(bad), "f"); }), says);
  }
  fs::remove(path);
}

TEST(Checkpoint, EverySchemeReadsBackWithTheSameLogits) {
  const std::string path = path_of("schemes");
  std::vector<std::string> specs = {"rope/none", "kerple-log/kerple-power", "deberta:shared=no"};
  for (const SchemeEntry& entry : schemes()) specs.emplace_back(entry.name);
  for (const std::string& spec : specs) {
    TinyRun run(spec);
    run.steps(1);
    write_checkpoint(path, run.record, run.model);
    const Transformer back = read_checkpoint(path).model();
    EXPECT_EQ(weights(back), weights(run.model)) << spec;
    const std::vector<int> tokens(run.text.tokens.begin(), run.text.tokens.begin() + 16);
    const Tensor a = run.model.logits(tokens, 1, Positions::whole(16)),
                 b = back.logits(tokens, 1, Positions::whole(16));
    EXPECT_TRUE(std::ranges::equal(a.numbers(), b.numbers())) << spec;
    for (std::size_t i = 0; i < back.parameters().entries().size(); ++i)
      EXPECT_EQ(back.parameters().entries()[i].weight_decay,
                run.model.parameters().entries()[i].weight_decay)
          << spec;
  }
  fs::remove(path);
}

TEST(Checkpoint, ResumingContinuesBitForBitFromEveryStepAndTwiceInARow) {
  const std::string path = path_of("resume");
  for (const auto& [scheme, shortest] :
       {std::pair{"learned", 0}, {"randomized", 0}, {"rope", 5}}) {  // from 5: lengths are mixed
    TinyRun whole(scheme, 8, shortest);
    const std::vector<double> expected = whole.steps(8);
    for (const int stop : {0, 1, 5, 8}) {
      TinyRun first(scheme, 8, shortest);
      std::vector<double> losses = first.steps(stop);
      write_checkpoint(path, first.record, first.model, &first.trainer);
      for (int i = 0; i < 2; ++i) {  // resumed, saved at once, and resumed again
        const Checkpoint saved = read_checkpoint(path);
        Transformer model = saved.model();
        Trainer trainer(model, saved.record.training, split(whole.text).training);
        saved.restore(trainer);
        EXPECT_EQ(trainer.steps_done(), stop);
        write_checkpoint(path, saved.record, model, &trainer);
        if (i == 0) continue;
        while (trainer.steps_done() < 8) losses.push_back(trainer.step());
        EXPECT_EQ(losses, expected) << scheme << " from " << stop;
        EXPECT_EQ(weights(model), weights(whole.model)) << scheme << " from " << stop;
        EXPECT_EQ(trainer.optimiser().steps(), 8);
      }
    }
  }
  fs::remove(path);
}

TEST(Checkpoint, NothingNotFiniteIsSavedOverAGoodOne) {
  const std::string path = path_of("finite");
  TinyRun run;
  run.steps(1);
  write_checkpoint(path, run.record, run.model, &run.trainer);
  const std::string good = read_file(path, "");

  RunRecord bad_loss = run.record;
  bad_loss.loss = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(write_checkpoint(path, bad_loss, run.model, &run.trainer), UserError);
  run.trainer.optimiser().state()[5].numbers.data()[0] = std::numeric_limits<float>::infinity();
  EXPECT_THROW(write_checkpoint(path, run.record, run.model, &run.trainer), UserError);
  run.trainer.optimiser().state()[5].numbers.data()[0] = 0;
  run.model.parameters().at("head").data()[3] = NAN;
  EXPECT_THROW(write_checkpoint(path, run.record, run.model, &run.trainer), UserError);
  EXPECT_EQ(read_file(path, ""), good);
  fs::remove(path);
}

TEST(Checkpoint, WeightsThatAreMissingUnknownMisshapedOrNotFiniteAreNamed) {
  TinyRun run("alibi");
  const std::string path = path_of("weights");
  write_checkpoint(path, run.record, run.model);
  const Safetensors good = read_safetensors(path);
  fs::remove(path);
  const auto says = [&](const Safetensors& contents) {
    return refusal([&] { (void)checkpoint_from_bytes(safetensors_bytes(contents), "f").model(); });
  };
  EXPECT_EQ(says(good), "");
  for (std::size_t i = 0; i < good.tensors.size(); ++i) {
    Safetensors bad = good;
    bad.tensors.erase(bad.tensors.begin() + static_cast<std::ptrdiff_t>(i));
    EXPECT_NE(says(bad).find("\"" + good.tensors[i].name + "\""), std::string::npos) << says(bad);
  }
  Safetensors bad = good;
  bad.tensors.push_back({"stranger", Tensor({1})});
  EXPECT_NE(says(bad).find("no weight \"stranger\""), std::string::npos) << says(bad);
  bad = good;
  bad.tensors[0].tensor = Tensor({3, 3});
  EXPECT_NE(says(bad).find("has shape [3, 3]"), std::string::npos) << says(bad);
  bad = good;
  bad.tensors[1].tensor = Tensor(bad.tensors[1].tensor.shape());
  bad.tensors[1].tensor.data()[0] = INFINITY;
  EXPECT_NE(says(bad).find("not finite"), std::string::npos) << says(bad);
}

TEST(Checkpoint, SettingsThatMakeNoSenseAreNamedAndTakeNoMemory) {
  TinyRun run;
  const std::string path = path_of("settings");
  write_checkpoint(path, run.record, run.model);
  const Safetensors good = read_safetensors(path);
  fs::remove(path);
  const std::int64_t before = Buffer::bytes_from_system();
  for (const auto& [key, value] :
       std::vector<std::pair<std::string, std::string>>{{"format", "whereabouts 2"},
                                                        {"width", "8192"},
                                                        {"width", "9"},
                                                        {"width", "-8"},
                                                        {"heads", "3"},
                                                        {"heads", "0"},
                                                        {"layers", "256"},
                                                        {"layers", "1e3"},
                                                        {"trained_length", ""},
                                                        {"scheme", "rhope"},
                                                        {"scheme", ""},
                                                        {"scheme", "rope:base=500"},
                                                        {"scheme", "learned"},
                                                        {"vocabulary", ""},
                                                        {"vocabulary", "ba"},
                                                        {"vocabulary", "aa"},
                                                        {"causal", "perhaps"},
                                                        {"step", "9"},
                                                        {"loss", "nan"},
                                                        {"learning_rate", "inf"},
                                                        {"text_checksum", "xyz"},
                                                        {"seed", "-1"},
                                                        {"scheme_options", ""}}) {
    Safetensors bad = good;
    bad.metadata[key] = value;
    EXPECT_NE(refusal([&] { (void)checkpoint_from_bytes(safetensors_bytes(bad), "f").model(); }),
              "")
        << key << " = " << value;
  }
  for (const auto& [key, value] : good.metadata) {
    if (key == "version" || key == "loss") continue;
    Safetensors bad = good;
    bad.metadata.erase(key);
    EXPECT_NE(refusal([&] {
                (void)checkpoint_from_bytes(safetensors_bytes(bad), "f");
              }).find("\"" + key + "\""),
              std::string::npos)
        << key;
  }
  EXPECT_LT(Buffer::bytes_from_system() - before, 1 << 20);
}

TEST(Checkpoint, AModelWithoutTrainingStateCanNotBeResumed) {
  TinyRun run;
  const std::string path = path_of("model_only");
  write_checkpoint(path, run.record, run.model);
  const Checkpoint saved = read_checkpoint(path);
  EXPECT_NE(refusal([&] { saved.restore(run.trainer); }).find("no training state"),
            std::string::npos);
  write_checkpoint(path, run.record, run.model, &run.trainer);
  Checkpoint damaged = read_checkpoint(path);
  damaged.contents.metadata["batches_2"] = "not a number";
  EXPECT_NE(refusal([&] { damaged.restore(run.trainer); }).find("batches_2"), std::string::npos);
  damaged = read_checkpoint(path);
  damaged.contents.tensors.push_back({"optimiser.mean.stranger", Tensor({1})});
  EXPECT_NE(refusal([&] { damaged.restore(run.trainer); }).find("remembers"), std::string::npos);
  for (const char* kind : {"mean", "square"}) {  // as if another optimiser had written it
    damaged = read_checkpoint(path);
    for (auto& [name, tensor] : damaged.contents.tensors) {
      const std::size_t at = name.find(kind);
      if (at != std::string::npos) name.replace(at, std::string(kind).size(), "momentum");
    }
    EXPECT_NE(refusal([&] { damaged.restore(run.trainer); }).find("of another optimiser"),
              std::string::npos);
  }
  fs::remove(path);
}

TEST(Checkpoint, ADecimalCommaLocaleChangesNoByte) {
  TinyRun run;
  run.steps(1);
  const std::string path = path_of("locale");
  write_checkpoint(path, run.record, run.model, &run.trainer);
  const std::string expected = read_file(path, "");
  const DecimalComma in_use;
  write_checkpoint(path, run.record, run.model, &run.trainer);
  const RunRecord back = read_record(path);
  EXPECT_EQ(read_file(path, ""), expected);
  EXPECT_EQ(back.training.learning_rate, 3e-3);
  fs::remove(path);
}

TEST(Checkpoint, OnlyWhatHappensBeyondTheTrainingLengthMayDiffer) {
  const auto may = [](const std::string& a, const std::string& b) {
    Parameters pa(0), pb(0);
    const LayerSchemes of_a(a, 32, 2, 3, 16, true, pa), of_b(b, 32, 2, 3, 16, true, pb);
    return differ_only_beyond_training(a, of_a.options_in_use(), b, of_b.options_in_use());
  };
  EXPECT_TRUE(may("rope", "rope"));
  EXPECT_TRUE(may("rope", "rope:base=10000"));
  for (const char* method : {"pi", "ntk", "dynamic-ntk", "yarn"}) {
    const std::string extended = std::string("rope:scaling=") + method;
    EXPECT_TRUE(may("rope", extended)) << method;
    EXPECT_TRUE(may("rope", extended + ":factor=4")) << method;
  }
  EXPECT_TRUE(may("learned", "learned:beyond=clamp"));
  EXPECT_FALSE(may("rope", "rope:base=500"));
  EXPECT_FALSE(may("rope", "rope:layout=half"));
  EXPECT_FALSE(may("rope", "alibi"));
  EXPECT_FALSE(may("none", "alibi"));
  EXPECT_TRUE(may("rope/none", "rope:scaling=yarn/none"));
  EXPECT_TRUE(may("shaw", "shaw:shared=yes"));
  EXPECT_FALSE(may("shaw", "shaw:shared=no"));
  EXPECT_FALSE(may("rope/none", "none/rope"));
  EXPECT_FALSE(may("rope", "rope/none"));
  EXPECT_FALSE(may("rope/rope:base=500/rope", "rope/rope:base=500/rope:base=500"));
}

}  // namespace
}  // namespace whereabouts
