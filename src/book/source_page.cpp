#include "book/source_page.h"

#include <sstream>
#include <vector>

#include "report/svg_canvas.h"
#include "util/check.h"
#include "util/file.h"

namespace whereabouts {
namespace {

namespace files = std::filesystem;

// The file that  #include "NAME"  in this line names, as a path below the project, or nothing.
std::string included(const files::path& project, const std::string& path, const std::string& line) {
  constexpr std::string_view kInclude = "#include \"";
  if (!line.starts_with(kInclude)) return "";
  const std::string name =
      line.substr(kInclude.size(), line.find('"', kInclude.size()) - kInclude.size());
  for (const files::path& candidate :
       {files::path("src") / name, files::path(path).parent_path() / name})
    if (files::exists(project / candidate)) return candidate.lexically_normal().generic_string();
  return "";
}

std::string text_at(const files::path& file) { return read_file(file.string(), "a source"); }

}  // namespace

std::string source_page_name(const std::string& path) {
  std::string name = concat("source_", path, ".html");
  for (char& c : name)
    if (c == '/') c = '_';
  return name;
}

std::set<std::string> sources_from(const files::path& project, const std::set<std::string>& roots) {
  std::set<std::string> found;
  std::vector<std::string> open(roots.begin(), roots.end());
  while (!open.empty()) {
    const std::string path = open.back();
    open.pop_back();
    if (!found.insert(path).second) continue;
    std::istringstream lines(text_at(project / path));
    for (std::string line; std::getline(lines, line);)
      if (const std::string next = included(project, path, line); !next.empty())
        open.push_back(next);
    if (path.ends_with(".h"))
      if (const std::string beside = path.substr(0, path.size() - 1) + "cpp";
          path.starts_with("src/") && files::exists(project / beside))
        open.push_back(beside);
  }
  return found;
}

std::string source_html(const files::path& project, const std::string& path,
                        const std::set<std::string>& known) {
  std::istringstream lines(text_at(project / path));
  std::string html = "<pre class=\"source\" tabindex=\"0\"><code>";
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    const std::string next = included(project, path, line);
    std::string text = xml_escaped(line);
    const std::size_t comment = line.find("//");
    if (!next.empty() && known.contains(next))
      text = concat("#include <a href=\"", source_page_name(next), "\">",
                    xml_escaped(line.substr(9)), "</a>");
    else if (comment != line.npos && (comment == 0 || line[comment - 1] == ' '))
      text = concat(xml_escaped(line.substr(0, comment)), "<i>", xml_escaped(line.substr(comment)),
                    "</i>");
    html += concat("<span id=\"L", ++number, "\">", text, "\n</span>");
  }
  return html + "</code></pre>\n";
}

}  // namespace whereabouts
