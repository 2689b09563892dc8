// A file that says who is at work on something, so that several programs, also on several machines
// that share a folder, do not do the same work twice.
//
//   if (const auto mine = OwnerMark::take(folder / "rope.csv.owner")) { ...do it... }
//
// What it protects is time, not correctness: where a disk has no locks and the clocks of two
// machines disagree, two may both believe that an owner died.
#pragma once

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

namespace whereabouts {

class OwnerMark {
 public:
  /// Makes the file, or takes it over from a program that ended without removing it; returns
  /// nothing while another living program has it. A program of another machine is believed to live,
  /// unless `silent` says that the mark was not renewed for much longer than kRenewed. Throws
  /// std::runtime_error if the file cannot be written.
  static std::unique_ptr<OwnerMark> take(const std::filesystem::path& path, bool silent = false);

  /// Removes the file.
  ~OwnerMark();
  OwnerMark(const OwnerMark&) = delete;
  OwnerMark& operator=(const OwnerMark&) = delete;

  /// How often a living owner sets the time of the file anew.
  static constexpr std::chrono::seconds kRenewed{20};

  /// "process 4321 on lab7", or "another program".
  static std::string owner(const std::filesystem::path& path);

 private:
  OwnerMark(const std::filesystem::path& path, int file);
  void renew();

  std::filesystem::path path_;
  int file_;
  std::mutex mutex_;
  std::condition_variable ends_;
  bool ended_ = false;
  std::thread renewing_;
};

}  // namespace whereabouts
