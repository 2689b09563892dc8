#include "train/safetensors.h"

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>

#include "util/buffer.h"
#include "util/check.h"
#include "util/write_file.h"

namespace whereabouts {
namespace {

std::string file_of(const std::string& header, const std::string& data = "") {
  std::string bytes(8, '\0');
  const std::uint64_t length = header.size();
  std::memcpy(bytes.data(), &length, 8);
  return bytes + header + data;
}

std::string refusal(const std::string& bytes) {
  try {
    safetensors_from_bytes(bytes, "f");
    return "";
  } catch (const UserError& error) {
    EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
    return error.what();
  }
}

std::string tensor(const std::string& name, const std::string& shape, const std::string& offsets,
                   const std::string& type = "F32") {
  return "\"" + name + "\":{\"dtype\":\"" + type + "\",\"shape\":[" + shape +
         "],\"data_offsets\":[" + offsets + "]}";
}

Safetensors example() {
  const float numbers[] = {1, -2, 0.5f, 1e-40f, 3e38f, -0.0f};
  return {{{"who", "é \"quoted\"\n"}, {"empty", ""}},
          {{"w", Tensor({2, 3}, numbers)},
           {"scalar", Tensor({}, std::span(numbers, 1))},
           {"none", Tensor({0, 4})},
           {"deep", Tensor({1, 1, 2, 2}, std::span(numbers, 4))}}};
}

TEST(Safetensors, WhatIsWrittenReadsBackBitForBit) {
  const Safetensors before = example(),
                    after = safetensors_from_bytes(safetensors_bytes(before), "f");
  EXPECT_EQ(after.metadata, before.metadata);
  ASSERT_EQ(after.tensors.size(), before.tensors.size());
  for (const auto& [name, expected] : before.tensors) {
    const Tensor* found = after.find(name);
    ASSERT_TRUE(found) << name;
    EXPECT_EQ(found->shape(), expected.shape());
    EXPECT_EQ(expected.size() == 0 ||
                  std::memcmp(found->data(), expected.data(), expected.size() * sizeof(float)) == 0,
              true)
        << name;
  }
}

TEST(Safetensors, NumbersStartAtAMultipleOfEightWhateverTheLengthOfTheNames) {
  for (int letters = 1; letters <= 9; ++letters) {
    const std::string bytes = safetensors_bytes({{}, {{std::string(letters, 'n'), Tensor({1})}}});
    std::uint64_t length = 0;
    std::memcpy(&length, bytes.data(), 8);
    EXPECT_EQ((8 + length) % 8, 0u);
    EXPECT_EQ(bytes.size(), 8 + length + 4);
    EXPECT_NE(bytes.substr(8, length).find_last_not_of(' '), std::string::npos);
    EXPECT_EQ(bytes[8], '{');
  }
}

TEST(Safetensors, MetadataMayBeAbsentEmptyOrUnknown) {
  EXPECT_EQ(refusal(file_of("{}")), "");
  EXPECT_EQ(refusal(file_of("{\"__metadata__\":{}}   ")), "");
  EXPECT_EQ(refusal(file_of("{\"__metadata__\":{\"what\":\"ever\"}}")), "");
  EXPECT_NE(refusal(file_of("{\"__metadata__\":{\"n\":1}}")), "");
  EXPECT_NE(refusal(file_of("{\"__metadata__\":[]}")), "");
  EXPECT_NE(refusal(file_of("{\"__metadata__\":{\"a\":\"\",\"a\":\"\"}}")).find("twice"),
            std::string::npos);
}

TEST(Safetensors, EveryCutFileIsRefused) {
  const std::string whole = safetensors_bytes(example());
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_NE(refusal(whole.substr(0, size)), "") << size;
  EXPECT_NE(refusal(whole + "x").find("after its last tensor"), std::string::npos);
}

TEST(Safetensors, DamagedTensorsAreNamed) {
  const std::string eight(8, '\0');
  const auto says = [&](const std::string& entries, const std::string& what) {
    const std::string text = refusal(file_of("{" + entries + "}", eight));
    EXPECT_NE(text.find(what), std::string::npos) << entries << "\n" << text;
  };
  says(tensor("a", "1", "0,4") + "," + tensor("a", "1", "4,8"), "\"a\" is listed twice");
  says(tensor("a", "2", "0,8") + "," + tensor("b", "1", "4,8"), "\"b\" overlaps");
  says(tensor("a", "1", "0,4"), "after its last tensor");
  says(tensor("a", "1", "4,8"), "gap of 4 bytes before tensor \"a\"");
  says(tensor("a", "3", "0,12"), "cut off");
  says(tensor("a", "3", "0,8"), "\"a\" of shape [3] needs 12 bytes, and 8");
  says(tensor("a", "1", "8,4"), "ends before it begins");
  says(tensor("a", "1,1,1,1,2", "0,8"), "5 axes");
  says(tensor("a", "4", "0,8", "F16"), "type \"F16\"");
  says(tensor("a", "65536,65536", "0,8"), "too large");
  says(tensor("a", "4294967296,4294967296", "0,0"), "too large");
  says(tensor("a", "2", "0"), "two data_offsets");
  says(tensor("a", "2", "0,8,8"), "two data_offsets");
  says(tensor("a", "-2", "0,8"), "whole number");
  says(tensor("a", "2", "0,18446744073709551624"), "whole number");
  says("\"a\":{\"dtype\":\"F32\",\"shape\":[2]}", "lacks");
  says("\"a\":{\"dtype\":\"F32\",\"dtype\":\"F32\"}", "twice");
  says("\"a\":{\"colour\":\"red\"}", "colour");
  says("\"a\":7", "'{' was expected");
}

TEST(Safetensors, AHostileHeaderLengthTakesNoMemory) {
  for (const std::uint64_t length :
       {UINT64_MAX, UINT64_MAX - 7, std::uint64_t{1} << 62, std::uint64_t{1} << 31,
        std::uint64_t{17} << 20, std::uint64_t{9}}) {
    std::string bytes = file_of("{}");
    std::memcpy(bytes.data(), &length, 8);
    EXPECT_NE(refusal(bytes), "") << length;
  }
  const std::int64_t before = Buffer::bytes_from_system();
  EXPECT_NE(refusal(file_of("{" + tensor("a", "500000000", "0,2000000000") + "}")), "");
  EXPECT_EQ(Buffer::bytes_from_system(), before);
}

TEST(Safetensors, HeadersThatAreNoJsonObjectAreRefused) {
  for (const char* header : {"", " {}", "[]", "{", "{}}", "\xFF\xFE", "{\"a\"}", "nul", "{}\x01"})
    EXPECT_NE(refusal(file_of(header)), "") << header;
  EXPECT_NE(refusal(file_of(std::string(100'000, '['))), "");
  EXPECT_NE(refusal(file_of("{\"\xC3\":7}")).find("UTF-8"), std::string::npos);
}

TEST(Safetensors, FilesAreReadLikeBytes) {
  const std::string path = testing::TempDir() + "safetensors_test.safetensors";
  write_file(path, safetensors_bytes(example()));
  EXPECT_EQ(read_safetensors(path).tensors.size(), 4u);
  EXPECT_EQ(read_safetensors_metadata(path).at("empty"), "");
  std::filesystem::resize_file(path, 5);
  EXPECT_THROW(read_safetensors(path), UserError);
  std::filesystem::remove(path);
  EXPECT_THROW(read_safetensors(path), UserError);
  EXPECT_THROW(read_safetensors(testing::TempDir()), UserError);
  EXPECT_THROW(read_safetensors("/dev/zero"), UserError);
  EXPECT_THROW(read_safetensors(""), UserError);
}

}  // namespace
}  // namespace whereabouts
