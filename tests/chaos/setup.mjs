// What a run needs before it begins: programs, a folder, a server with a database.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";

import { killAll } from "./processes.mjs";
import { Server } from "./server.mjs";

const root = path.resolve(path.dirname(new URL(import.meta.url).pathname), "../..");

/** Fills in what the options leave open. @param fail  called with a message, does not return */
export function findPrograms(options, fail) {
  const builds = ["release", "headless", "dev"].map((name) => path.join(root, "build", name));
  options.yardmaster ??= builds.map((build) => path.join(build, "bin/yardmaster")).find(fs.existsSync);
  if (!options.yardmaster || !fs.existsSync(options.yardmaster)) fail("there is no yardmaster; build it, or name it with --yardmaster");
  options.yardmaster = fs.realpathSync(options.yardmaster);
  const pluginOf = (program) => path.resolve(path.dirname(program), "../test-plugins/chaos.so");
  options.plugin = path.resolve(options.plugin ?? pluginOf(options.yardmaster));
  if (!fs.existsSync(options.plugin)) fail(`${options.plugin} is missing; build the target chaos`);
  if (options.previous) {
    options.previousPlugin = pluginOf(options.previous);
    if (!fs.existsSync(options.previousPlugin)) fail(`${options.previousPlugin} is missing`);
  }
  const peers = [options.peers, process.env.YARDMASTER_PEERS, ...builds.map((build) => path.join(build, "peers"))]
    .filter(Boolean).map((folder) => (path.basename(folder) === "node_modules" ? folder : path.join(folder, "node_modules")));
  options.peers = peers.find((folder) => fs.existsSync(path.join(folder, "pg/package.json")));
  if (!options.peers) fail("the module pg is missing: run tests/peers/install.sh FOLDER, then set YARDMASTER_PEERS=FOLDER");
}

/** A folder for logs and evidence; removes those of runs that could not clean up. */
export function makeFolder(options, fail) {
  for (const name of fs.readdirSync(os.tmpdir())) {
    const pid = Number(name.match(/^yardmaster-chaos-(\d+)$/)?.[1]);
    if (pid && !fs.existsSync(`/proc/${pid}`) && !fs.existsSync(path.join(os.tmpdir(), name, "keep")))
      fs.rmSync(path.join(os.tmpdir(), name), { recursive: true, force: true });
  }
  const folder = options.keep ? path.resolve(options.keep) : path.join(os.tmpdir(), `yardmaster-chaos-${process.pid}`);
  if (options.keep && fs.existsSync(folder) && fs.readdirSync(folder).length > 0) fail(`${folder} is not empty`);
  fs.mkdirSync(path.join(folder, "runs"), { recursive: true });
  fs.chmodSync(folder, 0o755); // the server's account must get in
  return folder;
}

/**
 * Ends all children with this process, however that ends, and removes the folder unless it is to be kept. A
 * first signal asks to end (`isInterrupted`), a second one ends at once.
 * @param beforeRemoval  called when all processes have been killed
 * @returns {isInterrupted, isLeft}; isLeft is the caller's to set
 */
export function endTidily(folder, options, beforeRemoval = () => {}) {
  const state = { isInterrupted: false, isLeft: Boolean(options.keep) };
  process.on("exit", () => {
    killAll();
    beforeRemoval();
    if (!state.isLeft) fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"])
    process.on(name, () => {
      if (state.isInterrupted) process.exit(130);
      state.isInterrupted = true;
      console.log("interrupted; ending (again: at once)");
      setTimeout(() => process.exit(130), 3000).unref();
    });
  process.on("unhandledRejection", (error) => {
    console.error(error);
    process.exit(1);
  });
  return state;
}

export function newServer(folder, options) {
  const server = new Server(folder);
  server.pg = createRequire(path.join(options.peers, "package.json"))("pg");
  return server;
}

/** The database of the workers, with the tables of graphile-worker. */
export async function createDatabase(server, options) {
  const client = await server.newClient("postgres");
  await client.query(`create role ${server.workerUser} login superuser password '${server.password}'`);
  await client.query(`create database ${server.database} owner ${server.workerUser}`);
  await client.end();
  const log = fs.openSync(path.join(server.folder, "migrate.out"), "w");
  execFileSync(options.yardmaster, ["--no-gui", "--schema-only", "-c", server.url()],
    { env: { ...process.env, PGPASSWORD: server.password }, stdio: ["ignore", "ignore", log] });
  fs.closeSync(log);
}
