// What must be true of task hosts and their jobs, beside what checker.mjs asks of all. History decides what
// explains a second run; times are microseconds.
import { hostedTasks, inProcess } from "./hosts.mjs";

const second = 1e6;
/** From its end on, a worker's hosts may live for so long. */
const longestOrphan = 3 * second;
/** A job that does not end is given up so long after its timeout. */
const force = 5 * second;
/** A result may be on its way to the worker. */
const sending = 0.3 * second;
/** A host may live for so long between two looks at the processes. */
const unseen = 0.3 * second;
/** What ends its host at its first attempt. */
const ending = new Set(["exit", "crash", "loop"]);

/** The lives of hosts, and which of them did not end orderly. */
export class Hosts {
  constructor({ hosts = [], faults, runs = [], settings, specs = [] }) {
    this.timeout = (settings.hostTimeout ?? Infinity) * 1000;
    this.faults = faults.filter(({ kind }) => kind.startsWith("host-"));
    this.byPid = new Map(hosts.map((host) => [Hosts.#key(host), host]));
    this.runs = runs;
    this.actOf = (run) => specs[run.w]?.act;
    this.unended = new Map(); // host -> its runs that never ended
    this.loops = new Map(); // host -> when a job that loops for ever began
    for (const run of runs) {
      const host = this.of(run) ?? this.#unseenOf(run);
      if (!host) continue;
      if (run.end === null && host.to !== undefined) this.unended.set(host, [...(this.unended.get(host) ?? []), run]);
      if (this.actOf(run) === "loop" && run.attempt === 1) this.loops.set(host, Math.min(run.start, this.loops.get(host) ?? Infinity));
    }
    this.troubles = [...this.faults.filter(({ pids }) => pids?.length > 0).map(({ target, from }) => ({ worker: target, at: from })),
      ...[...this.unended.keys()].map(({ worker, to }) => ({ worker, at: to }))];
  }

  static #key({ worker, number, pid }) {
    return `${worker}/${number}/${pid}`;
  }
  of(run) {
    return inProcess.has(run.task) ? this.byPid.get(Hosts.#key(run)) : undefined;
  }
  /** The host of a job that ended it at once, before anyone looked: known from what the job wrote. */
  #unseenOf(run) {
    if (!inProcess.has(run.task) || run.end !== null) return undefined;
    const { worker, number, pid, start } = run;
    const host = { worker, number, pid, from: start, seen: start, to: start + unseen };
    this.byPid.set(Hosts.#key(host), host);
    return host;
  }
  /** The faults that its end may come from, or late results: a host that is asked to end has some seconds. */
  faultsBeforeEnd(host) {
    return this.faults.filter(({ target, pids, from, to }) =>
      target === host.worker && pids?.includes(host.pid) && from <= host.to && (to ?? Infinity) >= host.seen - 3 * force);
  }
  /** Troubles of hosts from `from` to `to`, each of which may have cost a job an attempt before it started. */
  troublesBetween(from, to) {
    return this.troubles.filter(({ at }) => at >= from - second && at <= to).length;
  }

  /** Why another run may start at `time` although `run` was not over, or its result had not arrived. */
  explain(run, time) {
    if (!hostedTasks.has(run.task)) return undefined;
    const host = this.of(run);
    if (host?.to !== undefined && host.seen <= time) {
      const since = Math.min(host.seen, ...this.faultsBeforeEnd(host).map(({ from }) => from), this.loops.get(host) ?? Infinity) - sending;
      if (run.end === null || run.end >= since) return `the host ${host.pid} of ${run.worker} ended`;
    }
    if (run.end === null && time >= run.start + this.timeout + force - second / 2) return "it was given up after its timeout";
    if (run.outcome === "interrupted") {
      // It may have waited for a frozen host, which reads both at once: that it is to run it, and to end it.
      const waited = this.faults.find(({ pids, from, to }) => pids?.includes(run.pid) && from <= run.start && run.start <= to + second);
      const sent = Math.min(run.start, waited?.from ?? Infinity);
      if (run.end >= sent + this.timeout - second / 2) return "its timeout had passed";
    }
    // Connections are kept for reuse, and may have been closed before: sent once more, at once.
    if (run.task === "web_job" && this.actOf(run) === "exit" && time < run.end + second && this.#sent(run) === 2) return "its connection was closed";
    return undefined;
  }
  #sent({ job, attempt }) {
    return this.runs.filter((run) => run.job === job && run.attempt === attempt).length;
  }
}

/** No process of a worker lives on when it has ended, however that was. */
export function checkOrphans({ history, workers }) {
  const violations = [];
  for (const worker of workers)
    for (const life of worker.incarnations)
      for (const { pid, command, ms } of life.leftBehind ?? []) {
        const starved = history.outages.filter(({ kind, from, to }) => kind === "starved machine" && to > life.to && from < life.to + ms * 1000)
          .reduce((sum, { from, to }) => sum + to - from, 0);
        if (ms * 1000 > longestOrphan + starved)
          violations.push({ rule: "orphan", worker: worker.name, at: life.to, runs: [],
            text: `${worker.name}-${life.number}: process ${pid} (${command}) was alive ${(ms / 1000).toFixed(1)} s after its end (${life.how})` });
      }
  return violations;
}

/** Of the jobs of a host that ended, the guilty one has used up an attempt, and the others have not. */
export function checkHostAttempts({ history, runs }) {
  const violations = [];
  const { hosts } = history;
  const nextOf = new Map(); // run -> the next of the same job
  const previousOf = new Map();
  const last = new Map();
  for (const run of [...runs].sort((a, b) => a.start - b.start)) {
    if (last.has(run.job)) {
      nextOf.set(last.get(run.job), run);
      previousOf.set(run, last.get(run.job));
    }
    last.set(run.job, run);
  }
  const isOvertime = (run, host) => host.to >= run.start + hosts.timeout - second / 2;
  // Its worker has seen a host end that ran this job and others, and did not know why: it runs it in a host of its own.
  const runsAlone = (run) => {
    const previous = previousOf.get(run);
    if (!previous || previous.worker !== run.worker || previous.number !== run.number || previous.attempt !== run.attempt) return false;
    const host = hosts.of(previous);
    const group = hosts.unended.get(host) ?? [];
    return group.includes(previous) && host !== hosts.of(run) && !isOvertime(previous, host)
      && hosts.faultsBeforeEnd(host).every(({ kind }) => kind === "host-kill")
      && group.every((other) => other.attempt > 1 || !["exit", "loop"].includes(hosts.actOf(other)));
  };
  for (const [host, group] of hosts.unended) {
    const faults = hosts.faultsBeforeEnd(host);
    // Timeouts passed meanwhile, from when jobs were sent, which is not known.
    if (faults.some(({ kind }) => kind !== "host-kill")) continue;
    const guilty = group.filter((run) => ending.has(hosts.actOf(run)) && run.attempt === 1);
    for (const run of group) {
      const next = nextOf.get(run);
      const life = history.incarnation(run);
      // Others decide when the worker ends or is silent for long; and a job that runs alone afterwards may lose its host
      // as well, before it could write a line.
      const isUnclear = !next || life?.to <= next.start || life?.stopAt <= host.to || history.isLongSilent(run.worker, host.seen, next.start)
        || hosts.troublesBetween(host.to + 2 * second, next.start) > 0;
      if (isUnclear) continue;
      const say = (text) => violations.push({ rule: "host-attempts", job: run.job, runs: [run, next], text });
      const paid = next.attempt - run.attempt;
      const isKnown = hosts.actOf(run) === "exit" && guilty.length === 1 && !group.some((one) => isOvertime(one, host));
      const wasAlone = hosts.actOf(run) === "crash" && group.length === 1 && runsAlone(run);
      const wasGivenUp = hosts.actOf(run) === "loop" && host.seen >= run.start + hosts.timeout + force;
      if (guilty.includes(run)) {
        if (faults.length === 0 && paid !== 1 && (isKnown || wasAlone || wasGivenUp)) say("it ended its host, and has got its attempt back");
      } else if (group.length > 1 && !isOvertime(run, host) && paid !== 0) {
        say("another job ended its host, or a fault, and it has lost an attempt");
      }
    }
  }
  return violations;
}
