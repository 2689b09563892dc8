// The figure that trains: its controls, the worker that does it, and the pictures of all runs.
(function (w) {
  "use strict";
  const figure = document.getElementById("figure-training");
  if (!figure) return;
  const part = (name) => figure.querySelector(`[data-part="${name}"]`);
  const form = figure.querySelector("form"), fields = form.elements;
  const embedded = (kind) => document.getElementById("training-" + kind).textContent;
  const kLengths = [32, 64, 96, 128, 256, 512, 1024], kTrained = 64, kHeads = 4;
  const runs = [];
  let now = null;  // the run that a worker is at

  const say = (words) => { part("reading").textContent = words; };
  const progress = (words, share) => {
    part("progress").textContent = words;
    part("bar").value = share;
  };
  const sentence = (words) => words[0].toUpperCase() + words.slice(1) + ".";
  const count = (n, noun) => `${n} ${noun}${n === 1 ? "" : "s"}`;

  // ---- the formula ----

  // What the formula adds to a score, [heads, distances]. Throws Error with a sentence.
  function penalties_of(text) {
    const formula = w.formula(text, ["n", "head"]), longest = kLengths.at(-1);
    const added = new Float64Array(kHeads * longest);
    for (let head = 0; head < kHeads; ++head) {
      for (let n = 0; n < longest; ++n) {
        const v = formula(n, head);
        if (!Number.isFinite(v) || Math.abs(v) > 1e6)
          throw Error(`at distance ${n} the formula gives ${v} in head ${head}; ` +
                      "a number up to a million is wanted");
        added[head * longest + n] = v;
      }
    }
    return added;
  }
  w.training = { penalties_of };

  function draw_formula() {
    const own = fields.scheme.value === "yours";
    part("formula").hidden = !own;
    fields.options.disabled = own;
    if (!own) return;
    let added = null;
    try {
      added = penalties_of(fields.formula.value);
      part("mistake").textContent = "";
    } catch (mistake) {
      part("mistake").textContent = sentence(mistake.message);
    }
    fields.formula.setAttribute("aria-invalid", String(!added));
    if (!added) return;
    const longest = added.length / kHeads, shown = 128;
    const alibi = (n, head) => -n * 2 ** (-2 * (head + 1));
    const of = (head, n) => added[head * longest + n];
    const all_n = Array.from({ length: shown + 1 }, (_, n) => n);
    const alike = all_n.every((n) => [1, 2, 3].every((head) => of(head, n) === of(0, n)));
    const heads = alike ? [0] : [0, 1, 2, 3];
    const values = heads.flatMap((head) => all_n.map((n) => of(head, n)));
    const low = Math.max(Math.min(-8, ...values), -32);
    const high = Math.min(Math.max(0, ...values), 32);
    const curve = (style, f, name) => {
      const spots = all_n.map((n) => [n, f(n)]);
      const outside = spots.findIndex(([, v]) => v < low || v > high);
      return { style, name, spots: outside < 0 ? spots : spots.slice(0, outside) };
    };
    w.plot(part("adds"), {
      x: [0, shown], xTicks: w.labelled([0, 32, 64, 96, 128]), y: [low, high],
      xLabel: "distance n in characters", yLabel: "added to the score",
      curves: [
        ...[2, 4, 6, 8].map((power) => curve("thin dashed faint", (n) => -n * 2 ** -power)),
        ...heads.map((head) =>
          curve(`s${head}`, (n) => of(head, n), alike ? "all heads" : `head ${head}`))],
    });
  }

  // ---- the pictures ----

  function draw() {
    const style = (run) => `s${run.number % 8}` + (run.number % 16 >= 8 ? " dashed" : "");
    const steps = Math.max(Number(fields.steps.value) || 400, ...runs.map((r) => r.steps));
    const all_losses = runs.flatMap((r) => r.losses);
    const lowest = Math.min(2, ...all_losses), highest = Math.max(4.2, ...all_losses.slice(0, 1));
    w.plot(part("loss"), {
      x: [0, steps], xTicks: w.labelled(w.ticks(0, steps, 4)),
      y: [Math.floor(lowest * 2) / 2, highest],
      xLabel: "step", yLabel: "loss in nats, mean of its neighbours",
      curves: runs.map((r) => ({ spots: w.smooth(r.losses), style: style(r), name: r.name })),
    });
    const bits = runs.flatMap((r) => r.bits.map((b) => b[1]));
    w.plot(part("gap"), {
      x: [32, 1024], log: true, xTicks: w.labelled(w.powers(32, 1024)), until: kTrained,
      y: [Math.min(2.5, ...bits.map((b) => Math.floor(b * 2) / 2)), Math.max(5, ...bits) + 0.1],
      xLabel: "characters read", yLabel: "bits per character, less is better",
      curves: runs.map((r) => ({ spots: r.bits, style: style(r), name: r.name, dots: true })),
    });
    table();
  }

  function table() {
    part("runs").hidden = runs.length === 0;
    const cell = (run, length) => {
      const found = run.bits.find((b) => b[0] === length);
      return `<td class="n">${found ? w.fixed(found[1], 2) : "–"}</td>`;
    };
    part("rows").innerHTML = runs.map((run) =>
      `<tr><th scope="row">${w.escaped(run.name)}</th>` +
      `<td class="n">${run.losses.length}</td>` +
      `<td class="n">${run.losses.length > 0 ? run.losses.at(-1).toFixed(6) : "–"}</td>` +
      kLengths.map((length) => cell(run, length)).join("") +
      `<td>${w.escaped(run.words)}</td></tr>`).join("");
    const box = part("runs").firstElementChild;  // what scrolls is reached by the keyboard
    box.tabIndex = box.scrollWidth > box.clientWidth ? 0 : -1;
  }

  let drawing = false;
  function draw_soon() {
    if (drawing) return;
    drawing = true;
    requestAnimationFrame(() => { drawing = false; draw(); });
  }

  // ---- a run ----

  function number_in(field, low, high, what) {
    const v = Number(fields[field].value);
    if (fields[field].value.trim() === "" || !Number.isInteger(v) || v < low || v > high)
      throw Error(`${what} must be a whole number from ${low} to ${high}`);
    return v;
  }

  function finish(words) {
    now.worker.terminate();
    now = null;
    figure.dataset.state = "rest";
    part("train").disabled = false;
    if (document.activeElement === part("stop")) part("train").focus();
    part("stop").disabled = true;
    part("working").hidden = true;
    say(words);
    draw();
  }

  function hear(run, message) {
    const left = () => {
      const each = (performance.now() - run.begin) / 1000 / run.losses.length;
      return Math.round(each * (run.steps - run.losses.length));
    };
    if (message.trained) {
      run.losses.push(...message.trained);
      const step = run.losses.length, loss = run.losses[step - 1];
      progress(`step ${step} of ${run.steps}, loss ${loss.toFixed(3)}, ` +
               `${count(left(), "second")} left`, step / run.steps);
      draw_soon();
    } else if (message.bits !== undefined) {
      run.bits.push([message.length, message.bits]);
      draw_soon();
    } else if (message.done !== undefined) {
      progress(`reads ${message.length} characters at a time`, message.done);
    } else if (message.error) {
      runs.splice(runs.indexOf(run), run.losses.length === 0 ? 1 : 0);
      finish(`It ended early: ${message.error}.`);
    } else if (message.end) {
      const at = (length) => run.bits.find((b) => b[0] === length)[1];
      const last = kLengths.at(-1);
      const seconds = Math.round(message.stepSeconds * run.steps);
      finish(`${run.name} was trained in ${count(seconds, "second")}: ` +
             `${w.fixed(at(kTrained), 2)} bits per character at the trained ${kTrained} ` +
             `characters, ${w.fixed(at(last), 2)} at ${last}.`);
    }
  }

  function train() {
    const own = fields.scheme.value === "yours", options = fields.options.value.trim();
    const scheme = fields.scheme.value +
      (own || options === "" ? "" : ":" + options.replace(/[\s,]+/g, ":"));
    let job;
    try {
      job = {
        core: Uint8Array.from(atob(embedded("core")), (c) => c.charCodeAt(0)),
        text: embedded("text"), scheme, width: Number(fields.width.value), lengths: kLengths,
        seed: number_in("seed", 0, 2 ** 31 - 1, "The seed"),
        steps: number_in("steps", 10, 5000, "The number of steps"),
        penalties: own ? penalties_of(fields.formula.value) : null,
      };
    } catch (mistake) {
      say(sentence(mistake.message));
      return;
    }
    const alike = runs.filter((r) => r.scheme === scheme).length;
    const run = {
      number: runs.length === 0 ? 0 : runs.at(-1).number + 1, scheme, steps: job.steps,
      name: scheme + (alike > 0 ? ` (${alike + 1})` : ""), losses: [], bits: [],
      begin: performance.now(), words: `seed ${job.seed}, width ${job.width}` +
        (own ? `, ${fields.formula.value.trim()}` : ""),
    };
    const script = new Blob([embedded("worker")], { type: "text/javascript" });
    const address = URL.createObjectURL(script);
    run.worker = new Worker(address);
    URL.revokeObjectURL(address);
    const told = (message) => { if (now === run) hear(run, message); };
    run.worker.onmessage = (event) => told(event.data);
    run.worker.onerror = (event) => told({ error: event.message || "no worker was started" });
    run.worker.postMessage(job);
    now = run;
    runs.push(run);
    figure.dataset.state = "training";
    part("train").disabled = true;
    part("stop").disabled = false;
    part("working").hidden = false;
    progress("starting", 0);
    say(`${run.name} is trained.`);
    part("stop").focus();
    draw();
  }

  function stop() {
    if (!now) return;
    finish(`${now.name} was stopped after ${count(now.losses.length, "step")}.`);
  }

  form.addEventListener("submit", (event) => { event.preventDefault(); if (!now) train(); });
  form.addEventListener("input", () => { draw_formula(); });
  part("stop").addEventListener("click", stop);
  part("forget").addEventListener("click", () => {
    if (now) stop();
    runs.length = 0;
    say("");
    draw();
  });
  window.addEventListener("resize", () => { draw_soon(); draw_formula(); });
  for (const hidden of figure.querySelectorAll("[data-script]")) hidden.hidden = false;
  figure.classList.add("alive");
  w.training.runs = runs;
  draw_formula();
  draw();
})(window.whereabouts);
