// A fleet of workers under faults, and a check of what it did; see README.md. Started by `run`.
import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";

import { check, parseRuns, rules, tell } from "./checker.mjs";
import { Conductor, describe, schedule } from "./faults.mjs";
import { hostedHere, HostWatch, WebServer } from "./hosts.mjs";
import { now, sleep } from "./processes.mjs";
import { createDatabase, endTidily, findPrograms, makeFolder, newServer } from "./setup.mjs";
import { fakeTimeLibrary, fleetOf, Worker } from "./workers.mjs";
import { Workload } from "./workload.mjs";

const usage = `Usage: tests/chaos/run [--seed N] [--minutes M | --short] [OPTIONS]

  --seed N             which faults and which jobs [from the clock, printed]
  --minutes M          how long faults are done [5]
  --short              one minute in all, with fewer workers
  --list               print the faults of the seed, and end
  --recheck FOLDER     check again what an earlier run left
  --all                print all violations, not only some of each kind
  --keep FOLDER        leave logs and evidence there [a temporary folder, kept where something is wrong]
  --only A,B           do no other kinds of faults
  --without A,B        leave out kinds of faults, kinds of jobs, or workers
  --yardmaster PATH    [the first of build/release, build/headless, build/dev]
  --plugin PATH        the target \`chaos\` [in test-plugins of that build]
  --previous PATH      a yardmaster of the build before, to run beside; its plugin is looked for likewise
  --peers FOLDER       node_modules with graphile-worker from npm [$YARDMASTER_PEERS, build/*/peers]
  --rate N             jobs added each second [150; short: 80]
  --threshold MS       sweep threshold [6000; short: 4000]
  --every S            mean time between faults [2.5]
`;

function fail(message) {
  console.error(`run: ${message}`);
  process.exit(2);
}

function readOptions() {
  const text = { type: "string" };
  const flag = { type: "boolean" };
  let values;
  try {
    ({ values } = parseArgs({ options: { seed: text, minutes: text, short: flag, list: flag, all: flag, recheck: text, keep: text, without: text, only: text,
      yardmaster: text, plugin: text, previous: text, peers: text, rate: text, threshold: text, every: text, help: { ...flag, short: "h" } } }));
  } catch (error) {
    fail(`${error.message}\n${usage}`);
  }
  if (values.help) {
    process.stdout.write(usage);
    process.exit(0);
  }
  const number = (name, preset) => {
    if (values[name] === undefined) return preset;
    const value = Number(values[name]);
    if (!(value > 0)) fail(`--${name} must be a number above 0, not "${values[name]}"`);
    return value;
  };
  const isShort = Boolean(values.short);
  const seed = values.seed === undefined ? Math.floor(Date.now() / 1000) % 1_000_000 : Number(values.seed);
  if (!Number.isSafeInteger(seed) || seed < 0) fail(`--seed must be a whole number, not "${values.seed}"`);
  return {
    ...values, seed, isShort,
    seconds: isShort ? 30 : 60 * number("minutes", 5),
    rate: number("rate", isShort ? 80 : 150),
    threshold: number("threshold", isShort ? 4000 : 6000),
    every: number("every", isShort ? 1.8 : 2.5),
    heartbeat: 1000,
    grace: 5000,
    hostTimeout: 3000,
    without: new Set((values.without ?? "").split(",").filter(Boolean)),
    only: values.only && new Set(values.only.split(",").filter(Boolean)),
  };
}

/** The programs this machine has; prints what is left out, and why. */
function lookAround(options, log) {
  const skip = (what, why) => log(`skipped: ${what} (${why})`);
  const has = {
    pooler: ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer", "/usr/local/bin/pgbouncer"].some(fs.existsSync),
    peers: Boolean(options.peers && fs.existsSync(path.join(options.peers, "gw-0.18/dist/index.js"))),
    faketime: Boolean(fakeTimeLibrary()),
    tmpfs: process.env.CHAOS_MAY_MOUNT === "1",
    previous: Boolean(options.previous),
    hosted: hostedHere(),
  };
  if (!has.pooler) skip("a worker behind pgbouncer", "apt install pgbouncer");
  if (!has.peers) skip("graphile-worker and the peer in the manner of graphile_worker_rs", "not in the folder of --peers");
  if (!has.faketime) skip("clocks that jump", "apt install faketime");
  if (!has.tmpfs) skip("a full disk", "needs root and a mount namespace");
  if (!has.hosted.includes("js_job")) skip("tasks in JavaScript", "needs Node 20");
  if (!has.hosted.includes("py_job")) skip("tasks in Python", "needs Python 3.9");
  if (!has.previous) skip("a worker of the previous build", "no --previous");
  return has;
}

async function conductRun(options, has, folder, log) {
  const server = newServer(folder, options);
  if (has.tmpfs) {
    const cluster = path.join(folder, "cluster");
    fs.mkdirSync(cluster);
    try {
      // In a mount namespace of our own, so that it is gone when we are.
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=900m", "chaos", cluster], { stdio: "pipe" });
    } catch (error) {
      log(`skipped: a full disk (${String(error.stderr ?? error.message).trim()})`);
      has.tmpfs = false;
    }
  }
  await server.create();
  await server.start();

  const newClient = () => server.newClient();
  /** A statement, or work with a client; tried again while the server is away, if it is a statement. */
  const admin = async (what, values) => {
    for (let attempt = 0; ; attempt++) {
      let client;
      try {
        client = await newClient();
        return typeof what === "function" ? await what(client) : await client.query(what, values);
      } catch (error) {
        const isAway = !error.severity || /^(08|53|57)/.test(error.code);
        if (typeof what === "function" || !isAway || attempt === 200) throw error;
        await sleep(300);
      } finally {
        client?.end().catch(() => {});
      }
    }
  };
  await createDatabase(server, options);
  await admin("create schema chaos create table added (w int not null, id bigint not null)");
  if (has.pooler) await server.startPooler();

  const fleet = fleetOf(has, options.isShort).filter(({ name }) => !options.without.has(name));
  const context = { server, folder, log, options,
    // These are not swept: an operator who knows that the process has ended unlocks its jobs.
    unlockPeers: async ({ kind }) => {
      const prefix = kind === "node" ? "pool-" : "graphile_worker_";
      await admin(`select graphile_worker.force_unlock_workers(array(
        select locked_by from graphile_worker._private_jobs where starts_with(locked_by, $1)
        union select locked_by from graphile_worker._private_job_queues where starts_with(locked_by, $1)))`, [prefix]);
      await admin("delete from graphile_worker._private_workers where starts_with(id, $1)", [prefix]);
    } };
  const webServer = await new WebServer().listen();
  Object.assign(context, { webServer });
  const workers = fleet.map((spec) => new Worker(spec, context));
  for (const worker of workers) await worker.prepare();
  for (const worker of workers) worker.start();
  const hosts = new HostWatch(workers);

  const stalls = [];
  let lastTick = now();
  const ticks = setInterval(() => {
    const late = now() - lastTick - 100_000;
    if (late > 400_000) stalls.push({ from: lastTick, to: now() });
    lastTick = now();
  }, 100);
  let isSampling = false;
  const samples = setInterval(async () => {
    if (isSampling) return;
    isSampling = true;
    try {
      const client = await newClient();
      const { rows } = await client.query("select application_name as name, count(*)::int from pg_stat_activity group by 1");
      client.end().catch(() => {});
      const counts = new Map(rows.map(({ name, count }) => [name, count]));
      for (const worker of workers) worker.sample(counts.get(`chaos-${worker.name}`) ?? 0);
    } catch {
      for (const worker of workers) worker.sample();
    }
    isSampling = false;
  }, 1000);

  const begin = now();
  const wallAtBegin = Date.now();
  context.log = (text) => log(`${((now() - begin) / 1e6).toFixed(2).padStart(8)}  ${text}`);
  const workload = new Workload(options.seed, { jobsPerSecond: options.rate, seconds: options.seconds,
    maxBackoffs: options.isShort ? 2 : 3, without: options.without, hosted: has.hosted });
  let adder;
  const adding = workload.run(async (work) => {
    try {
      adder ??= await newClient();
      await work(adder);
    } catch (error) {
      adder?.end().catch(() => {});
      adder = undefined;
      throw error;
    }
  }, context.log);
  const conductor = new Conductor({ workers, server, admin, log: context.log, folder, hosts });
  const events = schedule(options.seed, options.seconds, fleet, has,
    { threshold: options.threshold / 1000, without: options.without, only: options.only, everySeconds: options.every });
  await conductor.run(events, () => ending.isInterrupted);
  workload.isStopped = ending.isInterrupted;
  await adding;
  if (ending.isInterrupted) throw new Error("interrupted");

  const faultsEnd = now();
  context.log("no more faults, no more jobs; waiting until all is done");
  if (!server.isRunning) await server.start();
  for (const worker of workers) {
    worker.proxy?.heal();
    worker.thaw();
  }
  for (const worker of workers) {
    if (worker.kind !== "yardmaster") await worker.stop();
    else if (!worker.isRunning) worker.start();
  }
  const open = async () => Number((await admin(
    "select count(*) from graphile_worker._private_jobs where locked_at is not null or attempts < max_attempts")).rows[0].count);
  const deadline = now() + (options.isShort ? 40 : 90) * 1e6;
  let last = Infinity;
  let progressAt = now();
  let left;
  while ((left = await open()) > 0 && !ending.isInterrupted) {
    if (left < last) progressAt = now();
    last = left;
    // A backlog that shrinks is no reason to give up; jobs in backoff wait for up to 55 s.
    if (now() > deadline && now() - progressAt > 25e6) break;
    await sleep(300);
  }
  // Queue locks and samples of idle workers; and the last killed worker may be registered until it is
  // swept.
  const lastDeath = Math.max(faultsEnd, ...workers.flatMap(({ incarnations }) => incarnations.map(({ to }) => to ?? 0)));
  await sleep(Math.max(3000, (lastDeath - now()) / 1000 + options.threshold + 2 * options.heartbeat + 4000));
  clearInterval(samples);
  for (const worker of workers) if (worker.isRunning) worker.current.aliveAtIdle = true;
  const registry = async () => (await admin("select id from graphile_worker._private_workers")).rows;
  const evidence = { seed: options.seed, seconds: options.seconds, begin, faultsEnd, wallAtBegin, drained: left === 0, stalls,
    settings: { threshold: options.threshold, heartbeat: options.heartbeat, grace: options.grace, hostTimeout: options.hostTimeout } };
  evidence.registryIdle = await registry();
  context.log("stopping");
  await Promise.all(workers.map((worker) => worker.stop()));
  clearInterval(ticks);
  evidence.registryEnd = await registry();
  evidence.rows = (await admin(`select jobs.id::int, tasks.identifier as task, attempts, max_attempts, jobs.locked_by, last_error, key,
      queues.queue_name, run_at::text
    from graphile_worker._private_jobs as jobs
    left join graphile_worker._private_tasks as tasks on tasks.id = task_id
    left join graphile_worker._private_job_queues as queues on queues.id = job_queue_id`)).rows;
  evidence.queueLocks = (await admin("select queue_name, locked_by from graphile_worker._private_job_queues where locked_at is not null")).rows;
  evidence.added = (await admin("select w, id::int from chaos.added")).rows;
  evidence.specs = workload.specs.map(({ payload: _, ...spec }) => spec);
  evidence.faults = conductor.history;
  evidence.workers = await Promise.all(workers.map((worker) => worker.record()));
  hosts.stop();
  evidence.hosts = hosts.lives;
  webServer.close();
  await server.stop();
  server.pooler?.signal("SIGINT");
  for (const worker of workers) worker.proxy?.close();
  evidence.runs = [];
  evidence.torn = 0;
  for (const worker of evidence.workers)
    for (const life of worker.incarnations) {
      if (!fs.existsSync(life.runLog)) continue;
      const { runs, torn } = parseRuns(fs.readFileSync(life.runLog, "utf8"), worker.name, life.number);
      evidence.runs.push(...runs);
      evidence.torn += torn;
    }
  fs.writeFileSync(path.join(folder, "evidence.json"), JSON.stringify(evidence));
  return evidence;
}

function report(evidence) {
  const { violations, notes, history } = check(evidence);
  const runsOf = new Map();
  for (const run of evidence.runs) runsOf.set(run.worker, (runsOf.get(run.worker) ?? 0) + 1);
  const byRule = new Map();
  for (const violation of violations) byRule.set(violation.rule, [...(byRule.get(violation.rule) ?? []), violation]);
  for (const [rule, list] of byRule) {
    const most = options.all ? Infinity : 4;
    for (const violation of list.slice(0, most)) console.log("\n" + tell(violation, { history, begin: evidence.begin }));
    if (list.length > most) console.log(`\nand ${list.length - most} more of ${rule} (all: --recheck FOLDER --all)`);
  }
  console.log(`\n${evidence.added.length} adds, ${evidence.runs.length} runs (${[...runsOf].map(([name, count]) => `${name} ${count}`).join(", ")}), ` +
    `${evidence.faults.length} faults in ${evidence.seconds} s`);
  if (evidence.torn > 0) console.log(`${evidence.torn} lines of the logs could not be read or matched`);
  const starved = evidence.stalls.reduce((sum, { from, to }) => sum + (to - from) / 1e6, 0);
  if (starved > 1) console.log(`this machine was busy: ${starved.toFixed(1)} s in which nothing ran here`);
  if (notes.length > 0) console.log(`${notes.length} times a peer that does not order by id started a queue's jobs out of order: not counted`);
  for (const [rule, { length }] of [...byRule].sort((a, b) => b[1].length - a[1].length)) console.log(`  ${String(length).padStart(5)}  ${rule}`);
  console.log(`rules: ${rules.length - byRule.size} passed, ${byRule.size} failed`);
  console.log(`seed ${evidence.seed}: ${violations.length} violation${violations.length === 1 ? "" : "s"}`);
  return violations.length;
}

const options = readOptions();
if (options.recheck) process.exit(report(JSON.parse(fs.readFileSync(path.join(options.recheck, "evidence.json"), "utf8"))) ? 1 : 0);
if (!options.list) findPrograms(options, fail);
const log = (text) => console.log(text);
const has = lookAround(options, log);
if (options.list) {
  const fleet = fleetOf({ ...has, peers: true }, options.isShort).filter(({ name }) => !options.without.has(name));
  for (const event of schedule(options.seed, options.seconds, fleet, has,
    { threshold: options.threshold / 1000, without: options.without, only: options.only, everySeconds: options.every })) console.log(describe(event));
  process.exit(0);
}

const folder = makeFolder(options, fail);
fs.writeFileSync(path.join(folder, "crontab"), "* * * * * cron_tick ?id=tick&fill=10m\n");
const ending = endTidily(folder, options, () => {
  if (has.tmpfs) spawnSync("umount", ["--lazy", path.join(folder, "cluster")], { stdio: "ignore" });
});
log(`seed ${options.seed}, ${options.seconds} s of faults, ${options.yardmaster}`);
try {
  const evidence = await conductRun(options, has, folder, log);
  const count = report(evidence);
  if (count > 0) {
    ending.isLeft = true;
    for (const name of ["cluster/data", "pooler"]) fs.rmSync(path.join(folder, name), { recursive: true, force: true });
    fs.writeFileSync(path.join(folder, "keep"), "");
    console.log(`evidence and logs: ${folder}`);
    const length = options.isShort ? "--short" : `--minutes ${options.seconds / 60}`;
    console.log(`again: tests/chaos/run --seed ${options.seed} ${length}${options.without.size ? ` --without ${[...options.without].join(",")}` : ""}${options.only ? ` --only ${[...options.only].join(",")}` : ""}`);
  }
  process.exit(count > 0 ? 1 : 0);
} catch (error) {
  if (!ending.isInterrupted) {
    console.error(error);
    ending.isLeft = true;
    console.error(`logs: ${folder}`);
  }
  process.exit(ending.isInterrupted ? 130 : 3);
}
