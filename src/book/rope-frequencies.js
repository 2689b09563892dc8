// How long a turn of each pair of rope takes, as it is and as three methods for longer texts make
// it. The numbers are those of src/position/rope_frequencies.h.
(function (w) {
  "use strict";
  // The frequencies, one a pair: o has channels, base, factor, trained, ramp ("index" or "turns"),
  // fastTurns and slowTurns.
  w.frequencies = (method, o) => {
    const d = o.channels, s = o.factor, L = o.trained;
    const base = method === "ntk" ? o.base * s ** (d / (d - 2)) : o.base;
    const theta = [];
    for (let i = 0; i < d / 2; ++i) theta.push(base ** (-2 * i / d));
    if (method === "pi") return theta.map((t) => t / s);
    if (method !== "yarn" || s <= 1) return theta;
    const indexOf = (turns) => d * Math.log(L / (turns * 2 * Math.PI)) / (2 * Math.log(base));
    const low = Math.max(Math.floor(indexOf(o.fastTurns)), 0);
    let high = Math.min(Math.ceil(indexOf(o.slowTurns)), d - 1);
    if (low === high) high += 0.001;
    return theta.map((t, i) => {
      const turns = L * t / (2 * Math.PI);
      const keep = o.ramp === "index" ? 1 - w.clamp((i - low) / (high - low), 0, 1) :
        w.clamp((turns - o.slowTurns) / (o.fastTurns - o.slowTurns), 0, 1);
      return keep * t + (1 - keep) * t / s;
    });
  };
  const kMethods = ["none", "pi", "ntk", "yarn"], kChannels = 16, kTrained = 64;

  // A marker of its own for each method, so that colour is not needed to tell them apart.
  function marker(number, x, y) {
    const r = 5;
    const shape = number === 0 ? w.circle(x, y, r, "hollow") :
      number === 1 ? w.rect(x - r + 1, y - r + 1, 2 * r - 2, 2 * r - 2, "dot") :
        number === 2 ? w.path([[x, y - r - 1], [x + r + 1, y + r - 1], [x - r - 1, y + r - 1]],
          "dot", true) :
          w.path([[x, y - r - 1], [x + r + 1, y], [x, y + r + 1], [x - r - 1, y]], "dot", true);
    return `<g class="s${number === 0 ? 5 : number - 1}">${shape}</g>`;
  }

  w.start("rope-frequencies", (v, width) => {
    const o = { channels: kChannels, base: Number(v.base), factor: v.factor, trained: kTrained,
      ramp: v.ramp, slowTurns: 1, fastTurns: w.clamp(kTrained / (4 * Math.PI), 2, 32) };
    const box = { left: 74, right: width - 14, top: 62, bottom: 360 };
    const x = w.scale(-0.5, kChannels / 2 - 0.5, box.left, box.right);
    const y = w.scale(4, 2e6, box.bottom, box.top, true);
    const pairs = [...Array(kChannels / 2).keys()];
    const far = kTrained * v.factor;
    const line = y(kTrained);
    let out = w.rect(box.left, line, box.right - box.left, box.bottom - line, "shade") +
      w.axes(box, x, y, w.labelled(pairs),
        [10, 100, 1e3, 1e4, 1e5, 1e6].map((t) => [t, t.toLocaleString("en")]), "pair",
        "characters a turn takes") +
      w.rect(x(v.pair - 0.5), box.top, x(0.5) - x(-0.5), box.bottom - box.top, "band accent") +
      w.line(box.left, line, box.right, line, "mark") +
      w.text(box.right - 4, line + 16, "trained: 64", "tick", "end");
    if (v.factor > 1)
      out += w.line(box.left, y(far), box.right, y(far), "mark") +
        w.text(box.left + 4, y(far) - 6, "read: " + w.fixed(far, 0), "tick");
    const said = [];
    kMethods.forEach((method, m) => {
      const turn = w.frequencies(method, o).map((t) => 2 * Math.PI / t);
      const shift = (x(1) - x(0)) * 0.17 * (m - 1.5);
      out += `<g class="s${m === 0 ? 5 : m - 1}">` +
        w.path(turn.map((t, i) => [x(i) + shift, y(t)]),
          "curve thin" + (m === 0 ? " dashed" : "")) + "</g>" +
        turn.map((t, i) => marker(m, x(i) + shift, y(t))).join("") +
        marker(m, 12 + m * 68, 22) + w.text(24 + m * 68, 26, method, "strong");
      said.push(`${method} ${w.fixed(turn[v.pair], turn[v.pair] < 100 ? 1 : 0)}`);
    });
    const slowest = pairs.filter((i) => 2 * Math.PI / w.frequencies("none", o)[i] <= kTrained);
    return {
      height: box.bottom + 46,
      picture: out,
      reading: `Pair ${v.pair}, characters a turn takes: ${said.join(", ")}. ` +
        `${slowest.length} of 8 pairs complete a turn within ${kTrained} characters (below the ` +
        `line), and so meet no new angle in a longer text.`,
    };
  });
})(window.whereabouts);
