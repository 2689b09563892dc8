// The part of JSON (RFC 8259) that the header of a checkpoint needs: objects, arrays, strings and
// natural numbers. Values are handed to the caller as they are read; no tree is built.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace whereabouts {

/// Reads one value after another from a text. The caller says what it expects next, so nothing
/// nests deeper than the caller does. Everything else is a UserError that names the place.
///
///   JsonReader json(text, "the header of 'a.safetensors'");
///   json.object([&](const std::string& key) { sizes[key] = json.natural(); });
///   json.finish();
class JsonReader {
 public:
  /// `text` must outlive the reader; `name` is what messages call it.
  JsonReader(std::string_view text, std::string name) : text_(text), name_(std::move(name)) {}

  /// Calls on_member with each key; it must read the value. Keys may repeat; the
  /// caller decides what that means.
  void object(const std::function<void(const std::string& key)>& on_member);
  /// Calls on_item before each item; it must read the item.
  void array(const std::function<void()>& on_item);
  std::string string();
  std::uint64_t natural();  ///< decimal digits alone: 0, 64; not -1, 1.0, 1e3 or 007
  void finish();            ///< only blanks may follow

  [[noreturn]] void refuse(std::string_view what) const;

 private:
  void skip_blanks();
  bool take(char c);
  void expect(char c);
  void list(char open, char close, const std::function<void()>& on_item);
  unsigned hexadecimal();

  std::string_view text_;
  std::string name_;
  std::size_t at_ = 0;
};

/// A JSON string with its quotes. `utf8` must be well-formed.
std::string json_quoted(std::string_view utf8);

}  // namespace whereabouts
