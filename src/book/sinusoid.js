// The address of a position, as hands of clocks; and the matrix that moves any address by k.
(function (w) {
  "use strict";
  const frequency = (pair, channels, base) => base ** (-2 * pair / channels);
  w.sinusoid = {
    // The channels of position p: sine and cosine of each pair.
    address: (p, channels, base = 10000) => {
      const row = [];
      for (let c = 0; c < channels; ++c) {
        const angle = p * frequency(Math.floor(c / 2), channels, base);
        row.push(c % 2 === 0 ? Math.sin(angle) : Math.cos(angle));
      }
      return row;
    },
    // M with PE(p + k) = M PE(p) for every p: a block for each pair.
    moves: (k, channels, base = 10000) => {
      const M = [...Array(channels)].map(() => Array(channels).fill(0));
      for (let c = 0; c + 1 < channels; c += 2) {
        const angle = k * frequency(c / 2, channels, base);
        M[c][c] = M[c + 1][c + 1] = Math.cos(angle);
        M[c][c + 1] = Math.sin(angle);
        M[c + 1][c] = -Math.sin(angle);
      }
      return M;
    },
    times: (M, x) => M.map((row) => row.reduce((sum, m, c) => sum + m * x[c], 0)),
  };
  const kChannels = 8;

  // Sine is across and cosine up, so a clock's hand starts at the top.
  function clock(x, y, r, pair, from, to) {
    const hand = (row, style) => w.arrow(x, y, r - 2,
      Math.atan2(row[2 * pair + 1], row[2 * pair]), style);
    return w.circle(x, y, r, "axis") + hand(from, "s0") + hand(to, "s1");
  }

  // A number on a shade, blue above and orange below 0.
  function number(x, y, wide, high, value, quiet) {
    const zero = Math.abs(value) < 5e-13;
    return w.rect(x + 0.5, y + 0.5, wide - 1, high - 1, "cell " + (value < 0 ? "s1" : "s0"),
      `opacity="${zero ? 0 : (0.06 + 0.4 * Math.abs(value)).toFixed(3)}"`) +
      w.text(x + wide / 2, y + high / 2 + 4, zero && quiet ? "0" : w.fixed(value, 2),
        (wide < 27 ? "tiny" : wide < 34 ? "small" : "") + (zero ? " tick" : ""), "middle");
  }

  w.start("sinusoid", (v, width) => {
    const here = w.sinusoid.address(v.p, kChannels);
    const there = w.sinusoid.address(v.p + v.k, kChannels);
    const M = w.sinusoid.moves(v.k, kChannels), result = w.sinusoid.times(M, here);
    const r = Math.min(46, width / 8 - 8), step = Math.min(width / 4, 150);
    const start = (width - 4 * step) / 2;
    const name = (p) => width < 420 ? `at ${p}` : `PE(${p})`;
    const style = (width < 420 ? "tiny" : "small") + " strong";
    let out = "";
    for (let pair = 0; pair < 4; ++pair) {
      const x = start + (pair + 0.5) * step;
      out += w.text(x, 16, "pair " + pair, "strong", "middle") +
        clock(x, 34 + r, r, pair, here, there) +
        w.text(x, 52 + 2 * r, (step < 90 ? "turn: " : "a turn in ") +
          w.fixed(2 * Math.PI / frequency(pair, kChannels, 10000), 0), "tick", "middle");
    }
    const key = 76 + 2 * r, middle = width / 2;
    out += w.line(middle - 130, key - 4, middle - 104, key - 4, "curve s0") +
      w.text(middle - 98, key, `position ${v.p}`, "") +
      w.line(middle + 12, key - 4, middle + 38, key - 4, "curve s1") +
      w.text(middle + 44, key, `position ${v.p + v.k}`, "");
    const gap = width < 420 ? 12 : 26, high = 25;
    const wide = Math.min((width - 2 * gap - 4) / 10, 52);
    const left = (width - 10 * wide - 2 * gap) / 2, top = key + 42;
    out += w.text(left + 4 * wide, top - 10, `the matrix that moves by ${v.k}`, "strong",
      "middle") +
      w.text(left + 9 * wide + gap, top - 10, name(v.p), style, "end") +
      w.text(left + 10 * wide + 2 * gap, top - 10, name(v.p + v.k), style, "end");
    for (let i = 0; i < kChannels; ++i) {
      for (let j = 0; j < kChannels; ++j)
        out += number(left + j * wide, top + i * high, wide, high, M[i][j], true);
      out += number(left + 8 * wide + gap, top + i * high, wide, high, here[i], false) +
        number(left + 9 * wide + 2 * gap, top + i * high, wide, high, result[i], false);
    }
    out += w.rect(left, top, 8 * wide, 8 * high, "axis") +
      w.text(left + 8 * wide + gap / 2, top + 4 * high + 4, "×", "strong", "middle") +
      w.text(left + 9 * wide + 1.5 * gap, top + 4 * high + 4, "=", "strong", "middle");
    const error = Math.max(...result.map((value, c) => Math.abs(value - there[c])));
    return {
      height: top + 8 * high + 8,
      picture: out,
      reading: `The matrix knows k = ${v.k} alone, and not p: it turns every pair by k times its ` +
        `frequency. Matrix times PE(${v.p}) and PE(${v.p + v.k}) ` +
        (error < 1e-9 ? "are the same to nine digits." : `differ by ${error.toPrecision(2)}.`),
    };
  });
})(window.whereabouts);
