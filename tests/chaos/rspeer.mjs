// Speaks to the database as graphile_worker_rs does:
// registered without a threshold in its metadata, heartbeat every 30 s, one job at a time a slot, completion
// by id alone. node rspeer.mjs FOLDER '{"concurrency": 2}'
import crypto from "node:crypto";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

import { taskList } from "./tasks.mjs";

const [folder, text] = process.argv.slice(2);
const options = JSON.parse(text);
const require = createRequire(folder + "/package.json");
const { default: pg } = await import(pathToFileURL(require.resolve("pg")));
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const id = "graphile_worker_" + crypto.randomBytes(9).toString("hex");
const served = ["quick", "slow", "seq", "flaky", "doomed"];
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: options.concurrency + 1 });
pool.on("error", () => {});
pool.on("connect", (client) => client.on("error", () => {}));

let isStopping = false;
for (const name of ["SIGINT", "SIGTERM"]) process.on(name, () => (isStopping = true));

/** A fixed version of it: database errors do not end the worker. */
async function persistently(statement, values) {
  for (;;) {
    try {
      return (await pool.query(statement, values)).rows;
    } catch (error) {
      console.error(new Date().toISOString(), error.message);
      await sleep(200);
    }
  }
}

const heartbeat = () =>
  persistently("select graphile_worker.worker_heartbeat($1, $2)", [id, JSON.stringify({ pid: process.pid })]);

const getJob = `
with j as (
  select jobs.job_queue_id, jobs.id
  from graphile_worker._private_jobs as jobs
  where jobs.is_available = true
    and jobs.run_at <= now()
    and jobs.task_id = any ($2::int[])
    and (jobs.job_queue_id is null
         or jobs.job_queue_id in (
           select id from graphile_worker._private_job_queues as job_queues
           where job_queues.is_available = true
           for update skip locked))
  order by jobs.priority asc, jobs.run_at asc
  limit 1
  for update skip locked
), q as (
  update graphile_worker._private_job_queues as job_queues
  set locked_by = $1::text, locked_at = now()
  from j
  where job_queues.id = j.job_queue_id
)
update graphile_worker._private_jobs as jobs
set attempts = jobs.attempts + 1, locked_by = $1::text, locked_at = now()
from j
where jobs.id = j.id
returning jobs.*, (select identifier from graphile_worker._private_tasks where id = jobs.task_id) as task`;

const completeJob = `
with j as (delete from graphile_worker._private_jobs where id = $2::bigint returning job_queue_id)
update graphile_worker._private_job_queues as job_queues
set locked_by = null, locked_at = null
from j
where job_queues.id = j.job_queue_id and job_queues.locked_by = $1::text`;

const failJob = `
with j as (
  update graphile_worker._private_jobs
  set last_error = $3::text,
      run_at = greatest(now(), run_at) + (exp(least(attempts, 10)) * interval '1 second'),
      locked_by = null, locked_at = null
  where id = $2::bigint and locked_by = $1::text
  returning job_queue_id)
update graphile_worker._private_job_queues as job_queues
set locked_by = null, locked_at = null
from j
where job_queues.id = j.job_queue_id and job_queues.locked_by = $1::text`;

await persistently(
  `insert into graphile_worker._private_tasks as tasks (identifier)
   select unnest($1::text[]) on conflict do nothing`,
  [served],
);
const tasks = (
  await persistently("select id from graphile_worker._private_tasks where identifier = any ($1::text[])", [served])
).map((row) => row.id);

async function slot() {
  while (!isStopping) {
    let job;
    try {
      [job] = (await pool.query(getJob, [id, tasks])).rows;
    } catch (error) {
      console.error(new Date().toISOString(), error.message);
    }
    if (!job) {
      await sleep(options.pollMs ?? 300);
      continue;
    }
    try {
      await taskList[job.task](job.payload, { job });
      await persistently(completeJob, [id, job.id]);
    } catch (error) {
      await persistently(failJob, [id, job.id, error.message]);
    }
  }
}

await heartbeat();
const beats = setInterval(heartbeat, 30_000);
await Promise.all(Array.from({ length: options.concurrency }, slot));
clearInterval(beats);
await persistently("select graphile_worker.worker_deregister($1)", [id]);
process.exit(0);
