// The browser of the tests: it runs scripts, in the width that was asked for, and tells what a page
// complains of.
#include "book/browser.h"

#include <gtest/gtest.h>

#include <fstream>

#include "run_program.h"

namespace whereabouts {
namespace {

TEST(Browser, RunsScriptsInTheWidthThatWasAskedFor) {
  if (!has_browser()) GTEST_SKIP() << "chromium is not installed";
  const std::filesystem::path file = fresh_folder() / "page.html";
  std::ofstream(file) << "<!DOCTYPE html><p id=told></p><script>"
                         "setTimeout(() => { told.textContent = innerWidth + location.search; "
                         "console.error('a complaint'); }, 500)</script>";
  for (const int width : {360, 1200}) {
    const BrowserPage page = browse(file, width, "?asked");
    EXPECT_NE(page.dom.find(std::to_string(width) + "?asked</p>"), std::string::npos) << page.dom;
    EXPECT_NE(page.log.find("a complaint"), std::string::npos) << page.log;
  }
}

}  // namespace
}  // namespace whereabouts
