// The contract, asked of every scheme in the table and of its options: one test for each question
// and scheme.
#include "check/contract.h"

#include <gtest/gtest.h>

#include "position/schemes.h"

namespace whereabouts {
namespace {

std::vector<std::string> all_specs() {
  std::vector<std::string> specs;
  for (const SchemeEntry& e : schemes()) specs.push_back(e.name);
  for (const char* with_options : {"learned:beyond=clamp",
                                   "learned:beyond=wrap",
                                   "learned:beyond=interpolate",
                                   "rope:layout=half",
                                   "rope:base=500",
                                   "rope:partial=0.5",
                                   "rope:scaling=pi:factor=4",
                                   "rope:scaling=pi",
                                   "rope:scaling=ntk:factor=4",
                                   "rope:scaling=ntk",
                                   "rope:scaling=dynamic-ntk",
                                   "rope:scaling=dynamic-ntk:factor=2",
                                   "rope:scaling=yarn:factor=4",
                                   "rope:scaling=yarn",
                                   "rope:scaling=yarn:ramp=turns:factor=4",
                                   "p-rope:p=0.5",
                                   "t5:buckets=8:max-distance=12",
                                   "shaw:values=yes",
                                   "shaw:clip=3",
                                   "transformer-xl:clamp=0",
                                   "deberta:p2c=no",
                                   "deberta:c2p=no",
                                   "fire:hidden=8",
                                   "sandwich:dim=8",
                                   "cope:positions=4",
                                   "randomized:over=alibi",
                                   "randomized:over=sinusoidal",
                                   "randomized:over=t5",
                                   "window:over=alibi",
                                   "window:over=fire",
                                   "window:over=none:size=8",
                                   "mapped-rope:map=rerope",
                                   "mapped-rope:map=leaky",
                                   "mapped-rope:map=dual-chunk",
                                   "mapped-rope:map=lm-infinite",
                                   "mapped-rope:map=streaming",
                                   "mapped-rope:window=3:group=2:layout=half:scaling=yarn",
                                   "hard-alibi:free=2:windows=2+8",
                                   "fox:over=rope",
                                   "fox:over=fire",
                                   "log-n:over=rope",
                                   "log-n:over=alibi",
                                   "ssmax:over=rope",
                                   "ssmax:over=cope",
                                   "window:over=fox",
                                   "rope:scaling=llama3",
                                   "rope:scaling=floor",
                                   "pose:over=alibi",
                                   "coupled:over=rope",
                                   "abacus:over=fire",
                                   "rope/none",
                                   "none/alibi/rope:base=500",
                                   "learned/shaw:clip=3",
                                   "window:over=rope:size=8/none",
                                   "randomized:over=t5/rope",
                                   "rope/window:over=none:size=8/fox",
                                   "shaw:shared=no:values=yes",
                                   "transformer-xl:shared=no",
                                   "deberta:shared=no",
                                   "kerple-log:shared=no",
                                   "kerple-power:shared=no",
                                   "fire:hidden=8:shared=no",  // one of all 32 stands at a kink
                                   "t5:shared=no",
                                   "cope:shared=no",
                                   "window:over=t5:shared=no"}) {
    specs.push_back(with_options);
  }
  return specs;
}

using Case = std::tuple<std::string, std::string>;  // question, scheme

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  for (const ContractQuestion& q : contract()) {
    for (const std::string& spec : all_specs()) cases.emplace_back(q.name, spec);
  }
  return cases;
}

class Contract : public testing::TestWithParam<Case> {};

TEST_P(Contract, Holds) {
  const auto& [question, scheme] = GetParam();
  const Finding finding = ask(question, scheme);
  // The one question with two right answers: without positions, one layer sees a bag of characters.
  if (question == "order-aware" && (scheme == "none" || scheme == "log-n" || scheme == "ssmax")) {
    EXPECT_FALSE(finding.passed) << finding.answer;
    return;
  }
  if (question == "order-aware" && scheme == "window:over=none:size=8") return;
  EXPECT_TRUE(finding.passed) << finding.answer;
}

INSTANTIATE_TEST_SUITE_P(Every, Contract, testing::ValuesIn(all_cases()), [](const auto& c) {
  std::string name = std::get<0>(c.param) + "__" + std::get<1>(c.param);
  for (char& letter : name) {
    if (!std::isalnum(static_cast<unsigned char>(letter))) letter = '_';
  }
  return name;
});

TEST(ContractItself, AnUnknownQuestionIsNamed) {
  try {
    ask("beauty", "rope");
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(), "[contract] there is no question \"beauty\"");
  }
}

TEST(ContractItself, ASchemeThatCannotBeMadeFailsWithItsOwnWords) {
  const Finding finding = ask("causal", "rope:base=0");
  EXPECT_FALSE(finding.passed);
  EXPECT_NE(finding.answer.find("base must be between"), std::string::npos) << finding.answer;
}

}  // namespace
}  // namespace whereabouts
