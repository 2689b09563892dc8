// The penalties of ALiBi, a slope for each head, and the weights that the softmax makes of them.
(function (w) {
  "use strict";
  w.alibi = {
    slopes: (heads) => {
      const power = 2 ** Math.floor(Math.log2(heads) + 1e-9), slopes = [];
      for (let h = 1; h <= power; ++h) slopes.push(2 ** (-8 * h / power));
      for (let h = 1; h <= heads - power; ++h) slopes.push(2 ** (-8 * (2 * h - 1) / (2 * power)));
      return slopes;
    },
    bias: (slope, distance) => -slope * Math.abs(distance),
    // The weights of the keys at distances 0, 1, ... of a query that likes all of them alike.
    weights: (slope, keys) => {
      const powers = [...Array(keys).keys()].map((n) => Math.exp(w.alibi.bias(slope, n)));
      const sum = powers.reduce((a, b) => a + b);
      return powers.map((p) => p / sum);
    },
  };

  // One plot of y(slope, n) over 1 to `keys` characters of distance, for every head.
  function panel(v, slopes, box, keys, y, yTicks, yLabel, value) {
    const x = w.scale(1, keys, box.left, box.right, true);
    let out = w.axes(box, x, y, w.labelled(w.powers(1, keys).filter((n, i, all) =>
      all.length < 8 || i % 2 === 0)), yTicks, "distance in characters", yLabel);
    slopes.forEach((slope, h) => {
      const spots = [], mine = h === v.head - 1;
      for (let n = 1; n <= keys; n *= 1.03) spots.push([x(n), y(value(slope, n))]);
      spots.push([x(keys), y(value(slope, keys))]);
      out += w.path(spots.filter((s) => s[1] <= box.bottom + 0.5),
        mine ? "curve s0" : "curve thin faint");
    });
    const n = Math.min(v.distance, keys), at = y(value(slopes[v.head - 1], n));
    out += w.line(x(n), box.top, x(n), box.bottom, "mark");
    return out + (at > box.bottom ? "" : `<g class="s0">${w.circle(x(n), at, 5, "dot")}</g>`);
  }

  w.start("alibi-slopes", (v, width, figure) => {
    figure.querySelector("[name=head]").max = v.heads;
    v.head = Math.min(v.head, v.heads);
    figure.querySelector("[name=head]").nextElementSibling.value = v.head;
    const keys = Number(v.length), slopes = w.alibi.slopes(v.heads), slope = slopes[v.head - 1];
    const wide = width >= 620, half = wide ? width / 2 : width;
    const one = { left: 44, right: half - 14, top: 40, bottom: 240 };
    const two = wide ? { ...one, left: half + 50, right: width - 14 } :
      { ...one, top: 340, bottom: 540 };
    const n = Math.min(v.distance, keys - 1), weights = w.alibi.weights(slope, keys);
    let sum = 0, within = 0;
    while (sum < 0.5) sum += weights[within++];
    const share = (m, distance) => Math.exp(w.alibi.bias(m, distance));
    return {
      height: two.bottom + 46,
      picture: panel(v, slopes, one, keys, w.scale(-8, 0, one.bottom, one.top),
        w.labelled([-8, -6, -4, -2, 0]), "added to the score", w.alibi.bias) +
        panel(v, slopes, two, keys, w.scale(0, 1, two.bottom, two.top),
          w.labelled([0, 0.25, 0.5, 0.75, 1], 2), "weight, as a share of the nearest", share),
      reading: `Head ${v.head} of ${v.heads}, slope ${w.fixed(slope, 4)}: a key ${n} characters ` +
        `back gets ${w.fixed(w.alibi.bias(slope, n), 2)} on its score. After the softmax over ` +
        `${keys} equal keys its weight is ${w.fixed(weights[n], 5)}, where the nearest has ` +
        `${w.fixed(weights[0], 5)}; half of the attention lies on the nearest ${within}.`,
    };
  });
})(window.whereabouts);
