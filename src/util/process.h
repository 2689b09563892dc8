// Which program on which machine: how programs that share a folder keep out of each other's way.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>

namespace whereabouts {

/// The name of this machine: letters, digits and dashes, 30 of them at most.
const std::string& host_name();

/// What tells one start of a machine from every other, also from inside of a container; "" where
/// the system does not say.
const std::string& boot_name();

/// Whether there is such a process on this machine.
bool process_lives(pid_t process);

/// A lock goes with the program that has it, however that ends. Some network disks have none.
enum class Lock { kTaken, kHeldByAnother, kThereAreNone };
/// Tries to lock an open file, without waiting.
Lock try_lock(int file);
/// The same of a file that was just made: waits up to a second for those who only look at it.
Lock lock_new(int file);

/// Whether `path` leads to this open file, and not to another or to nothing.
bool is_at(int file, const std::filesystem::path& path);

}  // namespace whereabouts
