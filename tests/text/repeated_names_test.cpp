#include "text/repeated_names.h"

#include <gtest/gtest.h>

#include <string>

#include "util/check.h"
#include "util/random.h"

namespace whereabouts {
namespace {

const std::string kHead =
    "# text_checksum=00ff\n# entropy_bits_per_char=0.25\noffset,length,distance\n";

std::string refusal(const std::string& csv) {
  try {
    repeated_names_from_csv(csv, "it.csv");
  } catch (const UserError& error) {
    return error.what();
  }
  ADD_FAILURE() << "nothing was thrown for\n" << csv;
  return "";
}

TEST(RepeatedNames, WhatIsWrittenIsRead) {
  const RepeatedNames repeated{.names = {{61, 7, 34}, {90, 5, 90}, {2'000, 7, 1'939}},
                               .text_checksum = 0xFEDCBA9876543210ull,
                               .entropy_bits_per_char = 0.125};
  const RepeatedNames read = repeated_names_from_csv(repeated_names_to_csv(repeated), "it.csv");
  EXPECT_EQ(read.names, repeated.names);
  EXPECT_EQ(read.text_checksum, repeated.text_checksum);
  EXPECT_EQ(read.entropy_bits_per_char, repeated.entropy_bits_per_char);
}

TEST(RepeatedNames, CommentsEmptyLinesAndCrlfAreFine) {
  EXPECT_EQ(
      repeated_names_from_csv("# hello\r\n\r\n" + kHead + "61,7,34\r\n\n", "it.csv").names.size(),
      1u);
  EXPECT_TRUE(repeated_names_from_csv(kHead, "it.csv").names.empty());
}

TEST(RepeatedNames, MalformedLinesAreRefusedByNumber) {
  for (const char* row : {"61,7",
                          "61,7,34,1",
                          "61,7,",
                          ",,",
                          "a,7,34",
                          "61, 7,34",
                          "61,7,34 ",
                          "+61,7,34",
                          "61,0,34",
                          "61,-7,34",
                          "-1,7,34",
                          "61,7,7",
                          "61,7,62",
                          "61,7,0",
                          "61,7,-3",
                          "61.0,7,34",
                          "6e1,7,34",
                          "99999999999999999999,7,34",
                          "9223372036854775807,1,34",
                          "1099511627776,7,34"}) {
    const std::string message = refusal(kHead + row);
    EXPECT_NE(message.find("'it.csv', line 4: "), std::string::npos) << row << ": " << message;
    EXPECT_EQ(message.find('\n'), std::string::npos);
  }
  EXPECT_NE(refusal(kHead + "61,7,34\n67,7,34").find("line 5"), std::string::npos) << "overlap";
}

TEST(RepeatedNames, AMissingOrWrongHeadIsRefused) {
  refusal("");
  refusal("offset,length,distance\n61,7,34\n");
  refusal("# text_checksum=ff\noffset,length,distance\n");
  refusal("# text_checksum=xyz\n");
  refusal("# text_checksum=11112222333344445\n");
  for (const char* entropy : {"", "nan", "inf", "-1", "1,5", "0.5x"}) {
    refusal("# text_checksum=ff\n# entropy_bits_per_char=" + std::string(entropy) + "\n");
  }
  refusal("# text_checksum=ff\n# entropy_bits_per_char=1\nlength,offset,distance\n");
  EXPECT_THROW(read_repeated_names("no/such.csv"), UserError);
}

TEST(RepeatedNames, DamagedFilesAreReadOrRefusedButNeverCrash) {
  Random random(5);
  int refused = 0;
  for (int round = 0; round < 2'000; ++round) {
    std::string csv = kHead + "61,7,34\n90,5,90\n2000,7,1939\n";
    for (int damage = 0; damage < 3; ++damage) {
      csv[random.below(csv.size())] = static_cast<char>(random.below(256));
    }
    csv.resize(random.below(csv.size() + 1));
    try {
      repeated_names_from_csv(csv, "it.csv");
    } catch (const UserError&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 1'000);
}

}  // namespace
}  // namespace whereabouts
