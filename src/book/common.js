// What every figure of the book uses: numbers to places, pieces of SVG as text, and the way from
// the controls to the picture. The one global object is `whereabouts`.
(function (w) {
  "use strict";
  const round = (v) => Math.round(v * 10) / 10;
  w.escaped = (text) => String(text).replace(/[&<>"]/g,
    (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);
  // "-0.00" is "0.00".
  w.fixed = (v, decimals) => v.toFixed(decimals).replace(/^-(0(\.0*)?)$/, "$1");
  w.clamp = (v, low, high) => Math.min(Math.max(v, low), high);

  w.text = (x, y, words, style = "", anchor = "start") =>
    `<text x="${round(x)}" y="${round(y)}" class="${style}" text-anchor="${anchor}">` +
    `${w.escaped(words)}</text>`;
  w.line = (x1, y1, x2, y2, style) =>
    `<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}" ` +
    `class="${style}"/>`;
  w.path = (spots, style, closed = false) => spots.length === 0 ? "" :
    `<path class="${style}" d="M${spots.map((s) => round(s[0]) + " " + round(s[1])).join("L")}` +
    `${closed ? "Z" : ""}"/>`;
  w.circle = (x, y, r, style) =>
    `<circle cx="${round(x)}" cy="${round(y)}" r="${round(r)}" class="${style}"/>`;
  w.rect = (x, y, width, height, style, more = "") =>
    `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" ` +
    `class="${style}" ${more}/>`;
  // From (x, y) over `length` pixels in the direction `angle`, counted against the clock.
  w.arrow = (x, y, length, angle, style) => {
    const at = (r, a) => [x + r * Math.cos(a), y - r * Math.sin(a)];
    const wide = Math.atan2(5, length - 11), side = Math.hypot(5, length - 11);
    return `<g class="${style}">` + w.path([[x, y], at(length - 10, angle)], "curve") +
      w.path([at(length, angle), at(side, angle - wide), at(side, angle + wide)], "dot", true) +
      "</g>";
  };

  // low .. high to first .. last, straight or by the logarithm.
  w.scale = (low, high, first, last, log = false) => {
    const f = log ? Math.log : (v) => v;
    return (v) => first + (last - first) * (f(v) - f(low)) / (f(high) - f(low));
  };
  // Round numbers inside low .. high, about `wanted` of them.
  w.ticks = (low, high, wanted) => {
    const power = 10 ** Math.floor(Math.log10((high - low) / wanted));
    const step = power * [1, 2, 2.5, 5, 10].find((f) => f * power >= (high - low) / wanted * 0.999);
    const found = [];
    for (let i = Math.ceil(low / step - 1e-9); i * step <= high + 1e-9 * step; ++i)
      found.push(Number((i * step).toPrecision(12)));
    return found;
  };
  w.powers = (first, last) => {
    const found = [];
    for (let v = first; v <= last; v *= 2) found.push(v);
    return found;
  };
  // A frame: box {left, right, top, bottom}, ticks as [value, text], and what the axes are of.
  w.axes = (box, x, y, xTicks, yTicks, xLabel, yLabel) => {
    let out = "";
    for (const [v, words] of yTicks)
      out += w.line(box.left, y(v), box.right, y(v), "grid") +
        w.text(box.left - 7, y(v) + 4, words, "tick", "end");
    for (const [v, words] of xTicks)
      out += w.line(x(v), box.bottom, x(v), box.bottom + 5, "axis") +
        w.text(x(v), box.bottom + 19, words, "tick", "middle");
    return out + w.line(box.left, box.bottom, box.right, box.bottom, "axis") +
      w.text(box.right, box.bottom + 37, xLabel, "tick", "end") +
      w.text(box.left - 7, box.top - 10, yLabel, "tick");
  };
  w.labelled = (values, decimals = 0) => values.map((v) => [v, w.fixed(v, decimals)]);

  // The colours are eight: the ninth curve and those after it are dashed, the 17th thin.
  w.curveStyle = (number) => ["curve", "curve dashed", "curve thin"][Math.floor(number / 8) % 3];
  // Names at the right end of curves, moved apart so that none covers another: [y, name] -> the
  // same with y changed, in order.
  w.apart = (labels, room, bottom) => {
    const sorted = labels.map((l) => [...l]).sort((a, b) => a[0] - b[0]);
    for (let i = 1; i < sorted.length; ++i)
      sorted[i][0] = Math.max(sorted[i][0], sorted[i - 1][0] + room);
    for (let i = sorted.length - 1, low = bottom; i >= 0; --i, low -= room)
      sorted[i][0] = Math.min(sorted[i][0], low);
    return sorted;
  };

  // What is embedded in a figure for its script, an object; nothing without that figure.
  w.data = (name) => {
    const found = document.querySelector(`#figure-${name} script`);
    return found ? JSON.parse(found.textContent) : null;
  };
  // draw(values of the controls, width, figure) gives {height, picture, reading}: SVG, and a
  // sentence. It is called again whenever a control or the width changes.
  w.start = (name, draw) => {
    const figure = document.getElementById("figure-" + name);
    if (!figure) return;
    const svg = figure.querySelector("svg"), controls = figure.querySelector(".controls");
    const redraw = () => {
      const values = {};
      for (const c of controls.querySelectorAll("[name]")) {
        const number = c.type === "range";
        values[c.name] = c.type === "checkbox" ? c.checked : number ? Number(c.value) : c.value;
        if (number) c.nextElementSibling.value = c.value;
      }
      const width = w.clamp(svg.parentNode.clientWidth, 280, 900);
      const drawn = draw(values, width, figure);
      svg.setAttribute("viewBox", `0 0 ${width} ${Math.round(drawn.height)}`);
      svg.setAttribute("width", width);
      svg.setAttribute("height", Math.round(drawn.height));
      svg.querySelector(".drawing").innerHTML = drawn.picture;
      figure.querySelector(".reading").textContent = drawn.reading;
    };
    controls.hidden = false;
    figure.classList.add("alive");
    controls.addEventListener("input", redraw);
    window.addEventListener("resize", redraw);
    figure.redraw = redraw;
    redraw();
  };
})(window.whereabouts = window.whereabouts || {});
