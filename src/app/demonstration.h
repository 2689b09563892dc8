// The frame of a lesson that trains no model: four flags, banner, folder.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

namespace whereabouts {

struct Demonstration {
  std::filesystem::path out;  ///< made and found writable
  std::uint64_t seed = 0;
  bool quick = false;
};

/// The main function of such a lesson: reads --seed --threads --out --quick, answers --help, prints
/// the banner, makes the output folder and runs `body`. Returns the exit code.
int run_demonstration(int argc, char** argv, const std::string& name, const std::string& summary,
                      const std::function<void(const Demonstration&)>& body);

}  // namespace whereabouts
