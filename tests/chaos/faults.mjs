import fs from "node:fs";
import path from "node:path";

import { launch, now, sleep } from "./processes.mjs";
import { Random } from "./random.mjs";

const tables = ["_private_jobs", "_private_job_queues", "_private_workers", "_private_tasks"];

/**
 * The faults of a seed, in order: {at, kind, target, seconds, …}, times in seconds from the start. A
 * target has one fault at a time; faults of different targets overlap.
 * @param fleet  from fleetOf()   @param has  {pooler, faketime, tmpfs}   @param threshold  seconds
 */
export function schedule(seed, seconds, fleet, has, { threshold, without = new Set(), only, everySeconds = 3 }) {
  const random = new Random(seed, "faults");
  const first = Math.min(6, seconds / 6);
  const busyUntil = new Map();
  const events = [];
  const outage = () => threshold * (random.chance(0.5) ? random.between(0.1, 0.8) : random.between(0.8, 3));
  const worker = (accepts) => random.pick(fleet.filter(accepts));
  const isMortal = ({ name }) => name !== "witness";
  const isOurs = ({ kind }) => kind === "yardmaster";
  const hasHosts = (one) => one.hasHosts;
  const isProxied = ({ route }) => route === "proxy";
  const makers = {
    kill: [10, () => ({ target: worker(isMortal).name, seconds: random.between(0.2, threshold * 1.5) })],
    stop: [10, () => ({ target: worker(isMortal).name, seconds: random.between(0.1, 3),
      again: random.chance(0.3) ? random.between(0.6, 2) : undefined })],
    freeze: [12, () => ({ target: worker(() => true).name, seconds: outage() })],
    "server-crash": [5, () => ({ target: "server", seconds: random.chance(0.5) ? random.between(0, 1) : outage() })],
    terminate: [7, () => ({ target: "server", seconds: 0, count: random.integer(1, 12) })],
    "freeze-backends": [7, () => ({ target: worker(isOurs).name, seconds: outage(), share: random.pick([0.4, 0.7, 1]) })],
    "lock-table": [6, () => ({ target: "server", table: random.pick(tables), seconds: random.between(0.3, threshold * 1.5) })],
    cut: [6, () => ({ target: worker(isProxied).name, seconds: 0 })],
    "cut-off": [6, () => ({ target: worker(isProxied).name, seconds: outage() })],
    hang: [6, () => ({ target: worker(isProxied).name, seconds: outage() })],
    forget: [6, () => ({ target: worker(isProxied).name, seconds: 0 })],
    "role-timeout": [3, () => ({ target: "server", setting: random.pick(["statement_timeout", "lock_timeout"]),
      ms: random.integer(5, 300), seconds: random.between(1, 5) })],
    pooler: [4, () => ({ target: "pooled", seconds: random.between(0, threshold) })],
    "clock-jump": [4, () => ({ target: "narrow", seconds: random.between(1, 6),
      offset: Math.round(random.pick([-1, 1]) * random.pick([2, 30, 3600])) })],
    promote: [2, () => ({ target: "server", seconds: random.chance(0.5) ? random.between(0, 2) : outage() })],
    "disk-full": [3, () => ({ target: "server", seconds: random.between(1, 5) })],
    "host-kill": [5, () => ({ target: worker(hasHosts).name, seconds: 0, share: random.pick([0.3, 1]) })],
    "host-freeze": [5, () => ({ target: worker(hasHosts).name, seconds: outage(), share: random.pick([0.3, 1]) })],
    "host-loop": [3, () => ({ target: worker(hasHosts).name, seconds: 1, share: random.pick([0.3, 1]) })],
  };
  const kinds = Object.entries(makers);
  // The rolling upgrade: half-way, the worker of the previous build is replaced by one of this build.
  const upgradeAt = fleet.some(({ isPrevious }) => isPrevious) && !without.has("upgrade") ? round(seconds / 2) : Infinity;
  for (let at = first; at < seconds; at += everySeconds * random.exponential()) {
    const kind = random.weighted(kinds.map(([name, [weight]]) => [weight, name]));
    const event = { at: round(at), kind, ...makers[kind][1]() };
    event.seconds = round(event.seconds);
    // Left out after it was drawn, so that the others stay as they are.
    const needs = { pooler: has.pooler, "clock-jump": has.faketime, "disk-full": has.tmpfs };
    if (without.has(kind) || (only && !only.has(kind)) || needs[kind] === false || (event.target !== "server" && !fleet.some(({ name }) => name === event.target))) continue;
    if (event.at + event.seconds > seconds || at < (busyUntil.get(event.target) ?? 0)) continue;
    if (event.target === "previous" && event.at < upgradeAt + 15 && event.at + event.seconds + 2 > upgradeAt) continue;
    busyUntil.set(event.target, at + event.seconds + 2);
    events.push(event);
  }
  if (upgradeAt < seconds) events.push({ at: upgradeAt, kind: "upgrade", target: "previous", seconds: 0.5 });
  return events.sort((a, b) => a.at - b.at);
}

function signalAll(pids, signal) {
  for (const pid of pids)
    try {
      process.kill(pid, signal);
    } catch {} // it ended meanwhile
}

const round = (number) => Math.round(number * 100) / 100;

export function describe({ at, kind, target, seconds, ...rest }) {
  const more = Object.entries(rest)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}=${typeof value === "number" ? round(value) : value}`);
  return `${at.toFixed(2).padStart(8)} s  ${kind.padEnd(15)} ${target.padEnd(10)} ${seconds.toFixed(2).padStart(6)} s${more.join("")}`;
}

/** Carries out the schedule, and records what really happened and when. */
export class Conductor {
  constructor({ workers, server, admin, log, folder, hosts }) {
    Object.assign(this, { server, admin, log, folder, hosts });
    this.workers = new Map(workers.map((worker) => [worker.name, worker]));
    this.history = []; // {kind, target, from, to, …}: microseconds
  }

  async run(events, isStopped) {
    const begin = now();
    const pending = new Map(); // target -> its last fault
    for (const event of events) {
      while (!isStopped() && now() - begin < event.at * 1e6)
        await sleep(Math.min(500, Math.max(1, event.at * 1000 - (now() - begin) / 1000)));
      if (isStopped()) break;
      const before = pending.get(event.target);
      if (event.kind === "upgrade") await before?.end; // belongs to each run
      if (before?.isOver === false) {
        this.log(`${describe(event)}: left out, the one before took longer than planned`);
        continue;
      }
      const fault = { isOver: false };
      pending.set(event.target, fault);
      fault.end = this.#conduct(event).then(() => (fault.isOver = true));
    }
    await Promise.all([...pending.values()].map(({ end }) => end));
  }

  async #conduct(event) {
    this.log(describe(event));
    const record = { ...event, from: now() };
    this.history.push(record);
    try {
      await this[event.kind](event, record);
    } catch (error) {
      record.error = error.message;
      this.log(`${event.kind} of ${event.target}: ${error.message}`);
    }
    record.to = now();
  }

  async kill({ target, seconds }) {
    const worker = this.workers.get(target);
    await worker.kill();
    await sleep(seconds * 1000);
    if (!worker.isRunning) worker.start();
  }
  async stop({ target, seconds, again }) {
    const worker = this.workers.get(target);
    await worker.stop(again);
    await sleep(seconds * 1000);
    if (!worker.isRunning) worker.start();
  }
  async upgrade({ target, seconds }) {
    const worker = this.workers.get(target);
    await worker.stop();
    await sleep(seconds * 1000);
    worker.isPrevious = false;
    worker.start();
  }
  async freeze({ target, seconds }, record) {
    const worker = this.workers.get(target);
    record.number = worker.current?.number;
    worker.freeze();
    await sleep(seconds * 1000);
    worker.thaw();
  }
  async "server-crash"({ seconds }) {
    await this.server.stopImmediately();
    await sleep(seconds * 1000);
    await this.server.start();
  }
  async promote({ seconds }, record) {
    record.diedAt = await this.server.promoteStandby(seconds);
    for (const { proxy } of this.workers.values()) if (proxy) proxy.targetPort = this.server.port;
  }
  async terminate({ count }, record) {
    const { rows } = await this.admin(
      "select pg_terminate_backend(pid), application_name from pg_stat_activity where usename = $1 order by random() limit $2::int",
      [this.server.workerUser, count]);
    record.hit = rows.map((row) => row.application_name).join(" ");
  }
  async "freeze-backends"({ target, seconds, share }, record) {
    const { rows } = await this.admin(
      "select pid from pg_stat_activity where application_name = $1 and backend_type = 'client backend'", [`chaos-${target}`]);
    const pids = rows.map((row) => row.pid).slice(0, Math.max(1, Math.ceil(rows.length * share)));
    record.count = pids.length;
    signalAll(pids, "SIGSTOP");
    await sleep(seconds * 1000);
    signalAll(pids, "SIGCONT");
  }
  /** Some hosts of a worker get a signal. */
  #signalHosts({ target, share }, record, signal) {
    const hosts = this.hosts.of(this.workers.get(target));
    record.pids = hosts.slice(0, Math.ceil(hosts.length * share)).map(({ pid }) => pid);
    signalAll(record.pids, signal);
  }
  async "host-kill"(event, record) {
    this.#signalHosts(event, record, "SIGKILL");
  }
  async "host-freeze"(event, record) {
    this.#signalHosts(event, record, "SIGSTOP");
    await sleep(event.seconds * 1000);
    const alive = new Set(this.hosts.of(this.workers.get(event.target)).map(({ pid }) => pid));
    signalAll(record.pids.filter((pid) => alive.has(pid)), "SIGCONT");
  }
  /** Until the worker ends it: the tasks compute for ever when they get this signal. */
  async "host-loop"(event, record) {
    this.#signalHosts(event, record, "SIGUSR2");
    await sleep(event.seconds * 1000);
  }
  async "lock-table"({ table, seconds }, record) {
    await this.admin(async (client) => {
      await client.query("begin");
      try {
        await client.query("set local lock_timeout = '10s'");
        await client.query(`lock table graphile_worker.${table} in access exclusive mode`);
        record.lockedAt = now();
        await sleep(seconds * 1000);
      } finally {
        await client.query("rollback").catch(() => {});
      }
    });
  }
  async cut({ target }) {
    this.workers.get(target).proxy.cut();
  }
  async "cut-off"({ target, seconds }) {
    const { proxy } = this.workers.get(target);
    proxy.refuse();
    await sleep(seconds * 1000);
    proxy.heal();
  }
  async hang({ target, seconds }) {
    const { proxy } = this.workers.get(target);
    proxy.hang();
    await sleep(seconds * 1000);
    proxy.heal();
  }
  async forget({ target }, record) {
    record.sessions = this.workers.get(target).proxy.forgetStatements();
  }
  async "role-timeout"({ setting, ms, seconds }) {
    const role = this.server.workerUser;
    const dropSessions = () => this.admin("select pg_terminate_backend(pid) from pg_stat_activity where usename = $1", [role]);
    await this.admin(`alter role ${role} set ${setting} = ${ms}`);
    await dropSessions();
    await sleep(seconds * 1000);
    await this.admin(`alter role ${role} reset ${setting}`);
    await dropSessions();
  }
  async pooler({ seconds }) {
    await this.server.restartPooler(seconds);
  }
  async "clock-jump"({ target, seconds, offset }) {
    const { clockFile } = this.workers.get(target);
    fs.writeFileSync(clockFile, `${offset >= 0 ? "+" : ""}${offset}\n`);
    await sleep(seconds * 1000);
    fs.writeFileSync(clockFile, "+0\n");
  }
  /** Fills the small file system; a server that stopped is started again when there is room. */
  async "disk-full"({ seconds }, record) {
    const filler = path.join(this.folder, "cluster", "filler");
    const end = now() + seconds * 1e6;
    while (now() < end) {
      await launch("sh", ["-c", 'cat /dev/zero >>"$0" 2>/dev/null', filler]).ended; // until there is no room
      await sleep(100);
    }
    fs.rmSync(filler, { force: true });
    record.serverGaveUp = !this.server.isRunning;
    if (record.serverGaveUp) await this.server.start();
  }
}
