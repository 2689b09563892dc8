#include "text/spelling.h"

#include <algorithm>
#include <array>

#include "text/utf8.h"
#include "util/check.h"

namespace whereabouts {
namespace {

// The combining marks, each with the sign that stands for it below.
struct Mark {
  char sign;
  char32_t code;
};
constexpr std::array<Mark, 25> kMarks = {{
    {'`', 0x0300}, {'\'', 0x0301}, {'^', 0x0302}, {'~', 0x0303}, {'-', 0x0304},
    {'u', 0x0306}, {'.', 0x0307},  {':', 0x0308}, {'q', 0x0309}, {'o', 0x030A},
    {'=', 0x030B}, {'v', 0x030C},  {'g', 0x030F}, {'n', 0x0311}, {'h', 0x031B},
    {'d', 0x0323}, {'D', 0x0324},  {'R', 0x0325}, {',', 0x0326}, {'c', 0x0327},
    {';', 0x0328}, {'A', 0x032D},  {'U', 0x032E}, {'T', 0x0330}, {'_', 0x0331},
}};

// 32 letters from `first` on: what each is made of. A space where there is no letter with a mark.
struct Row {
  char32_t first;
  std::u32string_view letters;
  std::string_view marks;
};
// clang-format off
constexpr std::array<Row, 19> kRows = {{
    {0x00C0, U"AAAAAA CEEEEIIII NOOOOO  UUUUY  ",
     "`'^~:o c`'^:`'^: ~`'^~:  `'^:'  "},
    {0x00E0, U"aaaaaa ceeeeiiii nooooo  uuuuy y",
     "`'^~:o c`'^:`'^: ~`'^~:  `'^:' :"},
    {0x0100, U"AaAaAaCcCcCcCcDd  EeEeEeEeEeGgGg",
     "--uu;;''^^..vvvv  --uu..;;vv^^uu"},
    {0x0120, U"GgGgHh  IiIiIiIiI   JjKk LlLlLl ",
     "..cc^^  ~~--uu;;.   ^^cc ''ccvv "},
    {0x0140, U"   NnNnNn   OoOoOo  RrRrRrSsSsSs",
     "   ''ccvv   --uu==  ''ccvv''^^cc"},
    {0x0160, U"SsTtTt  UuUuUuUuUuUuWwYyYZzZzZz ",
     "vvccvv  ~~--uuoo==;;^^^^:''..vv "},
    {0x01A0, U"Oo             Uu               ",
     "hh             hh               "},
    {0x01C0, U"             AaIiOoUuÜüÜüÜüÜü Ää",
     "             vvvvvvvv--''vv`` --"},
    {0x01E0, U"ȦȧÆæ  GgKkOoǪǫƷʒj   Gg  NnÅåÆæØø",
     "----  vvvv;;--vvv   ''  ``''''''"},
    {0x0200, U"AaAaEeEeIiIiOoOoRrRrUuUuSsTt  Hh",
     "ggnnggnnggnnggnnggnnggnn,,,,  vv"},
    {0x0220, U"      AaEeÖöÕõOoȮȯYy            ",
     "      ..cc----..----            "},
    {0x1E00, U"AaBbBbBbÇçDdDdDdDdDdĒēĒēEeEeȨȩFf",
     "RR..dd__''..dd__ccAA``''AATTuu.."},
    {0x1E20, U"GgHhHhHhHhHhIiÏïKkKkKkLlḶḷLlLlMm",
     "--..dd::ccUUTT''''dd__dd--__AA''"},
    {0x1E40, U"MmMmNnNnNnNnÕõÕõŌōŌōPpPpRrRrṚṛRr",
     "..dd..dd__AA''::``''''....dd--__"},
    {0x1E60, U"SsSsŚśŠšṢṣTtTtTtTtUuUuUuŨũŪūVvVv",
     "..dd........dd__AADDTTAA''::~~dd"},
    {0x1E80, U"WwWwWwWwWwXxXxYyZzZzZzhtwy ſ    ",
     "``''::..dd..::..^^dd___:oo .    "},
    {0x1EA0, U"AaAaÂâÂâÂâÂâẠạĂăĂăĂăĂăẠạEeEeEeÊê",
     "ddqq''``qq~~^^''``qq~~uuddqq~~''"},
    {0x1EC0, U"ÊêÊêÊêẸẹIiIiOoOoÔôÔôÔôÔôỌọƠơƠơƠơ",
     "``qq~~^^qqddddqq''``qq~~^^''``qq"},
    {0x1EE0, U"ƠơƠơUuUuƯưƯưƯưƯưƯưYyYyYyYy      ",
     "~~ddddqq''``qq~~dd``ddqq~~      "},
}};
// clang-format on

char32_t mark_of(char sign) {
  for (const Mark& mark : kMarks)
    if (mark.sign == sign) return mark.code;
  return 0;
}

}  // namespace

std::optional<TwoPart> taken_apart(char32_t c) {
  for (const Row& row : kRows) {
    if (c < row.first || c - row.first >= row.letters.size()) continue;
    const std::size_t i = c - row.first;
    if (row.marks[i] != ' ') return TwoPart{row.letters[i], mark_of(row.marks[i])};
  }
  return {};
}

std::u32string fully_apart(char32_t c) {
  std::u32string marks;
  std::optional<TwoPart> parts;
  while ((parts = taken_apart(c))) {
    marks.insert(marks.begin(), parts->mark);
    c = parts->letter;
  }
  return c + marks;
}

char32_t put_together(char32_t letter, char32_t mark) {
  for (const Row& row : kRows) {
    for (std::size_t i = 0; i < row.letters.size(); ++i)
      if (row.marks[i] != ' ' && row.letters[i] == letter && mark_of(row.marks[i]) == mark)
        return row.first + static_cast<char32_t>(i);
  }
  return 0;
}

std::string other_spelling(std::span<const char32_t> vocabulary, std::u32string_view text,
                           std::size_t place) {
  const auto known = [&](char32_t c) { return std::ranges::binary_search(vocabulary, c); };
  std::u32string pieces = fully_apart(text[place]);
  if (const auto two = taken_apart(text[place]); two && !std::ranges::all_of(pieces, known))
    pieces = {two->letter, two->mark};
  if (pieces.size() > 1 && std::ranges::all_of(pieces, known)) {
    std::string names = describe(pieces[0]);
    for (std::size_t i = 1; i < pieces.size(); ++i)
      names += (i + 1 < pieces.size() ? ", " : " and ") + describe(pieces[i]);
    return "the text writes it as " + names;
  }
  std::size_t letter = place;
  while (letter > 0 && is_combining(text[letter])) --letter;
  char32_t one = text[letter];
  for (std::size_t i = letter + 1; i < text.size() && is_combining(text[i]); ++i) {
    const char32_t before = one;
    one = put_together(before, text[i]);
    if (one == 0) return "";
    if (i >= place && known(one))
      return concat("the text writes ", describe(before), " and ", describe(text[i]),
                    " as one character, ", describe(one));
  }
  return "";
}

}  // namespace whereabouts
