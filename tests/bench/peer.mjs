// graphile-worker, measured as yardmaster-bench measures this project's engine: the same verbs, the
// same lines of JSON. Run by `compare`.
//
//   node peer.mjs install|drain|latency|add FOLDER '{"option": …}'
//
// FOLDER is where graphile-worker is installed. PEER_CONNECTION names the database. `drain` prints
// "ready" when it is loaded and begins when it reads a line, so that several begin together. With the option
// `tasks` they are loaded from that folder, else made here.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { createInterface } from "node:readline";

process.env.NO_LOG_SUCCESS = "1";
const [verb, folder, optionsText] = process.argv.slice(2);
const options = { concurrency: 10, jobMs: 0, batched: false, ...JSON.parse(optionsText ?? "{}") };
const connectionString = process.env.PEER_CONNECTION;

const require = createRequire(folder + "/package.json");
const { run, runOnce, runMigrations, makeWorkerUtils, getTasks, Logger } = await import(
  pathToFileURL(folder + "/dist/index.js")
);
const { default: pg } = await import(pathToFileURL(require.resolve("pg")));

const logger = new Logger(() => (level, message) => {
  if (level === "error") console.error(message);
});
const print = (line) => process.stdout.write(JSON.stringify(line) + "\n");
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const now = () => Number(process.hrtime.bigint()) / 1e6; // ms

/** Batched: the settings that drained fastest of those tried, see the README. */
function workerOptions(pgPool) {
  return {
    pgPool,
    concurrency: options.concurrency,
    noHandleSignals: true,
    logger,
    preset: options.batched
      ? { worker: { localQueue: { size: 500 }, completeJobBatchDelay: 0, failJobBatchDelay: 0 } }
      : {},
  };
}

const newPool = () => {
  const pool = new pg.Pool({ connectionString, max: Math.max(10, options.concurrency + 2) });
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
};

const tasksOf = async (folder) => (await getTasks({ logger }, folder)).tasks;

/** Until the queue is empty, or the limit has passed. */
async function drain() {
  let runs = 0;
  const taskList = options.tasks ? await tasksOf(options.tasks) : {
    noop: async () => {
      if (options.jobMs > 0) await sleep(options.jobMs);
      runs++;
    },
  };
  const allRuns = () => (options.tasks ? globalThis.noopRuns : runs);
  process.stdout.write("ready\n");
  await new Promise((resolve) => createInterface({ input: process.stdin }).once("line", resolve));
  // With files as tasks it counts what it took to load them and graphile-worker, as starting a task host counts.
  const begin = options.tasks ? { user: 0, system: 0 } : process.cpuUsage();
  const pool = newPool();
  const settings = { ...workerOptions(pool), taskList };
  if (options.queues) {
    // Its run-once mode ends with jobs left when there are named queues; so it runs until the table
    // is empty, checked every 20 ms.
    const runner = await run(settings);
    const deadline = now() + options.limit * 1000;
    const left = "select from graphile_worker._private_jobs limit 1";
    while (now() < deadline && (await pool.query(left)).rowCount > 0) await sleep(20);
    const { user, system } = process.cpuUsage(begin);
    print({ cpuUs: user + system, runs: allRuns(), rssMb: process.resourceUsage().maxRSS / 1024 });
    await runner.stop();
  } else {
    await runOnce(settings);
    const { user, system } = process.cpuUsage(begin);
    print({ cpuUs: user + system, runs: allRuns(), rssMb: process.resourceUsage().maxRSS / 1024 });
  }
  await pool.end();
}

function percentile(samples, percent) {
  const sorted = [...samples].sort((a, b) => a - b);
  const rank = Math.ceil((percent / 100) * sorted.length);
  return sorted[Math.min(Math.max(rank, 1), sorted.length) - 1];
}

/** From add_job to the handler, one job after the other. */
async function latency() {
  let arrive = () => {};
  globalThis.onProbe = (time) => arrive(Number(time) / 1e6);
  const taskList = options.tasks
    ? await tasksOf(options.tasks)
    : { probe: async () => arrive(now()), noop: async () => {} };
  const client = new pg.Client({ connectionString });
  await client.connect();
  if (options.load > 0) {
    await client.query(
      `select count(*) from graphile_worker.add_jobs(array(
         select row('noop', '{}', null, null, null, null, 100::smallint, null)::graphile_worker.job_spec
         from generate_series(1, $1::bigint)))`,
      [options.load],
    );
    await client.query("vacuum analyze graphile_worker._private_jobs");
    await client.query("checkpoint");
  }
  const pool = newPool();
  const runner = await run({ ...workerOptions(pool), taskList });
  const warmUp = options.load > 0 ? 1 : 20;
  const call = [];
  const ack = [];
  const left = `select from graphile_worker._private_jobs as jobs
    join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
    where tasks.identifier = 'noop' limit 1`;
  for (let n = 0; n < options.samples + warmUp; n++) {
    const arrived = new Promise((resolve) => (arrive = resolve));
    const begin = now();
    await client.query({ name: "probe", text: "select id from graphile_worker.add_job('probe')" });
    const acknowledged = now();
    const time = await arrived;
    if (n >= warmUp) {
      call.push(time - begin);
      ack.push(time - acknowledged);
    }
    if (options.gap > 0) await sleep(options.gap);
    if (options.load > 0 && n >= warmUp && (await client.query(left)).rowCount === 0) break;
  }
  await runner.stop();
  await client.end();
  await pool.end();
  const line = { verb, samples: call.length };
  for (const percent of [50, 95, 99]) {
    line["call" + percent] = percentile(call, percent);
    line["ack" + percent] = percentile(ack, percent);
  }
  line.max = percentile(call, 100);
  print(line);
}

/** Adds jobs, by the functions of the schema or by the library. */
async function add() {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const utils = await makeWorkerUtils({ connectionString, logger });
  const { jobs, batch, sql } = options;
  await utils.addJob("noop", {}); // so that it is connected and the task is known
  const begin = now();
  for (let done = 0; done < jobs; done += batch) {
    const payloads = [];
    for (let n = done; n < Math.min(done + batch, jobs); n++) payloads.push({ n });
    if (sql && batch === 1) {
      await client.query({
        name: "one",
        text: "select id from graphile_worker.add_job('noop', payload => $1::json)",
        values: [payloads[0]],
      });
    } else if (sql) {
      await client.query({
        name: "many",
        text: `select count(*) from graphile_worker.add_jobs(array(
          select row('noop', payload, null, null, null, null, null, null)::graphile_worker.job_spec
          from json_array_elements($1::json) as payload))`,
        values: [JSON.stringify(payloads)],
      });
    } else if (batch === 1) {
      await utils.addJob("noop", payloads[0]);
    } else {
      await utils.addJobs(payloads.map((payload) => ({ identifier: "noop", payload })));
    }
  }
  const seconds = (now() - begin) / 1000;
  print({ verb, jobs, seconds, jobsPerSecond: jobs / seconds });
  await utils.release();
  await client.end();
}

const verbs = { install: () => runMigrations({ connectionString, logger }), drain, latency, add };
await verbs[verb]();
process.exit(0);
