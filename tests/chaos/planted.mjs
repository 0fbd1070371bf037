// Evidence of a run in which nothing went wrong, to plant violations in, and correct behaviour that looks like one.
import assert from "node:assert/strict";
import test from "node:test";

import { check, tell } from "./checker.mjs";

export const s = 1e6;

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
  /** Kills a worker, which is found to have ended at `ended`. */
  kill(name, at, ended = at) {
    const life = this.life(name);
    Object.assign(life, { to: (1000 + ended) * s, killedAt: (1000 + at) * s, how: "killed", signal: "SIGKILL", code: null, stopAt: undefined,
      aliveAtIdle: false });
    this.registryIdle = this.registryIdle.filter(({ id }) => !id.includes(`-${life.pid}-`));
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
/** The rules that were broken. */
export const planted = new Set();
/** A test that plants something, and that the checker finds just these rules broken by it. */
export const expect = (name, plant, ...broken) => {
  for (const rule of broken) planted.add(rule);
  test(name, () => {
    const evidence = new Evidence();
    plant(evidence);
    assert.deepEqual(evidence.rules(), broken.sort());
  });
};
