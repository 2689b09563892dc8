// A locale in which one and a half is 1,5 and a thousand 1.000.
#pragma once

#include <gtest/gtest.h>

#include <clocale>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <locale>
#include <string>

#include "run_program.h"

namespace whereabouts {

/// While it lives, streams and the C library write and read numbers with a decimal comma. Few
/// machines have such a locale installed, so one is made by localedef, a part of the C library.
class DecimalComma {
 public:
  DecimalComma() : before_(std::locale::global(std::locale(std::locale::classic(), new Commas))) {
    if (!std::setlocale(LC_ALL, "de_DE.UTF-8")) set_own_locale();
    // Debian keeps what localedef reads in the package locales, which a bare system lacks: there
    // only streams have commas.
    if (std::filesystem::exists("/usr/share/i18n/charmaps")) {
      EXPECT_EQ(std::string(std::localeconv()->decimal_point), ",") << "localedef made no locale";
    }
  }
  ~DecimalComma() {
    std::locale::global(before_);
    std::setlocale(LC_ALL, "C");
  }
  DecimalComma(const DecimalComma&) = delete;
  DecimalComma& operator=(const DecimalComma&) = delete;

 private:
  struct Commas : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
  };

  static void set_own_locale() {
    const std::filesystem::path folder = fresh_folder();
    std::ofstream(folder / "commas")
        << "LC_NUMERIC\ndecimal_point \",\"\nthousands_sep \".\"\ngrouping 3\nEND LC_NUMERIC\n";
    // It warns of all that the locale does not say.
    run_command("localedef --no-archive -c -i commas ./with_commas > /dev/null", folder);
    setenv("LOCPATH", folder.c_str(), 1);
    std::setlocale(LC_ALL, "with_commas");
    unsetenv("LOCPATH");
    std::filesystem::remove_all(folder);
  }

  std::locale before_;
};

}  // namespace whereabouts
