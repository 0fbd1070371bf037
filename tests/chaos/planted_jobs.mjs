// Jobs, workers and connections at the end of a run, and what they took from the machine.
import { expect, s } from "./planted.mjs";

const row = (id, rest) => ({ id, task: "quick", attempts: 1, max_attempts: 25, locked_by: null, last_error: null, ...rest });
expect("a job is lost", (e) => void e.job(), "lost");
expect("a job whose only run never ended is lost", (e) => void e.run("a", e.job(), 1, null), "lost");
expect("a job is left", (e) => void e.rows.push(row(e.job())), "not-done");
expect("a job is left locked", (e) => void e.rows.push(row(e.job(), { locked_by: "x" })), "left-locked");
expect("a queue is left locked", (e) => void e.queueLocks.push({ queue_name: "q", locked_by: "x" }), "left-locked");
expect("items of a batch are lost", (e) => {
  const job = e.job({ task: "batch", items: 3 });
  e.run("a", job, 1, 2, { done: [0, 2] });
}, "lost-items");
expect("items of a batch done in two runs", (e) => {
  const job = e.job({ task: "batch", items: 3 });
  e.run("a", job, 1, 2, { outcome: "fail", done: [0, 2] });
  e.run("a", job, 5, 6, { attempt: 2, done: [1] });
});
expect("a job fails for good", (e) => {
  const job = e.job({ task: "doomed", expect: "failed", maxAttempts: 1 });
  e.run("a", job, 1, 2, { outcome: "fail" });
  e.rows.push(row(job, { max_attempts: 1, last_error: "never works" }));
});
expect("a job fails for good too early", (e) => {
  const job = e.job({ task: "doomed", expect: "failed", maxAttempts: 2 });
  e.run("a", job, 1, 2, { outcome: "fail" });
  e.rows.push(row(job, { attempts: 2, max_attempts: 2, last_error: "never works" }));
}, "attempts");
expect("a job fails without its error", (e) => {
  const job = e.job({ task: "doomed", expect: "failed", maxAttempts: 1 });
  e.run("a", job, 1, 2, { outcome: "fail" });
  e.rows.push(row(job, { max_attempts: 1 }));
}, "no-error");
expect("a peer dies with the only attempt of a job, which is then unlocked", (e) => {
  const job = e.job({ task: "doomed", expect: "failed", maxAttempts: 1 });
  Object.assign(e.workers[1], { kind: "node" });
  Object.assign(e.life("b"), { how: "killed", signal: "SIGKILL", code: null, stopAt: undefined, aliveAtIdle: false });
  e.registryIdle.pop();
  e.rows.push(row(job, { max_attempts: 1 }));
});
expect("a job that fails is deleted", (e) => {
  const job = e.job({ task: "doomed", expect: "failed", maxAttempts: 1 });
  e.run("a", job, 1, 2, { outcome: "fail" });
}, "lost");
expect("a damaged payload", (e) => void e.run("a", e.job({ task: "big" }), 1, 2, { outcome: "damaged" }), "damaged", "lost");
expect("a job starts before its time", (e) => void e.run("a", e.job({ offsetUs: 5 * s }), 4, 5), "too-early");
expect("a job with a forbidden flag", (e) => {
  e.workers[0].options = ["--forbidden-flag", "red"];
  e.run("a", e.job({ flags: ["red"] }), 1, 2);
}, "flags");
expect("a job that was never added", (e) => void e.run("a", 55, 1, 2), "unknown-job");
expect("a keyed job's last payload never ran", (e) => {
  const key = { task: "keyed", expect: "keyed", key: "k" };
  const job = e.job({ ...key, mode: "replace" });
  e.job({ ...key, mode: "replace", id: job });
  e.run("a", job, 1, 2, { w: 0 });
}, "lost-update");
expect("a keyed job that was replaced while it ran", (e) => {
  const key = { task: "keyed", expect: "keyed", key: "k" };
  const [first, second] = [e.job({ ...key, mode: "replace" }), e.job({ ...key, mode: "replace" })];
  e.run("a", first, 1, 2);
  e.run("a", second, 3, 4);
});
expect("a job that kills its worker again and again", (e) => {
  const job = e.job({ task: "crash", maxAttempts: 5 });
  e.workers[0].incarnations = Array.from({ length: 6 }, (_, i) => ({ worker: "a", number: i + 1, pid: 20 + i, from: (1000 + 10 * i) * s,
    to: (1000 + 10 * i + 2) * s, how: "itself", signal: "SIGKILL", code: null, samples: [] }));
  e.registryIdle.shift();
  for (let i = 0; i < 6; i++) e.run("a", job, 10 * i + 1, null, { number: i + 1 });
  e.run("b", job, 60, 61);
}, "crash-loop");

// Cron.
expect("a cron job twice", (e) => {
  const again = { ...e.runs[0], job: 9999, start: 1030 * s, end: 1030 * s };
  e.runs.push(again);
}, "cron-twice");
expect("a cron job is missed", (e) => void e.runs.shift(), "cron-missed");

// The end.
expect("jobs are left", (e) => void (e.drained = false), "not-drained");
expect("a worker without a process is registered", (e) => void e.registryIdle.push({ id: "yardmaster-host-99-abcdef" }), "dead-registered");
expect("a peer that is gone is registered", (e) => void e.registryIdle.push({ id: "graphile_worker_00" }), "dead-registered");
expect("a worker is registered twice", (e) => void e.registryIdle.push({ id: "yardmaster-host-12-fedcba" }), "registered-twice");
expect("a live worker is not registered", (e) => void e.registryIdle.pop(), "unregistered");
expect("a worker stays registered after its exit", (e) => void e.registryEnd.push({ id: "yardmaster-host-12-abcdef" }), "left-registered");
expect("a stop waits a second for what does not run", (e) => {
  e.registryEnd.push({ id: "yardmaster-host-12-abcdef" });
  e.stalls.push({ from: 1199.2 * s, to: 1199.9 * s });
});
expect("a worker ends by itself", (e) => void Object.assign(e.life("a"), { how: "itself", code: 1, stopAt: undefined }), "ended-by-itself");
expect("a worker does not start without the database", (e) => {
  e.fault("server-crash", "server", 1, 4);
  e.workers[0].incarnations.unshift({ worker: "a", number: 0, pid: 9, from: 1002 * s, to: 1003 * s, how: "itself", code: 1, signal: null, samples: [] });
});
expect("a worker whose connection is cut does not start", (e) => {
  e.fault("cut", "a", 2.5, 2.5);
  e.workers[0].incarnations.unshift({ worker: "a", number: 0, pid: 9, from: 1002 * s, to: 1003 * s, how: "itself", code: 1, signal: null, samples: [] });
});
expect("another worker's connection explains no end", (e) => {
  e.fault("cut", "b", 2.5, 2.5);
  e.workers[0].incarnations.unshift({ worker: "a", number: 0, pid: 9, from: 1002 * s, to: 1003 * s, how: "itself", code: 1, signal: null, samples: [] });
}, "ended-by-itself");
const startsLate = (e, route) => {
  e.fault("server-crash", "server", -20, -18);
  Object.assign(e.workers[0], { route });
  const life = { worker: "a", pid: 9, code: 1, signal: null, samples: [] };
  e.workers[0].incarnations.unshift({ ...life, number: -1, pid: 8, from: 970 * s, to: 982.5 * s, how: "killed", killedAt: 982.5 * s, code: null, signal: "SIGKILL" },
    { ...life, number: 0, from: 990 * s, to: 991 * s, how: "itself" });
};
expect("pgbouncer refuses the first connection after an outage", (e) => startsLate(e, "pooler"));
expect("a server does not refuse the first connection after an outage", (e) => startsLate(e, "proxy"), "ended-by-itself");
expect("a worker ends too late", (e) => void Object.assign(e.life("a"), { stopAt: 1180 * s }), "slow-stop");
expect("a second signal changes nothing", (e) => void Object.assign(e.life("a"), { stopAt: 1195 * s, secondStopAt: 1196 * s }), "slow-stop");
expect("a worker's exit code after a stop", (e) => void Object.assign(e.life("a"), { code: 1 }), "exit-code");
expect("a worker that could not write says so by its exit code", (e) => {
  e.fault("lock-table", "server", 198, 203);
  Object.assign(e.life("a"), { code: 1 });
});
const idle = (e) => {
  e.run("a", e.job(), 3, 4);
  for (let i = 0; i < 300; i++) e.run("b", e.job(), 5 + i / 20, 5 + i / 20);
  e.run("a", e.job(), 21, 22);
  for (let i = 0; i < 20; i++) for (const worker of ["a", "b"]) e.run(worker, e.job(), 22 + 4 * i, 23 + 4 * i);
};
expect("a worker does nothing while another one works", idle, "idle");
expect("a worker does nothing while it is cut off", (e) => {
  e.fault("hang", "a", 6, 14);
  idle(e);
});
expect("memory rises", (e) => {
  e.life("a").samples = Array.from({ length: 100 }, (_, i) => ({ t: i, rssKb: 40_000 + 1500 * i, files: 20, connections: 4 }));
}, "memory");
expect("descriptors rise", (e) => {
  e.life("a").samples = Array.from({ length: 100 }, (_, i) => ({ t: i, rssKb: 40_000, files: 20 + i, connections: 4 }));
}, "descriptors");
expect("connections rise", (e) => {
  e.life("a").samples = Array.from({ length: 100 }, (_, i) => ({ t: i, rssKb: 40_000, files: 20, connections: Math.floor(i / 8) }));
}, "connections");
