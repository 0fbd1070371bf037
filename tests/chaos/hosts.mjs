// Task hosts and HTTP tasks: what workers with `hasHosts` serve beside the plugin, and who of their processes lives.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import path from "node:path";

import { now, sleep } from "./processes.mjs";

const here = import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname);

/** The tasks of the folder hosted/. */
export const hostedTasks = new Set(["js_job", "py_job", "py_async", "web_job"]);
/** Those of them that a process of the worker runs. */
export const inProcess = new Set(["js_job", "py_job", "py_async"]);

/** Those that this machine can run. */
export function hostedHere() {
  const hasNode = Number(process.versions.node.split(".")[0]) >= 20;
  const hasPython = spawnSync("python3", ["-c", "import sys; sys.exit(sys.version_info < (3, 9))"]).status === 0;
  return [...hostedTasks].filter((task) => (task !== "js_job" || hasNode) && (!task.startsWith("py_") || hasPython));
}

/** @param timeout  ms of each run, after which what loops is ended */
export const hostOptions = (timeout) => ["--tasks", path.join(here, "hosted"),
  ...[...hostedTasks].flatMap((task) => ["--task-timeout", `${task}=${timeout}ms`])];

/** The processes of this machine that `accepts` takes, with what tells a pid from its next use. */
function processes(accepts) {
  const found = [];
  for (const name of fs.readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      // pid (name) state parent … start time, the 22nd
      const stat = fs.readFileSync(`/proc/${name}/stat`, "utf8");
      const [state, parent, ...more] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      const one = { pid: Number(name), parent: Number(parent), born: more[17], isDead: state === "Z" || state === "X" };
      if (!one.isDead && accepts(one)) found.push(one);
    } catch {} // it ended meanwhile
  }
  return found;
}

const commandOf = (pid) => {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").slice(0, 4).join(" ").slice(0, 200);
  } catch {
    return "";
  }
};

/** Processes that inherited the name of this log: a worker and all that it started, whoever their parents are. */
function processesOf(runLog) {
  const mark = `\0CHAOS_LOG=${runLog}\0`;
  return processes(({ pid }) => `\0${fs.readFileSync(`/proc/${pid}/environ`, "latin1")}\0`.includes(mark));
}

/**
 * Who lives on when a worker has ended: called at its end. Waits until nobody does, for ten seconds at most.
 * @returns [{pid, command, ms}]; processes that were gone with it are left out
 */
export async function leftBehind(runLog) {
  const end = now();
  const seen = new Map();
  for (let left; (left = processesOf(runLog)).length > 0 && now() - end < 10e6; await sleep(100))
    for (const { pid } of left)
      seen.set(pid, { pid, command: seen.get(pid)?.command ?? commandOf(pid), ms: Math.round((now() - end) / 1000) });
  return [...seen.values()];
}

/** Follows the task hosts of all workers; `lives`: {worker, number, pid, from, seen, to}, `seen` when it was last alive. */
export class HostWatch {
  constructor(workers) {
    this.workers = workers.filter(({ hasHosts }) => hasHosts);
    this.lives = [];
    this.timer = setInterval(() => this.#look(), 150);
  }
  stop() {
    clearInterval(this.timer);
  }
  /** The hosts of a worker that run. */
  of(worker) {
    this.#look();
    return this.lives.filter((life) => life.worker === worker.name && life.to === undefined);
  }

  #look() {
    const running = new Map(this.workers.filter(({ isRunning }) => isRunning).map((worker) => [worker.current.pid, worker]));
    const time = now();
    const open = new Map(this.lives.filter(({ to }) => to === undefined).map((life) => [`${life.pid}/${life.born}`, life]));
    // Those whose worker has gone are followed until they are gone.
    for (const { pid, parent, born } of processes((one) => running.has(one.parent) || open.has(`${one.pid}/${one.born}`))) {
      const worker = running.get(parent);
      let life = open.get(`${pid}/${born}`);
      open.delete(`${pid}/${born}`);
      if (!life && worker) {
        life = { worker: worker.name, number: worker.current.number, pid, born, from: time };
        this.lives.push(life);
      }
      if (life) life.seen = time;
    }
    for (const life of open.values()) life.to = time;
  }
}

/** The web server that HTTP tasks are posted to. */
export class WebServer {
  async listen() {
    this.server = http.createServer((request, response) => this.#answer(request, response));
    this.server.keepAliveTimeout = 0; // never closed while a worker may send
    await new Promise((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    this.port = this.server.address().port;
    return this;
  }
  close() {
    this.server.close();
    this.server.closeAllConnections?.();
  }

  async #answer(request, response) {
    const text = [];
    for await (const part of request.on("error", () => {})) text.push(part);
    const { w, q, act, ms, until } = JSON.parse(Buffer.concat(text));
    const attempt = Number(request.headers["yardmaster-attempt"]);
    const write = (line) => fs.appendFileSync(request.headers["chaos-log"],
      JSON.stringify({ ...line, j: Number(request.headers["yardmaster-job-id"]), a: attempt, t: now() }) + "\n");
    let isOver = false;
    const end = (outcome, work) => {
      if (isOver) return;
      isOver = true;
      write({ e: "e", o: outcome });
      work?.();
    };
    write({ e: "s", k: "web_job", q: q ?? "", w, l: request.headers["yardmaster-worker"] });
    response.on("close", () => end("interrupted"));
    const reply = (status, body) => () => response.writeHead(status).end(body);
    if (act === "doomed" || (act === "flaky" && attempt < until)) return end("fail", reply(503, "not yet"));
    if (attempt === 1 && act === "exit") return end("fail", () => request.socket.destroy());
    if (attempt === 1 && act === "crash") {
      response.writeHead(200, { "Content-Length": 100 }).write("cut off");
      return void setTimeout(() => end("fail", () => request.socket.destroy()), 50);
    }
    if (attempt === 1 && act === "loop") return; // no answer, until the worker ends it
    await sleep(ms);
    end("ok", reply(200, act === "print" ? "x".repeat(3_000_000) : ""));
  }
}
