"use strict";
const seen = require("../lib/seen.cjs");
module.exports = async function (payload, helpers) {
  await seen(helpers, { payload, self: typeof this });
};
