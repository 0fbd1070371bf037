"use strict";

// Reads a `graphile.config.*` of graphile-worker, once: evaluates it and says, in one frame on descriptor 3, what it
// sets in terms of Yardmaster's options. Run by graphileconfig.cpp, which gives `asked` the path of the file.

const fs = require("node:fs");
const path = require("node:path");
const { pathToFileURL } = require("node:url");
for (const name of ["require", "module", "exports", "__filename", "__dirname"]) delete globalThis[name];

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** Options by the names of settings of `worker`; functions for those that take more than the value as text. */
const options = {
  connectionString: "connection",
  schema: "schema",
  taskDirectory: "tasks",
  crontabFile: "crontab",
  concurrentJobs: "jobs",
  maxPoolSize: "max-pool-size",
  pollInterval: "poll-interval",
  completeJobBatchDelay: "complete-job-batch-delay",
  failJobBatchDelay: "fail-job-batch-delay",
  // Running jobs are asked to end at half of it.
  gracefulShutdownAbortTimeout: (value) => ["grace-period", typeof value === "number" ? 2 * value : value],
  // Switches.
  preparedStatements: (value) => (value === false ? ["no-prepared-statements", true] : null),
  useNodeTime: (value) => (value === true ? ["use-app-time", true] : null),
  "localQueue.size": (value) => ["local-queue-size", value === -1 ? 0 : value],
  "localQueue.ttl": "local-queue-ttl",
  "localQueue.refetchDelay.durationMs": "refetch-delay",
  "localQueue.refetchDelay.threshold": "refetch-delay-threshold",
  "localQueue.refetchDelay.maxAbortThreshold": "refetch-delay-max-abort-threshold",
};

/** Of graphile-worker, and not here. */
const unsupported = {
  logger: "set --log-level, or read --events",
  events: "read --events",
  minResetLockedInterval: "it is fixed",
  maxResetLockedInterval: "it is fixed",
  getQueueNameBatchDelay: "it is not needed: every job comes with its queue's name",
  pgPool: "the worker opens its own connections",
  noHandleSignals: "the program handles them",
};

const found = { options: {}, environment: [], warnings: [] };

function take(name, value) {
  if (value === undefined || value === null) return;
  if (name === "localQueue" || name === "localQueue.refetchDelay") {
    if (!isObject(value)) throw new Error(`worker.${name} is no object, but ${typeof value}`);
    for (const [inner, one] of Object.entries(value)) take(`${name}.${inner}`, one);
    return;
  }
  if (name === "fileExtensions") {
    if (!Array.isArray(value) || !value.every((one) => typeof one === "string" && /^(\.[A-Za-z0-9_-]+)+$/.test(one)))
      throw new Error("worker.fileExtensions is not a list of texts like '.js'");
    found.extensions = value;
    return;
  }
  const option = options[name];
  if (!option) {
    found.warnings.push(`worker.${name} is not supported` + (unsupported[name] ? `: ${unsupported[name]}` : ""));
    return;
  }
  const [to, given] = typeof option === "string" ? [option, value] : option(value) ?? [null];
  if (to === null) return;
  if (!["string", "number", "boolean"].includes(typeof given))
    throw new Error(`worker.${name} is no text or number, but ${Array.isArray(given) ? "a list" : typeof given}`);
  found.options[to] = [`worker.${name}`, String(given)];
}

/** graphile-worker's own preset: it sets what is the default here too, and its plugins are what tasks are here. */
const isWorkerPreset = (preset) =>
  Array.isArray(preset.plugins) && preset.plugins.some((plugin) => plugin?.name === "LoadTaskFromJsPlugin");

/** What a preset extends comes first, as in graphile-config. */
function merge(preset, worker, plugins) {
  if (!isObject(preset)) throw new Error(`a preset is no object, but ${preset === null ? "null" : typeof preset}`);
  for (const base of preset.extends ?? []) merge(base, worker, plugins);
  if (isWorkerPreset(preset)) return;
  for (const plugin of preset.plugins ?? []) plugins.add(String(plugin?.name ?? "without a name"));
  for (const name of preset.disablePlugins ?? []) plugins.delete(name);
  const { worker: own = {} } = preset;
  if (!isObject(own)) throw new Error(`its member worker is no object, but ${typeof own}`);
  for (const [name, value] of Object.entries(own)) if (value !== undefined) worker[name] = value;
}

/** [name, value] of each variable that differs; the value is null where it was removed. */
function environmentSince(before) {
  const names = new Set([...Object.keys(before), ...Object.keys(process.env)]);
  return [...names].filter((name) => process.env[name] !== before[name]).map((name) => [name, process.env[name] ?? null]);
}

async function read(file) {
  const before = { ...process.env };
  const module = await import(pathToFileURL(file).href);
  let preset = module.default;
  if (isObject(preset?.default)) preset = preset.default; // compiled to CommonJS
  if (preset === undefined) throw new Error("it has no default export");
  const worker = {};
  const plugins = new Set();
  merge(await preset, worker, plugins);
  found.environment = environmentSince(before);
  for (const [name, value] of Object.entries(worker)) take(name, value);
  for (const plugin of plugins) found.warnings.push(`its plugin ${plugin} is ignored`);
}

function answer(message) {
  const text = Buffer.from(JSON.stringify(message));
  const size = Buffer.alloc(4);
  size.writeUInt32BE(text.length);
  fs.writeSync(3, Buffer.concat([size, text]));
  process.exit(0); // what it has opened would keep it alive
}

function why(error, file) {
  const text = String(error?.message || error);
  if (error?.code === "ERR_UNKNOWN_FILE_EXTENSION" && /\.[cm]?ts$/.test(file))
    return `${text}: Node.js ${process.versions.node} does not read TypeScript; 22.18 and later do, others with a loader: --node "node --import tsx"`;
  return text;
}

read(path.resolve(asked.file)).then(
  () => answer(found),
  (error) => answer({ error: why(error, asked.file) }),
);
