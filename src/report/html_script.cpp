#include "report/html_script.h"

namespace whereabouts {

std::string_view html_script() {
  return R"js((function () {
"use strict";
// The first number of a cell; what has none sorts last, or by its words in a column of words.
function key(cell) {
  const words = cell ? cell.firstChild ? cell.firstChild.textContent : "" : "";
  const found = words.replace(/,/g, "").match(/^[-+]?\d+(\.\d+)?/);
  return { words: words, number: found ? Number(found[0]) : NaN };
}
function sort(table, column, falling) {
  const body = table.tBodies[0];
  const rows = [...body.rows].map((row) => ({ row: row, ...key(row.cells[column]) }));
  const numbers = rows.every((r) => r.words === "" || !isNaN(r.number));
  rows.sort(function (a, b) {
    if (!numbers) return (falling ? -1 : 1) * a.words.localeCompare(b.words);
    if (isNaN(a.number) || isNaN(b.number)) return isNaN(a.number) - isNaN(b.number);
    return (falling ? -1 : 1) * (a.number - b.number);
  });
  rows.forEach((r) => body.append(r.row));
  [...table.rows[0].cells].forEach((head, i) => i === column ?
    head.setAttribute("aria-sort", falling ? "descending" : "ascending") :
    head.removeAttribute("aria-sort"));
}
document.querySelectorAll(".wide table").forEach(function (table) {
  if (table.tBodies[0].rows.length < 2) return;
  [...table.rows[0].cells].forEach(function (head, column) {
    const button = document.createElement("button");
    button.type = "button";
    button.title = "Sort by this column";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () =>
      sort(table, column, head.getAttribute("aria-sort") === "ascending"));
  });
});
document.querySelectorAll(".pic").forEach(function (picture) {
  const series = [...picture.querySelectorAll(".series")];
  if (series.length < 2) return;
  const choice = document.createElement("fieldset"), legend = document.createElement("legend");
  choice.className = "choice";
  legend.textContent = "Curves, on one axis so that choices compare";
  choice.append(legend);
  function box(name, style, show) {
    const label = document.createElement("label"), input = document.createElement("input");
    input.type = "checkbox";
    input.checked = true;
    input.addEventListener("change", () => show(input.checked));
    label.className = style;
    label.append(input, " " + name);
    choice.append(label);
    return input;
  }
  const inputs = series.map((s) => box(s.dataset.name, s.classList[1],
    (shown) => { s.style.display = shown ? "" : "none"; }));
  const bands = [...picture.querySelectorAll(".band")];
  if (bands.length > 0)
    box("lowest to highest seed", "", (shown) => bands.forEach((band) => {
      band.style.display = shown ? "" : "none";
    }));
  for (const all of [true, false]) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = all ? "all" : "none";
    button.addEventListener("click", () => inputs.forEach((input) => {
      input.checked = all;
      input.dispatchEvent(new Event("change"));
    }));
    choice.append(button);
  }
  picture.before(choice);
});
// What can be scrolled sideways fades where there is more.
document.querySelectorAll(".wide, .pic").forEach(function (box) {
  const fade = () =>
    box.classList.toggle("more", box.scrollLeft + box.clientWidth < box.scrollWidth - 2);
  box.addEventListener("scroll", fade, { passive: true });
  window.addEventListener("resize", fade);
  fade();
});
})();
)js";
}

}  // namespace whereabouts
