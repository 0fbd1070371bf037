import { spawn } from "node:child_process";
import fs from "node:fs";

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Microseconds of CLOCK_MONOTONIC, as the tasks log them. */
export const now = () => Number(process.hrtime.bigint() / 1000n);

const running = new Set();

/**
 * Starts a child that ends with this process, however that ends (setpriv's parent death signal), in a
 * process group of its own, so that Ctrl+C is ours to handle.
 * @returns {pid, ended: Promise<{code, signal, at}>, exit, signal(name), kill()}
 */
export function launch(program, args, { account, log, env, cwd } = {}) {
  const file = log ? fs.openSync(log, "a") : "ignore";
  const setpriv = ["--pdeathsig", "KILL"];
  if (account) setpriv.push("--reuid", String(account.uid), "--regid", String(account.gid), "--clear-groups");
  const child = spawn("setpriv", [...setpriv, "--", program, ...args], {
    stdio: ["ignore", file, file],
    env: { ...process.env, ...env },
    cwd: cwd ?? "/",
    detached: true,
  });
  if (log) fs.closeSync(file);
  const handle = { pid: child.pid, exit: null };
  handle.ended = new Promise((resolve) => {
    const end = (code, signal) => {
      running.delete(handle);
      handle.exit ??= { code, signal, at: now() };
      resolve(handle.exit);
    };
    child.once("exit", end);
    child.once("error", () => end(-1, null));
  });
  handle.signal = (name) => {
    if (!handle.exit && handle.pid) {
      try {
        process.kill(handle.pid, name);
      } catch {}
    }
  };
  handle.kill = async () => {
    handle.signal("SIGKILL");
    return handle.ended;
  };
  /** The whole group, tasks that are processes included. */
  handle.killGroup = () => {
    try {
      process.kill(-handle.pid, "SIGKILL");
    } catch {}
  };
  running.add(handle);
  return handle;
}

/** For the end of this process; synchronous. */
export function killAll() {
  for (const handle of running) handle.killGroup();
}
