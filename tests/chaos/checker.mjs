// What must be true after a run, whatever the workers report. Pure functions over the evidence that chaos.mjs
// collects: what the tasks logged, what was added, what the tables hold in the end, and which faults were injected
// where and when. All times are microseconds of CLOCK_MONOTONIC.

import { History } from "./history.mjs";
import { checkHostAttempts, checkOrphans } from "./hostchecks.mjs";
import { hostedTasks } from "./hosts.mjs";
import { checkEnd, checkIdle, checkResources } from "./workerchecks.mjs";

const second = 1e6;
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
