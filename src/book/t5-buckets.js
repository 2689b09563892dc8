// The buckets of T5: which distances share one learned number.
(function (w) {
  "use strict";
  // The bucket of distance n = query - key, as in src/position/t5.h.
  w.t5Bucket = (n, buckets, farthest, causal) => {
    let offset = 0;
    if (!causal) {
      buckets = Math.floor(buckets / 2);
      if (n < 0) offset = buckets;
      n = Math.abs(n);
    }
    n = Math.max(n, 0);
    const exact = Math.floor(buckets / 2);
    if (n < exact) return offset + n;
    const rest = buckets - exact;
    const reach = rest * Math.log(n / exact) / Math.log(farthest / exact);
    return offset + exact + Math.min(Math.floor(reach + 1e-9), rest - 1);
  };

  w.start("t5-buckets", (v, width, figure) => {
    const last = 160, first = v.both ? -last : 0;
    const slider = figure.querySelector("[name=distance]");
    slider.min = first;
    const bucket = (n) => w.t5Bucket(n, v.buckets, v.farthest, !v.both);
    const distance = Number(slider.value), mine = bucket(distance);
    slider.nextElementSibling.value = distance;
    const box = { left: 44, right: width - 14, top: 40, bottom: 300 };
    const x = w.scale(first - 0.5, last + 0.5, box.left, box.right);
    const y = w.scale(0, v.buckets, box.bottom, box.top);
    const xTicks = [-160, -128, -64, 0, 32, 64, 96, 128, 160].filter((t) => t >= first &&
      (!v.both || t % 64 === 0));
    let out = w.axes(box, x, y, w.labelled(xTicks), w.labelled(w.ticks(0, v.buckets, 6)),
      "distance, query - key", "bucket");
    // Each bucket is a bar as wide as the distances that it holds.
    for (let from = first; from <= last;) {
      let to = from;
      while (to < last && bucket(to + 1) === bucket(from)) ++to;
      const b = bucket(from), chosen = b === mine;
      out += w.rect(x(from - 0.5), y(b + 1), x(to + 0.5) - x(from - 0.5), box.bottom - y(b + 1),
        "cell " + (chosen ? "s1" : "s0"), `opacity="${chosen ? 0.75 : b % 2 ? 0.3 : 0.5}"`);
      from = to + 1;
    }
    if (v.farthest <= last)
      out += w.line(x(v.farthest), box.top, x(v.farthest), box.bottom, "mark") +
        w.text(w.clamp(x(v.farthest), box.left + 90, box.right - 46), box.top - 10,
          `farthest: ${v.farthest}`, "strong", "middle");
    let low = distance, high = distance;
    while (low > first && bucket(low - 1) === mine) --low;
    while (high < 4096 && bucket(high + 1) === mine) ++high;
    const open = high === 4096, negative = low === first && first < 0;
    const which = negative ? `${high} and everything below` : open ? `${low} and everything above` :
      low === high ? "this distance alone" : `${low} to ${high}`;
    return {
      height: box.bottom + 46,
      picture: out,
      reading: `Distance ${distance} is in bucket ${mine} of ${v.buckets}, which holds ${which}. ` +
        (low === high ? "It has a learned number of its own in each head." :
          "All of these get the same learned number in each head."),
    };
  });
})(window.whereabouts);
