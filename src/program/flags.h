// One small command-line parser for all lessons.
//
//   int steps = 1000;
//   Flags flags("04_sinusoidal", "Trains with sinusoidal positions and looks beyond the table.");
//   flags.add("steps", steps, "training steps", 1, 1'000'000);
//   flags.parse(argc, argv);
//   if (flags.help_wanted()) { std::cout << flags.help(); return 0; }
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace whereabouts {

/// Flags by name, without dashes: "steps" is typed --steps 10 or --steps=10. The value of the
/// variable when it is added is the default that --help shows. Variables must outlive the Flags.
class Flags {
 public:
  /// `program` is the name shown in the usage line, `summary` a sentence or two under it.
  Flags(std::string program, std::string summary);

  /// A whole number in decimal digits (1e3 and 0x10 are refused), `min` to `max`, both included.
  void add(std::string_view name, int& value, std::string_view help, int min, int max);
  /// A finite number such as 0.001 or 1e-3, with a decimal point in every locale.
  void add(std::string_view name, double& value, std::string_view help, double min, double max);
  /// A finite number that may be left out.
  void add(std::string_view name, std::optional<double>& value, std::string_view help);
  /// A whole number from 0 to 2^64 - 1, for seeds.
  void add(std::string_view name, std::uint64_t& value, std::string_view help);
  /// Any text, the empty one too. Text that begins with -- is given as --name=--text.
  void add(std::string_view name, std::string& value, std::string_view help);
  /// A switch: --name alone makes it true. Its default is false.
  void add(std::string_view name, bool& value, std::string_view help);
  /// Whole numbers separated by commas; nothing empty, nothing twice.
  void add(std::string_view name, std::vector<int>& value, std::string_view help, int min, int max);
  /// Words separated by commas; nothing empty, nothing twice.
  void add(std::string_view name, std::vector<std::string>& value, std::string_view help);

  /// One whole number from `min` to `max`, which makes `low` 0, or two, 16..64, the smaller first;
  /// that may be less than `min`.
  void add_range(std::string_view name, int& low, int& high, std::string_view help, int min,
                 int max);
  /// Any text, as often as wanted.
  void add_repeated(std::string_view name, std::vector<std::string>& values, std::string_view help);
  /// --config FILE: more flags from a file, a line each, `length 64` for --length 64 and `quick`
  /// for a switch; # begins a comment. What is on the command line too has the value from there.
  void add_config();

  /// Reads the command line into the variables, and then the file of --config. Throws UserError,
  /// one line naming flag and text, and of a file the line.
  /// After --help or -h the rest is not looked at.
  void parse(int argc, const char* const* argv);

  bool help_wanted() const { return help_wanted_; }
  /// Usage, summary and every flag with its help and default, at most 80 columns wide.
  std::string help() const;
  /// Whether the flag was on the command line.
  bool given(std::string_view name) const;
  /// Every flag with its present value, as one would type it: "--steps 1000 --lr 0.003".
  std::string settings() const;
  /// The same as a file for --config: a line for each flag that was given, and for each other a
  /// comment with its value; with `all`, for when other things than the defaults decided them, a
  /// line for each. Without those named in `without`, and without --config itself.
  std::string as_config(const std::vector<std::string>& without, bool all = false) const;

 private:
  struct Typed {
    std::string_view name, text;
  };
  struct Flag {
    std::string name, placeholder, help, default_text;
    std::function<void(const Typed&)> set;
    std::function<std::string()> show;
    bool given = false;
    const std::vector<std::string>* repeated = nullptr;  ///< its values, if it has many

    bool is_switch() const { return placeholder.empty(); }
    std::vector<std::string> values() const { return repeated ? *repeated : std::vector{show()}; }
  };

  void add(std::string_view name, std::string_view placeholder, std::string_view help,
           std::function<void(const Typed&)> set, std::function<std::string()> show);
  Flag& find(std::string_view typed);
  void read_config();

  std::string program_, summary_;
  std::vector<Flag> flags_;
  std::string config_;
  bool help_wanted_ = false;
};

/// A word as one would type it for a shell: quoted where it has to be.
std::string shell_word(const std::string& word);

}  // namespace whereabouts
