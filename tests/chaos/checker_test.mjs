// Plants violations, which the checker must detect, and correct behaviour that looks like one.
import assert from "node:assert/strict";
import test from "node:test";

import { check, parseRuns, rules, tell } from "./checker.mjs";
import { schedule } from "./faults.mjs";
import { Random } from "./random.mjs";
import { fleetOf } from "./workers.mjs";

const s = 1e6;

/** A run of two workers in which nothing went wrong; times in seconds after 1000 s. */
class Evidence {
  constructor() {
    const worker = (name, pid) => ({ name, kind: "yardmaster", concurrency: 2, options: [],
      incarnations: [{ worker: name, number: 1, pid, from: 1000 * s, to: 1200 * s, how: "stopped", stopAt: 1199 * s, code: 0, signal: null,
        aliveAtIdle: true, samples: [] }] });
    Object.assign(this, { seed: 1, seconds: 100, begin: 1000 * s, faultsEnd: 1100 * s, wallAtBegin: 30_000, drained: true, stalls: [],
      settings: { threshold: 4000, heartbeat: 1000, grace: 5000, hostTimeout: 3000 }, workers: [worker("a", 11), worker("b", 12)],
      faults: [], hosts: [], runs: [], specs: [], added: [], rows: [], queueLocks: [], registryEnd: [],
      registryIdle: [{ id: "yardmaster-host-11-abcdef" }, { id: "yardmaster-host-12-abcdef" }] });
    for (let minute = 1; minute < 3; minute++)
      this.runs.push({ worker: "a", number: 1, job: 9000 + minute, attempt: 1, task: "cron_tick", queue: null, start: 1000 * s + minute, end: 1000 * s + minute,
        outcome: "ok", cron: new Date(minute * 60_000).toISOString() });
  }
  /** @returns the job's id */
  job(spec = {}) {
    const w = this.specs.length;
    this.specs.push({ w, task: "quick", expect: "ok", priority: 0, offsetUs: 0, portion: w, sentAt: 1000 * s, ...spec });
    const id = spec.id ?? 100 + w;
    this.added.push({ w, id });
    return id;
  }
  run(worker, job, start, end, { attempt = 1, outcome = end === null ? null : "ok", number = 1, ...rest } = {}) {
    const spec = this.specs[this.added.find(({ id }) => id === job)?.w];
    const run = { worker, number, job, attempt, task: spec?.task ?? "quick", queue: spec?.queue ?? null, w: spec?.w,
      start: (1000 + start) * s, end: end === null ? null : (1000 + end) * s, outcome, ...rest };
    this.runs.push(run);
    return run;
  }
  fault(kind, target, from, to, rest = {}) {
    this.faults.push({ kind, target, from: (1000 + from) * s, to: (1000 + to) * s, ...rest });
  }
  /** A task host of a worker; jobs of it run with its pid. */
  host(worker, pid, from, to) {
    this.hosts.push({ worker, number: 1, pid, from: (1000 + from) * s, seen: (1000 + to) * s, to: (1000 + to + 0.15) * s });
  }
  life(name) {
    return this.workers.find((worker) => worker.name === name).incarnations[0];
  }
  rules() {
    const { violations, history } = check(this);
    for (const violation of violations) assert.ok(tell(violation, { history, begin: this.begin }).startsWith(violation.rule));
    return [...new Set(violations.map(({ rule }) => rule))].sort();
  }
}
const planted = new Set();
const expect = (name, plant, ...broken) => {
  for (const rule of broken) planted.add(rule);
  test(name, () => {
    const evidence = new Evidence();
    plant(evidence);
    assert.deepEqual(evidence.rules(), broken.sort());
  });
};

expect("nothing is found where nothing is wrong", (e) => {
  e.run("a", e.job(), 1, 2);
  const flaky = e.job({ task: "flaky", maxAttempts: 6 });
  e.run("a", flaky, 1, 2, { outcome: "fail" });
  e.run("b", flaky, 5, 6, { attempt: 2 });
});

// Runs.
expect("a second run after a success", (e) => {
  const job = e.job();
  e.run("a", job, 1, 2);
  e.run("b", job, 5, 6);
}, "repeat");
expect("two runs at once", (e) => {
  const job = e.job();
  e.run("a", job, 1, 9);
  e.run("b", job, 5, 6);
}, "two-runs-at-once");
expect("two runs at once in one worker", (e) => {
  const job = e.job();
  e.run("a", job, 1, 9);
  e.run("a", job, 5, 6);
}, "two-runs-at-once");
expect("an outage of all explains nothing", (e) => {
  const job = e.job();
  e.fault("server-crash", "server", 2, 22);
  e.run("a", job, 1, 30);
  e.run("b", job, 24, 31);
}, "two-runs-at-once");
expect("a killed worker's run is over when it dies", (e) => {
  const job = e.job();
  Object.assign(e.life("a"), { to: 1003 * s, how: "killed", killedAt: 1003 * s, stopAt: undefined, signal: "SIGKILL", aliveAtIdle: false });
  e.registryIdle.shift();
  e.run("a", job, 1, null);
  e.run("b", job, 8, 9);
});
expect("a success long before the kill was written", (e) => {
  const job = e.job();
  Object.assign(e.life("a"), { to: 1013 * s, how: "killed", killedAt: 1013 * s, stopAt: undefined, signal: "SIGKILL", aliveAtIdle: false });
  e.registryIdle.shift();
  e.run("a", job, 1, 2);
  e.run("b", job, 18, 19);
}, "repeat");
expect("a success before a kill in an outage was not written", (e) => {
  const job = e.job();
  e.fault("server-crash", "server", 1.5, 14);
  Object.assign(e.life("a"), { to: 1013 * s, how: "killed", killedAt: 1013 * s, stopAt: undefined, signal: "SIGKILL", aliveAtIdle: false });
  e.registryIdle.shift();
  e.run("a", job, 1, 2);
  e.run("b", job, 18, 19);
});
expect("a killed worker's job comes back too late", (e) => {
  const job = e.job();
  Object.assign(e.life("a"), { to: 1003 * s, how: "killed", killedAt: 1003 * s, stopAt: undefined, signal: "SIGKILL", aliveAtIdle: false });
  e.registryIdle.shift();
  e.run("a", job, 1, null);
  e.run("b", job, 20, 21);
}, "slow-recovery");
expect("an outage begins the observation anew", (e) => {
  const job = e.job();
  e.fault("server-crash", "server", 6, 16);
  Object.assign(e.life("a"), { to: 1003 * s, how: "killed", killedAt: 1003 * s, stopAt: undefined, signal: "SIGKILL", aliveAtIdle: false });
  e.registryIdle.shift();
  e.run("a", job, 1, null);
  e.run("b", job, 21, 22);
});
expect("a job starts again before its worker is stale", (e) => {
  const job = e.job();
  Object.assign(e.life("a"), { to: 1013 * s, how: "killed", killedAt: 1013 * s, stopAt: undefined, signal: "SIGKILL", aliveAtIdle: false });
  e.registryIdle.shift();
  e.run("a", job, 1, null);
  e.run("b", job, 5, 6);
}, "two-runs-at-once");
expect("a freeze beyond the threshold explains what ran at its begin", (e) => {
  const job = e.job();
  e.fault("freeze", "a", 2, 12);
  e.run("a", job, 1, 13);
  e.run("b", job, 8, 9);
});
expect("a freeze below the threshold does not", (e) => {
  const job = e.job();
  e.fault("freeze", "a", 2, 3.2);
  e.run("a", job, 1, 5);
  e.run("b", job, 3, 4);
}, "two-runs-at-once");
expect("another worker's freeze does not", (e) => {
  const job = e.job();
  e.fault("freeze", "b", 2, 12);
  e.run("a", job, 1, 13);
  e.run("b", job, 12.5, 12.6);
}, "two-runs-at-once");
expect("what is started after a freeze does not", (e) => {
  const job = e.job();
  e.fault("freeze", "a", 2, 12);
  e.run("b", job, 8, 9);
  e.run("a", job, 13, 14);
}, "repeat");
expect("what a freeze caught between fetch and start may start at its end", (e) => {
  const job = e.job();
  e.fault("freeze", "a", 2, 12);
  e.run("b", job, 8, 9);
  e.run("a", job, 12.01, 12.02);
});
expect("it explains no job that another worker took before the worker was stale", (e) => {
  const job = e.job();
  e.fault("freeze", "a", 2, 12);
  e.run("b", job, 3, 4);
  e.run("a", job, 12.01, 12.02);
}, "repeat");
expect("a frozen worker resumes more jobs than it has slots", (e) => {
  e.fault("freeze", "a", 2, 12);
  for (let i = 0; i < 3; i++) {
    const job = e.job();
    e.run("b", job, 8, 9);
    e.run("a", job, 12.01, 12.05);
  }
}, "went-on-after-freeze");
expect("a frozen worker resumes a job that another silent worker lost before", (e) => {
  e.fault("freeze-backends", "b", 2, 20);
  e.fault("freeze", "a", 9, 12);
  for (let i = 0; i < 3; i++) {
    const job = e.job();
    e.run("b", job, 2.5, 2.6);
    e.run("a", job, 12.01, 12.05);
  }
});
expect("its jobs run elsewhere because it is killed right after the freeze", (e) => {
  e.fault("freeze", "a", 2, 12);
  Object.assign(e.life("a"), { to: 1012.03 * s, killedAt: 1012.02 * s, how: "killed", signal: "SIGKILL", code: null, stopAt: undefined,
    aliveAtIdle: false });
  e.registryIdle.shift();
  for (let i = 0; i < 3; i++) {
    const job = e.job();
    e.run("a", job, 12.01, null);
    e.run("b", job, 17, 17.1);
  }
});
expect("a frozen worker runs afterwards what a killed one ran", (e) => {
  e.fault("freeze", "a", 2, 12);
  Object.assign(e.life("b"), { to: 1005.1 * s, killedAt: 1005 * s, how: "killed", signal: "SIGKILL", code: null, stopAt: undefined,
    aliveAtIdle: false });
  e.registryIdle.splice(1, 1);
  for (let i = 0; i < 3; i++) {
    const job = e.job();
    e.run("b", job, 4.9, null);
    e.run("a", job, 12.01, 12.05);
  }
});
expect("a cut-off worker starts jobs after it must know", (e) => {
  const job = e.job();
  e.fault("cut-off", "a", 2, 22);
  e.run("a", job, 15, 18);
  e.run("b", job, 17, 17.5);
}, "two-runs-at-once");
expect("a job cut short by a stop runs elsewhere", (e) => {
  const job = e.job();
  Object.assign(e.life("a"), { to: 1003 * s, stopAt: 1001 * s, aliveAtIdle: false });
  e.registryIdle.shift();
  e.run("a", job, 0.5, 2, { outcome: "interrupted" });
  e.run("b", job, 2.1, 3);
});
expect("a stop does not explain what ended long before", (e) => {
  const job = e.job();
  Object.assign(e.life("a"), { to: 1013 * s, stopAt: 1010 * s, aliveAtIdle: false });
  e.registryIdle.shift();
  e.run("a", job, 0.5, 2);
  e.run("b", job, 14, 15);
}, "repeat");
expect("an attempt is skipped", (e) => {
  const job = e.job({ task: "flaky", maxAttempts: 6 });
  e.run("a", job, 1, 2, { outcome: "fail" });
  e.run("a", job, 5, 6, { attempt: 3 });
}, "attempts");
expect("a first run is not the first attempt", (e) => {
  e.run("a", e.job(), 5, 6, { attempt: 2 });
}, "attempts");

// Named queues.
expect("two jobs of a queue at once", (e) => {
  e.run("a", e.job({ queue: "q" }), 1, 3);
  e.run("b", e.job({ queue: "q" }), 2, 4);
}, "queue-overlap");
expect("an overlap behind a short run", (e) => {
  e.run("a", e.job({ queue: "q" }), 1, 9);
  e.run("b", e.job({ queue: "q" }), 2, 3);
  e.run("b", e.job({ queue: "q" }), 4, 5);
}, "queue-overlap");
expect("a queue out of order by id", (e) => {
  const [first, second] = [e.job({ queue: "q", portion: 1 }), e.job({ queue: "q", portion: 1 })];
  e.run("a", second, 1, 2);
  e.run("a", first, 3, 4);
}, "queue-order");
expect("a queue out of order by run_at", (e) => {
  const [late, early] = [e.job({ queue: "q", portion: 1, offsetUs: 5 }), e.job({ queue: "q", portion: 1, offsetUs: 4 })];
  e.run("a", late, 1, 2);
  e.run("a", early, 3, 4);
}, "queue-order");
expect("a queue out of order by priority", (e) => {
  const [idle, urgent] = [e.job({ queue: "q", portion: 1 }), e.job({ queue: "q", portion: 1, priority: -1 })];
  e.run("a", idle, 1, 2);
  e.run("a", urgent, 3, 4);
}, "queue-order");
expect("an urgent job may have become due after the fetch", (e) => {
  const [idle, urgent] = [e.job({ queue: "q", portion: 1 }), e.job({ queue: "q", portion: 1, priority: -1, offsetUs: 7 })];
  e.run("a", idle, 1, 2);
  e.run("a", urgent, 3, 4);
});
expect("what was added later may have been too late", (e) => {
  const [idle, urgent] = [e.job({ queue: "q", portion: 1 }), e.job({ queue: "q", portion: 2, priority: -1 })];
  e.run("a", idle, 1, 2);
  e.run("a", urgent, 3, 4);
});
expect("a retry keeps its place by its first start", (e) => {
  const [first, second] = [e.job({ queue: "q", portion: 1, maxAttempts: 6 }), e.job({ queue: "q", portion: 1 })];
  e.run("a", first, 1, 2, { outcome: "fail" });
  e.run("a", second, 3, 4);
  e.run("a", first, 5, 6, { attempt: 2 });
});
expect("a peer that ignores ids is not ours to judge", (e) => {
  e.workers[1].kind = "node";
  e.registryIdle.pop();
  const [first, second] = [e.job({ queue: "q", portion: 1 }), e.job({ queue: "q", portion: 1 })];
  e.run("b", second, 1, 2);
  e.run("a", first, 3, 4);
});

// Jobs.
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
expect("a worker ends too late", (e) => void Object.assign(e.life("a"), { stopAt: 1180 * s }), "slow-stop");
expect("a second signal changes nothing", (e) => void Object.assign(e.life("a"), { stopAt: 1195 * s, secondStopAt: 1196 * s }), "slow-stop");
expect("a worker's exit code after a stop", (e) => void Object.assign(e.life("a"), { code: 1 }), "exit-code");
expect("a worker that could not write says so by its exit code", (e) => {
  e.fault("lock-table", "server", 198, 203);
  Object.assign(e.life("a"), { code: 1 });
});
// Task hosts.
const hosted = (e, act = "pass") => e.job({ task: "js_job", act, maxAttempts: 12 });
const exits = (e, attempt, innocentAttempt) => {
  e.host("a", 50, 0, 2);
  const [guilty, innocent] = [hosted(e, "exit"), hosted(e)];
  e.run("a", guilty, 1.9, null, { pid: 50 });
  e.run("a", innocent, 1, null, { pid: 50 });
  e.run("a", guilty, 6, 7, { attempt, pid: 51 });
  e.run("b", innocent, 3, 4, { attempt: innocentAttempt, pid: 60 });
};
expect("a job ends its host, and the other one there is run again", (e) => exits(e, 2, 1));
expect("a job ends its host and gets its attempt back", (e) => exits(e, 1, 1), "host-attempts");
expect("a job loses an attempt because another one ended its host", (e) => exits(e, 2, 2), "host-attempts");
expect("a host starts and is ended by its first job between two looks", (e) => {
  const job = hosted(e, "crash");
  e.run("a", job, 1, null, { pid: 50 });
  e.run("b", job, 3, 4, { attempt: 2, pid: 60 });
});
const crashesTwice = (e, attempt, worker = "a") => {
  e.host("a", 50, 0, 2);
  e.host(worker, 51, 4, 6);
  const [guilty, innocent] = [hosted(e, "crash"), hosted(e)];
  e.run("a", guilty, 1.9, null, { pid: 50 });
  e.run("a", innocent, 1, null, { pid: 50 });
  e.run("b", innocent, 3, 4, { pid: 60 });
  e.run(worker, guilty, 5.9, null, { pid: 51 });
  e.run("a", guilty, 16, 17, { attempt, pid: 52 });
};
expect("a job crashes, crashes once more when it runs alone, and pays for that", (e) => crashesTwice(e, 2));
expect("a job crashes alone and gets its attempt back", (e) => crashesTwice(e, 1), "host-attempts");
expect("a job crashes alone in another worker, which has not seen it crash", (e) => crashesTwice(e, 1, "b"));
expect("a job that loops for ever gets its attempt back", (e) => {
  e.host("a", 50, 0, 10);
  const job = hosted(e, "loop");
  e.run("a", job, 1, null, { pid: 50 });
  e.run("a", job, 12, 13, { pid: 51 });
}, "host-attempts");
expect("a job that loops for ever is given up before its host ends", (e) => {
  e.host("a", 50, 0, 14);
  const job = hosted(e, "loop");
  e.run("a", job, 1, null, { pid: 50 });
  e.run("a", job, 12, 13, { attempt: 2, pid: 51 });
});
expect("a killed host's jobs run again while it is still alive", (e) => {
  e.host("a", 50, 0, 3);
  e.fault("host-kill", "a", 2.9, 2.9, { pids: [50] });
  const job = hosted(e);
  e.run("a", job, 1, null, { pid: 50 });
  e.run("b", job, 2, 2.5, { pid: 60 });
}, "two-runs-at-once");
expect("a host that is killed explains no second run of what it had ended before", (e) => {
  e.host("a", 50, 0, 3);
  e.fault("host-kill", "a", 2.9, 2.9, { pids: [50] });
  const job = hosted(e);
  e.run("a", job, 1, 1.5, { pid: 50 });
  e.run("b", job, 4, 5, { pid: 60 });
}, "repeat");
expect("a result is stuck in a frozen host that is then killed", (e) => {
  e.host("a", 50, 0, 13);
  e.fault("host-freeze", "a", 1.6, 20, { pids: [50] });
  const job = hosted(e);
  e.run("a", job, 1, 1.5, { pid: 50 });
  e.run("b", job, 14, 15, { attempt: 2, pid: 60 });
});
expect("the end of another host explains nothing", (e) => {
  e.host("a", 50, 0, 100);
  e.host("a", 51, 0, 2);
  const job = hosted(e);
  e.run("a", job, 1, null, { pid: 50 });
  e.run("b", job, 2.5, 3, { pid: 60 });
}, "two-runs-at-once");
expect("two jobs of a queue at once, one of them in a host", (e) => {
  e.host("a", 50, 0, 5);
  const [first, second] = [0, 1].map(() => e.job({ task: "js_job", act: "pass", queue: "q" }));
  e.run("a", first, 1, null, { pid: 50 });
  e.run("a", second, 2, 3, { pid: 51 });
  e.run("a", first, 6, 7, { pid: 51 });
}, "queue-overlap");
expect("a job ends host after host", (e) => {
  const job = e.job({ task: "js_job", act: "crash", maxAttempts: 3 });
  for (let i = 0; i < 4; i++) {
    e.host("a", 50 + i, 10 * i, 10 * i + 2);
    e.run("a", job, 10 * i + 1, null, { pid: 50 + i, attempt: Math.min(i + 1, 3) });
  }
  e.run("a", job, 41, 42, { attempt: 3 });
}, "crash-loop");
const waits = (e, seconds) => {
  e.host("a", 50, 0, 90);
  e.fault("host-freeze", "a", 2, 2 + seconds, { pids: [50] });
  const job = hosted(e);
  e.run("a", job, 2 + seconds, 2 + seconds, { pid: 50, outcome: "interrupted" });
  e.run("a", job, 10, 11, { attempt: 2, pid: 50 });
};
expect("a job waits for a frozen host until its timeout has passed", (e) => waits(e, 4));
expect("a job is ended before its timeout", (e) => waits(e, 1), "repeat");
const posts = (e, count) => {
  const job = e.job({ task: "web_job", act: "exit", maxAttempts: 12 });
  for (let i = 0; i < count; i++) e.run("a", job, 1 + i / 10, 1.01 + i / 10, { outcome: "fail" });
  e.run("a", job, 5, 6, { attempt: 2 });
};
expect("a request whose connection was closed is sent once more", (e) => posts(e, 2));
expect("a request whose connection was closed is sent again and again", (e) => posts(e, 3), "repeat");
expect("a host outlives its worker", (e) => void (e.life("a").leftBehind = [{ pid: 50, command: "node", ms: 9000 }]), "orphan");
expect("a host ends a moment after its worker", (e) => void (e.life("a").leftBehind = [{ pid: 50, command: "node", ms: 700 }]));

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

test("every rule has been broken above", () => assert.deepEqual([...planted].sort(), [...rules].sort()));
test("logs are read as runs, and a torn last line is no harm", () => {
  const { runs, torn } = parseRuns(
    '{"e":"s","j":1,"a":1,"k":"quick","q":"","w":0,"t":5}\n{"e":"s","j":2,"a":1,"k":"seq","q":"q","w":1,"t":6}\n' +
      '{"e":"e","j":1,"a":1,"o":"ok","t":7}\n{"e":"e","j":2,"a"', "a", 3);
  assert.equal(torn, 1);
  assert.deepEqual(runs.map(({ job, end, outcome, queue, number }) => [job, end, outcome, queue, number]), [[1, 7, "ok", null, 3], [2, null, null, "q", 3]]);
});
test("a seed always gives the same faults, and no target has two at a time", () => {
  const has = { pooler: true, peers: true, faketime: true, tmpfs: true };
  const plan = (seed, without) => schedule(seed, 300, fleetOf(has), has, { threshold: 6, without });
  assert.deepEqual(plan(7), plan(7));
  assert.notDeepEqual(plan(7), plan(8));
  for (let seed = 1; seed < 50; seed++) {
    const busy = new Map();
    for (const { at, seconds, target, kind } of plan(seed)) {
      assert.ok(at >= (busy.get(target) ?? 0), `${kind} of ${target}`);
      assert.ok(at + seconds <= 300);
      assert.ok(target !== "witness" || !["kill", "stop", "host-kill", "host-freeze", "host-loop"].includes(kind));
      busy.set(target, at + seconds);
    }
  }
  assert.ok(plan(7, new Set(["kill"])).every(({ kind }) => kind !== "kill"));
});
test("the generator's numbers are spread evenly", () => {
  const random = new Random(1, "test");
  const counts = new Array(10).fill(0);
  for (let i = 0; i < 10_000; i++) counts[random.integer(0, 9)]++;
  for (const count of counts) assert.ok(count > 800 && count < 1200, String(counts));
});
