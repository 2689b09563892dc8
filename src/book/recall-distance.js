// Made-up names said again: the share of their characters that is right, by the distance to the
// last mention, for any choice of schemes.
(function (w) {
  "use strict";
  const data = w.data("recall-distance");
  w.start("recall-distance", (v, width) => {
    const narrow = width < 450, margin = narrow ? 10 : 24;
    const box = { left: 44, right: width - (narrow ? 114 : 118), top: 40, bottom: 350 };
    const n = data.distances.length, chosen = data.schemes.filter((scheme) => v[scheme.name]);
    const x = w.scale(0, n - 1, box.left + margin, box.right - margin);
    const y = w.scale(0, 1, box.bottom, box.top);
    let out = w.axes(box, x, y, data.distances.map((d, i) =>
      [i, narrow ? d.replace(/ to .*/, "+") : d]), w.labelled([0, 0.25, 0.5, 0.75, 1], 2),
      "characters back" + (narrow ? "" : " to the last mention"), "share right");
    if (data.guess)
      out += w.rect(box.left, y(data.guess[1]), box.right - box.left,
        Math.max(2, y(data.guess[0]) - y(data.guess[1])), "band faint") +
        w.text(box.left + 4, y(data.guess[0]) + 15, "guessing", "tick");
    const labels = [];
    for (const scheme of chosen) {
      const number = data.schemes.indexOf(scheme), style = "s" + number % 8;
      const spots = scheme.right.map((share, i) => share === null ? null : [x(i), y(share[0])]);
      const there = spots.filter((s) => s);
      if (there.length === 0) continue;
      out += `<g class="${style}">` + w.path(there, w.curveStyle(number));
      spots.forEach((s, i) => {
        const [, low, high] = scheme.right[i] || [];
        if (s && v.bands && low < high)  // lowest and highest seed
          out += w.path([[s[0], y(low)], [s[0], y(high)]], "curve thin");
        if (s) out += w.circle(...s, 4, "dot");
      });
      out += "</g>";
      labels.push([there[there.length - 1][1] + 4, scheme.name, style]);
    }
    for (const [at, name, style] of w.apart(labels, 16, box.bottom + 4))
      out += w.text(box.right + 4, at, name, "name " + style);
    const said = chosen.map((s) => `${s.name} ${s.right.map((r) =>
      r === null ? "-" : w.fixed(r[0], 2)).join(", ")}`);
    return {
      height: box.bottom + 46,
      picture: out,
      reading: chosen.length === 0 ? "No scheme is chosen." :
        `From near to far: ${said.join("; ")}.`,
    };
  });
})(window.whereabouts);
