// Trains and evaluates one model, away from the page so that it stays alive, by the project's own
// core as WebAssembly. It is sent {core, text, scheme, seed, steps, width, lengths, penalties} and
// sends {trained: [losses]} as it goes, {length, done} and {length, bits} while it reads, and at
// last {end, stepSeconds} or {error}.
"use strict";

const kHeads = 4, kLayers = 2, kBatch = 32, kLength = 64, kRate = 3e-3;

async function core_from(bytes) {
  const compiled = await WebAssembly.compile(bytes);
  let core = null;
  const script = {
    failed: (at, length) => {
      throw Error(new TextDecoder().decode(new Uint8Array(core.memory.buffer, at, length).slice()));
    },
    reading: (done, windows) => core.told(done / windows),
  };
  // The C library asks a system for files and an environment. There is none.
  const imports = { script };
  for (const { module, name } of WebAssembly.Module.imports(compiled)) {
    if (module === "script") continue;
    imports[module] = imports[module] || {};
    imports[module][name] = () => 52;  // not supported
  }
  const { exports } = await WebAssembly.instantiate(compiled, imports);
  core = { ...exports, told: () => {} };
  core._initialize();
  // Into the module's memory, for the call that comes next. Returns the number of bytes.
  core.put = (numbers) => {
    const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
    const at = core.room(bytes.length);
    new Uint8Array(core.memory.buffer, at, bytes.length).set(bytes);
    return bytes.length;
  };
  return core;
}

async function train(job) {
  const core = await core_from(job.core), utf8 = new TextEncoder();
  core.take_text(core.put(utf8.encode(job.text)));
  if (job.penalties) {
    core.put(job.penalties);
    core.take_penalties(kHeads, job.penalties.length / kHeads);
  }
  core.start(core.put(utf8.encode(job.scheme)), job.seed, job.steps, kBatch, kLength, job.width,
             kHeads, kLayers, kRate);
  const begin = performance.now();
  let losses = [], told = begin;
  for (let step = 1; step <= job.steps; ++step) {
    losses.push(core.step());
    if (performance.now() < told + 100 && step < job.steps) continue;
    postMessage({ trained: losses });
    losses = [];
    told = performance.now();
  }
  const stepSeconds = (performance.now() - begin) / 1000 / job.steps;
  for (const length of job.lengths) {
    core.told = (done) => postMessage({ length, done });
    postMessage({ length, bits: core.evaluate(length) });
  }
  postMessage({ end: true, stepSeconds });
}

onmessage = (event) => train(event.data).catch((error) => {
  const stopped = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
  postMessage({ error: stopped ? `the core stopped, probably for want of memory (${error.message})`
                               : error.message });
});
