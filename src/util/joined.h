// Words and numbers in a row.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "util/check.h"

namespace whereabouts {

/// "a, b, c" of a list, or of what `of` makes of its items, each written as by concat().
template <class List, class Of = std::identity>
std::string joined(const List& list, std::string_view between = ", ", const Of& of = {}) {
  std::string text;
  for (const auto& item : list) text += concat(text.empty() ? "" : between, std::invoke(of, item));
  return text;
}

}  // namespace whereabouts
