// A formula as it is typed, such as  -n * 2^(-2*(head+1)),  becomes a function of numbers. It is
// read by a small parser and never given to the browser as code.
//
//   choice  = sum [("<" | "<=" | ">" | ">=" | "==" | "!=") sum] ["?" choice ":" choice]
//   sum     = product (("+" | "-") product)*
//   product = sign (("*" | "/" | "%") sign)*
//   sign    = ("-" | "+") sign | power
//   power   = value ["^" sign]
//   value   = number | name | name "(" choice ("," choice)* ")" | "(" choice ")"
(function (w) {
  "use strict";
  const functions = {
    abs: Math.abs, ceil: Math.ceil, cos: Math.cos, exp: Math.exp, exp2: (x) => 2 ** x,
    floor: Math.floor, log: Math.log, log2: Math.log2, max: Math.max, min: Math.min,
    pow: Math.pow, sin: Math.sin, sqrt: Math.sqrt, tanh: Math.tanh,
  };
  const arguments_of = { max: 2, min: 2, pow: 2 };
  const compared = {
    "<": (a, b) => a < b, "<=": (a, b) => a <= b, ">": (a, b) => a > b, ">=": (a, b) => a >= b,
    "==": (a, b) => a === b, "!=": (a, b) => a !== b,
  };

  // Numbers, names and signs, in order. What C++ writes around a formula is left out.
  function words_of(text) {
    const plain = text.replace(/std::/g, "").replace(/^\s*return\b/, "").replace(/;\s*$/, "");
    const words = [];
    const number = /(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/, name = /[a-z]\w*/;
    const sign = /<=|>=|==|!=|[-+*\/%^()<>?:,]/;
    const word = RegExp(`\\s*(?:(${number.source})|(${name.source})|(${sign.source}))`, "iy");
    while (plain.slice(word.lastIndex).trim() !== "") {
      const at = word.lastIndex, found = word.exec(plain);
      if (!found) throw Error(`“${plain.slice(at).trim()[0]}” is no part of a formula`);
      words.push(found[1] ? { number: Number(found[1]) } :
                 found[2] ? { name: found[2] } : { sign: found[3] });
    }
    return words;
  }

  // formula("-0.5 * n", ["n"]) gives (n) => -0.5 * n. Throws Error with a sentence.
  w.formula = (text, variables) => {
    const words = words_of(text);
    let next = 0;
    const show = (word) => word ? `“${word.number ?? word.name ?? word.sign}”` : "the end";
    const take = (...signs) =>
      words[next] && signs.includes(words[next].sign) ? words[next++].sign : null;
    const want = (sign) => {
      if (!take(sign)) throw Error(`“${sign}” is missing before ${show(words[next])}`);
    };
    function value() {
      const word = words[next++];
      if (word && word.number !== undefined) return () => word.number;
      if (word && word.sign === "(") {
        const inside = choice();
        want(")");
        return inside;
      }
      if (!word || !word.name) throw Error(`a number is missing before ${show(word)}`);
      if (take("(")) {
        const f = functions[word.name], given = [choice()];
        while (take(",")) given.push(choice());
        want(")");
        if (!Object.hasOwn(functions, word.name))
          throw Error(`there is no function “${word.name}”; ` +
                      `there are ${Object.keys(functions).join(", ")}`);
        const wanted = arguments_of[word.name] || 1;
        if (given.length !== wanted)
          throw Error(`“${word.name}” takes ${wanted} number${wanted > 1 ? "s" : ""}`);
        return (at) => f(...given.map((g) => g(at)));
      }
      if (word.name === "pi") return () => Math.PI;
      const which = variables.indexOf(word.name);
      if (which < 0)
        throw Error(`“${word.name}” is unknown; there are ${variables.join(", ")} and pi`);
      return (at) => at[which];
    }
    function power() {
      const base = value();
      if (!take("^")) return base;
      const exponent = sign();
      return (at) => base(at) ** exponent(at);
    }
    function sign() {
      const found = take("-", "+");
      if (!found) return power();
      const of = sign();
      return found === "-" ? (at) => -of(at) : of;
    }
    function chain(part, steps) {
      let left = part();
      for (let found; (found = take(...Object.keys(steps)));) {
        const a = left, b = part(), f = steps[found];
        left = (at) => f(a(at), b(at));
      }
      return left;
    }
    const product = () =>
      chain(sign, { "*": (a, b) => a * b, "/": (a, b) => a / b, "%": (a, b) => a % b });
    const sum = () => chain(product, { "+": (a, b) => a + b, "-": (a, b) => a - b });
    function choice() {
      let first = sum();
      const found = take(...Object.keys(compared));
      if (found) {
        const left = first, right = sum();
        first = (at) => Number(compared[found](left(at), right(at)));
      }
      if (!take("?")) return first;
      const yes = choice();
      want(":");
      const no = choice();
      return (at) => first(at) ? yes(at) : no(at);
    }
    if (words.length === 0) throw Error("there is no formula yet");
    const whole = choice();
    if (next < words.length) throw Error(`${show(words[next])} does not belong there`);
    return (...at) => whole(at);
  };
})(window.whereabouts = window.whereabouts || {});
