// Learned rows and columns of pictures, which are not in the table of schemes.
#include "position/learned_2d.h"

#include <gtest/gtest.h>

#include "check/contract.h"
#include "nn/transformer.h"
#include "position/schemes.h"

namespace whereabouts {
namespace {

TEST(Learned2d, AddsTheVectorOfItsRowAndOfItsColumn) {
  Parameters parameters(1);
  SchemeOptions options("learned-2d:columns=3");
  whereabouts::Setup setup{options, {parameters, "position."}, 8, 2, 6};
  const Learned2d scheme(setup);
  const Tensor added = scheme.embed(Tensor({1, 6, 8}), Positions::whole(6));
  const Tensor row = parameters.at("position.row"), column = parameters.at("position.column");
  EXPECT_EQ(row.shape(), (Shape{2, 8}));
  EXPECT_EQ(column.shape(), (Shape{3, 8}));
  for (int p = 0; p < 6; ++p) {
    for (int c = 0; c < 8; ++c)
      EXPECT_FLOAT_EQ(added.data()[p * 8 + c],
                      row.data()[p / 3 * 8 + c] + column.data()[p % 3 * 8 + c]);
  }
}

TEST(Learned2d, KeepsTheContract) {
  const AddedScheme learned_2d(scheme_row<Learned2d>("learned-2d"));
  for (const ContractQuestion& question : contract()) {
    const Finding finding = ask(question.name, "learned-2d");
    EXPECT_TRUE(finding.passed) << question.name << ": " << finding.answer;
  }
}

TEST(ResizedGrid, KeepsCornersAndMixesInBetween) {
  const std::vector<float> numbers = {0, 10, 1, 20, 2, 30, 3, 40};  // 2 by 2 places, 2 channels
  const Tensor grid = resized_grid(Tensor({4, 2}, numbers), 2, 2, 3, 3);
  EXPECT_EQ(grid.shape(), (Shape{9, 2}));
  EXPECT_FLOAT_EQ(grid.data()[0], 0);
  EXPECT_FLOAT_EQ(grid.data()[4 * 2], 1.5f);
  EXPECT_FLOAT_EQ(grid.data()[4 * 2 + 1], 25);
  EXPECT_FLOAT_EQ(grid.data()[8 * 2 + 1], 40);
  EXPECT_THROW(resized_grid(Tensor({4, 2}, numbers), 3, 2, 3, 3), std::invalid_argument);
}

TEST(AddedScheme, IsInTheTableAsLongAsItLives) {
  const std::size_t before = schemes().size();
  {
    const AddedScheme added(scheme_row<Learned2d>("a-scheme-of-this-test"));
    EXPECT_EQ(schemes().size(), before + 1);
    EXPECT_THROW(AddedScheme(scheme_row<Learned2d>("alibi")), std::invalid_argument);
  }
  EXPECT_EQ(schemes().size(), before);
  Parameters parameters(1);
  EXPECT_THROW(make_scheme("a-scheme-of-this-test", 8, 2, 6, parameters), UserError);
}

}  // namespace
}  // namespace whereabouts
