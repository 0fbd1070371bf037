module.exports = (payload, helpers) => require("../lib/seen.cjs")(helpers, "both.js");
