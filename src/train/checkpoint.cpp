#include "train/checkpoint.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <set>
#include <sstream>
#include <string_view>

#include "text/utf8.h"
#include "util/check.h"
#include "util/joined.h"
#include "util/read_number.h"
#include "util/write_file.h"

namespace whereabouts {
namespace {

constexpr std::string_view kFormat = "whereabouts 1";
// The prefix of the names of what the optimiser remembers.
constexpr std::string_view kOptimiser = "optimiser.";

// A number as text with so many digits that the same number is read back.
template <class Number, class... Base>
std::string exact(Number number, Base... base) {
  std::array<char, 64> text;
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), number, base...).ptr};
}

bool is_utf8(const std::string& text) {
  try {
    decode_utf8(text, "");
    return true;
  } catch (const UserError&) {
    return false;
  }
}

// A path may be any bytes, but metadata must be UTF-8. A path that is not is kept twice: readable,
// with the bytes that are not UTF-8 replaced, and in full under this key, as two hexadecimal digits
// a byte.
constexpr const char* kDataBytes = "data_bytes";

void put_path(std::map<std::string, std::string>& metadata, const std::string& path) {
  metadata["data"] = path;
  if (is_utf8(path)) return;
  for (char& c : metadata["data"])
    if (static_cast<unsigned char>(c) >= 0x80) c = '?';
  constexpr std::string_view kDigits = "0123456789abcdef";
  for (const char c : path) {
    metadata[kDataBytes] += kDigits[static_cast<unsigned char>(c) / 16];
    metadata[kDataBytes] += kDigits[static_cast<unsigned char>(c) % 16];
  }
}

// The key under which a word of the state of the batches' random stream is kept.
std::string stream_key(std::size_t word) { return concat("batches_", word); }

constexpr const char *kLastLosses = "last_losses", *kValidation = "validation";

using Metadata = std::map<std::string, std::string>;

Metadata to_metadata(const RunRecord& r) {
  std::string vocabulary;
  for (const char32_t c : r.vocabulary) append_utf8(vocabulary, c);
  const TrainingConfig& t = r.training;
  Metadata m = {
      {"format", std::string(kFormat)},
      {"version", WHEREABOUTS_VERSION},
      {"vocabulary", vocabulary},
      {"width", exact(r.model.width)},
      {"heads", exact(r.model.heads)},
      {"layers", exact(r.model.layers)},
      {"trained_length", exact(r.model.trained_length)},
      {"scheme", r.model.scheme},
      {"scheme_options", r.scheme_options},
      {"causal", r.model.causal ? "yes" : "no"},
      {"steps", exact(t.steps)},
      {"batch", exact(t.batch)},
      {"length", exact(t.length)},
      {"learning_rate", exact(t.learning_rate)},
      {"largest_norm", exact(t.max_grad_norm)},
      {"seed", exact(t.seed)},
      {"beta1", exact(t.adamw.beta1)},
      {"beta2", exact(t.adamw.beta2)},
      {"epsilon", exact(t.adamw.epsilon)},
      {"decay", exact(t.adamw.weight_decay)},
      {"text_checksum", exact(r.text_checksum, 16)},
      {"last_step", exact(r.last_step)},
      {"step", exact(r.step)},
  };
  put_path(m, r.data);
  if (r.documents != "none") m["documents"] = r.documents;
  if (t.shortest_length > 0) m["shortest_length"] = exact(t.shortest_length);
  if (t.shards != TrainingConfig().shards) m["shards"] = exact(t.shards);
  if (r.loss) m["loss"] = exact(*r.loss);
  return m;
}

// Asks the metadata of a file for one setting after another.
class MetadataReader {
 public:
  MetadataReader(const Metadata& metadata, const std::string& path)
      : metadata_(metadata), path_(path) {}

  const std::string& text(const std::string& key) const {
    const auto found = metadata_.find(key);
    check_user(found != metadata_.end(), "'", path_,
               "' was not written by this program: its metadata ", "has no \"", key, "\"");
    return found->second;
  }
  template <class Number>
  Number number(const std::string& key, Number low, Number high) const {
    return parse(key, text(key), low, high);
  }
  std::uint64_t hexadecimal(const std::string& key) const {
    return parse<std::uint64_t>(key, text(key), 0, UINT64_MAX, 16);
  }
  /// Numbers with a blank between them; none if there is no such key.
  std::vector<double> list(const std::string& key, std::size_t most) const {
    std::vector<double> numbers;
    if (!metadata_.contains(key)) return numbers;
    std::istringstream words(text(key));
    for (std::string word; words >> word;) {
      numbers.push_back(parse(key, word, -1e300, 1e300));
      if (numbers.size() > most) refuse(key, concat("a list of at most ", most, " numbers"));
    }
    return numbers;
  }
  /// The bytes of a text of hexadecimal digits.
  std::string bytes(const std::string& key) const {
    const std::string& digits = text(key);
    if (digits.size() % 2 != 0) refuse(key, "two hexadecimal digits a byte");
    std::string bytes;
    for (std::size_t at = 0; at < digits.size(); at += 2)
      bytes += static_cast<char>(parse(key, digits.substr(at, 2), 0, 255, 16));
    return bytes;
  }
  [[noreturn]] void refuse(const std::string& key, std::string_view wanted) const {
    throw UserError(concat("'", path_, "': the metadata \"", key, "\" should be ", wanted));
  }

 private:
  template <class Number, class... Base>
  Number parse(const std::string& key, const std::string& digits, Number low, Number high,
               Base... base) const {
    Number value{};
    const std::errc error = read_number(digits, value, base...);
    if (error != std::errc() || !(low <= value && value <= high))
      refuse(key, concat("a number from ", low, " to ", high));
    return value;
  }

  const Metadata& metadata_;
  const std::string& path_;
};

RunRecord from_metadata(const Metadata& metadata, const std::string& path) {
  const MetadataReader m(metadata, path);
  if (m.text("format") != kFormat)
    m.refuse("format", concat("\"", kFormat, "\", written by this version of the program"));
  RunRecord r;
  r.vocabulary = decode_utf8(m.text("vocabulary"), concat("the vocabulary in '", path, "'"));
  const bool ascending =
      std::ranges::adjacent_find(r.vocabulary, std::greater_equal<>()) == r.vocabulary.end();
  if (r.vocabulary.empty() || !ascending) m.refuse("vocabulary", "distinct characters in order");
  constexpr int kMost = 2'000'000'000;
  r.model.vocabulary = static_cast<int>(r.vocabulary.size());
  r.model.width = m.number("width", 1, 8192);
  r.model.heads = m.number("heads", 1, 1024);
  r.model.layers = m.number("layers", 1, 256);
  r.model.trained_length = m.number("trained_length", 1, 65'536);
  r.model.scheme = m.text("scheme");
  r.scheme_options = m.text("scheme_options");
  r.model.causal = m.text("causal") == "yes";
  if (!r.model.causal && m.text("causal") != "no") m.refuse("causal", "yes or no");
  if (r.model.width % r.model.heads != 0)
    m.refuse("heads", concat("a divisor of its \"width\", ", r.model.width));
  TrainingConfig& t = r.training;
  t.steps = m.number("steps", 0, kMost);
  t.batch = m.number("batch", 1, 65'536);
  t.length = m.number("length", 1, 65'536);
  if (t.length != r.model.trained_length)
    m.refuse("length", concat("its \"trained_length\", ", r.model.trained_length));
  if (metadata.contains("shortest_length"))
    t.shortest_length = m.number("shortest_length", 1, t.length - 1);
  if (metadata.contains("shards")) t.shards = m.number("shards", 1, kMostShards);
  t.learning_rate = m.number("learning_rate", 0.0, 1e6);
  t.max_grad_norm = m.number("largest_norm", 0.0, 1e300);
  t.seed = m.number<std::uint64_t>("seed", 0, UINT64_MAX);
  t.adamw.beta1 = m.number("beta1", 0.0f, 1.0f);
  t.adamw.beta2 = m.number("beta2", 0.0f, 1.0f);
  t.adamw.epsilon = m.number("epsilon", 0.0f, 1.0f);
  t.adamw.weight_decay = m.number("decay", 0.0f, 1e6f);
  r.data = metadata.contains(kDataBytes) ? m.bytes(kDataBytes) : m.text("data");
  r.text_checksum = m.hexadecimal("text_checksum");
  r.last_step = m.number("last_step", 0, kMost);
  r.step = m.number("step", 0, r.last_step);
  if (metadata.contains("documents")) {
    r.documents = m.text("documents");
    if (r.documents != "lines") m.refuse("documents", "\"lines\", where it is there at all");
    if (std::ranges::find(r.vocabulary, U'\n') == r.vocabulary.end())
      m.refuse("vocabulary", "one with a line end, which ends each document");
  }
  if (metadata.contains("loss")) r.loss = m.number("loss", -1e300, 1e300);
  const auto done = static_cast<std::size_t>(r.step);
  r.last_losses = m.list(kLastLosses, std::min<std::size_t>(done, RunRecord::kLastLosses));
  const std::vector<double> looks = m.list(kValidation, 2 * done);
  for (std::size_t i = 0; i < looks.size(); i += 2) {
    const double after = r.validation.empty() ? 0 : r.validation.back().step;
    if (i + 1 == looks.size() || !(looks[i] > after && looks[i] <= r.step))
      m.refuse(kValidation, "steps in order, each with a loss");
    r.validation.push_back({static_cast<int>(looks[i]), looks[i + 1]});
  }
  return r;
}

bool finite(const Tensor& t) {
  return std::ranges::all_of(t.numbers(), [](float x) { return std::isfinite(x); });
}

// The names without options: "rope" and "none" for "rope:scaling=yarn/none".
std::vector<std::string> names_of(const std::string& schemes) {
  std::vector<std::string> names = scheme_parts(schemes);
  for (std::string& name : names) name = name.substr(0, name.find(':'));
  return names;
}

// Of each scheme, the set of its options that say how a model was trained.
std::vector<std::set<std::string>> training_options(const std::string& in_use) {
  // These change nothing up to the training length, or are meant to change what happens beyond it.
  constexpr std::array<std::string_view, 7> kBeyond = {
      "beyond", "scaling", "factor", "ramp", "fast-turns", "slow-turns", "magnitude"};
  std::vector<std::set<std::string>> options(1);
  std::istringstream words(in_use);
  for (std::string word; words >> word;) {
    if (word == "/") {
      options.emplace_back();
    } else if (std::ranges::find(kBeyond, std::string_view(word).substr(0, word.find('='))) ==
               kBeyond.end()) {
      options.back().insert(word);
    }
  }
  return options;
}

Checkpoint with_record(Safetensors contents, const std::string& path) {
  RunRecord record = from_metadata(contents.metadata, path);
  return {path, std::move(record), std::move(contents)};
}

}  // namespace

bool differ_only_beyond_training(const std::string& scheme, const std::string& options_in_use,
                                 const std::string& other_scheme,
                                 const std::string& other_options_in_use) {
  return names_of(scheme) == names_of(other_scheme) &&
         training_options(options_in_use) == training_options(other_options_in_use);
}

Transformer Checkpoint::model() const {
  Parameters weights(0);
  std::set<std::string> names;
  for (const auto& [name, tensor] : contents.tensors) {
    if (name.starts_with(kOptimiser)) continue;
    check_user(finite(tensor), "'", path, "': tensor \"", name,
               "\" holds numbers that are not finite; the run it comes from went wrong");
    weights.values(name, tensor.shape(), tensor.numbers());
    names.insert(name);
  }
  try {
    Transformer model(record.model, Parameters::sharing(weights));
    for (const auto& weight : model.parameters().entries()) names.erase(weight.name);
    check_user(names.empty(), "'", path, "': there is no weight \"", *names.begin(),
               "\" in a model with its settings");
    check_user(training_options(model.scheme_options()) == training_options(record.scheme_options),
               "'", path, "' was trained with ", record.model.scheme, " (", record.scheme_options,
               "), which now means (", model.scheme_options(), ")");
    return model;
  } catch (const std::invalid_argument& error) {
    const std::string_view reason = error.what();
    throw UserError(concat("'", path, "' does not hold the model that its settings describe: ",
                           reason.substr(std::min(reason.find("] ") + 2, reason.size()))));
  }
}

void Checkpoint::restore(Trainer& trainer) const {
  const MetadataReader m(contents.metadata, path);
  std::size_t expected = 0;
  for (const auto& [name, tensor] : contents.tensors) expected += !name.starts_with(kOptimiser);
  check_user(expected < contents.tensors.size(), "'", path,
             "' holds no training state to resume from; give the folder of a training.safetensors");
  const auto put = [&](const std::string& name, const Tensor& to) {
    const Tensor* from = contents.find(name);
    check_user(from, "'", path, "' holds the state of another optimiser: there is no \"", name,
               "\"");
    check_user(from->shape() == to.shape(), "'", path, "': \"", name, "\" has shape ",
               from->shape(), ", and ", to.shape(), " is needed");
    check_user(finite(*from), "'", path, "': \"", name, "\" holds numbers that are not finite");
    std::ranges::copy(from->numbers(), to.data());
    ++expected;
  };
  for (const auto& state : trainer.optimiser().state())
    put(std::string(kOptimiser) + state.name, state.numbers);
  check_user(expected == contents.tensors.size(), "'", path,
             "' holds more than this optimiser remembers of the weights of its model");

  Random::State state{};
  for (std::size_t i = 0; i < state.size(); ++i) state[i] = m.hexadecimal(stream_key(i));
  if (state == Random::State{}) m.refuse("batches_0", "part of a state that is not all zero");
  trainer.batches().restore(state);
  trainer.optimiser().set_steps(m.number<std::int64_t>("optimiser_steps", 0, record.step));
  trainer.resume_at(record.step);
}

bool write_checkpoint(const std::filesystem::path& path, const RunRecord& record,
                      const Transformer& model, Trainer* trainer) {
  Safetensors contents{to_metadata(record), {}};
  const auto add = [&](const std::string& name, const Tensor& tensor) {
    check_user(finite(tensor), "after step ", record.step, " ", name,
               " is no longer finite, so it is not saved; try a lower --lr than ",
               exact(record.training.learning_rate));
    contents.tensors.push_back({name, tensor});
  };
  check_user(std::isfinite(record.loss.value_or(0)), "after step ", record.step,
             " the loss is not finite, so it is not saved");
  for (const auto& weight : model.parameters().entries()) add(weight.name, weight.tensor);
  if (trainer) {
    for (const auto& state : trainer->optimiser().state())
      add(std::string(kOptimiser) + state.name, state.numbers);
    contents.metadata[kLastLosses] = joined(record.last_losses, " ", exact<double>);
    contents.metadata[kValidation] = joined(record.validation, " ", [](const ValidationLoss& look) {
      return concat(look.step, " ", exact(look.loss));
    });
    contents.metadata["optimiser_steps"] = exact(trainer->optimiser().steps());
    const Random::State& state = trainer->batches().state();
    for (std::size_t i = 0; i < state.size(); ++i)
      contents.metadata[stream_key(i)] = exact(state[i], 16);
  }
  return write_file(path, safetensors_bytes(contents));
}

Checkpoint read_checkpoint(const std::string& path) {
  return with_record(read_safetensors(path), path);
}

Checkpoint checkpoint_from_bytes(std::string_view bytes, const std::string& name) {
  return with_record(safetensors_from_bytes(bytes, name), name);
}

RunRecord read_record(const std::string& path) {
  return from_metadata(read_safetensors_metadata(path), path);
}

}  // namespace whereabouts
