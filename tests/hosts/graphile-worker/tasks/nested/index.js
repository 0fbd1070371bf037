const count = require("../../lib/counter.cjs");
module.exports = (payload, helpers) => require("../../lib/seen.cjs")(helpers, { path: "index", count: count() });
