// A tape for single numbers, forward and played backward, step by step. The rules are those of
// lessons/01_tape_of_numbers.h.
(function (w) {
  "use strict";
  // An expression is what it is made from and its operations in order: result = left op right.
  const kLeaves = ["x", "w", "b"];
  w.tape = {
    expressions: {
      "(w x + b)²": [["p", "w", "*", "x"], ["y", "p", "+", "b"], ["loss", "y", "*", "y"]],
      "w x + w": [["p", "w", "*", "x"], ["loss", "p", "+", "w"]],
      "(w + b) (w x)": [["s", "w", "+", "b"], ["p", "w", "*", "x"], ["loss", "s", "*", "p"]],
    },
    // Values after the first `steps` operations.
    forward: (tape, leaves, steps = tape.length) => {
      const values = { ...leaves };
      for (const [to, a, op, b] of tape.slice(0, steps))
        values[to] = op === "+" ? values[a] + values[b] : values[a] * values[b];
      return values;
    },
    // Gradients after the last `steps` entries of the tape were played, from the end.
    backward: (tape, values, steps = tape.length) => {
      const gradients = { loss: 1 };
      const give = (name, gradient) => { gradients[name] = (gradients[name] || 0) + gradient; };
      for (const [to, a, op, b] of [...tape].reverse().slice(0, steps)) {
        give(a, op === "+" ? gradients[to] : values[b] * gradients[to]);
        give(b, op === "+" ? gradients[to] : values[a] * gradients[to]);
      }
      return gradients;
    },
  };
  const kBox = { wide: 84, high: 50 };
  const short = (v) => String(Number(v.toFixed(4)));

  function node(x, y, name, value, gradient, lit) {
    const left = x - kBox.wide / 2;
    return w.rect(left, y, kBox.wide, kBox.high, "box", 'rx="6"') +
      (lit ? w.rect(left, y, kBox.wide, kBox.high, "ring accent", 'rx="6"') : "") +
      w.text(x, y + 20, name + (value === undefined ? "" : " = " + short(value)), "strong",
        "middle") + (gradient === undefined ? "" :
        w.text(x, y + 39, "grad " + short(gradient), "name s1", "middle"));
  }

  function graph(tape, values, gradients, lit, width) {
    const at = {}, step = Math.min(110, width / 3);
    kLeaves.forEach((name, i) => { at[name] = [width / 2 + (i - 1) * step, 10]; });
    for (const [to, a, , b] of tape)
      at[to] = [(at[a][0] + at[b][0]) / 2, Math.max(at[a][1], at[b][1]) + 92];
    let lines = "", boxes = "";
    const used = new Set(tape.flatMap(([, a, , b]) => [a, b]));
    for (const [to, a, op, b] of tape) {
      for (const [from, side] of [[a, a === b ? -12 : 0], [b, a === b ? 12 : 0]])
        lines += w.line(at[from][0] + side, at[from][1] + kBox.high, at[to][0] + side, at[to][1],
          lit.includes(to) ? "curve accent" : "curve thin faint");
      boxes += w.circle(at[to][0], at[to][1] - 13, 10, "hollow faint") +
        w.text(at[to][0], at[to][1] - 8.5, op === "*" ? "×" : "+", "strong", "middle");
    }
    for (const name of [...kLeaves.filter((n) => used.has(n)), ...tape.map((t) => t[0])])
      boxes += node(...at[name], name, values[name], gradients[name], lit.includes(name));
    return [lines + boxes, Math.max(...Object.values(at).map((spot) => spot[1])) + kBox.high];
  }

  // From the beginning to the end, a step every second.
  let playing = 0;
  function play(slider, figure) {
    clearInterval(playing);
    slider.value = 0;
    figure.redraw();
    playing = setInterval(() => {
      slider.value = Number(slider.value) + 1;
      figure.redraw();
      if (slider.value === slider.max) clearInterval(playing);
    }, 1000);
  }

  w.start("tape", (v, width, figure) => {
    const tape = w.tape.expressions[v.expression], n = tape.length, slider =
      figure.querySelector("[name=step]");
    slider.max = 2 * n + 1;
    const step = Math.min(v.step, 2 * n + 1);
    slider.nextElementSibling.value = step;
    const back = Math.max(0, step - n - 1), going = step > n;
    const values = w.tape.forward(tape, { x: v.x, w: v.w, b: v.b }, Math.min(step, n));
    const gradients = going ? w.tape.backward(tape, values, back) : {};
    const entry = step === 0 || step === n + 1 ? null : going ? tape[n - back] : tape[step - 1];
    const lit = entry ? [entry[0]] : step === n + 1 ? ["loss"] : [];
    const wide = width >= 620, room = wide ? width - 300 : width;
    const [drawn, bottom] = graph(tape, values, gradients, lit, room);
    const left = wide ? room + 10 : 6, top = wide ? 10 : bottom + 22;
    let list = w.text(left, top + 14, "the tape", "strong");
    tape.forEach(([to, a, op, b], i) => {
      const y = top + 26 + i * 48, here = entry === tape[i];
      const part = (other) => op === "+" ? "d" + to : `${other} d${to}`;
      list += w.rect(left, y, Math.min(284, width - 12), 42, "box", 'rx="5"') +
        (here ? w.rect(left, y, Math.min(284, width - 12), 42, "ring accent", 'rx="5"') : "") +
        w.text(left + 10, y + 17, `${to} = ${a} ${op === "*" ? "" : "+ "}${b}`, "") +
        w.text(left + 10, y + 34, `back: d${a} += ${part(b)},  d${b} += ${part(a)}`, "tick");
    });
    figure.querySelector("button").onclick = () => play(slider, figure);
    const told = Object.entries(gradients).map(([k, g]) => `d loss / d ${k} = ${short(g)}`);
    return {
      height: wide ? Math.max(bottom + 8, top + 30 + n * 48) : top + 30 + n * 48,
      picture: drawn + list,
      reading: step === 0 ? "Nothing is computed yet: move the step to the right." : !going ?
        `Forward, step ${step} of ${n}: ${entry[0]} = ${short(values[entry[0]])}, and a note on ` +
        "the tape." :
        (back === 0 ? "The way back begins: " : `Backward, entry ${n - back + 1} of ${n}: `) +
          told.join(", ") + ".",
    };
  });
})(window.whereabouts);
