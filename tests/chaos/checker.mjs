// What must be true after a run, whatever the workers report. Pure functions over the evidence that chaos.mjs
// collects: what the tasks logged, what was added, what the tables hold in the end, and which faults were injected
// where and when. All times are microseconds of CLOCK_MONOTONIC.

import { checkHostAttempts, checkOrphans, Hosts } from "./hostchecks.mjs";
import { hostedTasks } from "./hosts.mjs";

const second = 1e6;
/** Faults that silence one worker only. */
const silencing = new Set(["freeze", "cut-off", "hang", "freeze-backends", "pooler"]);
/** Faults that keep all workers from writing results. */
const outages = new Set(["server-crash", "promote", "lock-table", "role-timeout", "disk-full"]);

/** Milliseconds for which a worker may return jobs whose host has ended several times, and then some. */
const hostBackoff = 36_000;

/** The rules that a run must not violate. */
export const rules = [
  "two-runs-at-once", "repeat", "went-on-after-freeze", "attempts", "slow-recovery", "queue-overlap", "queue-order",
  "lost", "lost-items", "lost-update", "unknown-job", "damaged", "not-done", "no-error", "too-early", "flags", "crash-loop",
  "cron-twice", "cron-missed", "not-drained", "left-locked", "dead-registered", "registered-twice", "unregistered", "left-registered",
  "ended-by-itself", "slow-stop", "exit-code", "idle", "memory", "descriptors", "connections", "orphan", "host-attempts",
];

/** The lines of one worker's log, as runs. `torn`: lines that cannot be read, which a kill may leave. */
export function parseRuns(text, worker, number) {
  const runs = [];
  const open = new Map();
  let torn = 0;
  for (const line of text.split("\n")) {
    if (line === "") continue;
    let entry;
    try {
      entry = JSON.parse(line);
    } catch {
      torn++;
      continue;
    }
    const id = `${entry.j}/${entry.a}`;
    if (entry.e === "s") {
      const run = { worker, number, job: entry.j, attempt: entry.a, task: entry.k, queue: entry.q || null, w: entry.w,
        locker: entry.l, pid: entry.p, cron: entry.c, start: entry.t, end: null, outcome: null };
      runs.push(run);
      open.set(id, [...(open.get(id) ?? []), run]);
    } else {
      const run = open.get(id)?.shift();
      if (!run) {
        torn++;
        continue;
      }
      Object.assign(run, { end: entry.t, outcome: entry.o, done: entry.d });
    }
  }
  return { runs, torn };
}

/** The faults of the workers, which may explain what they did. */
export class History {
  constructor({ workers, faults, stalls = [], settings, ...more }) {
    this.settings = settings;
    this.hosts = new Hosts({ faults, settings, ...more });
    this.faults = faults;
    this.workers = new Map(workers.map((worker) => [worker.name, worker]));
    this.outages = [
      ...faults.filter(({ kind }) => outages.has(kind)).map(({ kind, from, to }) => ({ kind, from, to: to ?? Infinity })),
      ...stalls.map((stall) => ({ kind: "starved machine", ...stall })),
    ];
    this.silences = faults
      .filter(({ kind }) => silencing.has(kind))
      .map((fault) => ({ ...fault, to: fault.to ?? Infinity }));
  }

  isOurs(run) {
    return this.workers.get(run.worker)?.kind === "yardmaster";
  }
  incarnation(run) {
    return this.workers.get(run.worker)?.incarnations.find(({ number }) => number === run.number);
  }

  /** Results of runs that ended at this time or later may not be written yet at `time`. */
  #unwrittenSince(worker, time) {
    let since = time - second;
    for (let changed = true; changed; ) {
      changed = false;
      for (const { from, to } of [...this.outages, ...this.silences.filter(({ target }) => target === worker)]) {
        if (from - second < since && to >= since && from <= time) {
          since = from - second;
          changed = true;
        }
      }
    }
    return since;
  }

  /** Whether `run` was not over, or was not written, at `since`. */
  #wasOpen(run, since) {
    return run.end === null || run.end >= since || run.outcome === "interrupted";
  }

  /** As explain(), by nothing but the end of the worker that `run` was on. */
  explainByEnd(run, time) {
    const life = this.incarnation(run);
    if (!life) return undefined;
    const wasOpen = (since) => this.#wasOpen(run, since);
    if (life.to !== undefined && life.to <= time + second / 2 && run.start <= life.to) {
      if (life.how === "killed" || (life.how === "itself" && life.signal === "SIGKILL")) {
        const died = life.killedAt ?? life.to;
        if (wasOpen(this.#unwrittenSince(run.worker, died))) return `${run.worker} was killed`;
      } else if (run.end === null || run.outcome === "interrupted") {
        return `${run.worker} was stopped`;
      } else if (this.#unwrittenSince(run.worker, life.to) < life.to - second && wasOpen(this.#unwrittenSince(run.worker, life.to))) {
        return `${run.worker} was stopped while it could not write`;
      }
    }
    // Interrupted by a stop that has not ended yet: what was cut short is returned at once.
    if (run.outcome === "interrupted" && life.stopAt !== undefined && run.end >= life.stopAt && time >= run.end)
      return `${run.worker} was being stopped`;
    return undefined;
  }

  /**
   * Why another run of the same job, or of the same queue, may start at `time` although `run` was not
   * over, or was not written: undefined if no fault that was done accounts for it.
   */
  explain(run, time) {
    const worker = this.workers.get(run.worker);
    const life = this.incarnation(run);
    if (!worker || !life) return undefined;
    const byEnd = this.explainByEnd(run, time) ?? this.hosts.explain(run, time);
    if (byEnd) return byEnd;
    if (worker.kind !== "yardmaster") {
      // Not checked: peers may lose a result that could not be written at once.
      const near = [...this.outages, ...this.faults.filter(({ target, kind }) => target === run.worker || kind === "terminate")];
      if (near.some(({ from, to }) => from <= time && (to ?? Infinity) >= run.start - second)) return `${run.worker} had a fault`;
      if (life.to <= time + second / 2 && run.start <= life.to) return `${run.worker} ended`;
    }
    for (const silence of this.#longSilences(run.worker)) {
      if (silence.from + this.least > time || !this.#wasOpen(run, this.#unwrittenSince(run.worker, silence.from))) continue;
      if (run.start <= this.#lastStart(silence)) return this.#silent(silence);
    }
    return undefined;
  }

  /** The other way round: `run` has the job of a stale worker, which nevertheless starts it at `time`. */
  explainTakenOver(run, next) {
    for (const silence of this.#longSilences(next.worker))
      if (silence.from + this.least <= run.start && silence.from <= next.start && next.start <= this.#lastStart(silence))
        return this.#silent(silence);
    return undefined;
  }

  /**
   * Microseconds of silence after which others may consider a worker stale: its last heartbeat may be an interval
   * old, and the next one needs a connection first.
   */
  get least() {
    return (this.settings.threshold - 2 * this.settings.heartbeat - 500) * 1000;
  }
  isLongSilent(worker, from, to) {
    return this.#longSilences(worker).some((silence) => silence.from <= to && silence.to >= from - second);
  }
  /** When `run` was over, whether it ended or its process did. */
  endOf(run) {
    return run.end ?? Math.min(this.hosts.of(run)?.seen ?? Infinity, this.incarnation(run)?.to ?? Infinity);
  }
  #longSilences(worker) {
    return this.silences.filter(({ target, from, to }) => target === worker && to - from >= this.least);
  }
  /**
   * A frozen process starts nothing; what it starts when it resumes was taken before. One that is cut off may
   * start jobs until it must assume that it is stale.
   */
  #lastStart(silence) {
    return silence.kind === "freeze" ? silence.to + second / 5 : silence.from + this.settings.threshold * 1000;
  }
  #silent({ kind, target, from, to }) {
    return `${target} was silent for ${((to - from) / second).toFixed(1)} s (${kind})`;
  }
  /** The freeze of its worker after which `run` was started, if it was one. */
  freezeBefore(run) {
    return this.silences.find(({ kind, target, from, to }) =>
      kind === "freeze" && target === run.worker && run.start > from + 50_000 && run.start <= to + second / 5);
  }

  /** As text: the faults of this worker, or of all, around these times. */
  near(worker, from, to) {
    const slack = 5 * second;
    const lines = this.faults
      .filter((fault) => (fault.target === worker || fault.target === "server") && fault.from <= to + slack && (fault.to ?? Infinity) >= from - slack)
      .map((fault) => ({ at: fault.from, text: `${fault.kind} of ${fault.target} for ${(((fault.to ?? fault.from) - fault.from) / second).toFixed(2)} s` }));
    for (const life of this.workers.get(worker)?.incarnations ?? []) {
      if (life.from >= from - slack && life.from <= to + slack) lines.push({ at: life.from, text: `${worker}-${life.number} started` });
      if (life.to >= from - slack && life.to <= to + slack)
        lines.push({ at: life.to, text: `${worker}-${life.number} ended: ${life.how} (${life.signal ?? life.code})` });
    }
    return lines.sort((a, b) => a.at - b.at);
  }
}

function byJob(runs) {
  const jobs = new Map();
  for (const run of runs) {
    if (!jobs.has(run.job)) jobs.set(run.job, []);
    jobs.get(run.job).push(run);
  }
  for (const list of jobs.values()) list.sort((a, b) => a.start - b.start);
  return jobs;
}

/** Second runs without a reason, runs at the same time, and attempts that do not follow each other. */
export function checkRuns({ history, runs }) {
  const violations = [];
  const peerTroubles = [...history.workers.values()]
    .filter(({ kind }) => kind !== "yardmaster")
    .flatMap(({ incarnations }) => incarnations.filter(({ to }) => to !== undefined).map(({ to }) => to));
  const frozenAgain = new Map(); // freeze -> runs after it that ran elsewhere as well
  // A host that ends may have had a job that had not written a line.
  const spentUnseen = (run, since) => (hostedTasks.has(run.task) ? history.hosts.troublesBetween(since, run.start) : 0);
  for (const [job, list] of byJob(runs)) {
    if (list[0].attempt > 1 + spentUnseen(list[0], 0) && history.isOurs(list[0]) && !peerTroubles.some((to) => to <= list[0].start + second))
      violations.push({ rule: "attempts", job, runs: list, text: `the first run is attempt ${list[0].attempt}` });
    for (let i = 1; i < list.length; i++) {
      const next = list[i];
      // Against all before it: an early one may still be running.
      for (const before of list.slice(0, i)) {
        const isOverlap = history.endOf(before) > next.start;
        const isLast = before === list[i - 1];
        const isRetry = before.outcome === "fail" && next.attempt > before.attempt;
        if (!isOverlap && (!isLast || isRetry)) continue;
        if (!history.explain(before, next.start) && !history.explainTakenOver(before, next)) {
          violations.push({ rule: isOverlap ? "two-runs-at-once" : "repeat", job, runs: [before, next],
            text: isOverlap ? "two runs at once" : `a second run after one that ended ${before.outcome ?? "never"}` });
          continue;
        }
        // Jobs that ran again because their worker ended do not count for a freeze of that worker or the next.
        if (history.explainByEnd(before, next.start)) continue;
        for (const [run, other] of [[before, next], [next, before]]) {
          const freeze = history.freezeBefore(run);
          // What ran elsewhere before the freeze was not lost by it: another worker's silence brought it here.
          if (freeze && other.start > freeze.from) frozenAgain.set(freeze, (frozenAgain.get(freeze) ?? new Set()).add(run));
        }
      }
      const before = list[i - 1];
      const step = next.attempt - before.attempt;
      if ((step < 0 || step > 1 + spentUnseen(next, before.start)) && !peerTroubles.some((to) => to >= before.start && to <= next.start + second))
        violations.push({ rule: "attempts", job, runs: [before, next], text: `attempt ${next.attempt} follows attempt ${before.attempt}` });
    }
  }
  for (const [freeze, again] of frozenAgain) {
    const { concurrency } = history.workers.get(freeze.target);
    if (again.size > concurrency)
      violations.push({ rule: "went-on-after-freeze", job: [...again][0].job, runs: [...again].slice(0, 5),
        text: `${again.size} jobs started after a freeze ran elsewhere as well, with ${concurrency} slots` });
  }
  return violations;
}

/** After a worker was killed, its jobs run elsewhere within threshold + 2 sweep intervals. */
export function checkRecovery({ history, runs }) {
  const violations = [];
  const { threshold, heartbeat } = history.settings;
  // A starved machine, a backlog before it, and the backoff of jobs that end their worker.
  const slack = (task) => (task === "crash" || task === "poison" ? 15_000 : hostedTasks.has(task) ? hostBackoff : 6000);
  const patience = (task) => (threshold + 2 * heartbeat + slack(task)) * 1000;
  const disturbances = [...history.outages, ...history.silences, ...history.faults.filter(({ kind }) => kind === "terminate")];
  for (const [job, list] of byJob(runs)) {
    for (let i = 0; i + 1 < list.length; i++) {
      const life = history.incarnation(list[i]);
      if (list[i].end !== null || !history.isOurs(list[i]) || !(life?.to <= list[i + 1].start) || life.signal !== "SIGKILL") continue;
      let deadline = life.to + patience(list[i].task);
      // After silence, and after an outage of the sweeper, the observation starts again.
      for (const { from, to } of disturbances.sort((a, b) => a.from - b.from))
        if (from <= deadline && to >= life.to - threshold * 1000) deadline = Math.max(deadline, to + patience(list[i].task));
      if (list[i + 1].start > deadline)
        violations.push({ rule: "slow-recovery", job, runs: [list[i], list[i + 1]],
          text: `ran again ${((list[i + 1].start - life.to) / second).toFixed(1)} s after its worker's death` });
    }
  }
  return violations;
}

/** Order of first starts, and overlaps, within each named queue. Spec: {w, queue, portion, priority, offsetUs}. */
export function checkQueues({ history, runs, specs, added }) {
  const violations = [];
  const notes = [];
  const idOf = new Map(added.map(({ w, id }) => [w, id]));
  const queues = new Map();
  for (const run of runs) {
    if (!run.queue) continue;
    if (!queues.has(run.queue)) queues.set(run.queue, []);
    queues.get(run.queue).push(run);
  }
  for (const [queue, list] of queues) {
    list.sort((a, b) => a.start - b.start);
    let latest = list[0];
    for (const run of list.slice(1)) {
      const end = history.endOf(latest);
      // Two runs of one job are checked by checkRuns.
      if (end > run.start && latest.job !== run.job && !history.explain(latest, run.start) && !history.explainTakenOver(latest, run))
        violations.push({ rule: "queue-overlap", job: run.job, runs: [latest, run], text: `two jobs of the queue ${queue} at once` });
      if (end <= (run.end ?? Infinity) || latest.end === null) latest = run;
    }
    const first = new Map();
    for (const run of list) if (!first.has(run.job)) first.set(run.job, run);
    const jobs = specs
      .filter((spec) => spec.queue === queue && idOf.has(spec.w) && first.has(idOf.get(spec.w)))
      .map((spec) => ({ id: idOf.get(spec.w), spec, run: first.get(idOf.get(spec.w)) }));
    const ranksBefore = (a, b) =>
      a.spec.priority - b.spec.priority || a.spec.portion - b.spec.portion || a.spec.offsetUs - b.spec.offsetUs || a.id - b.id;
    jobs.sort((a, b) => a.run.start - b.run.start);
    // Each that started although one before it was committed and due when its lane was fetched: from the same add,
    // if that one's run_at is not later, because a transaction that fetches judges by the time it began.
    const wasDueWith = (other, job) =>
      other.spec.portion < job.spec.portion || (other.spec.portion === job.spec.portion && other.spec.offsetUs <= job.spec.offsetUs);
    // Its run_at is later then.
    const wasPutOff = ({ run }) => hostedTasks.has(run.task) && history.hosts.troublesBetween(run.start - 90 * second, run.start) > 2;
    const overtakers = new Map();
    for (let i = 0; i < jobs.length; i++) {
      const late = jobs.slice(i + 1).find((other) => !wasPutOff(other) && wasDueWith(other, jobs[i]) && ranksBefore(other, jobs[i]) < 0);
      if (late) overtakers.set(late, [...(overtakers.get(late) ?? []), jobs[i]]);
    }
    for (const [late, early] of overtakers) {
      const ours = early.filter(({ run }) => history.isOurs(run));
      const first = ours[0] ?? early[0];
      const violation = { rule: "queue-order", job: late.id, runs: [first.run, late.run],
        text: `in the queue ${queue}, job ${first.id} (${where(first.spec)})${early.length > 1 ? ` and ${early.length - 1} more` : ""} ` +
          `started before job ${late.id} (${where(late.spec)})` };
      (ours.length > 0 ? violations : notes).push(violation);
    }
  }
  return { violations, notes };
}
const where = ({ priority, portion, offsetUs }) => `priority ${priority}, add ${portion}, run_at +${offsetUs} µs`;

/** Each job ended as it should, at least once. */
export function checkJobs({ history, runs, specs, added, rows, workers }) {
  const violations = [];
  const jobs = byJob(runs);
  const left = new Map(rows.map((row) => [row.id, row]));
  // What a peer had fetched and not started when it died keeps its attempt.
  const mayUseUpAttempts = workers.some(({ kind, incarnations }) => kind !== "yardmaster" && incarnations.some(({ signal }) => signal === "SIGKILL"));
  const hadHostTrouble = ({ task }) => hostedTasks.has(task) && history.hosts.troubles.length > 0;
  const keyed = new Map();
  const of = (id) => (jobs.get(id) ?? []);
  for (const { w, id } of added) {
    const spec = specs[w];
    const mine = of(id);
    const row = left.get(id);
    const fail = (rule, text) => violations.push({ rule, job: id, runs: mine, text: `${spec.task}: ${text}` });
    if (row?.locked_by) {
      fail("left-locked", `still locked by ${row.locked_by}, attempt ${row.attempts}`);
      continue;
    }
    if (spec.expect === "keyed") {
      if (!keyed.has(spec.key)) keyed.set(spec.key, []);
      keyed.get(spec.key).push({ spec, id });
    } else if (spec.expect === "ok") {
      if (row) fail("not-done", `left with attempt ${row.attempts} of ${row.max_attempts}, ${row.last_error ?? "no error"}`);
      else if (!mine.some(({ outcome }) => outcome === "ok")) fail("lost", "deleted, but no run of it succeeded");
      if (spec.items) {
        const done = new Set(mine.flatMap((run) => run.done ?? []));
        if (!row && done.size !== spec.items) fail("lost-items", `${done.size} of ${spec.items} items were done`);
      }
    } else if (spec.expect === "failed") {
      const isPoison = Boolean(spec.isPoison);
      if (!row) fail("lost", "deleted although it never succeeds");
      else {
        if (row.attempts !== row.max_attempts) fail("not-done", `left with attempt ${row.attempts} of ${row.max_attempts}`);
        // Nor does graphile-worker write an error into what it unlocks.
        const isLeftByPeer = mayUseUpAttempts && !mine.some((run) => run.attempt === row.attempts && history.isOurs(run));
        if (!row.last_error && !isLeftByPeer && (!isPoison || history.isOurs(mine.at(-1) ?? {}))) fail("no-error", "failed for good without last_error");
        const seen = new Set(mine.map(({ attempt }) => attempt));
        for (let attempt = 1; attempt <= row.attempts && !isPoison && !mayUseUpAttempts && !hadHostTrouble(spec); attempt++)
          if (!seen.has(attempt)) fail("attempts", `attempt ${attempt} was never started`);
      }
    }
    const limit = spec.maxAttempts ?? 25;
    for (const run of mine) {
      if (run.attempt > limit) fail("attempts", `attempt ${run.attempt} of ${limit}`);
      if (run.outcome === "damaged") fail("damaged", "the payload is not what was added");
      if (spec.sentAt && spec.offsetUs > 0 && run.start < spec.sentAt + spec.offsetUs - 10_000)
        fail("too-early", `started ${((spec.sentAt + spec.offsetUs - run.start) / 1000).toFixed(0)} ms before run_at`);
      const forbidden = workers.find(({ name }) => name === run.worker)?.options?.join(" ").match(/--forbidden-flag (\S+)/)?.[1];
      if (forbidden && spec.flags?.includes(forbidden)) fail("flags", `${run.worker} ran a job with the flag ${forbidden}`);
    }
    if (["crash", "poison"].includes(spec.task) && mine.filter(({ outcome }) => outcome === null).length > Math.min(limit, spec.task === "crash" ? 1 : limit) + 2)
      fail("crash-loop", `it ended ${mine.length} workers, max_attempts is ${limit}`);
  }
  for (const [job, list] of jobs) {
    const { act, maxAttempts } = specs[list[0].w] ?? {};
    const ended = list.filter(({ outcome }) => outcome === null).length;
    if ((act === "exit" || act === "crash" || act === "loop") && ended > maxAttempts)
      violations.push({ rule: "crash-loop", job, runs: list, text: `it ended ${ended} hosts, max_attempts is ${maxAttempts}` });
  }
  for (const [key, adds] of keyed) {
    adds.sort((a, b) => a.spec.w - b.spec.w);
    for (const { id } of new Map(adds.map((add) => [add.id, add])).values()) {
      const isSuperseded = adds.some((add) => add.id !== id && add.spec.w > adds.findLast((other) => other.id === id).spec.w);
      const succeeded = of(id).some(({ outcome }) => outcome === "ok");
      if (!isSuperseded && left.has(id)) violations.push({ rule: "not-done", job: id, runs: of(id), text: `${key}: its last job is left` });
      else if (!isSuperseded && !succeeded) violations.push({ rule: "lost", job: id, runs: of(id), text: `${key}: its last job never succeeded` });
    }
    const latest = adds.findLast(({ spec }) => spec.mode !== "unsafe_dedupe");
    const payloads = adds.flatMap(({ id }) => of(id)).filter(({ outcome }) => outcome === "ok").map(({ w }) => w);
    if (latest && !payloads.some((w) => w >= latest.spec.w))
      violations.push({ rule: "lost-update", job: latest.id, runs: of(latest.id), text: `${key}: the payload of add ${latest.spec.w} (${latest.spec.mode}) never ran` });
  }
  const known = new Set(added.map(({ id }) => id));
  for (const [job, list] of jobs)
    if (!known.has(job) && list[0].cron === undefined)
      violations.push({ rule: "unknown-job", job, runs: list, text: "ran, but its add was never committed" });
  return violations;
}

/** One job for each minute, none twice. */
export function checkCron({ runs, begin, faultsEnd, wallAtBegin }) {
  const violations = [];
  const ticks = new Map();
  for (const run of runs) {
    if (run.cron === undefined) continue;
    const minute = Math.floor(Date.parse(run.cron) / 60_000);
    if (!ticks.has(minute)) ticks.set(minute, new Set());
    ticks.get(minute).add(run.job);
  }
  for (const [minute, jobs] of ticks)
    if (jobs.size > 1)
      violations.push({ rule: "cron-twice", job: [...jobs][1], runs: runs.filter((run) => jobs.has(run.job)),
        text: `${jobs.size} jobs for ${new Date(minute * 60_000).toISOString()}` });
  const first = Math.ceil((wallAtBegin + 30_000) / 60_000);
  const last = Math.floor((wallAtBegin + (faultsEnd - begin) / 1000 - 15_000) / 60_000);
  for (let minute = first; minute <= last; minute++)
    if (!ticks.has(minute)) violations.push({ rule: "cron-missed", runs: [], text: `no job for ${new Date(minute * 60_000).toISOString()}` });
  return violations;
}

/** No locks left, no registered worker without a process, no worker that ended by itself or does not end. */
export function checkEnd({ history, drained, rows, queueLocks, registryIdle, registryEnd, workers, settings, runs }) {
  const violations = [];
  if (!drained) {
    const open = rows.filter((row) => row.locked_by || row.attempts < row.max_attempts);
    violations.push({ rule: "not-drained", runs: [], text: `${open.length} jobs were left when nothing had been added and no fault done for long, such as ${open
      .slice(0, 5).map((row) => `${row.id} (${row.task}${row.queue_name ? `, queue ${row.queue_name}` : ""}, locked by ${row.locked_by ?? "nobody"})`).join("; ")}` });
  }
  for (const { queue_name: queue, locked_by: holder } of queueLocks)
    violations.push({ rule: "left-locked", runs: [], text: `the queue ${queue} is locked by ${holder}` });
  const pids = new Map();
  for (const worker of workers)
    for (const life of worker.incarnations) if (life.aliveAtIdle) pids.set(life.pid, worker.name);
  for (const { id } of registryIdle) {
    const pid = Number(id.match(/^yardmaster-.*-(\d+)-[^-]+$/)?.[1]);
    if (!pids.has(pid)) violations.push({ rule: "dead-registered", runs: [], text: `${id} is registered, and no such worker runs` });
    else if (pids.get(pid) === null) violations.push({ rule: "registered-twice", runs: [], text: `${id}: its process is registered twice` });
    else pids.set(pid, null);
  }
  for (const [pid, name] of pids)
    if (name !== null && workers.find((worker) => worker.name === name).kind === "yardmaster")
      violations.push({ rule: "unregistered", runs: [], text: `${name} (process ${pid}) runs and is not registered` });
  for (const { id } of registryEnd) {
    const life = workers.flatMap(({ incarnations }) => incarnations).find(({ pid, stopAt }) => stopAt !== undefined && id.includes(`-${pid}-`));
    // A stop waits for the server for a second; what does not run cannot answer.
    const starved = history.outages.some(({ kind, from, to }) => kind === "starved machine" && life && to > life.stopAt && from < life.to);
    if (!starved) violations.push({ rule: "left-registered", runs: [], text: `${id} is still registered after its exit` });
  }

  const fatal = new Set(["crash", "poison"]);
  for (const worker of workers) {
    if (worker.kind !== "yardmaster") continue;
    for (const life of worker.incarnations) {
      const name = `${worker.name}-${life.number}`;
      const say = (rule, text) => violations.push({ rule, worker: worker.name, at: life.to, runs: [], text: `${name}: ${text}` });
      if (life.how === "itself") {
        const wasKilledByTask = life.signal === "SIGKILL"
          && runs.some((run) => run.worker === worker.name && run.number === life.number && fatal.has(run.task) && run.end === null);
        // Without the database it exits with an error; its supervisor starts it again.
        const cuts = history.faults.filter(({ kind, target }) => kind === "terminate" || (kind === "cut" && target === worker.name));
        // pgbouncer refuses the first connection after an outage, however long that is ago.
        const before = worker.route === "pooler" ? worker.incarnations.findLast(({ to }) => to <= life.from) : undefined;
        const since = Math.min(life.from, (before?.to ?? Infinity) - second);
        const couldNotStart = life.code === 1 && life.to - life.from < 30 * second
          && [...history.outages, ...cuts, ...history.silences.filter(({ target }) => target === worker.name)]
            .some(({ from, to }) => from <= life.to && (to ?? Infinity) >= since);
        if (!wasKilledByTask && !couldNotStart) say("ended-by-itself", `ended with ${life.signal ?? `exit code ${life.code}`}`);
      }
      if (life.stopAt === undefined) continue;
      const late = (since, seconds) => {
        const took = ((life.to ?? Infinity) - since) / second;
        const starved = history.outages.filter(({ kind, from, to }) => kind === "starved machine" && to > since && from < (life.to ?? Infinity))
          .reduce((sum, { from, to }) => sum + (to - from) / second, 0);
        return took > seconds + starved + 0.5 ? took : 0;
      };
      const took = late(life.stopAt, settings.grace / 1000 + 2);
      if (life.refusedToStop) say("slow-stop", "did not end after SIGTERM");
      else if (took) say("slow-stop", `ended ${took.toFixed(1)} s after SIGTERM, with a grace of ${settings.grace / 1000} s`);
      const tookSecond = life.secondStopAt !== undefined && late(life.secondStopAt, 2);
      if (tookSecond) say("slow-stop", `ended ${tookSecond.toFixed(1)} s after the second SIGTERM`);
      const isForced = life.secondStopAt !== undefined && life.code === 128 + 15;
      // It reports if it could not write its results.
      const couldNotWrite = life.code === 1
        && [...history.outages, ...history.silences.filter(({ target }) => target === worker.name)]
          .some(({ from, to }) => from <= life.to && to >= life.stopAt - second);
      if (!life.refusedToStop && life.code !== 0 && !isForced && !couldNotWrite) say("exit-code", `ended with ${life.signal ?? life.code} after SIGTERM`);
    }
  }
  return violations;
}

/** No live worker is idle while others start job after job. */
export function checkIdle({ history, runs, specs, workers, faultsEnd }) {
  const violations = [];
  // Those that had waited for longer than several polls: a worker without notifications could have found them.
  const hadWaited = ({ attempt, w, start }) => {
    const { sentAt, offsetUs } = specs[w] ?? {};
    return attempt === 1 && start - sentAt - offsetUs > 2 * second;
  };
  const starts = runs.filter((run) => !run.queue && run.task !== "exec_file" && !hostedTasks.has(run.task) && hadWaited(run)).map(({ start }) => start);
  for (const worker of workers) {
    if (worker.kind !== "yardmaster") continue;
    const disturbances = [...history.outages, ...history.silences.filter(({ target }) => target === worker.name)];
    for (const life of worker.incarnations) {
      const end = Math.min(life.killedAt ?? Infinity, life.stopAt ?? Infinity, life.to ?? Infinity, faultsEnd);
      const own = runs.filter((run) => run.worker === worker.name && run.number === life.number).map(({ start }) => start).sort((a, b) => a - b);
      let before = life.from + 2 * second;
      for (const next of [...own.filter((start) => start > before), end]) {
        if (next - before < 12 * second) {
          before = Math.max(before, next);
          continue;
        }
        // Each disturbance with a moment to come back from it; overlaps counted once.
        let free = 0;
        let since = before;
        for (const { from, to } of disturbances.filter(({ from, to }) => from < next && to > before - 2 * second).sort((a, b) => a.from - b.from)) {
          free += Math.max(0, from - since);
          since = Math.max(since, to + 2 * second);
        }
        free += Math.max(0, next - since);
        const elsewhere = starts.filter((start) => start > before && start < next).length;
        if (free > 12 * second && elsewhere > 200)
          violations.push({ rule: "idle", worker: worker.name, at: next, runs: [],
            text: `${worker.name}-${life.number} started nothing for ${((next - before) / second).toFixed(1)} s, in which others started ${elsewhere} jobs that had waited for it` });
        before = Math.max(before, next);
      }
    }
  }
  return violations;
}

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** Memory, descriptors and connections at the end, compared with earlier. */
export function checkResources({ workers }) {
  const violations = [];
  for (const worker of workers) {
    if (worker.kind !== "yardmaster") continue;
    for (const life of worker.incarnations) {
      const { samples } = life;
      const say = (rule, text) => violations.push({ rule, worker: worker.name, runs: [], text: `${worker.name}-${life.number}: ${text}` });
      const highest = Math.max(0, ...samples.map(({ rssKb }) => rssKb));
      if (highest > 300 * 1024) say("memory", `${(highest / 1024).toFixed(0)} MB resident`);
      if (samples.length < 30 || (life.to ?? Infinity) - life.from < 60 * second) continue;
      const early = samples.slice(Math.floor(samples.length / 6), Math.floor(samples.length / 2));
      const late = samples.slice(-3);
      const rose = (name, allowed, counts = () => true) => {
        const [before, after] = [early, late].map((part) => median(part.filter(counts).map((sample) => sample[name]).filter((value) => value !== undefined)));
        return after > allowed(before) ? [before, after] : undefined;
      };
      const memory = rose("rssKb", (kb) => Math.max(kb * 1.5, kb + 48 * 1024));
      if (memory) say("memory", `rose from ${(memory[0] / 1024).toFixed(0)} to ${(memory[1] / 1024).toFixed(0)} MB resident`);
      // In an outage there are neither; and each thread that reads a big payload has a session of its own then.
      const threads = worker.concurrency ?? 4;
      const isConnected = ({ connections }) => connections > 0;
      const files = rose("files", (count) => count + 8 + 2 * threads, isConnected);
      if (files) say("descriptors", `rose from ${files[0]} to ${files[1]} open descriptors`);
      const connections = rose("connections", (count) => count + 3 + threads, isConnected);
      if (connections) say("connections", `rose from ${connections[0]} to ${connections[1]} sessions`);
    }
  }
  return violations;
}

/** All of it. @returns {violations, notes, checks}; `checks` says how much was looked at. */
export function check(evidence) {
  const history = new History(evidence);
  const all = { ...evidence, history };
  const queues = checkQueues(all);
  const violations = [
    ...checkRuns(all),
    ...checkRecovery(all),
    ...queues.violations,
    ...checkJobs(all),
    ...checkCron(all),
    ...checkEnd(all),
    ...checkIdle(all),
    ...checkResources(all),
    ...checkOrphans(all),
    ...checkHostAttempts(all),
  ];
  return { violations, notes: queues.notes, history };
}

/** A violation as text, with its runs and the faults near in time. */
export function tell(violation, { history, begin }) {
  const at = (time) => `${((time - begin) / second).toFixed(3)} s`;
  const lines = [`${violation.rule}${violation.job ? ` of job ${violation.job}` : ""}: ${violation.text}`];
  const runs = violation.runs ?? [];
  for (const run of runs.slice(0, 6)) {
    const life = history.incarnation(run);
    const end = run.end === null ? `no end${life?.to ? ` (${life.how} at ${at(life.to)})` : ""}` : `${run.outcome} at ${at(run.end)}`;
    lines.push(`    ${run.worker}-${run.number} attempt ${run.attempt} of ${run.task}${run.queue ? ` in ${run.queue}` : ""}: ${at(run.start)}, ${end}${run.locker ? `, as ${run.locker}` : ""}`);
  }
  if (runs.length > 6) lines.push(`    and ${runs.length - 6} runs more`);
  const workers = new Set([...runs.map(({ worker }) => worker), ...(violation.worker ? [violation.worker] : [])]);
  const times = [...runs.slice(0, 6).flatMap(({ start, end }) => [start, end ?? start]), ...(violation.at ? [violation.at] : [])];
  if (times.length > 0) {
    const seen = new Set();
    for (const worker of workers)
      for (const { at: time, text } of history.near(worker, Math.min(...times), Math.max(...times))) {
        const line = `    ${at(time)}: ${text}`;
        if (!seen.has(line)) lines.push(line);
        seen.add(line);
      }
  }
  return lines.join("\n");
}
