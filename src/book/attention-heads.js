// The attention of every head of a small trained model with rope, on a text of one's own: the
// forward pass of src/nn/transformer.h.
(function (w) {
  "use strict";
  const sum = (x) => x.reduce((a, b) => a + b, 0);
  // y = x W + b for every row of x, W [in, out] row by row.
  const linear = (x, W, b) => x.map((row) => Array.from(b, (start, out) => {
    let y = start;
    for (let i = 0; i < row.length; ++i) y += row[i] * W[i * b.length + out];
    return y;
  }));
  const norm = (x, gain, bias) => x.map((row) => {
    const mean = sum(row) / row.length;
    const inverse = 1 / Math.sqrt(sum(row.map((v) => (v - mean) ** 2)) / row.length + 1e-5);
    return row.map((v, c) => (v - mean) * inverse * gain[c] + bias[c]);
  });
  const gelu = (v) => v / (1 + Math.exp(-2 * Math.sqrt(2 / Math.PI) * (v + 0.044715 * v ** 3)));
  const add = (x, y) => x.map((row, t) => row.map((v, c) => v + y[t][c]));
  // Pairs of neighbouring channels, turned by position times frequency (rope).
  const turned = (x, position) => x.map((v, c) => {
    const angle = position * 10000 ** (-(c - c % 2) / x.length);
    return c % 2 === 0 ? v * Math.cos(angle) - x[c + 1] * Math.sin(angle) :
      x[c - 1] * Math.sin(angle) + v * Math.cos(angle);
  });
  const dot = (a, b) => sum(a.map((v, c) => v * b[c]));

  w.attention = {
    // The weights of a model from what is embedded: base64 of float32, one after another.
    model: (data) => {
      const bytes = Uint8Array.from(atob(data.numbers), (c) => c.charCodeAt(0));
      const all = new Float32Array(bytes.buffer), weights = {};
      let first = 0;
      for (const [name, size] of data.names)
        weights[name] = all.subarray(first, first += size);
      return { ...data, weights };
    },
    // weights[layer][head][query][key] for these tokens, where a query sees the keys up to its own
    // place; and logits[place][token] of what comes next.
    run: (model, tokens) => {
      const C = model.width, D = C / model.heads, W = model.weights, found = [];
      let x = tokens.map((t) => Array.from(W.embedding.subarray(t * C, (t + 1) * C)));
      for (let layer = 0; layer < model.layers; ++layer) {
        const at = (name) => W[`blocks.${layer}.${name}`];
        const through = (rows, name) => linear(rows, at(name + ".weight"), at(name + ".bias"));
        const normed = (name) => norm(x, at(name + ".gain"), at(name + ".bias"));
        const qkv = through(normed("norm1"), "attention.qkv"), heads = [];
        const outputs = tokens.map(() => []);
        for (let h = 0; h < model.heads; ++h) {
          const part = (which, t) => qkv[t].slice(which * C + h * D, which * C + (h + 1) * D);
          const keys = tokens.map((_, t) => turned(part(1, t), t));
          heads.push(tokens.map((_, i) => {
            const query = turned(part(0, i), i);
            const scores = keys.slice(0, i + 1).map((key) => dot(query, key) / Math.sqrt(D));
            const most = Math.max(...scores), powers = scores.map((s) => Math.exp(s - most));
            const total = sum(powers), row = powers.map((p) => p / total);
            for (let c = 0; c < D; ++c)
              outputs[i].push(sum(row.map((p, j) => p * qkv[j][2 * C + h * D + c])));
            return row;
          }));
        }
        found.push(heads);
        x = add(x, through(outputs, "attention.out"));
        x = add(x, through(through(normed("norm2"), "mlp.widen").map((r) => r.map(gelu)),
          "mlp.narrow"));
      }
      const last = norm(x, W["norm.gain"], W["norm.bias"]), none = Array(W.head.length / C).fill(0);
      return { weights: found, logits: linear(last, W.head, none) };
    },
  };

  const data = w.data("attention-heads"), model = data && w.attention.model(data);
  const shown = (c) => c === " " ? "\u2423" : c;
  function map(rows, left, top, size, text, letters) {
    let out = "";
    rows.forEach((row, i) => row.forEach((p, j) => {
      if (p > 0.01)
        out += w.rect(left + j * size, top + i * size, size, size, "cell s0",
          `opacity="${(0.06 + 0.94 * p).toFixed(2)}"`);
    }));
    if (letters) text.forEach((c, i) => {
      const style = size < 11 ? "tiny" : "small";
      out += w.text(left - 6, top + (i + 0.5) * size + 3, shown(c), style, "end") +
        w.text(left + (i + 0.5) * size, top + rows.length * size + 13, shown(c), style, "middle");
    });
    return out + w.rect(left, top, rows.length * size, rows.length * size, "axis");
  }

  w.start("attention-heads", (v, width, figure) => {
    const known = [...v.sentence].filter((c) => model.vocabulary.includes(c)).slice(0, 40);
    const left = [...v.sentence].filter((c) => !model.vocabulary.includes(c));
    const text = known.length ? known : ["e"];
    const seen = w.attention.run(model, text.map((c) => model.vocabulary.indexOf(c)));
    const all = seen.weights;
    const layer = Number(v.layer), head = Number(v.head), T = text.length;
    const slider = figure.querySelector("[name=place]"), place = Math.min(v.place, T - 1);
    slider.max = T - 1;
    slider.nextElementSibling.value = place;
    let out = "";
    const step = Math.min(width / model.heads, 150), small = (step - 16) / T;
    all.forEach((heads, l) => heads.forEach((rows, h) => {
      const x = 6 + h * step, y = 26 + l * (step + 14), mine = l === layer && h === head;
      out += w.text(x, y - 7, (step < 110 ? "" : `layer ${l + 1}, `) + `head ${h + 1}`,
        mine ? "small strong" : "small tick") +
        map(rows, x, y, small, text, false) +
        (mine ? w.rect(x, y, T * small, T * small, "ring accent") : "");
    }));
    const top = 40 + model.layers * (step + 14), size = Math.min((width - 34) / T, 17);
    const row = all[layer][head][place];
    out += map(all[layer][head], 22, top, size, text, size > 7) +
      w.rect(22, top + place * size, (place + 1) * size, size, "ring accent");
    const powers = seen.logits[place].map((x) => Math.exp(x)), next = powers.indexOf(
      Math.max(...powers)), share = powers[next] / sum(powers);
    const best = row.map((p, j) => [p, j]).sort((a, b) => b[0] - a[0]).slice(0, 3);
    return {
      height: top + T * size + 24,
      picture: out,
      reading: `Head ${head + 1} of layer ${layer + 1}, at place ${place}, "${text[place]}", ` +
        "looks at " + best.map(([p, j]) =>
        `"${text[j]}" ${place - j} back: ${w.fixed(p, 3)}`).join(", ") + ". " +
        `Next the model expects "${model.vocabulary[next]}", with ${w.fixed(share, 2)}. ` +
        (left.length ? `Left out, since the model does not know them: ${left.join(" ")}` : ""),
    };
  });
})(window.whereabouts);
