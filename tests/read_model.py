"""Reads a model.safetensors without this project's code, and repeats what it measured.

    python3 tests/read_model.py MODEL.safetensors TEXT.txt RUN.csv

All of the model is here, for the schemes none, alibi and rope; page 15 explains it. Compares the bits per
character of protocol `fixed` with those of the run file and fails if one differs by more than 1e-5. Needs numpy.
"""
import csv, json, struct, sys
import numpy as np

def load(path):
    data = open(path, "rb").read()
    size = struct.unpack("<Q", data[:8])[0]
    head = json.loads(data[8:8 + size])
    settings = head.pop("__metadata__")
    weights = {}
    for name, t in head.items():
        begin, end = (8 + size + offset for offset in t["data_offsets"])
        weights[name] = np.frombuffer(data[begin:end], "<f4").astype(np.float64).reshape(t["shape"])
    return weights, settings

def norm(x, gain, bias):
    x = x - x.mean(-1, keepdims=True)
    return x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-5) * gain + bias

def gelu(x):
    return x / 2 * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x ** 3)))

def rotate(x, base):  # pair i is channels 2i and 2i + 1
    T, D = x.shape[-2:]
    angle = np.arange(T)[:, None] * base ** (-np.arange(0, D, 2) / D)
    a, b, y = x[..., 0::2], x[..., 1::2], np.empty_like(x)
    y[..., 0::2], y[..., 1::2] = a * np.cos(angle) - b * np.sin(angle), a * np.sin(angle) + b * np.cos(angle)
    return y

def logits(w, s, tokens):
    H, T = int(s["heads"]), tokens.shape[1]
    distance = np.arange(T)[:, None] - np.arange(T)
    added = np.where(distance < 0, -np.inf, 0.0)
    if s["scheme"] == "alibi":
        added = added - 2.0 ** (-8 / H * np.arange(1, H + 1))[:, None, None] * np.maximum(distance, 0)
    x = w["embedding"][tokens]
    for layer in range(int(s["layers"])):
        p = {k.split(".", 2)[2]: v for k, v in w.items() if k.startswith(f"blocks.{layer}.")}
        h = norm(x, p["norm1.gain"], p["norm1.bias"]) @ p["attention.qkv.weight"] + p["attention.qkv.bias"]
        q, k, v = (t.reshape(len(x), T, H, -1).swapaxes(1, 2) for t in np.split(h, 3, axis=-1))
        if s["scheme"] == "rope":
            q, k = rotate(q, 10000.0), rotate(k, 10000.0)
        scores = q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1]) + added
        weights = np.exp(scores - scores.max(-1, keepdims=True))
        mixed = (weights / weights.sum(-1, keepdims=True) @ v).swapaxes(1, 2).reshape(x.shape)
        x = x + mixed @ p["attention.out.weight"] + p["attention.out.bias"]
        h = norm(x, p["norm2.gain"], p["norm2.bias"]) @ p["mlp.widen.weight"] + p["mlp.widen.bias"]
        x = x + gelu(h) @ p["mlp.narrow.weight"] + p["mlp.narrow.bias"]
    return norm(x, w["norm.gain"], w["norm.bias"]) @ w["head"]

def fixed(w, s, text, length, longest):  # protocol fixed: the last 32 targets of 192 windows
    last = len(text) - 1
    first = max(longest, min(2048, last - 32 * 191))
    ends = range(first, len(text), max(32, (last - first) // 191))[:192]
    bits = []
    for end in ends:
        z = logits(w, s, text[None, end - length:end])[0, -32:]
        z = z - z.max(-1, keepdims=True)
        bits.extend((np.log(np.exp(z).sum(-1)) - z[np.arange(32), text[end - 31:end + 1]]) / np.log(2))
    return np.mean(bits)

def validation(text):  # begins behind the longest run of empty lines in the hundredth after the first nine tenths
    begin = cut = int(0.9 * len(text))
    run, longest = 0, 1
    for i in range(cut, len(text)):
        if text[i] == "\n":
            run += 1
            continue
        if run > longest:
            begin, longest = i, run
        run = 0
        if i > cut + len(text) // 100: break
    return text[begin:]

weights, settings = load(sys.argv[1])
assert settings["scheme"] in ("none", "alibi", "rope"), "this reader knows none, alibi and rope alone"
number = {c: i for i, c in enumerate(settings["vocabulary"])}
everything = open(sys.argv[2], encoding="utf-8").read()
tokens = np.array([number[c] for c in validation(everything)])
rows = [r for r in csv.reader(open(sys.argv[3])) if len(r) > 4 and r[2] == "fixed"]
longest = max(int(r[3]) for r in rows)
for row in rows:
    if ":" in row[0]: continue  # another reading of the same weights
    bits = fixed(weights, settings, tokens, int(row[3]), longest)
    print(row[0], "length", row[3], "here %.7f" % bits, "in the run file", row[4])
    assert abs(bits - float(row[4])) < 1e-5, "they differ"
