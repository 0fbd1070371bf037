// graphile-worker 0.18 from npm with the tasks of tests/chaos: node nodeworker.mjs FOLDER '{"concurrency": 3}'
import { EventEmitter } from "node:events";
import fs from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

import { taskList } from "./tasks.mjs";

const [folder, text] = process.argv.slice(2);
const options = JSON.parse(text);
const require = createRequire(folder + "/package.json");
const { run, Logger } = await import(pathToFileURL(folder + "/dist/index.js"));
const { default: pg } = await import(pathToFileURL(require.resolve("pg")));

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: options.concurrency + 3 });
pool.on("error", () => {});
pool.on("connect", (client) => client.on("error", () => {}));

const events = new EventEmitter();
if (options.logsPolls) {
  // A line for each fetch, beside the log of runs.
  const polls = fs.openSync(`${process.env.CHAOS_LOG}.polls`, "a");
  const log = (outcome) => () => fs.writeSync(polls, `${JSON.stringify({ o: outcome, t: Number(process.hrtime.bigint() / 1000n) })}\n`);
  events.on("worker:getJob:empty", log("empty"));
  events.on("job:start", log("found"));
}

const runner = await run({
  pgPool: pool,
  events,
  concurrency: options.concurrency,
  pollInterval: options.pollInterval,
  crontab: options.crontab,
  logger: new Logger((scope) => (level, message) => {
    if (level === "error" || level === "warning") console.error(new Date().toISOString(), level, message);
  }),
  taskList,
});
await runner.promise;
await pool.end();
process.exit(0);
