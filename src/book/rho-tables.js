// What a query is told of each key's distance, by the methods of src/position/distance_map.h.
(function (w) {
  "use strict";
  w.rho = {
    // The distance told of the key at j to the query at i, or null if it hides the key. o has
    // method, trained, window, group, chunk and sinks.
    told: (o, i, j) => {
      const n = i - j, near = n < o.window, last = o.trained - 1, s = o.chunk;
      const down = (v) => Math.floor(v / o.group);
      switch (o.method) {
        case "window": return n < o.trained ? n : null;
        case "rerope": return Math.min(n, o.window);
        case "leaky": return near ? n : o.window + (i - o.window) / o.group - j / o.group;
        case "self-extend": return near ? n : down(i) + o.window - down(o.window) - down(j);
        case "dual-chunk": {
          const apart = Math.floor(i / s) - Math.floor(j / s);
          return apart === 0 ? n : (apart === 1 ? Math.min(s + i % s, last) : last) - j % s;
        }
        case "lm-infinite": return near ? n : j < o.sinks ? Math.min(n, last) : null;
        case "streaming": return near ? n : j < o.sinks ? Math.min(i, last) - j : null;
        default: return n;
      }
    },
    // The smallest group that keeps the distances of a text within those of training.
    leastGroup: (o, length) => {
      const last = o.trained - 1, far = length - 1, reach = o.window;
      if (o.method === "leaky") return Math.max(1, (far - reach) / Math.max(last - reach, 1));
      let group = 1;
      while (group < length &&
             Math.floor(far / group) + reach - Math.floor(reach / group) > last) ++group;
      return group;
    },
  };
  const kUses = { rope: [], window: [], rerope: ["window"], leaky: ["window", "group"],
    "self-extend": ["window", "group"], "dual-chunk": ["chunk"],
    "lm-infinite": ["window", "sinks"], streaming: ["window", "sinks"] };
  const words = (v) => Number.isInteger(v) ? String(v) : w.fixed(v, 2).replace(/0$/, "");

  w.start("rho-tables", (v, width, figure) => {
    for (const name of ["window", "group", "chunk", "sinks"])
      figure.querySelector(`[name=${name}]`).parentNode.hidden = !kUses[v.method].includes(name);
    const o = { ...v };
    if (v.group === 0) {
      o.group = w.rho.leastGroup(o, v.length);
      figure.querySelector("[name=group]").nextElementSibling.value = "least: " + words(o.group);
    }
    const T = v.length, query = Math.min(v.query, T - 1);
    const size = Math.min((width - 58) / T, 34), left = 46, top = 34;
    let out = w.text(left, 12, "key at", "tick") + w.text(0, top - 6, "query", "tick");
    for (let i = 0; i < T; ++i) {
      if (size >= 20 || i % 4 === 0) {
        out += w.text(left - 8, top + (i + 0.5) * size + 4, i, "tick", "end") +
          w.text(left + (i + 0.5) * size, top - 6, i, "tick", "middle");
      }
      for (let j = 0; j <= i; ++j) {
        const told = w.rho.told(o, i, j), x = left + j * size, y = top + i * size;
        if (told === null) {
          out += w.rect(x + 0.5, y + 0.5, size - 1, size - 1, "box");
          continue;
        }
        const unknown = told > v.trained - 1 + 1e-9;  // a distance that training never showed
        const shade = unknown ? 0.5 : 0.07 + 0.43 * (1 - told / Math.max(v.trained - 1, 1));
        out += w.rect(x + 0.5, y + 0.5, size - 1, size - 1, "cell " + (unknown ? "s1" : "s0"),
          `opacity="${shade.toFixed(3)}"`);
        if (size >= 14)
          out += w.text(x + size / 2, y + size / 2 + 4, words(told),
            size < 20 ? "tiny" : size < 26 ? "small" : "", "middle");
      }
    }
    out += w.rect(left, top + query * size, size * (query + 1), size, "ring accent");
    const row = [...Array(query + 1).keys()].map((j) => w.rho.told(o, query, j));
    const most = Math.max(...row.filter((t) => t !== null));
    return {
      height: top + T * size + 8,
      picture: out,
      reading: `The query at ${query} is told of the keys from 0 on: ` +
        `${row.map((t) => t === null ? "hidden" : words(t)).join(" ")}. ` + (most > v.trained - 1 ?
          `The largest is ${words(most)}; training on ${v.trained} showed no distance above ` +
          `${v.trained - 1} (other colour).` :
          `None is above ${v.trained - 1}, the largest of training.`),
    };
  });
})(window.whereabouts);
