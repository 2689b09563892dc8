// Words and numbers in a row.
#pragma once

#include <algorithm>
#include <functional>
#include <span>
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

/// The same of the first of them, "a, b and 3 more" where there are more than `few`.
template <class List, class Of = std::identity>
std::string first_few(const List& list, std::size_t few, const Of& of = {}) {
  const std::size_t count = std::size(list), named = std::min(count, few);
  const std::string names = joined(std::span(list).first(named), ", ", of);
  return count > named ? concat(names, " and ", count - named, " more") : names;
}

}  // namespace whereabouts
