// Named tensors in a file that PyTorch, JAX and many others open: the safetensors format.
//
//   8 bytes      N, the length of the header, little-endian
//   N bytes      JSON: {"__metadata__": {"key": "text"}, "name": {"dtype": "F32", "shape": [2, 3],
//                "data_offsets": [0, 24]}}, with blanks at its end until 8 + N is a multiple of 8
//   the rest     the numbers of all tensors, little-endian, without gap or overlap
//
// A file may be damaged or made to do harm: so every length is compared with the size of the file
// before memory is taken for it.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tensor.h"

namespace whereabouts {

struct NamedTensor {
  std::string name;
  Tensor tensor;
};

struct Safetensors {
  std::map<std::string, std::string> metadata;
  std::vector<NamedTensor> tensors;  ///< in the order of their numbers in the file

  /// The tensor of this name, or nullptr.
  const Tensor* find(const std::string& name) const;
};

/// The bytes of such a file. Names, keys and texts must be well-formed UTF-8.
std::string safetensors_bytes(const Safetensors& contents);

/// Throws UserError, one line that begins with `name`, for whatever is wrong: a file that ends
/// early or late, a header that is no JSON or larger than 16 MiB, a tensor that is listed twice,
/// overlaps another, leaves a gap, does not have the size its shape says, is not of type F32 or has
/// more than four axes.
Safetensors safetensors_from_bytes(std::string_view bytes, const std::string& name);

/// The same from a file. Throws UserError if there is none, too.
Safetensors read_safetensors(const std::string& path);

/// The metadata alone, by the same rules, without reading the numbers.
std::map<std::string, std::string> read_safetensors_metadata(const std::string& path);

}  // namespace whereabouts
