// Pages of Markdown: what becomes of each construct, and what is refused with its line.
#include "book/markdown.h"

#include <gtest/gtest.h>

#include "book/markdown_text.h"
#include "helpers.h"
#include "util/check.h"

namespace whereabouts {
namespace {

MarkdownHooks hooks() {
  return {.link = [](const std::string& target) { return "to:" + target; },
          .picture = [](const std::string& file,
                        const std::string& alternative) { return file + "|" + alternative + "\n"; },
          .code = [](const std::string& kind, const std::string& text,
                     const std::string& below) { return kind + "|" + text + "|" + below + "\n"; },
          .figure = [](const std::string& name) -> std::string {
            check_argument(name == "tape", "figure", "there is no figure ", name);
            return "figure " + name + "\n";
          }};
}

std::string html(const std::string& text) {
  return markdown_to_html(text, "page.md", hooks()).html;
}

struct Case {
  const char *markdown, *html;
};

TEST(Markdown, EachConstructBecomesItsElement) {
  const Case cases[] = {
      {"one\ntwo\n\nthree\n", "<p>one\ntwo</p>\n<p>three</p>\n"},
      {"**bold *both* bold** *slanted*\n",
       "<p><strong>bold <em>both</em> bold</strong> <em>slanted</em></p>\n"},
      {"3 * 4 and a_b and x < 3 & y\n", "<p>3 * 4 and a_b and x &lt; 3 &amp; y</p>\n"},
      {"3.50\\* and `a*b <c>`\n", "<p>3.50* and <code>a*b &lt;c&gt;</code></p>\n"},
      {"`make 6 --x-y` and $x$.\n",
       "<p><code>make 6 <span class=\"held\">--x-y</span></code> and <span class=\"held\"><math "
       "alttext=\"x\"><mrow><mi>x</mi></mrow></math>.</span></p>\n"},
      {"[a *b*](c.md#d) and [1, 2]\n",
       "<p><a href=\"to:c.md#d\">a <em>b</em></a> and [1, 2]</p>\n"},
      {"- one\n  more\n- two\n", "<ul>\n<li>one\nmore</li>\n<li>two</li>\n</ul>\n"},
      {"1. one\n2. two\n", "<ol>\n<li>one</li>\n<li>two</li>\n</ol>\n"},
      {"---\n", "<hr>\n"},
      {"```sh\nmake 06\n```\n\n![A plot](images/a.svg)\n",
       "sh|make 06\n|images/a.svg\nimages/a.svg|A plot\n"},
      {"<!-- figure: tape -->\n", "figure tape\n"},
      {"<details><summary>Answer</summary>\n\nyes\n\n</details>\n",
       "<details><summary>Answer</summary>\n<p>yes</p>\n</details>\n"},
  };
  for (const Case& c : cases) EXPECT_EQ(html(c.markdown), c.html) << c.markdown;
}

TEST(Markdown, FormulasStandInTheTextAndOnLinesOfTheirOwn) {
  EXPECT_NE(html("so $x_i$ is\n").find("so <math alttext=\"x_i\">"), std::string::npos);
  EXPECT_NE(html("$$\nx\n$$\n").find("<math display=\"block\" alttext=\"x\">"), std::string::npos);
}

TEST(Markdown, ATableHasAHeadAndAlignsColumnsOfNumbers) {
  const std::string table = html("| a | b |\n|---|---|\n| x \\| y | 1.5 (1 to 2) |\n");
  EXPECT_NE(table.find("<th scope=\"col\">a</th><th scope=\"col\" class=\"n\">b</th>"),
            std::string::npos)
      << table;
  EXPECT_NE(
      table.find("<th scope=\"row\" class=\"held\">x | y</th> <td class=\"n\">1.5 (1 to 2)</td>"),
      std::string::npos)
      << table;
}

TEST(Markdown, SectionsHaveTheAnchorsOfGitHubAndTheirText) {
  const MarkdownPage page = markdown_to_html(
      "# 06. RoPE: `a b`\n\nfirst *words* < 3\n\n## Why\n\nsecond\n\n## Why\n", "page.md", {});
  ASSERT_EQ(page.sections.size(), 3U);
  EXPECT_EQ(page.sections[0].heading, "06. RoPE: a b");
  EXPECT_EQ(page.sections[0].id, "06-rope-a-b");
  EXPECT_EQ(page.sections[0].text, "first words < 3");
  EXPECT_EQ(page.sections[1].id, "why");
  EXPECT_EQ(page.sections[2].id, "why-1");
  EXPECT_EQ(page.sections[2].level, 2);
}

struct Wrong {
  const char *markdown, *says;
};

TEST(Markdown, WhatIsNotKnownIsRefusedWithItsLine) {
  const Wrong wrongs[] = {
      {"fine\n\n> quoted\n", "page.md:3: a line that begins with >"},
      {"#missing\n", "page.md:1: a heading has"},
      {"one\n\n```sh\nx\n", "page.md:3: this block of code is not closed"},
      {"a\nb `c\n", "page.md:2: a piece of code is not closed"},
      {"a **b\n", "page.md:1: ** is not closed"},
      {"a <b>c</b>\n", "page.md:1: HTML within a text"},
      {"a _b_\n", "page.md:1: emphasis is written with *"},
      {"a &lt; b\n", "page.md:1: write the character itself"},
      {"a\n1. b\n", "page.md:2: a list within a paragraph"},
      {"- a\n  - b\n", "page.md:2: a block within a list"},
      {"- a\nb\n", "page.md:2: an empty line must follow a list"},
      {"| a | b |\n|---|---|\n| 1 |\n", "page.md:3: 1 cells for 2 columns"},
      {"| a |\n| b |\n", "page.md:2: the second line of a table"},
      {"a $x $ b\n", "page.md:1: GitHub reads a formula only where"},
      {"costs 5$x$\n", "page.md:1: GitHub reads a formula only where"},
      {"x\n\n$$\na\n\\oops\n$$\n", "page.md:5: the command \\oops is not known"},
      {"a\n$\\oops$\n", "page.md:2: the command \\oops is not known"},
      {"<!-- figure: nothing -->\n", "page.md:1: [figure] there is no figure nothing"},
      {"<!-- a comment -->\n", "page.md:1: a line that begins with <"},
      {"<details><summary>A</summary>\n", "<details> is not closed"},
      {"![](a.svg)\n", "page.md:1: a picture needs an alternative text"},
      {"a\n---\n", "page.md:2: a rule right below"},
  };
  for (const Wrong& wrong : wrongs) {
    SCOPED_TRACE(wrong.markdown);
    expect_error<UserError>([&] { html(wrong.markdown); }, wrong.says);
  }
}

TEST(Markdown, TextOfHtmlIsWhatCanBeRead) {
  EXPECT_EQ(text_of_html("<p>a &lt; <em>b</em> &amp; &quot;c&quot;</p>\n"), "a < b & \"c\"");
}

}  // namespace
}  // namespace whereabouts
