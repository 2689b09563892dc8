#include "program/output_folder.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <iterator>

#include "util/check.h"

namespace whereabouts {
namespace {

namespace fs = std::filesystem;

class OutputFolder : public testing::Test {
 protected:
  void SetUp() override {
    root_ = fs::path(testing::TempDir()) / concat("output_folder_", getpid());
    fs::create_directories(root_);
  }
  void TearDown() override { fs::remove_all(root_); }
  static std::string contents(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  static std::string refusal(const std::string& path) {
    try {
      output_folder(path);
    } catch (const UserError& error) {
      return error.what();
    }
    return "accepted";
  }
  fs::path root_;
};

TEST_F(OutputFolder, IsCreatedWithItsParentsAndLeftEmpty) {
  const fs::path made = output_folder((root_ / "a b" / "é").string());
  EXPECT_TRUE(fs::is_directory(made));
  EXPECT_TRUE(fs::is_empty(made));
  EXPECT_EQ(output_folder(made.string()), made);  // again is fine
}

TEST_F(OutputFolder, RefusesWhatCannotHoldResults) {
  EXPECT_EQ(refusal(""), "--out needs the name of a folder, got an empty one");
  const std::string file = (root_ / "file").string();
  std::ofstream(file) << "x";
  EXPECT_EQ(refusal(file), "--out " + file + " is a file; a folder is needed for the results");
  EXPECT_NE(refusal(file + "/inside").find("cannot be created"), std::string::npos);
  EXPECT_NE(refusal("/proc/x").find("--out /proc/x cannot be created"), std::string::npos);
  EXPECT_NE(refusal("/proc/self").find("cannot be written to"), std::string::npos);
}

TEST_F(OutputFolder, RefusesAFolderInThePlaceOfAResult) {
  for (const char* name : {"results.csv", "gap.svg", "index.html", "model.safetensors"}) {
    fs::create_directory(root_ / name);
    EXPECT_EQ(refusal(root_.string()),
              (root_ / name).string() +
                  " is a folder, and results are files of such names; move it away, or choose "
                  "another folder with --out");
    fs::remove(root_ / name);
  }
  fs::create_directory(root_ / "runs");
  std::ofstream(root_ / "results.csv") << "x";
  EXPECT_EQ(refusal(root_.string()), "accepted");
}

TEST_F(OutputFolder, AFileIsWrittenWholeAndReplacementIsReported) {
  const fs::path path = root_ / "results.csv";
  EXPECT_FALSE(write_file(path, "first"));
  EXPECT_TRUE(write_file(path, std::string("second\0!", 8)));
  EXPECT_EQ(contents(path), std::string("second\0!", 8));
  EXPECT_EQ(std::distance(fs::directory_iterator(root_), {}), 1);  // no temporary file stays
}

TEST_F(OutputFolder, AFailedWriteSaysWhyAndKeepsTheOldFile) {
  fs::create_directory(root_ / "taken");
  std::ofstream(root_ / "taken" / "file") << "old";
  try {
    write_file(root_ / "taken", "new");
    FAIL() << "wrote over a folder";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("taken: Is a directory"), std::string::npos)
        << error.what();
  }
  EXPECT_EQ(contents(root_ / "taken" / "file"), "old");
  EXPECT_EQ(std::distance(fs::directory_iterator(root_), {}), 1);
  EXPECT_THROW(write_file(root_ / "missing" / "x", ""), std::runtime_error);
}

}  // namespace
}  // namespace whereabouts
