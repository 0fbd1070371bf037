// What must be true of the workers, beside what checker.mjs asks of jobs: that they end as they should and leave nothing
// behind, are not idle, and do not grow. Times are microseconds.
import { hostedTasks } from "./hosts.mjs";

const second = 1e6;

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
