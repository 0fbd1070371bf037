import crypto from "node:crypto";

import { hostedTasks } from "./hosts.mjs";
import { now, sleep } from "./processes.mjs";
import { Random } from "./random.mjs";

/**
 * The jobs to add, as a list of specs by number `w`. Each has its expected end:
 *   expect: "ok"      deleted after a run that succeeded
 *           "failed"  left in the table, all attempts used, with its error
 *           "keyed"   as the last add of its key says, see the checker
 */
export class Workload {
  /**
   * @param jobsPerSecond on average; @param maxBackoffs how often a job may fail before it succeeds;
   * @param hosted tasks of the folder hosted/ that this machine can run
   */
  constructor(seed, { jobsPerSecond, seconds, maxBackoffs, without = new Set(), hosted = [...hostedTasks] }) {
    this.hosted = hosted;
    this.random = new Random(seed, "workload");
    this.perSecond = jobsPerSecond;
    this.seconds = seconds;
    this.maxBackoffs = maxBackoffs;
    this.without = without;
    this.specs = []; // by w
    this.sequence = new Map(); // queue -> last number
    this.big = [1, 2, 4].map((megabytes) => {
      // Half of it compresses, half does not.
      const data = this.random.hex(256 * 1024).repeat(megabytes) + crypto.randomBytes(megabytes * 128 * 1024).toString("hex");
      return { data, sha256: crypto.createHash("sha256").update(data).digest("hex") };
    });
    this.crashes = 0;
    this.poisons = 0;
    this.troubles = new Map(); // act -> how many
  }

  #spec(task, expect, payload = {}, options = {}) {
    const w = this.specs.length;
    const spec = { w, task, expect, ...options };
    spec.payload = { w, ...(options.queue ? { q: options.queue } : {}), ...payload };
    this.specs.push(spec);
    return spec;
  }

  /** The jobs of one add_jobs call. */
  portion(count, elapsedShare) {
    const random = this.random;
    const specs = [];
    while (specs.length < count) {
      const kind = random.weighted(
        [
          [56, "quick"],
          [2, "sequence"],
          [3, "slow"],
          [5, "flaky"],
          [2, "doomed"],
          [4, "batch"],
          [5, "future"],
          [4, "flags"],
          [0.8, "exec"],
          [0.15, "big"],
          [0.03, "crash"],
          [0.02, "poison"],
          [5, "hosted"],
        ].filter(([, name]) => !this.without.has(name)),
      );
      const priority = random.chance(0.2) ? random.integer(-10, 10) : 0;
      const untilAttempt = () => random.integer(2, 1 + this.maxBackoffs);
      if (kind === "quick") {
        specs.push(this.#spec("quick", "ok", { ms: random.chance(0.7) ? 0 : random.integer(1, 30) }, { priority }));
      } else if (kind === "sequence") {
        // Of one queue, in one transaction, so that all are committed before the first can start.
        // Equal run_at only where yardmasters alone serve: Node ignores ids.
        const isOwn = random.chance(0.5);
        const queue = isOwn ? `own-${random.integer(1, 6)}` : `shared-${random.integer(1, 8)}`;
        const length = random.integer(5, 40);
        for (let i = 0; i < length; i++) {
          const n = (this.sequence.get(queue) ?? 0) + 1;
          this.sequence.set(queue, n);
          const ms = random.chance(0.9) ? random.integer(0, 6) : random.integer(20, 150);
          const priority = random.chance(0.05) ? -1 : 0;
          // An urgent one is due no later than the others, or it might have to wait for that.
          const offsetUs = isOwn ? 0 : priority < 0 ? i - length : i;
          specs.push(this.#spec(isOwn ? "seq_own" : "seq", "ok", { n, ms }, { queue, offsetUs, priority }));
        }
      } else if (kind === "slow") {
        const ms = random.chance(0.9) ? random.integer(50, 1500) : random.integer(3000, 7000);
        // Half of them hold no thread meanwhile.
        specs.push(this.#spec(random.chance(0.5) ? "slow" : "waiting", "ok", { ms }, { priority }));
      } else if (kind === "flaky") {
        specs.push(this.#spec("flaky", "ok", { until: untilAttempt() }, { priority, maxAttempts: 6 }));
      } else if (kind === "doomed") {
        specs.push(this.#spec("doomed", "failed", {}, { priority, maxAttempts: random.integer(1, this.maxBackoffs) }));
      } else if (kind === "batch") {
        const w = this.specs.length;
        const items = Array.from({ length: random.integer(2, 6) }, (_, i) => ({
          w, i, ...(random.chance(0.15) ? { until: untilAttempt() } : {}),
        }));
        const spec = this.#spec("batch", "ok", {}, { priority, items: items.length, maxAttempts: 6 });
        spec.payload = items;
        specs.push(spec);
      } else if (kind === "future") {
        specs.push(this.#spec("quick", "ok", {}, { priority, offsetUs: random.integer(500, 10_000) * 1000 }));
      } else if (kind === "flags") {
        specs.push(this.#spec("quick", "ok", {}, { priority, flags: [random.pick(["red", "blue"])] }));
      } else if (kind === "exec") {
        specs.push(this.#spec("exec_file", "ok", { ms: random.integer(0, 200) }, { priority }));
      } else if (kind === "big") {
        specs.push(this.#spec("big", "ok", random.pick(this.big)));
      } else if (kind === "hosted") {
        specs.push(...this.#hosted(elapsedShare));
      } else if (kind === "crash" && this.crashes < 1 + 4 * elapsedShare) {
        this.crashes++;
        specs.push(this.#spec("crash", "ok", {}, { maxAttempts: 5 }));
      } else if (kind === "poison" && elapsedShare < 0.5 && this.poisons < 1) {
        this.poisons++;
        specs.push(this.#spec("poison", "failed", {}, { maxAttempts: 2, isPoison: true }));
      }
    }
    return specs;
  }

  /** Jobs of the folder hosted/. What ends its host does so at its first attempt. */
  #hosted(elapsedShare) {
    const random = this.random;
    if (random.chance(0.04)) {
      // Each queue has one task, so that all hosts see queues.
      const task = random.pick(this.hosted);
      const queue = `hosted-${task}`;
      return Array.from({ length: random.integer(3, 12) }, (_, i) =>
        this.#spec(task, "ok", { act: "pass", ms: random.integer(0, 40) }, { queue, offsetUs: i, priority: 0, act: "pass" }));
    }
    let act = random.weighted([[60, "pass"], [10, "slow"], [8, "flaky"], [4, "doomed"], [1, "print"], [1.2, "exit"], [1.2, "crash"], [1.2, "loop"]]);
    const task = random.pick(this.hosted);
    if (["exit", "crash", "loop"].includes(act)) {
      // Few of each, and early: after the third trouble in a minute a worker waits before it starts a host again.
      const count = (this.troubles.get(act) ?? 0) + 1;
      if (count > 1 + 4 * elapsedShare || (this.seconds < 60 && elapsedShare > 0.3)) act = "pass";
      else this.troubles.set(act, count);
    }
    const until = act === "flaky" ? random.integer(2, 1 + this.maxBackoffs) : 0;
    const ms = act === "slow" ? random.integer(200, 1500) : random.integer(0, 30);
    const maxAttempts = act === "doomed" ? random.integer(1, this.maxBackoffs) : 12;
    return [this.#spec(task, act === "doomed" ? "failed" : "ok", { act, ms, until }, { maxAttempts, act, priority: 0 })];
  }

  keyed() {
    const random = this.random;
    const mode = random.weighted([[5, "replace"], [3, "preserve_run_at"], [2, "unsafe_dedupe"]]);
    return this.#spec("keyed", "keyed", { ms: random.integer(0, 40) }, {
      key: `key-${random.integer(1, 25)}`,
      mode,
      offsetUs: random.chance(0.5) ? 0 : random.integer(100, 3000) * 1000,
    });
  }

  /**
   * Adds jobs until `seconds` have passed, through `connection(work)`, which gives a client and is
   * asked again after an error. The table chaos.added, written in the same transaction, has what was
   * committed: an add of unknown outcome is simply not repeated.
   */
  async run(connection, log) {
    const begin = now();
    const end = begin + this.seconds * 1e6;
    let due = 0;
    let last = begin;
    while (now() < end && !this.isStopped) {
      const time = now();
      // Jobs not added during an outage are not added later: they would only make a longer backlog.
      due += (Math.min(time - last, 1e6) / 1e6) * this.perSecond * this.random.between(0.5, 1.5);
      last = time;
      const count = Math.floor(due);
      due -= count;
      try {
        await connection(async (client) => {
          const keyed = Math.round(count * 0.07);
          if (count - keyed > 0) await this.#add(client, this.portion(count - keyed, (time - begin) / (end - begin)));
          for (let i = 0; i < keyed; i++) await this.#addKeyed(client, this.keyed());
        });
      } catch (error) {
        log(`adding: ${error.message}`);
        await sleep(200);
      }
      await sleep(200);
    }
  }

  async #add(client, specs) {
    this.portions = (this.portions ?? 0) + 1;
    const sentAt = now();
    for (const spec of specs) Object.assign(spec, { portion: this.portions, sentAt });
    await client.query(
      `with added as (
         select id, payload from graphile_worker.add_jobs(array(
           select (spec.task, spec.payload, spec.queue,
                   case when spec.offset_us is not null then now() + spec.offset_us * interval '1 microsecond' end,
                   spec.max_attempts, null, spec.priority,
                   case when spec.flags is not null
                     then array(select json_array_elements_text(spec.flags)) end
                  )::graphile_worker.job_spec
           from json_to_recordset($1::json) as spec (task text, payload json, queue text, offset_us bigint,
             max_attempts int, priority int, flags json, w int)
           order by spec.w)))
       insert into chaos.added (w, id)
       select (case when json_typeof(payload) = 'array' then payload -> 0 else payload end ->> 'w')::int, id
       from added`,
      [JSON.stringify(specs.map((spec) => ({
        task: spec.task, payload: spec.payload, queue: spec.queue, offset_us: spec.offsetUs ?? 0,
        max_attempts: spec.maxAttempts, priority: spec.priority ?? 0, flags: spec.flags, w: spec.w,
      })))],
    );
    for (const spec of specs) if (spec.task === "big") spec.payload = null; // megabytes
  }

  async #addKeyed(client, spec) {
    await client.query(
      `insert into chaos.added (w, id)
       select $1::int, id from graphile_worker.add_job('keyed', $2::json, job_key => $3::text,
         job_key_mode => $4::text, run_at => now() + $5::bigint * interval '1 microsecond')
       where id is not null`,
      [spec.w, JSON.stringify(spec.payload), spec.key, spec.mode, spec.offsetUs],
    );
  }
}
