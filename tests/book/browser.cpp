#include "book/browser.h"

#include <unistd.h>

#include <atomic>

#include "run_program.h"

namespace whereabouts {
namespace {

namespace fs = std::filesystem;

// The command of the browser, or nothing.
std::string browser_command() {
  for (const char* name : {"chromium", "chromium-browser", "google-chrome"}) {
    const std::string look = std::string("command -v ") + name + " > /dev/null 2>&1";
    if (std::system(look.c_str()) == 0) return name;
  }
  return "";
}

// A folder that nothing else uses, removed with what is in it.
struct TemporaryFolder {
  fs::path path;

  TemporaryFolder() {
    static std::atomic<int> made = 0;
    path = fs::path(testing::TempDir()) /
           ("whereabouts_browser_" + std::to_string(getpid()) + "_" + std::to_string(++made));
    fs::create_directories(path);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;  // the browser may still be putting its profile away
    fs::remove_all(path, ignored);
  }
};

}  // namespace

bool has_browser() {
  static const bool there = !browser_command().empty();
  return there;
}

BrowserPage browse(const fs::path& html, int width, const std::string& query,
                   const std::string& more_flags) {
  const TemporaryFolder profile;
  std::string address = "file://" + fs::absolute(html).string() + query;
  // No window of Chromium is narrower than 500 pixels, so a narrower page stands in a frame, and
  // takes the place of the page around it in the end.
  if (width < 500) {
    const fs::path around = profile.path / "around.html";
    std::ofstream(around) << "<!DOCTYPE html><meta charset=\"utf-8\"><body "
                             "style=\"margin:0\"><iframe style=\"border:0;width:"
                          << width << "px;height:900px\" src=\"" << address
                          << "\"></iframe><script>setTimeout(() => "
                             "document.documentElement.replaceWith(document.importNode("
                             "document.querySelector('iframe').contentDocument.documentElement, "
                             "true)), 8000)</script>";
    address = "file://" + around.string();
  }
  const std::string command =
      "timeout 300 " + browser_command() +
      " --headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run"
      " --disable-background-networking --disable-component-update --disable-sync"
      " --allow-file-access-from-files --enable-logging=stderr --v=0"
      " --virtual-time-budget=10000 --user-data-dir='" +
      profile.path.string() + "' --window-size=" + std::to_string(width) + ",1000 " + more_flags +
      " --dump-dom '" + address + "'";
  const ProgramRun run = run_command(command, profile.path);
  EXPECT_EQ(run.exit_code, 0) << run.error;
  return {run.out, run.error};
}

std::string page_after_scripts(const fs::path& html, int width, const std::string& more_flags) {
  return browse(html, width, "", more_flags).dom;
}

}  // namespace whereabouts
