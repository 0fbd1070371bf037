import seen from "../../lib/seen.cjs";

export default (payload, helpers) => seen(helpers, {
    isModule: typeof require === "undefined",
    // What a program leaves behind for its modules.
    globals: Object.keys(globalThis).sort(),
    seen: [typeof module, typeof exports, typeof __filename, typeof settings, typeof running, typeof Logger],
  });
