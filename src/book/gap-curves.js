// The gap of schemes by the length of the context: any choice of them, each with its interval.
(function (w) {
  "use strict";
  const data = w.data("gap-curves");
  w.start("gap-curves", (v, width) => {
    const box = { left: 44, right: width - 110, top: 40, bottom: 360 };
    const from = Math.min(...data.lengths), to = Math.max(...data.lengths);
    const chosen = data.schemes.filter((scheme) => v[scheme.name]);
    const of = (scheme) => data.lengths.map((length, i) => [length, scheme.gap[i]])
      .filter(([, gap]) => gap);
    const all = chosen.flatMap((s) => of(s).flatMap(([, g]) => [g[1], g[2]]));
    const high = Math.max(0.1, ...all), low = Math.min(-0.05, ...all);
    const x = w.scale(from, to, box.left, box.right, true);
    const y = w.scale(low - (high - low) * 0.03, high + (high - low) * 0.03, box.bottom, box.top);
    const yTicks = w.ticks(low, high, 6), fine = yTicks.some((t) => Math.round(t * 10) / 10 !== t);
    let out = w.axes(box, x, y, w.labelled(w.powers(from, to)), w.labelled(yTicks, fine ? 2 : 1),
      "characters of context", "gap in bits per character") +
      w.line(x(data.trained), box.top, x(data.trained), box.bottom, "mark") +
      w.text(x(data.trained) + 6, box.top + 12, "trained: " + data.trained, "tick");
    const labels = [];
    for (const scheme of chosen) {
      const number = data.schemes.indexOf(scheme), style = "s" + number % 8;
      const points = of(scheme);
      const edge = (i) => points.map(([length, gap]) => [x(length), y(gap[i])]);
      if (v.bands)
        out += `<g class="${style}">` + w.path([...edge(1), ...edge(2).reverse()], "band", true) +
          "</g>";
      out += `<g class="${style}">` + w.path(edge(0), w.curveStyle(number)) +
        edge(0).map((s) => w.circle(...s, 3.4, "dot")).join("") + "</g>";
      labels.push([edge(0)[points.length - 1][1] + 4, scheme.name, style]);
    }
    for (const [at, name, style] of w.apart(labels, 16, box.bottom + 4))
      out += w.text(box.right + 8, at, name, "name " + style);
    const sign = (g) => (g >= 0 ? "+" : "") + w.fixed(g, 2);
    const last = chosen.map((s) => [s.name, of(s)[of(s).length - 1]])
      .sort((a, b) => a[1][1][0] - b[1][1][0])
      .map(([name, [, g]]) => `${name} ${sign(g[0])}` +
        (g[1] < g[2] ? ` (${sign(g[1])} to ${sign(g[2])})` : ""));
    return {
      height: box.bottom + 46,
      picture: out,
      reading: chosen.length === 0 ? "No scheme is chosen." :
        `At ${to} characters: ${last.join(", ")}.`,
    };
  });
})(window.whereabouts);
