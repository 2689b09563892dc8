// The table of all protocols: ways to measure how a trained model reads text of a given length. A
// new protocol is a file in this folder and a row in protocols.cpp.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "evaluate/measurement.h"

namespace whereabouts {

struct Protocol {
  const char* name;
  const char* shows;  ///< one line
  std::vector<ResultRow> (*run)(const Measurement& m);
  /// Empty if it gives one number for each length, for a table of them. Else its rows go to a file
  /// of their own, with these columns (experiment/results.h).
  std::vector<std::string> columns = {};

  /// Whether it never reads across the end of a document (text/documents.h).
  bool keeps_documents_apart = false;

  bool by_length() const { return columns.empty(); }
};

std::span<const Protocol> protocols();
/// Throws UserError, naming all, if there is none of that name.
const Protocol& protocol_named(const std::string& name);
/// Throws UserError for a protocol that does not exist, and for one that reads across documents
/// where `documents` are not "none".
void check_protocols(const std::vector<std::string>& names, const std::string& documents = "none");
/// "fixed, windows and sliding"
std::string protocol_names();

}  // namespace whereabouts
