// The export is the function; sloppy mode, so `this` is the global object.
const seen = require("../lib/seen.cjs");
module.exports = async function (payload, helpers) {
  await seen(helpers, { payload, isGlobal: this === globalThis, count: arguments.length });
};
