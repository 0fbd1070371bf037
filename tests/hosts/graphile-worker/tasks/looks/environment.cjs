const fs = require("node:fs");
const path = require("node:path");
const seen = require("../../lib/seen.cjs");

module.exports = (payload, helpers) =>
  seen(helpers, {
    cwd: path.relative(path.join(__dirname, "../.."), process.cwd()),
    setting: process.env.OF_THE_WORKER,
    database: Boolean(process.env.DATABASE_URL),
    isMain: require("node:worker_threads").isMainThread,
    main: typeof require.main,
    canRead: fs.existsSync("tasks/plain.js"),
    execArgv: process.execArgv,
    pg: typeof require("pg").Pool,
    listeners: process.listenerCount("SIGUSR1"),
    structured: structuredClone(helpers.job.payload),
  });
