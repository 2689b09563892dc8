// What a checkpoint says of documents, where somebody else wrote it.
#include <gtest/gtest.h>

#include "small_run.h"
#include "train/checkpoint.h"
#include "util/check.h"

namespace whereabouts {
namespace {

// The metadata of a model of documents, as this program writes it.
Safetensors of_documents() {
  const Transformer model(small_model(), 0);
  RunRecord record;
  record.model = model.config();
  record.scheme_options = model.scheme_options();
  record.vocabulary = {U'\n', U'a', U'b', U'c', U'd', U'e', U'f', U'g', U'h', U'i', U'j', U'k'};
  record.training = small_training();
  record.data = "names.txt";
  record.documents = "lines";
  const std::string path = testing::TempDir() + "whereabouts_of_documents.safetensors";
  write_checkpoint(path, record, model);
  Safetensors contents = read_safetensors(path);
  std::filesystem::remove(path);
  return contents;
}

std::string refusal(const Safetensors& contents) {
  try {
    (void)checkpoint_from_bytes(safetensors_bytes(contents), "f");
  } catch (const UserError& error) {
    return error.what();
  }
  return "";
}

TEST(CheckpointOfDocuments, WhatIsNoKindOfDocumentIsRefusedInPlainWords) {
  const Safetensors good = of_documents();
  EXPECT_EQ(refusal(good), "");
  EXPECT_EQ(checkpoint_from_bytes(safetensors_bytes(good), "f").record.documents, "lines");
  for (const std::string& value :
       {std::string(), std::string("none"), std::string("Lines"), std::string("lines\n"),
        std::string("lines\0", 6), std::string("\x1b[2Jlines"), std::string("\xE2\x80\xAElines"),
        std::string("-1"), std::string("99999999999999999999"), std::string(1 << 20, 'l')}) {
    Safetensors bad = good;
    bad.metadata["documents"] = value;
    EXPECT_EQ(refusal(bad),
              "'f': the metadata \"documents\" should be \"lines\", where it is there at all");
  }
}

TEST(CheckpointOfDocuments, AVocabularyWithoutLineEndsContradictsThem) {
  for (const char* first : {"\x1b", " ", "\t"}) {
    Safetensors bad = of_documents();
    std::string& vocabulary = bad.metadata["vocabulary"];
    ASSERT_EQ(vocabulary[0], '\n');
    vocabulary[0] = *first;
    EXPECT_EQ(refusal(bad),
              "'f': the metadata \"vocabulary\" should be one with a line end, which ends each "
              "document");
  }
}

}  // namespace
}  // namespace whereabouts
