// One pair of channels of rope: the arrows of a query and of a key, each turned by its position,
// and their product by distance.
(function (w) {
  "use strict";
  w.rope = {
    theta: (pair, channels, base) => base ** (-2 * pair / channels),
    turned: ([a, b], angle) => [a * Math.cos(angle) - b * Math.sin(angle),
      a * Math.sin(angle) + b * Math.cos(angle)],
    // The product of the query q at m and the key k at n.
    product: (q, k, m, n, theta) => {
      const a = w.rope.turned(q, m * theta), b = w.rope.turned(k, n * theta);
      return a[0] * b[0] + a[1] * b[1];
    },
    halfTurn: (theta) => Math.PI / theta,
    // The fastest pair that has not completed a turn within so many characters; or none, -1.
    unfinished: (channels, base, trained) => {
      for (let i = 0; i < channels / 2; ++i)
        if (w.rope.theta(i, channels, base) * trained < 0.95 * 2 * Math.PI) return i;
      return -1;
    },
  };
  const kChannels = 16, kTrained = 64, kFarthest = 320;

  function arrows(v, theta, x, y, r) {
    const m = v.query, n = v.query - v.distance, angle = v.distance * theta;
    const at = (radius, a) => [x + radius * Math.cos(a), y - radius * Math.sin(a)];
    const turns = Math.floor(angle / (2 * Math.PI));
    const shown = angle - Math.max(0, turns - 2) * 2 * Math.PI;  // three windings are enough
    const between = [];
    for (let a = 0; a <= shown; a += 0.05)
      between.push(at(r * (0.22 + 0.4 * a / Math.max(shown, 2 * Math.PI)), n * theta + a));
    const tip = (a, words, style) => {
      const [tx, ty] = at(r + 13, a), side = Math.cos(a);
      const anchor = side > 0.35 ? "start" : side < -0.35 ? "end" : "middle";
      return w.text(tx, ty + 4, words, "name " + style, anchor);
    };
    const near = Math.cos(angle) > 0.97;  // one label would cover the other
    return w.circle(x, y, r, "axis") + w.path(between, "curve thin s2") +
      w.arrow(x, y, r, n * theta, "s1") + w.arrow(x, y, r, m * theta, "s0") +
      (near ? w.text(x, y - r - 9, "query and key", "name s0", "middle") :
        tip(m * theta, "query", "s0") + tip(n * theta, "key", "s1"));
  }

  function curve(v, theta, box) {
    const x = w.scale(0, kFarthest, box.left, box.right), y = w.scale(-1, 1, box.bottom, box.top);
    const half = w.rope.halfTurn(theta), spots = [];
    const product = (n) => w.rope.product([1, 0], [1, 0], n, 0, theta);
    let out = w.rect(x(0), box.top, x(kTrained) - x(0), box.bottom - box.top, "shade") +
      w.text((x(0) + x(kTrained)) / 2, box.bottom - 7, "trained", "tick", "middle") +
      w.axes(box, x, y, w.labelled([0, 64, 128, 192, 256, 320]),
        w.labelled([-1, -0.5, 0, 0.5, 1], 1), "distance in characters", "product");
    for (let n = 0; n <= kFarthest; n += 0.25) spots.push([x(n), y(product(n))]);
    out += w.path(spots, "curve s2 thin");
    if (half <= kFarthest) {
      out += w.line(x(half), box.top - 4, x(half), box.bottom, "mark") +
        w.text(w.clamp(x(half), box.left + 111, box.right - 60), box.top - 10,
          "half a turn at " + w.fixed(half, half < 10 ? 1 : 0), "strong", "middle");
    }
    const here = x(v.distance), height = y(product(v.distance));
    return out + w.line(here, y(0), here, height, "curve thin accent") +
      `<g class="accent">` + w.circle(here, height, 6, "dot") + "</g>";
  }

  w.start("rope-arrows", (v, width) => {
    const base = Number(v.base), theta = w.rope.theta(Number(v.pair), kChannels, base);
    const wide = width >= 620, r = wide ? 92 : Math.min(92, width / 2 - 86);
    const left = wide ? 330 : 40, top = wide ? 34 : 2 * r + 100;
    const box = { left, right: width - 12, top, bottom: top + (wide ? 190 : 170) };
    const half = w.rope.halfTurn(theta), first = w.rope.unfinished(kChannels, base, kTrained);
    const law = Math.max(kTrained, w.rope.halfTurn(w.rope.theta(first, kChannels, base)));
    const product = w.rope.product([1, 0], [1, 0], v.query, v.query - v.distance, theta);
    const turns = v.distance * theta / (2 * Math.PI);
    return {
      height: box.bottom + 46,
      picture: arrows(v, theta, wide ? 150 : width / 2, r + 34, r) + curve(v, theta, box),
      reading: `Query at ${v.query}, key at ${v.query - v.distance}: at ${w.fixed(theta, 4)} ` +
        `radians a character there are ${w.fixed(turns, 2)} turns between them, and the product ` +
        `is ${w.fixed(product, 4)}. ` +
        (v.distance <= half ? "Up to half a turn, a farther key points farther away. " :
          "Half a turn is passed: a farther key may look nearer. ") +
        (first < 0 ? `Every pair completes a turn within ${kTrained} characters.` :
          `Pair ${first} is the fastest without a full turn in ${kTrained} characters, so by the ` +
          `half-turn law rope breaks at ${w.fixed(law, 0)}.`),
    };
  });
})(window.whereabouts);
