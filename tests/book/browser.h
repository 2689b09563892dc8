// Pages as headless Chromium sees them, for tests of what a script does.
//
// A test skips itself where has_browser() is false:
//   if (!has_browser()) GTEST_SKIP() << "chromium is not installed";
#pragma once

#include <filesystem>
#include <string>

namespace whereabouts {

/// Whether a Chromium is there to be run: chromium, chromium-browser or google-chrome.
bool has_browser();

/// What Chromium has made of a page, and what it said meanwhile.
struct BrowserPage {
  std::string dom;  ///< the document after its scripts, as HTML
  std::string log;  ///< stderr: a line with CONSOLE for each message of the page
};

/// Opens a file in a window `width` CSS pixels wide and waits until its scripts rest, or until ten
/// seconds of the page's own time have passed. `query` is put behind the file's name, such as
/// "?q=1#part"; `more_flags` go to Chromium as a shell would read them.
BrowserPage browse(const std::filesystem::path& html, int width = 1200,
                   const std::string& query = "", const std::string& more_flags = "");

/// The document alone.
std::string page_after_scripts(const std::filesystem::path& html, int width = 1200,
                               const std::string& more_flags = "");

}  // namespace whereabouts
