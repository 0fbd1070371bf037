// Sharing, order and memory of a fleet without faults, measured from outside; see README.md. Started by `fairness`.
import crypto from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";

import { parseRuns } from "./checker.mjs";
import { now, sleep } from "./processes.mjs";
import { createDatabase, endTidily, findPrograms, makeFolder, newServer } from "./setup.mjs";
import { Worker } from "./workers.mjs";

const usage = `Usage: tests/chaos/fairness [--short] [OPTIONS]

  --short              less of everything, about half a minute in all
  --only A,B           of: sharing, urgent, mix, memory, order, turns
  --tries N            where time or shares miss their bound, measure up to N times [1]
  --keep FOLDER        leave logs there [a temporary folder, kept where something is wrong]
  --yardmaster PATH    [the first of build/release, build/headless, build/dev]
  --plugin PATH        the target \`chaos\` [in test-plugins of that build]
  --peers FOLDER       node_modules with graphile-worker from npm [$YARDMASTER_PEERS, build/*/peers]
`;

function fail(message) {
  console.error(`fairness: ${message}`);
  process.exit(2);
}

const kinds = ["sharing", "urgent", "mix", "memory", "order", "turns"];

function readOptions() {
  const text = { type: "string" };
  const flag = { type: "boolean" };
  let values;
  try {
    ({ values } = parseArgs({ options: { short: flag, only: text, tries: text, keep: text, yardmaster: text, plugin: text, peers: text,
      help: { ...flag, short: "h" } } }));
  } catch (error) {
    fail(`${error.message}\n${usage}`);
  }
  if (values.help) {
    process.stdout.write(usage);
    process.exit(0);
  }
  const only = values.only?.split(",").filter(Boolean) ?? kinds;
  const unknown = only.find((name) => !kinds.includes(name));
  if (unknown) fail(`--only must be some of ${kinds.join(", ")}, not "${unknown}"`);
  const tries = Number(values.tries ?? 1);
  if (!Number.isSafeInteger(tries) || tries < 1) fail(`--tries must be a whole number above 0, not "${values.tries}"`);
  // The workers' settings are their defaults, but for -j.
  return { ...values, isShort: Boolean(values.short), only: new Set(only), tries, poll: 2000, heartbeat: 5000, threshold: 20000, grace: 10000 };
}

/** Server and fleets, one after the other, on one database. */
class Bench {
  constructor(folder) {
    this.folder = folder;
    this.fleets = 0;
    this.stalled = 0; // seconds in which nothing ran here
  }

  async open() {
    this.server = newServer(this.folder, options);
    await this.server.create();
    await this.server.start();
    await createDatabase(this.server, options);
    this.client = await this.server.newClient();
    this.hasNode = fs.existsSync(path.join(options.peers, "gw-0.18/dist/index.js"));
    let last = now();
    setInterval(() => {
      if (now() - last > 500_000) this.stalled += (now() - last) / 1e6;
      last = now();
    }, 100).unref();
  }

  async close() {
    await this.client.end();
    await this.server.stop();
  }

  /**
   * Jobs of add_jobs. `payload`, `queue` and `runAt` are expressions of n, which counts from 1 and becomes the
   * payload's w.
   */
  async add({ count, task = "quick", payload = "'{}'", queue = "null", runAt = "null", priority = 0 }) {
    await this.client.query(
      `select count(*) from graphile_worker.add_jobs(array(
         select ('${task}', (jsonb_build_object('w', n, 'q', ${queue}) || (${payload})::jsonb)::json, ${queue},
                 ${runAt}, null, null, ${priority}, null)::graphile_worker.job_spec
         from generate_series(1, ${count}) as n order by n))`);
  }

  /** Starts the workers and waits until they are idle. */
  async start(specs) {
    this.fleets++;
    const context = { server: this.server, folder: this.folder, options, log: () => {}, unlockPeers: async () => {} };
    this.workers = specs.map((spec, i) => new Worker({ name: `${spec.kind}-${this.fleets}-${i + 1}`, route: "server", ...spec }, context));
    for (const worker of this.workers) {
      await worker.prepare();
      worker.start();
    }
    const names = this.workers.map(({ name }) => `chaos-${name}`);
    const deadline = now() + 30e6;
    for (;;) {
      const { rows } = await this.client.query(
        `select count(distinct application_name)::int as workers from pg_stat_activity
         where application_name = any ($1) and state = 'idle' and query ilike 'listen %'`, [names]);
      if (rows[0].workers === names.length) break;
      if (now() > deadline) throw new Error("the workers do not start, see the logs");
      await sleep(50);
    }
    await sleep(500); // their first fetch
  }

  /** Until no job is left; @param seconds  at most. */
  async waitUntilDone(seconds) {
    const deadline = now() + seconds * 1e6;
    while (now() < deadline && !ending.isInterrupted) {
      const { rows } = await this.client.query("select exists (select from graphile_worker._private_jobs) as is_left");
      if (!rows[0].is_left) return;
      await sleep(100);
    }
    if (ending.isInterrupted) throw new Error("interrupted");
  }

  /** Stops the workers. @returns what ran, by start. */
  async stop() {
    await Promise.all(this.workers.map((worker) => worker.stop()));
    const runs = this.workers.flatMap((worker) =>
      worker.incarnations.flatMap(({ runLog, number }) =>
        fs.existsSync(runLog) ? parseRuns(fs.readFileSync(runLog, "utf8"), worker.name, number).runs : []));
    await this.client.query("truncate graphile_worker._private_jobs, graphile_worker._private_job_queues");
    return runs.sort((a, b) => a.start - b.start);
  }

  /** All of it for jobs that are there at once. @returns the runs, and when the jobs were added */
  async run(specs, jobs, seconds) {
    await this.start(specs);
    const added = now();
    await this.add(jobs);
    await this.waitUntilDone(seconds);
    const runs = await this.stop();
    demandOnce(runs, jobs.count);
    return { runs, added };
  }
}

/** A measurement is invalid unless each job ran exactly once. */
function demandOnce(runs, count) {
  const done = new Set(runs.filter(({ outcome }) => outcome === "ok").map(({ job }) => job));
  if (runs.length !== count || done.size !== count)
    throw new Error(`${count} jobs, but ${runs.length} runs, of which ${done.size} jobs succeeded`);
}

const yardmasters = (count, concurrency = 2) => Array.from({ length: count }, () => ({ kind: "yardmaster", concurrency, options: [] }));
const nodes = (count, concurrency = 2) => Array.from({ length: count }, () => ({ kind: "node", concurrency, logsPolls: true }));
const seconds = (microseconds) => microseconds / 1e6;
const format = (value) => `${value.toFixed(2)} s`;
const percent = (share) => `${(100 * share).toFixed(0)} %`;

const rows = [];
/** @param measure  resolves to {measured, bound, isOk}; @param isTimed  a busy machine may spoil it */
async function measure(promise, doMeasure, { isTimed = true } = {}) {
  let row;
  for (let attempt = 1; attempt <= (isTimed ? options.tries : 1); attempt++) {
    try {
      row = { promise, ...(await doMeasure()) };
    } catch (error) {
      if (ending.isInterrupted) throw error;
      row = { promise, measured: error.message, bound: "", isOk: false };
      for (const worker of bench.workers ?? []) await worker.kill();
      await bench.client.query("truncate graphile_worker._private_jobs, graphile_worker._private_job_queues");
    }
    if (attempt > 1) row.measured += ` (try ${attempt})`;
    if (row.isOk) break;
  }
  rows.push(row);
  log(`${row.isOk ? "ok  " : "FAIL"}  ${row.promise}: ${row.measured}${row.bound && `, bound ${row.bound}`}`);
}

/** How idle workers share what they find at once, in terms of the time it takes. */
async function measureSharing() {
  const mixed = bench.hasNode ? [["2 yardmasters, 2 Node workers", () => [...yardmasters(2), ...nodes(2)]]] : [];
  const fleets = [["4 yardmasters", () => yardmasters(4)], ...mixed];
  const loads = options.isShort ? [[16, 250], [150, 50]] : [[40, 1000], [300, 50]];
  for (const [name, fleet] of fleets) {
    for (const [count, ms] of loads) {
      await measure(`${count} jobs of ${ms} ms, ${name} with 2 slots`, async () => {
        const ideal = (count * ms) / 1000 / 8;
        const { runs, added } = await bench.run(fleet(), { count, payload: `'{"ms": ${ms}}'` }, 10 * ideal + 20);
        const took = seconds(Math.max(...runs.map(({ end }) => end)) - added);
        // The short loads last hardly longer than an addition and a wake-up.
        const bound = 1.5 * ideal + (options.isShort ? 0.25 : 0);
        return { measured: format(took), bound: format(bound), isOk: took <= bound };
      });
    }
  }
}

/** A job that ranks first becomes due while others wait, in the table and in the workers. */
async function measureUrgent() {
  const loads = options.isShort ? [[160, 50, 0.6]] : [[600, 40, 3], [60, 1000, 4]];
  for (const [count, ms, delay] of loads) {
    await measure(`urgent job among ${count} of ${ms} ms, 2 yardmasters with 2 slots`, async () => {
      await bench.start(yardmasters(2));
      await bench.add({ count, payload: `'{"ms": ${ms}}'` });
      const due = now() + delay * 1e6;
      await bench.client.query(`select graphile_worker.add_job('slow', run_at => clock_timestamp() + interval '${delay} s', priority => -10)`);
      await bench.waitUntilDone(40 + (count * ms) / 1000);
      const runs = await bench.stop();
      demandOnce(runs, count + 1);
      const urgent = runs.find(({ task }) => task === "slow");
      if (runs.at(-1).start < urgent.start + 1000) throw new Error("nothing was left beside the urgent job");
      const late = seconds(urgent.start - due);
      const bound = 2 * (options.poll / 1000) + ms / 1000;
      return { measured: `${format(late)} late`, bound: format(bound), isOk: late <= bound };
    });
  }
}

/** A few slow jobs of the same task as many quick ones. */
async function measureMix() {
  const loads = options.isShort ? [[300, 3]] : [[700, 10], [2000, 10]];
  for (const [count, slow] of loads) {
    const most = Math.min(7, Math.floor(count / 100)); // of 8 slots
    await measure(`${count} jobs of 1 ms, ${most} of ${slow} s among them, 4 yardmasters with 2 slots`, async () => {
      const isSlow = `n % 100 = 50 and n <= ${most * 100}`;
      const { runs, added } = await bench.run(yardmasters(4),
        { count, payload: `json_build_object('ms', case when ${isSlow} then ${slow * 1000} else 1 end)` }, 20 * slow);
      const last = Math.max(...runs.filter(({ w }) => !(w % 100 === 50 && w <= most * 100)).map(({ end }) => end));
      const took = seconds(last - added);
      // A worker whose slots are all caught returns what waits there after 1 to 1.25 s; the others may be caught
      // with it then, one after the other.
      const bound = 0.5 + Math.floor(most / 2) * 1.25;
      return { measured: `${format(took)} until the last quick one ended`, bound: format(bound), isOk: took <= bound };
    });
  }
}

async function measureMemory() {
  const count = options.isShort ? 24 : 150;
  const bytes = 8 << 20;
  const datas = { compressible: "0123456789abcdef".repeat(bytes / 16) };
  if (!options.isShort) datas.random = crypto.randomBytes((bytes / 4) * 3).toString("base64");
  for (const [name, data] of Object.entries(datas)) {
    await measure(`${count} jobs of 8 MB, ${name}, -j 2: resident`, async () => {
      const sha256 = crypto.createHash("sha256").update(data).digest("hex");
      await bench.client.query("create temporary table big as select $1::json as payload", [JSON.stringify({ data, sha256 })]);
      await bench.client.query(`select count(graphile_worker.add_job('big', (select payload from big))) from generate_series(1, ${count})`);
      await bench.client.query("drop table big");
      await bench.start(yardmasters(1)); // afterwards, so that it sees all of them at once
      await bench.waitUntilDone(300);
      const status = fs.readFileSync(`/proc/${bench.workers[0].current.pid}/status`, "utf8");
      const peak = Number(status.match(/VmHWM:\s+(\d+)/)[1]) / 1024;
      const runs = await bench.stop();
      if (runs.some(({ outcome }) => outcome === "damaged")) throw new Error("a payload came damaged");
      demandOnce(runs, count);
      return { measured: `${peak.toFixed(0)} MB at most`, bound: "300 MB", isOk: peak <= 300 };
    }, { isTimed: false });
  }
}

/** Starts of a job after one that ranks behind it in the same named queue. */
function inversions(runs) {
  const last = new Map();
  let count = 0;
  for (const { queue, w } of runs) {
    if (w < (last.get(queue) ?? 0)) count++;
    last.set(queue, Math.max(w, last.get(queue) ?? 0));
  }
  return count;
}

/** Jobs of one queue whose runs overlap. */
function overlaps(runs) {
  const ends = new Map();
  let count = 0;
  for (const { queue, start, end } of runs) {
    if (start < (ends.get(queue) ?? 0)) count++;
    ends.set(queue, Math.max(end, ends.get(queue) ?? 0));
  }
  return count;
}

async function measureOrder() {
  const verdict = (runs, rounds = [runs]) => {
    const found = rounds.reduce((sum, round) => sum + inversions(round) + overlaps(round), 0);
    return { measured: `${found} in ${runs.length} starts, by ${new Set(runs.map(({ worker }) => worker)).size} workers`, bound: "0", isOk: found === 0 };
  };
  for (const [ms, concurrency] of [[0, 4], [10, 20]]) {
    const count = options.isShort ? 5000 : 100_000;
    await measure(`inversions, 40 queues, distinct run_at, ${ms > 0 ? `${ms} ms` : "no-op"}, 2 yardmasters`, async () => {
      const { runs } = await bench.run(yardmasters(2, concurrency),
        { count, queue: "'q' || n % 40", payload: `'{"ms": ${ms}}'`, runAt: `now() - interval '1 hour' + n * interval '1 ms'` }, 400);
      return verdict(runs);
    }, { isTimed: false });
  }
  const rounds = options.isShort ? 2 : 67;
  await measure(`inversions, one queue, 1500 jobs of one call at a time, 3 yardmasters`, async () => {
    await bench.start(yardmasters(3));
    const count = 1500;
    for (let round = 1; round <= rounds; round++) {
      // Some take longer than a lane may last, so that the jobs behind them are returned.
      await bench.add({ count, queue: `'r${round}'`, payload: "json_build_object('ms', case n % 300 when 50 then 220 else 0 end)" });
      await bench.waitUntilDone(60);
    }
    const runs = await bench.stop();
    demandOnce(runs, rounds * count);
    return verdict(runs);
  }, { isTimed: false });
}

const countBy = (list, key) => {
  const counts = new Map();
  for (const one of list) counts.set(key(one), (counts.get(key(one)) ?? 0) + 1);
  return counts;
};

/** Which workers serve named queues while there are more jobs than all can run. */
async function measureTurns() {
  const loads = options.isShort ? [[2400, 1]] : [[2400, 5], [20_000, 0]];
  const add = (count, ms) => ({ count, queue: "'q' || n % 6", payload: `'{"ms": ${ms}}'` });
  const describe = (count, ms) => `${count} jobs of ${ms > 0 ? `${ms} ms` : "no-op"} in 6 queues`;
  for (const [count, ms] of loads) {
    for (const workers of options.isShort ? [2] : [2, 3, 4]) {
      await measure(`${describe(count, ms)}, ${workers} yardmasters: least share`, async () => {
        const { runs } = await bench.run(yardmasters(workers), add(count, ms), 120);
        const counts = countBy(runs, ({ worker }) => worker);
        const least = Math.min(...bench.workers.map(({ name }) => counts.get(name) ?? 0)) / count;
        const bound = 1 / workers / 2;
        return { measured: percent(least), bound: percent(bound), isOk: least >= bound };
      });
    }
    if (!bench.hasNode) continue;
    await measure(`${describe(count, ms)}, a Node worker beside a yardmaster: share and polls`, async () => {
      const { runs } = await bench.run([...yardmasters(1), ...nodes(1)], add(count, ms), 120);
      const node = bench.workers[1];
      const last = runs.at(-1).start;
      const polls = fs.readFileSync(`${node.current.runLog}.polls`, "utf8").trim().split("\n").filter(Boolean).map((line) => JSON.parse(line))
        .filter(({ t }) => t >= runs[0].start && t <= last);
      const found = polls.filter(({ o }) => o === "found").length;
      const its = countBy(runs, ({ worker }) => worker).get(node.name) ?? 0;
      // It takes jobs one by one; a yardmaster runs many in the same time, so its share is less informative than
      // its polls.
      return { measured: `${found} of ${polls.length} polls find a queue, ${its} jobs`, bound: "half, 50 jobs",
        isOk: its >= 50 && 2 * found >= polls.length };
    });
  }
}

function printTable() {
  const head = ["promise", "measured", "bound", "ok"];
  const table = [head, ...rows.map(({ promise, measured, bound, isOk }) => [promise, measured, bound, isOk ? "yes" : "NO"])];
  const widths = head.map((_, i) => Math.max(...table.map((row) => row[i].length)));
  console.log();
  for (const row of table) console.log(row.map((cell, i) => cell.padEnd(widths[i])).join("  ").trimEnd());
  console.log();
  if (bench.stalled > 1) console.log(`this machine was busy: ${bench.stalled.toFixed(1)} s in which nothing ran here`);
}

const options = readOptions();
findPrograms(options, fail);
const log = (text) => console.log(text);
const folder = makeFolder(options, fail);
const ending = endTidily(folder, options);
log(`${options.yardmaster}; ${os.cpus().length} cores, load ${os.loadavg()[0].toFixed(1)}`);
const bench = new Bench(folder);
try {
  await bench.open();
  if (!bench.hasNode) log("skipped: graphile-worker beside ours (not in the folder of --peers)");
  const measures = { sharing: measureSharing, urgent: measureUrgent, mix: measureMix, memory: measureMemory, order: measureOrder, turns: measureTurns };
  for (const name of kinds) if (options.only.has(name)) await measures[name]();
  printTable();
  await bench.close();
  const broken = rows.filter(({ isOk }) => !isOk).length;
  if (broken > 0) {
    ending.isLeft = true;
    fs.rmSync(path.join(folder, "cluster"), { recursive: true, force: true });
    fs.writeFileSync(path.join(folder, "keep"), "");
    console.log(`logs: ${folder}`);
  }
  process.exit(broken > 0 ? 1 : 0);
} catch (error) {
  if (!ending.isInterrupted) {
    console.error(error);
    ending.isLeft = true;
    console.error(`logs: ${folder}`);
  }
  process.exit(ending.isInterrupted ? 130 : 3);
}
