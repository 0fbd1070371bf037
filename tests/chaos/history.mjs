// The lives of the workers and the faults that were injected: whether they explain that a job ran twice. Pure
// functions over the evidence that checker.mjs is given; times are microseconds of CLOCK_MONOTONIC.
import { Hosts } from "./hostchecks.mjs";

const second = 1e6;
/** Faults that silence one worker only. */
const silencing = new Set(["freeze", "cut-off", "hang", "freeze-backends", "pooler"]);
/** Faults that keep all workers from writing results. */
const outages = new Set(["server-crash", "promote", "lock-table", "role-timeout", "disk-full"]);

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
