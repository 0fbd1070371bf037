import fs from "node:fs";
import path from "node:path";

import { hostOptions, leftBehind } from "./hosts.mjs";
import { launch, now, sleep } from "./processes.mjs";
import { Proxy } from "./proxy.mjs";

const here = import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname);

export const fakeTimeLibrary = () =>
  [process.env.CHAOS_FAKETIME, "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1",
    "/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1", "/usr/lib64/faketime/libfaketimeMT.so.1"]
    .find((file) => file && fs.existsSync(file));

/**
 * The workers of a run. `witness` is never killed or stopped before the end: its memory is looked at.
 * `relay` is a proxy that only follows the server to another port, because node-postgres cannot; `server` is
 * for those that need not.
 * @param has  {pooler, peers, faketime, previous}: what this machine has
 */
export function fleetOf(has, isShort) {
  const fleet = [
    { name: "witness", kind: "yardmaster", route: "proxy", concurrency: 4, cron: true },
    { name: "proxied", kind: "yardmaster", route: "proxy", concurrency: 2, cron: true, hasHosts: true },
    { name: "unprepared", kind: "yardmaster", route: "proxy", concurrency: 3, options: ["--no-prepared-statements"] },
    { name: "hosting", kind: "yardmaster", route: "direct", concurrency: 4, hasHosts: true, options: ["--hosts", "2"] },
    { name: "narrow", kind: "yardmaster", route: "direct", concurrency: 1, hasFiles: true,
      options: ["--forbidden-flag", "red"], fakesTime: has.faketime },
  ];
  if (has.pooler)
    fleet.push({ name: "pooled", kind: "yardmaster", route: "pooler", concurrency: 2,
      options: ["--no-listen", "--no-prepared-statements"] });
  if (has.previous) fleet.push({ name: "previous", kind: "yardmaster", route: "direct", concurrency: 2, isPrevious: true });
  if (has.peers) {
    fleet.push({ name: "node", kind: "node", route: "relay", concurrency: 3, cron: true });
    fleet.push({ name: "rust", kind: "rust", route: "relay", concurrency: 2 });
  }
  return isShort ? fleet.filter(({ name }) => name !== "unprepared") : fleet;
}

/** One worker, through its incarnations. */
export class Worker {
  constructor(spec, context) {
    Object.assign(this, spec);
    this.context = context;
    this.incarnations = [];
    this.isWanted = false; // restarted when it ends by itself
  }

  get current() {
    return this.incarnations.at(-1);
  }
  get isRunning() {
    return Boolean(this.current && !this.current.process.exit);
  }

  async prepare() {
    const { server, folder } = this.context;
    this.port = server.port;
    if (this.route === "pooler") this.port = server.poolerPort;
    if (this.route === "proxy" || this.route === "relay") {
      this.proxy = await new Proxy(server.port).listen();
      this.port = this.proxy.port;
    }
    if (this.fakesTime) {
      this.clockFile = path.join(folder, `${this.name}.clock`);
      fs.writeFileSync(this.clockFile, "+0\n");
    }
  }

  #command() {
    const { options, folder } = this.context;
    if (this.kind === "yardmaster") {
      const program = this.isPrevious ? options.previous : options.yardmaster;
      return [program, ["--no-gui", "-j", String(this.concurrency), "--plugin",
        this.isPrevious ? options.previousPlugin : options.plugin,
        ...(this.hasFiles ? ["--tasks", path.join(here, "tasks")] : []),
        ...(this.hasHosts ? hostOptions(options.hostTimeout) : []),
        ...(this.cron ? ["--crontab", path.join(folder, "crontab")] : ["--no-crontab"]),
        "--heartbeat-interval", `${options.heartbeat}ms`, "--sweep-interval", `${options.heartbeat}ms`,
        "--sweep-threshold", `${options.threshold}ms`, "--grace-period", `${options.grace}ms`,
        "--poll-interval", `${options.poll ?? 500}ms`, ...(this.options ?? [])]];
    }
    return [process.execPath, [path.join(here, this.kind === "node" ? "nodeworker.mjs" : "rspeer.mjs"),
      path.join(options.peers, "gw-0.18"),
      JSON.stringify({ concurrency: this.concurrency, pollInterval: options.poll ?? 500, logsPolls: this.logsPolls,
        crontab: this.cron && this.kind === "node" ? fs.readFileSync(path.join(folder, "crontab"), "utf8") : undefined })]];
  }

  start() {
    const { server, folder } = this.context;
    const number = this.incarnations.length + 1;
    const runLog = path.join(folder, "runs", `${this.name}-${number}.log`);
    const env = {
      CHAOS_LOG: runLog,
      ...(this.hasHosts ? { CHAOS_HTTP_PORT: String(this.context.webServer.port), PYTHONDONTWRITEBYTECODE: "1" } : {}),
      DATABASE_URL: this.route === "direct" ? server.urlOfBoth() : server.url(this.port),
      PGPASSWORD: server.password,
      PGAPPNAME: `chaos-${this.name}`,
      NO_LOG_SUCCESS: "1",
      QT_LOGGING_RULES: "",
      LC_ALL: "C.UTF-8",
      TZ: "UTC",
    };
    if (this.fakesTime)
      Object.assign(env, { LD_PRELOAD: fakeTimeLibrary(), FAKETIME_TIMESTAMP_FILE: this.clockFile,
        FAKETIME_NO_CACHE: "1", FAKETIME_DONT_FAKE_MONOTONIC: "1", DONT_FAKE_MONOTONIC: "1" });
    const [program, args] = this.#command();
    const child = launch(program, args, { env, cwd: folder, log: path.join(folder, `${this.name}.out`) });
    const incarnation = { worker: this.name, number, pid: child.pid, from: now(), runLog, process: child, samples: [] };
    this.incarnations.push(incarnation);
    this.isWanted = true;
    child.ended.then(async (exit) => {
      if (this.kind === "yardmaster") incarnation.leftBehind = leftBehind(runLog);
      incarnation.to = exit.at;
      incarnation.code = exit.code;
      incarnation.signal = exit.signal;
      if (incarnation.how) return;
      incarnation.how = "itself";
      this.context.log(`${this.name} ended by itself (${exit.signal ?? exit.code})`);
      if (this.kind !== "yardmaster") await this.context.unlockPeers(this);
      await sleep(exit.at - incarnation.from < 1e6 ? 2000 : 300);
      if (this.isWanted && !this.isRunning) this.start();
    });
  }

  freeze() {
    this.current?.process.signal("SIGSTOP");
  }
  thaw() {
    this.current?.process.signal("SIGCONT");
  }

  async kill() {
    this.isWanted = false;
    const incarnation = this.current;
    if (!this.isRunning) return;
    incarnation.how = "killed";
    incarnation.killedAt = now();
    await incarnation.process.kill();
    if (this.kind !== "yardmaster") await this.context.unlockPeers(this);
  }

  /** SIGTERM, and after `againAfter` s another one. Killed if it does not end in half a minute more than it may take. */
  async stop(againAfter) {
    this.isWanted = false;
    const incarnation = this.current;
    if (!this.isRunning) return;
    incarnation.how = "stopped";
    incarnation.stopAt = now();
    incarnation.process.signal("SIGTERM");
    const patience = this.context.options.grace + 30_000;
    if (againAfter && !(await Promise.race([incarnation.process.ended, sleep(againAfter * 1000)]))) {
      incarnation.secondStopAt = now();
      incarnation.process.signal("SIGTERM");
    }
    if (!(await Promise.race([incarnation.process.ended, sleep(patience)]))) {
      incarnation.how = "killed";
      incarnation.killedAt = now();
      incarnation.refusedToStop = true;
      await incarnation.process.kill();
    }
    if (this.kind !== "yardmaster") await this.context.unlockPeers(this);
  }

  /** Resident kilobytes and descriptors. */
  sample(connections) {
    if (!this.isRunning) return;
    const { pid, samples } = this.current;
    try {
      const rssKb = Number(fs.readFileSync(`/proc/${pid}/status`, "utf8").match(/VmRSS:\s+(\d+)/)?.[1]);
      const files = fs.readdirSync(`/proc/${pid}/fd`).length;
      if (rssKb) samples.push({ t: now(), rssKb, files, connections });
    } catch {} // it ended meanwhile
  }

  /** For the checker, without the handles. */
  async record() {
    for (const life of this.incarnations) life.leftBehind = await life.leftBehind;
    return {
      name: this.name, kind: this.kind, route: this.route, concurrency: this.concurrency, options: this.options, hasHosts: this.hasHosts,
      incarnations: this.incarnations.map(({ process: _, ...rest }) => rest),
    };
  }
}
