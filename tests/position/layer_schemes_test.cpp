// A scheme for each layer, and what the hooks can see.
#include "position/layer_schemes.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "check/contract.h"
#include "helpers.h"
#include "nn/transformer.h"
#include "ops.h"
#include "position/rope.h"
#include "util/check.h"

namespace whereabouts {
namespace {

constexpr int kLength = 12;
const std::vector<int> kTokens = {3, 1, 4, 1, 5, 2, 6, 5, 3, 5, 0, 2};

ModelConfig config(const std::string& scheme, int layers = 3) {
  return {.vocabulary = 7, .width = 32, .heads = 4, .layers = layers, .scheme = scheme};
}

void make_lively(const Transformer& model) {
  for (const auto& e : model.parameters().entries())
    if (e.weight_decay)
      for (float& x : e.tensor.numbers()) x *= 10;
}

std::vector<float> logits(const Transformer& model) {
  const NoGrad no_grad;
  return numbers_of(model.logits(kTokens, 1, Positions::whole(kLength)));
}

TEST(LayerSchemes, RopeThenNoneIsTheModelWithEachLayerBuiltByHand) {
  const Transformer model(config("rope/none"), 1);
  make_lively(model);
  Parameters weights = Parameters::sharing(model.parameters());
  const ModelConfig c = config("none");
  const NoGrad no_grad;
  const Positions at = Positions::whole(kLength);
  Tensor x = gather_rows(weights.normal("embedding", {c.vocabulary, c.width}, 1), kTokens)
                 .reshape({1, kLength, c.width});
  const auto rope = make_scheme("rope", c.width, c.heads, c.trained_length, weights),
             none = make_scheme("none", c.width, c.heads, c.trained_length, weights);
  for (int layer = 0; layer < 3; ++layer) {
    x = Block(weights, "blocks." + std::to_string(layer), c)(x, layer == 1 ? *none : *rope,
                                                             {at, {}});
  }
  const Tensor expected = matmul(LayerNorm(weights, "norm", c.width)(x),
                                 weights.normal("head", {c.width, c.vocabulary}, 1));
  EXPECT_EQ(logits(model), numbers_of(expected));
  EXPECT_NE(logits(model), logits(model.with_scheme("rope")));
  EXPECT_NE(logits(model), logits(model.with_scheme("none/rope")));
  EXPECT_EQ(logits(model.with_scheme("rope/rope/rope")), logits(model.with_scheme("rope")));
}

TEST(LayerSchemes, OneThatAddsToTheEmbeddingsDoesSoOnceWhereverItStands) {
  const Transformer sinusoidal(config("sinusoidal"), 1);
  for (const char* spec : {"sinusoidal/sinusoidal", "none/sinusoidal", "sinusoidal/none/none"})
    EXPECT_EQ(logits(sinusoidal), logits(sinusoidal.with_scheme(spec))) << spec;
}

TEST(LayerSchemes, TogetherTheyClaimWhatEachCanKeep) {
  const auto traits = [](const std::string& spec) { return Transformer(config(spec), 1).traits(); };
  EXPECT_FALSE(traits("rope/none").absolute);
  EXPECT_TRUE(traits("rope/sinusoidal").absolute);
  EXPECT_FALSE(traits("learned/rope").any_length);
  EXPECT_TRUE(traits("none/xpos").causal_only);
  EXPECT_TRUE(traits("none/rope:scaling=yarn").length_dependent);
  EXPECT_TRUE(traits("none/cope").by_pair);
  EXPECT_EQ(Transformer(config("rope/learned"), 1).past_trained().config().scheme,
            "rope/learned:beyond=clamp");
  EXPECT_EQ(Transformer(config("shaw:clip=4/none/rope"), 1).scheme_options(),
            "clip=4 values=no /  / base=10000 layout=interleaved partial=1 scaling=none");
}

std::string refusal(const std::string& spec, int layers = 2) {
  try {
    Transformer(config(spec, layers), 1);
  } catch (const UserError& error) {
    return error.what();
  }
  return "";
}

TEST(LayerSchemes, WrongSpecsAreRefusedInASentence) {
  EXPECT_EQ(
      refusal("rope/none/alibi"),
      "\"rope/none/alibi\" names 3 schemes for 2 layers; take more --layers or fewer schemes");
  EXPECT_NE(refusal("rope/").find("a scheme is missing before or after a /"), std::string::npos);
  EXPECT_NE(refusal("/rope").find("a scheme is missing before or after a /"), std::string::npos);
  EXPECT_NE(refusal("4*rope/none").find("write its name again: rope/rope/none"), std::string::npos);
  EXPECT_NE(refusal("rope/nome").find("did you mean none?"), std::string::npos);
  EXPECT_NE(refusal("shaw:shared=maybe").find("shared must be one of yes, no"), std::string::npos);
  EXPECT_NE(refusal("alibi:shared=no").find("there is no option \"shared\""), std::string::npos);
}

// The names of a scheme's weights.
std::vector<std::string> weights_of(const Transformer& model) {
  std::vector<std::string> names;
  for (const auto& e : model.parameters().entries())
    if (e.name.starts_with("position.")) names.push_back(e.name);
  return names;
}

TEST(LayerSchemes, SharedAndOwnWeights) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(weights_of(Transformer(config("shaw"), 1)), Names{"position.keys"});
  EXPECT_EQ(weights_of(Transformer(config("shaw:shared=no"), 1)),
            (Names{"position.layer0.keys", "position.layer1.keys", "position.layer2.keys"}));
  EXPECT_EQ(weights_of(Transformer(config("transformer-xl:shared=no", 2), 1)),
            (Names{"position.layer0.projection", "position.content_bias", "position.position_bias",
                   "position.layer1.projection"}));
  EXPECT_EQ(
      weights_of(Transformer(config("deberta:shared=no", 2), 1)),
      (Names{"position.table", "position.layer0.key_projection", "position.layer0.query_projection",
             "position.layer1.key_projection", "position.layer1.query_projection"}));
  // Schemes that are not the same share nothing, though they use the same names.
  EXPECT_EQ(weights_of(Transformer(config("kerple-log/kerple-power"), 1)),
            (Names{"position.r1", "position.r2", "position.part2.r1", "position.part2.r2"}));
}

TEST(LayerSchemes, OwnWeightsHaveGradientsOfTheirOwn) {
  for (const char* name :
       {"shaw", "transformer-xl", "deberta", "cope", "kerple-log", "fire", "t5"}) {
    const Transformer model(config(std::string(name) + ":shared=no"), 1);
    make_lively(model);
    Transformer shared(config(name), 1);
    EXPECT_GT(weights_of(model).size(), weights_of(shared).size()) << name;
    backward(cross_entropy(model.logits(kTokens, 1, Positions::whole(kLength)), kTokens));
    const std::vector<std::string> names = weights_of(model);
    const std::string first = *std::ranges::find_if(
        names, [](const std::string& n) { return n.starts_with("position.layer0."); });
    std::string third = first;
    third.replace(third.find("layer0"), 6, "layer2");
    EXPECT_NE(gradient_of(model.parameters().at(first)), gradient_of(model.parameters().at(third)))
        << name;
  }
}

// ---- schemes that use all that a hook can see ----

// The same position for every two characters, and a second coordinate: rope for the pair in the
// first half of a head, for the place in the pair in the second.
class InPairs : public PositionScheme {
 public:
  static constexpr const char* kDescription = "for the tests";
  static constexpr const char* kPaper = "none";
  explicit InPairs(Setup& setup) : theta_(rope_frequencies(setup.head_dim() / 2, 10).theta) {}
  Traits traits() const override { return {.absolute = true}; }
  Positions remap_positions(const Positions& at, std::span<const int>) const override {
    Positions pairs = at;
    for (const auto& [place, column] : {std::pair(&pairs.queries, &pairs.query_columns),
                                        std::pair(&pairs.keys, &pairs.key_columns)}) {
      *column = *place;
      for (int& p : *place) p /= 2;
      for (int& c : *column) c %= 2;
    }
    return pairs;
  }
  void rotate_qk(Tensor& query, Tensor& key, const Positions& at) const override {
    const auto turned = [&](const Tensor& x, const std::vector<int>& rows,
                            const std::vector<int>& columns) {
      const Rotation of_rows = rotation(rows, theta_), of_columns = rotation(columns, theta_);
      const auto T = static_cast<std::int64_t>(rows.size()),
                 half = std::int64_t{of_rows.cosine.dim(1)};
      Rotation r{Tensor({T, 2 * half}), Tensor({T, 2 * half})};
      for (std::int64_t t = 0; t < T; ++t) {
        for (std::int64_t p = 0; p < half; ++p) {
          r.cosine.data()[t * 2 * half + p] = of_rows.cosine.data()[t * half + p];
          r.sine.data()[t * 2 * half + p] = of_rows.sine.data()[t * half + p];
          r.cosine.data()[t * 2 * half + half + p] = of_columns.cosine.data()[t * half + p];
          r.sine.data()[t * 2 * half + half + p] = of_columns.sine.data()[t * half + p];
        }
      }
      return rotate_pairs(x, r);
    };
    query = turned(query, at.queries, at.query_columns);
    key = turned(key, at.keys, at.key_columns);
  }
  ScoreTerms relative_terms(const Positions& at) const override {
    return {.distance =
                per_distance(4, at, [](int h, int n) { return -0.1 * (h + 1) * std::abs(n); })};
  }

 private:
  std::vector<double> theta_;
};

// Positions that begin again after every character number 0: they repeat and fall, and depend on
// the text.
class Again : public PositionScheme {
 public:
  static constexpr const char* kDescription = "for the tests";
  static constexpr const char* kPaper = "none";
  explicit Again(Setup& setup)
      : inner_(make_scheme("alibi", setup.width, setup.heads, setup.trained_length,
                           setup.parameters.all, setup.causal)) {}
  Traits traits() const override { return {.by_text = true}; }
  Positions remap_positions(const Positions& at, std::span<const int> tokens) const override {
    Positions again = at;
    int place = 0;
    for (std::size_t j = 0; j < tokens.size(); ++j)
      again.keys[j] = tokens[j] == 0 ? place = 0 : ++place;
    std::copy(again.keys.end() - std::ssize(at.queries), again.keys.end(), again.queries.begin());
    return again;
  }
  ScoreTerms relative_terms(const Positions& at) const override {
    return inner_->relative_terms(at);
  }

 private:
  std::unique_ptr<PositionScheme> inner_;
};

// A penalty for each key that its own layer chooses: sum over k = j + 1 .. i of ln sigmoid(w x_k +
// b), by the layer's input.
class Forget : public PositionScheme {
 public:
  static constexpr const char* kDescription = "for the tests";
  static constexpr const char* kPaper = "none";
  explicit Forget(Setup& setup)
      : heads_(setup.heads), w_(setup.of_layer().normal("w", {setup.width, 1}, 0.3)) {}
  Traits traits() const override { return {.by_pair = true}; }
  Tensor pair_bias(const Tensor& query, const Tensor&, const Tensor& x,
                   const Positions& at) const override {
    const std::int64_t B = query.dim(0), Tq = query.dim(2), Tk = x.dim(1);
    const Tensor cost = scale(softplus(matmul(x, w_)), -1).reshape({B, 1, Tk});  // of each key
    // Every query's row of costs, once for each head, counted from its end.
    const Tensor ones({B, heads_ * Tq, 1},
                      std::vector<float>(static_cast<std::size_t>(B * heads_ * Tq), 1));
    const Tensor rows = matmul(ones, cost).reshape({B, heads_, Tq, Tk});
    return subtract(reverse_cumsum(rows, at), rows);
  }

 private:
  int heads_;
  Tensor w_;
};

void expect_contract(const std::string& scheme) {
  for (const ContractQuestion& q : contract()) {
    const Finding finding = ask(q.name, scheme);
    EXPECT_TRUE(finding.passed) << scheme << ", " << q.name << ": " << finding.answer;
  }
}

TEST(LayerSchemes, PositionsMayRepeatAndHaveTwoCoordinates) {
  const AddedScheme row(scheme_row<InPairs>("in-pairs-of-a-test"));
  expect_contract("in-pairs-of-a-test");
}

TEST(LayerSchemes, PositionsMayDependOnTheTokensAndFall) {
  const AddedScheme row(scheme_row<Again>("again-of-a-test"));
  expect_contract("again-of-a-test");
  // Each text of a batch has positions of its own.
  const Transformer model(config("again-of-a-test"), 1);
  make_lively(model);
  std::vector<int> two = {0, 1, 2, 3, 1, 0, 1, 2};
  const NoGrad no_grad;
  const std::vector<float> both = numbers_of(model.logits(two, 2, Positions::whole(4)));
  for (const int text : {0, 1}) {
    const Tensor one = model.logits(std::span(two).subspan(text * 4, 4), 1, Positions::whole(4));
    EXPECT_LT(largest_difference(one.numbers(), std::span(both).subspan(text * 28, 28)), 1e-5f);
  }
}

TEST(LayerSchemes, ABiasMayLookAtTheInputOfItsLayer) {
  const AddedScheme row(scheme_row<Forget>("forget-of-a-test"));
  expect_contract("forget-of-a-test");
  expect_contract("forget-of-a-test/none");
}

}  // namespace
}  // namespace whereabouts
