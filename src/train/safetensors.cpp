#include "train/safetensors.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <set>

#include "text/json.h"
#include "text/utf8.h"
#include "util/check.h"
#include "util/visible.h"

namespace whereabouts {
namespace {

static_assert(std::endian::native == std::endian::little,
              "numbers are copied as they lie in memory, and the format has them little-endian");

constexpr std::uint64_t kLengthBytes = 8, kLargestHeader = std::uint64_t{16} << 20;

struct Entry {
  std::string name, type;
  std::vector<std::uint64_t> shape, offsets;
};

struct Header {
  std::map<std::string, std::string> metadata;
  std::vector<Entry> entries;  // in the order of their offsets
};

std::string quoted(const std::string& name) { return concat("'", name, "'"); }

Shape shape_of(const std::vector<std::uint64_t>& lengths) {
  return Shape(std::vector<std::int64_t>(lengths.begin(), lengths.end()));
}

// A short, printable form of a name that came from a file.
std::string shown_name(const std::string& name) {
  constexpr std::size_t kMost = 60;
  return concat('"', visible(name.substr(0, kMost), true), name.size() > kMost ? "...\"" : "\"");
}

std::uint64_t header_length(const char* eight_bytes, std::uint64_t file_size,
                            const std::string& name) {
  check_user(file_size >= kLengthBytes, quoted(name), " is not a safetensors file: it has only ",
             file_size, " bytes");
  std::uint64_t length = 0;
  std::memcpy(&length, eight_bytes, sizeof length);
  check_user(length <= kLargestHeader, quoted(name),
             " is not a safetensors file: its header would be ", length, " bytes long, and ",
             kLargestHeader, " is the most");
  check_user(length <= file_size - kLengthBytes, quoted(name),
             " is cut off: its header should have ", length, " bytes, and ",
             file_size - kLengthBytes, " are there");
  return length;
}

void check_entry(const Entry& e, const std::string& name) {
  const std::string tensor = concat(quoted(name), ": tensor ", shown_name(e.name));
  check_user(e.type == "F32", tensor, " is of type ", shown_name(e.type), "; only F32 can be read");
  check_user(e.shape.size() <= 4, tensor, " has ", e.shape.size(), " axes, and 4 are the most");
  check_user(e.offsets.size() == 2, tensor, " needs two data_offsets, got ", e.offsets.size());
  check_user(e.offsets[0] <= e.offsets[1], tensor, " ends before it begins");
  constexpr std::uint64_t kMost = std::numeric_limits<std::int32_t>::max();
  std::uint64_t numbers = 1;
  for (const std::uint64_t length : e.shape) {
    check_user(length <= kMost && (numbers == 0 || length <= kMost / numbers), tensor,
               " is too large: 2^31 - 1 numbers are the most");
    numbers *= length;
  }
  check_user(e.offsets[1] - e.offsets[0] == numbers * sizeof(float), tensor, " of shape ",
             shape_of(e.shape), " needs ", numbers * sizeof(float), " bytes, and ",
             e.offsets[1] - e.offsets[0], " are set aside for it");
}

Header parse_header(std::string_view text, std::uint64_t data_bytes, const std::string& name) {
  const std::string title = "the header of " + quoted(name);
  decode_utf8(text, title);
  Header header;
  std::set<std::string> seen;
  JsonReader json(text, title);
  if (!text.starts_with('{')) json.refuse("'{' was expected");
  json.object([&](const std::string& key) {
    check_user(seen.insert(key).second, quoted(name), ": ", shown_name(key), " is listed twice");
    if (key == "__metadata__") {
      json.object([&](const std::string& field) {
        const std::string value = json.string();
        check_user(header.metadata.emplace(field, value).second, quoted(name), ": the metadata ",
                   shown_name(field), " is listed twice");
      });
      return;
    }
    Entry& entry = header.entries.emplace_back();
    entry.name = key;
    std::set<std::string> fields;
    const auto numbers = [&](std::vector<std::uint64_t>& list) {
      json.array([&] {
        list.push_back(json.natural());
        if (list.size() > 8) json.refuse("the list is too long");
      });
    };
    json.object([&](const std::string& field) {
      if (!fields.insert(field).second) json.refuse(shown_name(field) + " is listed twice");
      if (field == "dtype")
        entry.type = json.string();
      else if (field == "shape")
        numbers(entry.shape);
      else if (field == "data_offsets")
        numbers(entry.offsets);
      else
        json.refuse("a tensor has a dtype, a shape and data_offsets, not " + shown_name(field));
    });
    if (fields.size() != 3) json.refuse("the tensor lacks its dtype, shape or data_offsets");
    check_entry(entry, name);
  });
  json.finish();

  std::ranges::stable_sort(header.entries, {}, &Entry::offsets);
  std::uint64_t end = 0;
  for (const Entry& e : header.entries) {
    check_user(e.offsets[0] >= end, quoted(name), ": tensor ", shown_name(e.name),
               " overlaps another");
    check_user(e.offsets[0] == end, quoted(name), ": there is a gap of ", e.offsets[0] - end,
               " bytes before tensor ", shown_name(e.name));
    end = e.offsets[1];
  }
  check_user(data_bytes >= end, quoted(name), " is cut off: its tensors have ", end, " bytes, and ",
             data_bytes, " are there");
  check_user(data_bytes == end, quoted(name), " has ", data_bytes - end,
             " bytes after its last tensor");
  return header;
}

Safetensors with_numbers(Header header, const char* data) {
  Safetensors result;
  result.metadata = std::move(header.metadata);
  for (Entry& e : header.entries) {
    const Tensor tensor = Tensor::uninitialised(shape_of(e.shape));
    if (tensor.size() > 0)
      std::memcpy(tensor.data(), data + e.offsets[0], e.offsets[1] - e.offsets[0]);
    result.tensors.push_back({std::move(e.name), tensor});
  }
  return result;
}

// The header of a file, and the file open at its first number.
Header open_at_numbers(const std::string& path, std::ifstream& in, std::uint64_t& data_bytes) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  check_user(
      status.type() != fs::file_type::not_found, "there is no file ", quoted(path),
      "; give the path of a checkpoint such as out/03_train_short_test_long/model.safetensors");
  check_user(!fs::is_directory(status), quoted(path),
             " is a directory; give the path of the model.safetensors in it");
  check_user(fs::is_regular_file(status), quoted(path), " is not a regular file");
  const std::uint64_t size = fs::file_size(path, error);
  in.open(path, std::ios::binary);
  check_user(!error && in.is_open(), quoted(path), " cannot be opened; check that you may read it");

  char length_bytes[kLengthBytes] = {};
  in.read(length_bytes, std::min<std::uint64_t>(size, kLengthBytes));
  const std::uint64_t length = header_length(length_bytes, size, path);
  std::string text(length, '\0');
  in.read(text.data(), static_cast<std::streamsize>(length));
  check_user(!in.fail(), quoted(path), " could not be read to its end");
  data_bytes = size - kLengthBytes - length;
  return parse_header(text, data_bytes, path);
}

}  // namespace

const Tensor* Safetensors::find(const std::string& name) const {
  const auto found = std::ranges::find(tensors, name, &NamedTensor::name);
  return found == tensors.end() ? nullptr : &found->tensor;
}

std::string safetensors_bytes(const Safetensors& contents) {
  std::string header = "{\"__metadata__\":{";
  bool first = true;
  for (const auto& [key, text] : contents.metadata) {
    header += concat(first ? "" : ",", json_quoted(key), ":", json_quoted(text));
    first = false;
  }
  header += "}";
  std::uint64_t offset = 0;
  for (const auto& [name, tensor] : contents.tensors) {
    header += concat(",", json_quoted(name), ":{\"dtype\":\"F32\",\"shape\":[");
    for (int axis = 0; axis < tensor.shape().rank(); ++axis)
      header += concat(axis ? "," : "", tensor.dim(axis));
    const std::uint64_t end = offset + static_cast<std::uint64_t>(tensor.size()) * sizeof(float);
    header += concat("],\"data_offsets\":[", offset, ",", end, "]}");
    offset = end;
  }
  header += "}";
  header.resize((header.size() + 7) / 8 * 8, ' ');

  std::string bytes(kLengthBytes, '\0');
  const std::uint64_t length = header.size();
  std::memcpy(bytes.data(), &length, sizeof length);
  bytes.reserve(kLengthBytes + length + offset);
  bytes += header;
  for (const auto& [name, tensor] : contents.tensors) {
    bytes.append(reinterpret_cast<const char*>(tensor.data()),
                 static_cast<std::size_t>(tensor.size()) * sizeof(float));
  }
  return bytes;
}

Safetensors safetensors_from_bytes(std::string_view bytes, const std::string& name) {
  const std::uint64_t length = header_length(bytes.data(), bytes.size(), name);
  const std::string_view data = bytes.substr(kLengthBytes + length);
  return with_numbers(parse_header(bytes.substr(kLengthBytes, length), data.size(), name),
                      data.data());
}

Safetensors read_safetensors(const std::string& path) {
  std::ifstream in;
  std::uint64_t data_bytes = 0;
  Header header = open_at_numbers(path, in, data_bytes);
  std::string data(data_bytes, '\0');
  in.read(data.data(), static_cast<std::streamsize>(data_bytes));
  check_user(!in.fail(), quoted(path), " could not be read to its end");
  return with_numbers(std::move(header), data.data());
}

std::map<std::string, std::string> read_safetensors_metadata(const std::string& path) {
  std::ifstream in;
  std::uint64_t data_bytes = 0;
  return open_at_numbers(path, in, data_bytes).metadata;
}

}  // namespace whereabouts
