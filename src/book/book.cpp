#include "book/book.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "book/figures.h"
#include "book/inline_picture.h"
#include "book/markdown.h"
#include "book/own_run.h"
#include "book/page_frame.h"
#include "book/source_page.h"
#include "book/training.h"
#include "report/svg_canvas.h"
#include "util/check.h"
#include "util/file.h"
#include "util/write_file.h"

namespace whereabouts {
namespace {

namespace files = std::filesystem;

// A page of Markdown: lessons/06_rope.md is "06_rope" here, and 06_rope.html in the book.
struct CoursePage {
  std::string path;  ///< below the project
  std::string name, title, question;
  MarkdownPage page = {};
};

std::string text_of_page(const files::path& project, const std::string& path) {
  return read_file((project / path).string(), "a page");
}

// The title: the first heading.
std::string title_of(const std::string& text) {
  return text.starts_with("# ") ? text.substr(2, text.find('\n') - 2) : std::string();
}

// "Which question?" of the row of a lesson in the route.
std::string question_of(const std::string& route, const std::string& name) {
  const std::size_t row = route.find(concat("](", name, ".md) | "));
  if (row == route.npos) return "";
  const std::size_t from = route.find("| ", row) + 2;
  return route.substr(from, route.find(" |", from) - from);
}

class BookWriter {
 public:
  explicit BookWriter(const BookFolders& folders) : folders_(folders) {}

  BookMade write() {
    find_pages();
    for (CoursePage& page : pages_) convert(page);
    write_sources();
    write_index();
    std::vector<SearchEntry> to_search;
    for (const CoursePage& page : pages_)
      for (const MarkdownSection& section : page.page.sections)
        to_search.push_back(
            {page.title, concat(page.name, ".html#", section.id), section.heading, section.text});
    write_file(folders_.book / "search.js", search_script(to_search));
    for (const char* name : {"book.css", "book.js"})
      write_file(folders_.book / name,
                 read_file((folders_.project / "src/book" / name).string(), "a part of the book"));
    return made_;
  }

 private:
  void find_pages() {
    const std::string route = text_of_page(folders_.project, "lessons/README.md");
    std::vector<std::string> names;
    for (const auto& entry : files::directory_iterator(folders_.project / "lessons"))
      if (entry.path().extension() == ".md" && entry.path().stem() != "README")
        names.push_back(entry.path().stem().string());
    std::ranges::sort(names);
    for (const std::string& name : names) {
      const std::string path = concat("lessons/", name, ".md");
      pages_.push_back(
          {path, name, title_of(text_of_page(folders_.project, path)), question_of(route, name)});
    }
    made_.lessons = static_cast<int>(names.size());
    pages_.push_back({"lessons/README.md", "route", "The course", ""});
    pages_.push_back({"data/README.md", "data", "The texts", ""});
  }

  const CoursePage* page_at(const std::string& path) const {
    const auto found = std::ranges::find(pages_, path, &CoursePage::path);
    return found == pages_.end() ? nullptr : &*found;
  }

  // The address in the book of what a page links to.
  std::string address(const CoursePage& from, const std::string& target) {
    if (target.starts_with("https://") || target.starts_with("#")) return target;
    const std::size_t mark = std::min(target.find('#'), target.size());
    const std::string path = (files::path(from.path).parent_path() / target.substr(0, mark))
                                 .lexically_normal()
                                 .generic_string();
    if (const CoursePage* page = page_at(path))
      return concat(page->name, ".html", target.substr(mark));
    check_user(files::is_regular_file(folders_.project / path), "there is no file ", path);
    sources_.insert(path);
    return source_page_name(path);
  }

  std::string switched(const std::string& own, const std::string& printed) const {
    return concat(
        "<div class=\"switch\" role=\"group\" aria-label=\"Which run\"><button "
        "type=\"button\" data-show=\"own\" aria-pressed=\"true\">your run</button><button "
        "type=\"button\" data-show=\"printed\" aria-pressed=\"false\">as printed"
        "</button></div>\n<div data-which=\"own\">",
        own, "</div>\n<div data-which=\"printed\" hidden>", printed, "</div>\n");
  }

  std::string pictured(const std::string& svg) const {
    return concat("<div class=\"pic\" tabindex=\"0\">", svg, "</div>");
  }

  // A picture, with the reader's own before it where there is another.
  std::string picture(const CoursePage& page, PictureStyles& styles, const std::string& file,
                      const std::string& alternative) {
    const std::string path = (files::path(page.path).parent_path() / file).generic_string();
    const std::string svg = text_of_page(folders_.project, path);
    const files::path own =
        own_picture(folders_.results, page.name, files::path(file).filename().string());
    std::string inside = pictured(styles.inlined(svg, alternative));
    std::string more;
    if (files::exists(own)) {
      const std::string drawn = read_file(own.string(), "a picture");
      const std::string command = xml_escaped(own_command(own.parent_path()));
      if (drawn == svg) {
        more = " <span class=\"same\">Your own run drew the same.</span>";
      } else if (!is_newer(own, folders_.project / path)) {
        more = concat(" <span class=\"same\">Your own run is older than this picture; <code>",
                      command, "</code> draws it anew.</span>");
      } else {
        ++made_.own_pictures;
        inside = switched(concat(pictured(styles.inlined(drawn, concat("Your run: ", alternative))),
                                 "<p class=\"quiet\">Drawn by your run, <code>", command,
                                 "</code>. The words around it are about the printed one.</p>"),
                          inside);
      }
    }
    return concat("<figure class=\"picture\">", inside, "<figcaption>", xml_escaped(alternative),
                  ".", more, "</figcaption></figure>\n");
  }

  // A block of code; output above a picture is switched to the table of the reader's run of it.
  std::string code(const CoursePage& page, const std::string& kind, const std::string& text,
                   const std::string& picture_below) const {
    static const std::map<std::string, const char*> kNames = {
        {"sh", "Commands"}, {"cpp", "C++"}, {"text", "Text"}, {"output", "Output of the lesson"}};
    const auto name = kNames.find(kind.empty() ? "text" : kind.substr(0, kind.find(' ')));
    check_user(name != kNames.end(), "blocks of code of kind \"", kind, "\" are not known");
    const std::string block =
        concat("<pre class=\"", name->first, "\" tabindex=\"0\" role=\"region\" aria-label=\"",
               name->second, "\"><code>", xml_escaped(text), "</code></pre>\n");
    if (name->first != "output" || picture_below.empty()) return block;
    const std::string file = files::path(picture_below).filename().string();
    const files::path table = own_table(own_picture(folders_.results, page.name, file));
    return !is_newer(table, folders_.project / "lessons/images" / file)
               ? block
               : concat("<div class=\"own-table\">", switched(table_of_csv(table), block),
                        "</div>\n");
  }

  void convert(CoursePage& page) {
    PictureStyles styles;
    const MarkdownHooks hooks = {
        .link = [&](const std::string& target) { return address(page, target); },
        .picture =
            [&](const std::string& file, const std::string& alternative) {
              return picture(page, styles, file, alternative);
            },
        .code = [&](const std::string& kind, const std::string& text,
                    const std::string& below) { return code(page, kind, text, below); },
        .figure = [&](const std::string& name) { return figure(name); }};
    std::string text = text_of_page(folders_.project, page.path);
    // The line of links to the neighbours is for GitHub; a page of the book has its own.
    const std::size_t below_title = text.find("\n\n") + 2;
    if (page.path.starts_with("lessons/") && text.substr(below_title).starts_with("[")) {
      const std::size_t end = text.find('\n', below_title);
      const std::string line = text.substr(below_title, end - below_title);
      if (line.find("[the route](README.md)") != line.npos) text.erase(below_title, line.size());
    }
    page.page = markdown_to_html(text, page.path, hooks);
    std::string html = page.page.html;
    const std::string source = concat("lessons/", page.name, ".cpp");
    if (files::exists(folders_.project / source)) {
      sources_.insert(source);
      const std::size_t title_end = html.find("</h1>\n") + 6;
      html.insert(title_end, concat("<p class=\"question\">", xml_escaped(page.question),
                                    "</p>\n<p class=\"source-link\"><a href=\"",
                                    source_page_name(source), "\">", source, "</a></p>\n"));
    }
    html += tables_of_run(page);
    const auto at = &page - pages_.data();
    const auto neighbour = [&](std::ptrdiff_t other) {
      if (at >= made_.lessons || other < 0 || other >= made_.lessons) return PageLink{};
      const CoursePage& its = pages_[other];
      return PageLink{concat(its.name, ".html"), its.title};
    };
    write_file(folders_.book / concat(page.name, ".html"),
               framed({page.title, html, page.page.sections, neighbour(at - 1), neighbour(at + 1),
                       styles.text()}));
  }

  std::string tables_of_run(const CoursePage& page) const {
    std::string html;
    for (const files::path& table : other_tables(folders_.results / page.name))
      html += concat("<details><summary><code>", xml_escaped(table.filename().string()),
                     "</code></summary>\n", table_of_csv(table), "</details>\n");
    if (html.empty()) return "";
    return concat(
        "<section class=\"own-run\"><h2>Tables of your run</h2>\n<p class=\"quiet\"><code>",
        xml_escaped(own_command(folders_.results / page.name)), "</code></p>\n", html,
        "</section>\n");
  }

  std::string figure(const std::string& name) const {
    const files::path scripts = folders_.project / "src/book";
    if (name == "training") return training_section(scripts, folders_.wasm);
    const BookFigure made = book_figure(name, scripts, folders_.results);
    return concat(made.html, "<script>\n", made.script, "</script>\n");
  }

  void write_sources() {
    const std::set<std::string> all = sources_from(folders_.project, sources_);
    std::string list;
    for (const std::string& path : all) {
      write_file(folders_.book / source_page_name(path),
                 framed({path, concat("<h1 class=\"path\">", path, "</h1>\n",
                                      source_html(folders_.project, path, all))}));
      list += concat("<li><a href=\"", source_page_name(path), "\">", path, "</a></li>\n");
    }
    write_file(folders_.book / "sources.html",
               framed({"The sources",
                       concat("<h1>The sources</h1>\n<p>Every file that a page of this book names, "
                              "and what those include.</p>\n<ul class=\"sources\">\n",
                              list, "</ul>\n")}));
    made_.sources = static_cast<int>(all.size());
  }

  void write_index() {
    PictureStyles styles;
    std::string cards;
    for (const CoursePage& page : pages_) {
      if (page.question.empty()) continue;
      cards += concat("<li><a href=\"", page.name, ".html\"><span class=\"number\">",
                      page.name.substr(0, 2), "</span><strong>", xml_escaped(page.title.substr(4)),
                      "</strong><span class=\"quiet\">", xml_escaped(page.question),
                      "</span></a></li>\n");
    }
    const std::string svg = text_of_page(folders_.project, "lessons/images/09_gap.svg");
    const std::string alternative =
        "Bits per character against the length of the context for six schemes, trained on 64 "
        "characters";
    const std::string html = concat(
        "<section class=\"hero\"><div><h1>Whereabouts</h1>\n<p class=\"lead\">How does a "
        "transformer know <em>where</em> each token is, and what happens when the text gets longer "
        "than anything it was trained on?</p>\n<p>Twenty lessons, from a tape of twenty lines to a "
        "positional scheme of your own. Each trains a small transformer in plain C++ and measures "
        "it.</p>\n<p class=\"ways\"><a class=\"button\" href=\"",
        pages_.front().name,
        ".html\">Begin with lesson 01</a> <a href=\"route.html\">The route, notation, "
        "references</a> <a href=\"sources.html\">The sources</a> <a href=\"data.html\">The "
        "texts</a></p></div>\n<figure class=\"picture\">",
        pictured(styles.inlined(svg, alternative)), "<figcaption>", alternative,
        " (<a href=\"09_extrapolation_gap.html\">lesson 09</a>).</figcaption></figure>"
        "</section>\n<h2>The lessons</h2>\n<ol class=\"cards\">\n",
        cards, "</ol>\n<p class=\"quiet\">",
        made_.own_pictures > 0
            ? concat(made_.own_pictures,
                     " pictures of your own runs differ from the printed ones; a "
                     "switch above each shows either.")
            : "After a lesson was run (<code>make 06</code>), <code>make book</code> shows "
              "your pictures and tables beside the printed ones.",
        "</p>\n");
    write_file(folders_.book / "index.html",
               framed({"Whereabouts", html, {}, {}, {}, styles.text()}));
  }

  const BookFolders& folders_;
  std::vector<CoursePage> pages_;
  std::set<std::string> sources_;
  BookMade made_;
};

}  // namespace

BookMade write_book(const BookFolders& folders) { return BookWriter(folders).write(); }

}  // namespace whereabouts
