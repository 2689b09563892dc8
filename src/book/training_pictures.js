// The pictures of the figure that trains: several curves with their names at their ends.
(function (w) {
  "use strict";

  // Curves, each {spots: [[x, y]], style, name, dots}, in a frame that is as wide as its place.
  w.plot = (svg, p) => {
    const width = w.clamp(svg.parentNode.clientWidth, 260, 520);
    const height = Math.max(240, width * 0.6);
    const named = p.curves.filter((c) => c.name && c.spots.length > 0);
    const right = width - 14 - Math.max(0, ...named.map((c) => 7 * c.name.length + 4));
    const box = { left: 46, right, top: 30, bottom: height - 48 };
    const x = w.scale(...p.x, box.left, box.right, p.log);
    const y = w.scale(...p.y, box.bottom, box.top);
    let out = "";
    if (p.until)
      out = w.rect(box.left, box.top, x(p.until) - box.left, box.bottom - box.top, "shade") +
        w.text(x(p.until) - 6, box.bottom - 7, "trained", "tick", "end");
    const ticks = w.ticks(...p.y, 5), decimals = ticks.some((t) => t % 1 !== 0) ? 1 : 0;
    out += w.axes(box, x, y, p.xTicks, w.labelled(ticks, decimals), p.xLabel, p.yLabel);
    let drawn = "";
    for (const c of p.curves) {
      const spots = c.spots.map(([a, b]) => [x(a), y(w.clamp(b, ...p.y))]);
      drawn += w.path(spots, "curve " + c.style);
      if (c.dots) drawn += spots.map((s) => w.circle(...s, 3.6, "dot " + c.style)).join("");
    }
    // Names at the ends of their curves, pushed apart from below upwards and then into the frame.
    const last = (c) => c.spots[c.spots.length - 1];
    const ends = named.map((c) => ({ c, at: y(w.clamp(last(c)[1], ...p.y)) }))
      .sort((a, b) => b.at - a.at);
    ends.forEach((e, i) => { if (i > 0) e.at = Math.min(e.at, ends[i - 1].at - 15); });
    const over = ends.length > 0 ? box.top - ends[ends.length - 1].at : 0;
    if (over > 0) ends.forEach((e) => { e.at += over; });
    for (const { c, at } of ends)
      drawn += w.text(x(last(c)[0]) + 8, Math.min(at + 4, box.bottom - 5), c.name,
                      "name " + c.style);
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    svg.setAttribute("width", width);
    svg.setAttribute("height", height);
    svg.querySelector(".drawing").innerHTML = out + drawn;
  };

  // A curve of hundreds of noisy losses, each the mean of those around it.
  w.smooth = (losses) => {
    const reach = Math.floor(losses.length / 50);
    return losses.map((_, i) => {
      const near = losses.slice(Math.max(0, i - reach), i + reach + 1);
      return [i + 1, near.reduce((a, b) => a + b, 0) / near.length];
    });
  };
})(window.whereabouts);
