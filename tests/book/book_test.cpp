// The book as a whole: written from the project's own pages, examined as files, and in a browser.
#include "book/book.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <regex>
#include <set>

#include "book/browser.h"
#include "helpers.h"
#include "run_program.h"
#include "util/check.h"
#include "util/file.h"

namespace whereabouts {
namespace {

namespace fs = std::filesystem;

const fs::path kProject = WHEREABOUTS_SOURCE_DIR;

void write(const fs::path& file, const std::string& text) {
  fs::create_directories(file.parent_path());
  std::ofstream(file) << text;
}

std::string text_of(const fs::path& file) { return read_file(file.string(), "a file"); }

// Results as if lesson 06 had been run with another seed: another picture, a table of it and one
// more.
fs::path some_results(const fs::path& folder) {
  const fs::path lesson = folder / "out/06_rope";
  std::string picture = text_of(kProject / "lessons/images/06_gap.svg");
  picture.replace(picture.find("Relative, and yet"), 17, "My own, and still");
  write(lesson / "gap.svg", picture);
  write(lesson / "turns.svg", text_of(kProject / "lessons/images/06_turns.svg"));
  write(lesson / "gap.csv",
        "scheme,seed,protocol,length,bits_per_char,scored\nrope,7,fixed,64,2.2599,6144\n"
        "rope,7,fixed,128,3.1234,6144\n");
  write(lesson / "pairs.csv", "pair,note\n3,\"a, b\"\n");
  write(lesson / "settings.txt", "# a comment\nseed 7\n");
  // Lesson 07 was run before the pictures of its page were made.
  std::string old = text_of(kProject / "lessons/images/07_gap.svg");
  write(folder / "out/07_alibi/gap.svg", old.replace(old.find("</title>"), 0, ", long ago"));
  write(folder / "out/07_alibi/gap.csv", "scheme,bits\nalibi,2\n");
  for (const char* file : {"gap.svg", "gap.csv"})
    fs::last_write_time(
        folder / "out/07_alibi" / file,
        fs::last_write_time(kProject / "lessons/images/07_gap.svg") - std::chrono::seconds(1));
  return folder / "out";
}

// Written once for all tests of this file.
const fs::path& book() {
  static const fs::path folder = [] {
    const fs::path made =
        fs::path(testing::TempDir()) / ("whereabouts_book_" + std::to_string(getpid()));
    fs::remove_all(made);
    fs::create_directories(made / "book");
    write_book({kProject, some_results(made), made / "none.wasm", made / "book"});
    return made / "book";
  }();
  return folder;
}

// Written anew for each process, and removed with the last test.
class Book : public testing::Test {
 protected:
  static void TearDownTestSuite() { fs::remove_all(book().parent_path()); }
};

std::vector<fs::path> pages() {
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(book()))
    if (entry.path().extension() == ".html") found.push_back(entry.path());
  std::ranges::sort(found);
  return found;
}

TEST_F(Book, EveryLinkHasATarget) {
  std::map<std::string, std::set<std::string>> ids;
  std::map<std::string, std::string> texts;
  const std::regex id(" id=\"([^\"]*)\""), link("(href|src)=\"([^\"]*)\"");
  for (const fs::path& page : pages()) {
    const std::string name = page.filename().string();
    std::string text = text_of(page);
    for (const char* script : {"<script>", "<script type"})  // they write links when they run
      for (std::size_t from; (from = text.find(script)) != std::string::npos;)
        text.erase(from, text.find("</script>", from) + 9 - from);
    for (std::sregex_iterator at(text.begin(), text.end(), id), end; at != end; ++at)
      EXPECT_TRUE(ids[name].insert((*at)[1]).second) << name << " has id twice: " << (*at)[1];
    texts[name] = std::move(text);
  }
  EXPECT_GT(texts.size(), 100U);
  int links = 0;
  for (const auto& [name, text] : texts) {
    for (std::sregex_iterator at(text.begin(), text.end(), link), end; at != end; ++at, ++links) {
      const std::string target = (*at)[2];
      if (target.starts_with("data:")) continue;
      if (target.starts_with("https://")) {
        EXPECT_EQ((*at)[1], "href") << name;  // a reader may follow it; nothing is fetched
        continue;
      }
      const std::size_t mark = std::min(target.find('#'), target.size());
      const std::string file = mark == 0 ? name : target.substr(0, mark);
      EXPECT_TRUE(fs::exists(book() / file)) << name << " leads to " << target;
      if (mark < target.size()) {
        EXPECT_TRUE(ids[file].contains(target.substr(mark + 1))) << name << " leads to " << target;
      }
    }
  }
  EXPECT_GT(links, 1000);
}

TEST_F(Book, NothingIsTakenFromANetwork) {
  for (const fs::path& page : pages()) {
    const std::string text = text_of(page);
    EXPECT_NE(text.find("http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';"),
              std::string::npos)
        << page;
    EXPECT_EQ(text.find("connect-src"), std::string::npos) << page;
  }
  for (const char* file : {"book.css", "book.js"})
    EXPECT_EQ(text_of(book() / file).find("http"), std::string::npos) << file;
}

TEST_F(Book, EveryLessonHasItsPageWithNeighbours) {
  const std::string six = text_of(book() / "06_rope.html");
  EXPECT_NE(six.find("rel=\"prev\" href=\"05_learned.html\""), std::string::npos);
  EXPECT_NE(six.find("rel=\"next\" href=\"07_alibi.html\""), std::string::npos);
  EXPECT_EQ(six.find("the route</a> ·"), std::string::npos);
  const std::string index = text_of(book() / "index.html");
  for (const auto& entry : fs::directory_iterator(kProject / "lessons")) {
    if (entry.path().extension() != ".md" || entry.path().stem() == "README") continue;
    const std::string page = entry.path().stem().string() + ".html";
    EXPECT_TRUE(fs::exists(book() / page)) << page;
    EXPECT_NE(index.find("href=\"" + page + "\""), std::string::npos) << page;
  }
}

TEST_F(Book, TheReadersOwnRunIsShownWithASwitchToThePrintedOne) {
  const std::string page = text_of(book() / "06_rope.html");
  const std::size_t own = page.find("My own, and still"), printed = page.find("Relative, and yet");
  ASSERT_NE(own, std::string::npos);
  ASSERT_NE(printed, std::string::npos);
  EXPECT_LT(page.rfind("data-which=\"own\"", own), own);
  EXPECT_NE(page.find("data-which=\"printed\" hidden", own), std::string::npos);
  EXPECT_NE(page.find("make 06 ARGS=&quot;--seed 7&quot;"), std::string::npos);
  EXPECT_NE(page.find("Your own run drew the same."), std::string::npos);  // turns.svg
  EXPECT_NE(page.find("rope, seed 7</th><td class=\"n\">2.26</td><td class=\"n\">3.12</td>"),
            std::string::npos);
  EXPECT_NE(page.find("<td class=\"n\">a, b</td>"),
            std::string::npos);  // a table without a picture
  const std::string seven = text_of(book() / "07_alibi.html");
  EXPECT_EQ(seven.find("data-which"), std::string::npos);
  EXPECT_EQ(seven.find("long ago"), std::string::npos);
  EXPECT_NE(seven.find("Your own run is older than this picture; <code>make 07</code>"),
            std::string::npos);
}

// The project's own pages, with one line of one of them changed.
TEST_F(Book, APageThatIsNotUnderstoodIsNamedWithItsLine) {
  const fs::path folder = fresh_folder();
  fs::create_directories(folder / "book");
  fs::create_directories(folder / "project/data");
  for (const char* part : {"lessons", "src", "data/README.md"})
    fs::copy(kProject / part, folder / "project" / part, fs::copy_options::recursive);
  std::ofstream(folder / "project/lessons/01_tensors_and_gradients.md", std::ios::app)
      << "\n> a quotation\n";
  const std::string text = text_of(folder / "project/lessons/01_tensors_and_gradients.md");
  const auto line = std::ranges::count(text, '\n');
  expect_error<UserError>(
      [&] {
        write_book({folder / "project", "none", "none", folder / "book"});
      },
      concat("lessons/01_tensors_and_gradients.md:", line, ": a line that begins with >"));
  fs::remove_all(folder);
}

TEST_F(Book, ItsProgramRefusesWrongArgumentsInOneLine) {
  const fs::path folder = fresh_folder();
  for (const std::string arguments : {"--pages 3", "--project .", "--out /dev/null/book"}) {
    const ProgramRun run = run_command(lesson_program("make_book") + " " + arguments, folder);
    EXPECT_EQ(run.exit_code, 2) << arguments;
    EXPECT_EQ(std::ranges::count(run.error, '\n'), 1) << run.error;
    EXPECT_TRUE(run.error.starts_with("make_book: ")) << run.error;
  }
}

// ---- in a browser

TEST_F(Book, EveryPageStandsUpToABrowser) {
  if (!has_browser()) GTEST_SKIP() << "chromium is not installed";
  std::string todo;
  int sources = 0;
  for (const fs::path& page : pages()) {
    const std::string name = page.filename().string();
    if (name.starts_with("source_") && ++sources > 3) continue;  // they are all alike
    for (const int width : {360, 1200})
      for (const char* theme : {"light", "dark"})
        todo += concat("{page:'", name, "',width:", width, ",theme:'", theme, "'},");
  }
  const fs::path check = book() / "check.html";
  write(check,
        concat("<!DOCTYPE html><meta charset=\"utf-8\"><body><pre id=\"report\"></pre><script>"
               "const todo=[",
               todo, "];\n", text_of(kProject / "tests/book/check_pages.js"), "</script>"));
  const BrowserPage page = browse(check, 1300, "", "--virtual-time-budget=120000");
  fs::remove(check);
  const std::size_t from = page.dom.find("<pre id=\"report\">");
  ASSERT_NE(from, std::string::npos) << page.dom.substr(0, 500) << page.log;
  const std::string report = page.dom.substr(from + 17, page.dom.find("</pre>", from) - from - 17);
  EXPECT_TRUE(std::regex_match(report, std::regex("examined [0-9]+"))) << report;
  std::istringstream lines(page.log);
  for (std::string line; std::getline(lines, line);)
    EXPECT_EQ(line.find("CONSOLE"), std::string::npos) << line;
}

TEST_F(Book, OpensInUnderASecond) {
  if (!has_browser()) GTEST_SKIP() << "chromium is not installed";
  // What the browser needs to start is not the book's: the page tells its own time. The second is
  // the page with most to compute.
  const fs::path check = book() / "time.html";
  for (const std::string page : {"index.html", "02_order_blindness.html"}) {
    write(check, concat("<!DOCTYPE html><body><p id=\"told\"></p><iframe src=\"", page,
                        "\"></iframe><script>onload=()=>{const t=document.querySelector('iframe')"
                        ".contentWindow.performance.getEntriesByType('navigation')[0];"
                        "told.textContent='in '+Math.round(t.loadEventStart)}</script>"));
    int best = 1'000'000;  // of three, since other tests may keep the machine busy
    for (int attempt = 0; attempt < 3 && best >= 1000; ++attempt) {
      const std::string dom = browse(check, 1200, "", "--virtual-time-budget=60000").dom;
      std::smatch found;
      ASSERT_TRUE(std::regex_search(dom, found, std::regex("in ([0-9]+)"))) << dom;
      best = std::min(best, std::stoi(found[1]));
    }
    EXPECT_LT(best, 1000) << page;
  }
  fs::remove(check);
}

TEST_F(Book, PrintsAsAPdf) {
  if (!has_browser()) GTEST_SKIP() << "chromium is not installed";
  const fs::path pdf = fresh_folder() / "lesson.pdf";
  browse(book() / "06_rope.html", 1200, "",
         "--no-pdf-header-footer --print-to-pdf='" + pdf.string() + "'");
  ASSERT_TRUE(fs::exists(pdf));
  EXPECT_TRUE(text_of(pdf).starts_with("%PDF"));
  EXPECT_GT(fs::file_size(pdf), 50'000U);
}

}  // namespace
}  // namespace whereabouts
