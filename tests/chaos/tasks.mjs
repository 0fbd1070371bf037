import crypto from "node:crypto";
import fs from "node:fs";
import timers from "node:timers/promises";

const now = () => Number(process.hrtime.bigint() / 1000n);
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const file = fs.openSync(process.env.CHAOS_LOG, "a");

/** One write a line, so that what a killed process did is known outside the database. */
function write(line) {
  fs.writeSync(file, JSON.stringify({ ...line, t: now() }) + "\n");
}

/** Logs start and end around `work(payload, job)`, which may throw or return the items that were done. */
function logged(task, work) {
  return async (payload, helpers) => {
    const job = helpers.job;
    const common = { j: Number(job.id), a: job.attempts };
    const first = Array.isArray(payload) ? payload[0] : payload;
    const start = { e: "s", ...common, k: task, q: first?.q ?? "", w: first?.w, l: job.locked_by, p: process.pid };
    if (payload?._cron) start.c = payload._cron.ts;
    write(start);
    let result;
    try {
      result = await work(payload, job, helpers);
    } catch (error) {
      write({ e: "e", ...common, o: error.name === "AbortError" ? "interrupted" : "fail" });
      throw error;
    }
    write({ e: "e", ...common, o: result?.outcome ?? "ok", d: result?.done });
    return result?.items;
  };
}

const pause = async (payload) => {
  if (payload?.ms > 0) await sleep(payload.ms);
};

/** The tasks of plugin/chaosplugin.cpp. `seq_own` is left to the yardmasters: its jobs have equal run_at. */
const tasks = {
  quick: pause,
  slow: pause,
  waiting: pause,
  keyed: pause,
  seq: pause,
  cron_tick: pause,
  flaky: async (payload, job) => {
    if (job.attempts < payload.until) throw new Error("not yet");
  },
  doomed: async () => {
    throw new Error("never works");
  },
  crash: async (_, job) => {
    if (job.attempts === 1) process.kill(process.pid, "SIGKILL");
  },
  poison: async () => process.kill(process.pid, "SIGKILL"),
  big: async (payload) => {
    const hash = crypto.createHash("sha256").update(payload.data).digest("hex");
    if (hash !== payload.sha256) return { outcome: "damaged" };
  },
  batch: async (payload, job) => {
    const failed = payload.filter((item) => job.attempts < (item.until ?? 0));
    const done = payload.filter((item) => !failed.includes(item)).map((item) => item.i);
    const items = payload.map((item) => (failed.includes(item) ? Promise.reject(new Error("not this one yet")) : Promise.resolve()));
    for (const item of items) item.catch(() => {});
    return { outcome: failed.length ? "fail" : "ok", done, items };
  },
};

export const taskList = Object.fromEntries(Object.entries(tasks).map(([name, work]) => [name, logged(name, work)]));

const spin = () => {
  for (;;);
};

/** For our own workers, which run it in a task host: hosted/ has the same in Python and for a web server. */
export const jsJob = logged("js_job", async (payload, job, helpers) => {
  if (process.listenerCount("SIGUSR2") === 0) process.on("SIGUSR2", spin);
  if (payload.act === "doomed" || (payload.act === "flaky" && job.attempts < payload.until)) throw new Error("not yet");
  if (payload.act === "print") for (let i = 0; i < 300; i++) for (const stream of [console.log, console.error]) stream("x".repeat(5000));
  if (job.attempts === 1) {
    if (payload.act === "exit") process.exit(3);
    if (payload.act === "crash") process.kill(process.pid, "SIGKILL");
    if (payload.act === "loop") spin();
  }
  if (payload.ms > 0) await timers.setTimeout(payload.ms, null, { signal: helpers.abortSignal });
});
