"use strict";
// As TypeScript writes it.
Object.defineProperty(exports, "__esModule", { value: true });
exports.other = 1;
const seen_1 = require("../lib/seen.cjs");
const compiled = async (payload, helpers) => {
  await seen_1(helpers, { payload });
};
exports.default = compiled;
