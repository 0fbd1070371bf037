"use strict";

// The task host for Node.js 20 and later: runs graphile-worker's JavaScript tasks in one long-lived process.
// The protocol is described in resources/manual/task-hosts.md, what tasks are given in tasks.md. A worker
// passes this text to `node -` on standard input, so that no installed file has to be found; `node node.cjs`
// does the same. It is CommonJS because --input-type would be inherited by the threads and children of tasks.

const { AsyncLocalStorage } = require("node:async_hooks");
const fs = require("node:fs");
const { createRequire } = require("node:module");
const net = require("node:net");
const path = require("node:path");
const { pathToFileURL } = require("node:url");
const util = require("node:util");
const { Worker } = require("node:worker_threads");

const thisFile = __filename;
// Node gives these to all modules of a process whose program comes from standard input.
for (const name of ["require", "module", "exports", "__filename", "__dirname"]) delete globalThis[name];

const protocolVersion = 1;
const channelFd = 3; // both ways
const reportFd = 4; // what must arrive although the event loop is blocked or ends
const largestFrame = 512 * 1024 * 1024; // V8's strings end there
const unsentOutputLimit = 16 * 1024 * 1024; // bytes; beyond, log lines and output are left out
const beatInterval = 500; // ms

/** The run that the current code belongs to, through timers, promises and callbacks. */
const currentRun = new AsyncLocalStorage();

// ---- Frames

function frame(message) {
  return frameOf(JSON.stringify(message));
}

function frameOf(text) {
  const size = Buffer.byteLength(text);
  const bytes = Buffer.allocUnsafe(4 + size);
  bytes.writeUInt32BE(size, 0);
  bytes.write(text, 4);
  return bytes;
}

let unsent = []; // frames
let unsentBytes = 0; // of these
let results = []; // of the next `done`
let isFlushPlanned = false;
let leftOut = 0; // messages since the last that could be sent

function planFlush() {
  if (isFlushPlanned) return;
  isFlushPlanned = true;
  // After all that has arrived has been handled: one write for many results.
  setImmediate(flush);
}

function takeUnsent() {
  isFlushPlanned = false;
  if (results.length > 0) {
    unsent.push(frame(["done", results]));
    results = [];
  }
  const frames = unsent;
  unsent = [];
  unsentBytes = 0;
  return frames.length === 1 ? frames[0] : Buffer.concat(frames);
}

function flush() {
  if (leftOut > 0 && channel.writableLength <= unsentOutputLimit) tellLeftOut();
  const bytes = takeUnsent();
  if (bytes.length > 0) channel.write(bytes);
}

function sendFrame(bytes) {
  unsent.push(bytes);
  unsentBytes += bytes.length;
  planFlush();
}

function send(...message) {
  sendFrame(frame(message));
}

/** For messages that may be missing: the worker may read more slowly than tasks write, and not at all in a loop. */
function sendIfRead(...message) {
  if (unsentBytes + channel.writableLength > unsentOutputLimit) {
    ++leftOut;
    return;
  }
  if (leftOut > 0) tellLeftOut();
  send(...message);
}

function tellLeftOut() {
  const count = leftOut;
  leftOut = 0;
  send("log", 0, "warning", `logs and output were left out because they came faster than they could be sent; lines: ${count}`);
}

/** Written at once, whatever the event loop does. */
function report(...message) {
  try {
    fs.writeSync(reportFd, frame(message));
  } catch {
    // The worker is gone, or does not listen.
  }
}

let held = Buffer.allocUnsafe(64 * 1024);
let heldBegin = 0;
let heldEnd = 0;

function spaceToRead() {
  if (heldBegin === heldEnd) heldBegin = heldEnd = 0;
  const size = heldEnd - heldBegin;
  const needed = size >= 4 ? 4 + held.readUInt32BE(heldBegin) : 0;
  if (heldBegin > 0 && (held.length - heldEnd < 16 * 1024 || needed > held.length - heldBegin)) {
    held.copy(held, 0, heldBegin, heldEnd);
    heldBegin = 0;
    heldEnd = size;
  }
  if (held.length < needed || held.length === heldEnd) {
    const larger = Buffer.allocUnsafe(Math.max(needed, 2 * held.length));
    held.copy(larger, 0, heldBegin, heldEnd);
    held = larger;
    heldBegin = 0;
    heldEnd = size;
  } else if (held.length > 1024 * 1024 && heldEnd === 0) {
    held = Buffer.allocUnsafe(64 * 1024); // it was needed for one large frame
  }
  return held.subarray(heldEnd);
}

function onRead(count) {
  heldEnd += count;
  while (heldEnd - heldBegin >= 4) {
    const size = held.readUInt32BE(heldBegin);
    if (size > largestFrame) leave(`a frame of ${size} bytes is larger than ${largestFrame}`);
    if (heldEnd - heldBegin < 4 + size) break;
    const text = held.toString("utf8", heldBegin + 4, heldBegin + 4 + size);
    heldBegin += 4 + size;
    let message;
    try {
      message = JSON.parse(text);
    } catch (error) {
      leave(`a message cannot be read: ${error.message}`);
    }
    const handler = handlers[message[0]];
    try {
      if (handler) handler(...message.slice(1)); // others: of a later version that this one may ignore
    } catch (error) {
      onStray(error, "Uncaught exception"); // or the bytes behind this message would be lost
    }
  }
  return true;
}

/** For what cannot be mended. */
function leave(why) {
  isLeaving = true;
  report("fatal", 0, why);
  process.exit(70);
}

const channel = new net.Socket({
  fd: channelFd,
  readable: true,
  writable: true,
  onread: { buffer: spaceToRead, callback: onRead },
});
channel.on("end", endWithWorker);
channel.on("error", endWithWorker);
channel.resume();

let isLeaving = false; // no crash

function endWithWorker() {
  isLeaving = true;
  process.exit(0);
}

// ---- Loading

const tasks = []; // by index: a function, or a string that says why there is none
let identifiers = []; // by index
let settings = {};
let tasksFolder = process.cwd();

/** Tasks may throw anything, also what throws when it is looked at. */
function messageOf(error) {
  try {
    const { message } = coerceError(error);
    return String(message || coerceError(error) || "An error without a message");
  } catch {
    return "An error whose message cannot be read";
  }
}

/** The stack, or the message; the same. */
function textOf(error) {
  try {
    if (error?.stack) return String(error.stack);
  } catch {
    // Its message may do.
  }
  return messageOf(error);
}

/** graphile-worker's. */
function coerceError(error) {
  if (error instanceof Error) return error;
  const message =
    typeof error === "object" && error !== null && "message" in error ? String(error.message) : "An error occurred";
  return new Error(message, { cause: error });
}

/** The module as graphile-worker sees it: compiled TypeScript may be wrapped twice. */
function unwrapped(module) {
  if (module.default?.default?.__esModule === true) return module.default.default;
  if (module.default?.__esModule === true) return module.default;
  // Node.js 23 and later add "module.exports" to CommonJS; graphile-worker refuses `exports.default` there.
  const names = Object.keys(module).filter((name) => name !== "module.exports");
  if (names.length === 1 && typeof module.default === "object" && module.default !== null) return module.default;
  return module;
}

async function taskFrom(file) {
  const module = unwrapped(await import(pathToFileURL(file).href));
  const task = module.default || module;
  if (typeof task === "function") return task;
  throw new Error(`its default export is not a function, but ${task ? typeof task : String(task)}`);
}

function whyNotLoaded(error, file) {
  const why = messageOf(error);
  if (error?.code === "ERR_UNKNOWN_FILE_EXTENSION" && /\.m?ts$/.test(file))
    return `${why}: Node.js ${process.versions.node} does not read TypeScript; 22.18 and later do, others with a loader`;
  return why;
}

const loadProblems = []; // [identifier, why, stack]
let isLoading = false;
let strayOfFile = null; // {error}: went wrong outside of the promise of the file that is being loaded

async function load(given) {
  settings = given;
  tasksFolder = given.folder ?? process.cwd();
  const isKnown = identifiers.length > 0; // by a host that has checked the files, and now gets jobs
  if (!isKnown) await loadFiles(given.files);
  watch(given.blockedAfter);
  send("loaded", loadProblems);
}

async function loadFiles(files) {
  identifiers = files.map(([identifier]) => identifier);
  const isTooOld = Number(process.versions.node.split(".")[0]) < 20;
  isLoading = true;
  for (let i = 0; i < files.length; ++i) {
    const [identifier, file] = files[i];
    send("loading", i);
    strayOfFile = null;
    try {
      if (isTooOld) throw new Error(`Node.js 20 or later is needed, this is ${process.version}`);
      tasks[i] = await taskFrom(file);
      await new Promise(setImmediate); // what it leaves unhandled is known then
      if (strayOfFile) throw strayOfFile.error;
    } catch (error) {
      tasks[i] = whyNotLoaded(error, file);
      loadProblems.push([identifier, tasks[i], textOf(error)]);
    }
  }
  isLoading = false;
}

// ---- The database, through the project's own pg

let pg = null;
let pool = null;

function resolvePg() {
  const tried = [];
  for (const from of [tasksFolder, process.cwd()]) {
    const require = createRequire(path.join(from, "task.js"));
    for (const through of ["pg", "graphile-worker"]) {
      try {
        const found = require.resolve(through);
        return through === "pg" ? require(found) : createRequire(found)("pg");
      } catch (error) {
        tried.push(error);
      }
    }
  }
  throw new Error(
    `this helper needs the package pg, which was not found from ${tasksFolder}: npm install pg`,
    { cause: tried[0] },
  );
}

function findPg() {
  pg ??= resolvePg();
  return pg;
}

/** libpq's keywords in the terms of pg. Those that are not given are read by pg from PG* variables. */
function pgOptions(keywords) {
  const options = { max: settings.maxPoolSize ?? 10 };
  const names = { host: "host", port: "port", user: "user", dbname: "database", password: "password", options: "options" };
  for (const [keyword, name] of Object.entries(names))
    if (keywords[keyword]) options[name] = keywords[keyword];
  if (options.host) options.host = options.host.split(",")[0];
  const name = options.host; // which the certificate is checked for
  if (keywords.hostaddr) options.host = keywords.hostaddr.split(",")[0];
  if (options.port) options.port = Number(options.port.split(",")[0]);
  if (keywords.application_name) options.application_name = keywords.application_name;
  const mode = keywords.sslmode ?? "";
  if (mode === "disable") options.ssl = false;
  else if (mode === "require" || mode.startsWith("verify"))
    options.ssl = {
      rejectUnauthorized: mode.startsWith("verify"),
      ...(name && name !== options.host && { servername: name }),
      ...(keywords.sslrootcert && keywords.sslrootcert !== "system" && { ca: fs.readFileSync(keywords.sslrootcert) }),
      ...(keywords.sslcert && { cert: fs.readFileSync(keywords.sslcert) }),
      ...(keywords.sslkey && { key: fs.readFileSync(keywords.sslkey) }),
      ...(mode === "verify-ca" && { checkServerIdentity: () => undefined }),
    };
  return options;
}

function openPool() {
  if (pool) return pool;
  const { Pool } = findPg();
  if (!settings.connection) throw new Error("this job has no database: it is run by a test, not by a worker");
  pool = new Pool(pgOptions(settings.connection));
  pool.on("error", (error) => sendIfRead("log", 0, "warning", `an idle database connection was lost: ${error.message}`));
  return pool;
}

async function withPgClient(callback) {
  const client = await openPool().connect();
  try {
    return await callback(client);
  } finally {
    client.release();
  }
}

const retries = new Map([
  ["40001", [50, 5000]],
  ["40P01", [50, 5000]],
  ["57P03", [3000, 120000]],
  ["EHOSTUNREACH", [3000, 120000]],
  ["ETIMEDOUT", [3000, 120000]],
]);

withPgClient.withRetries = async (callback) => {
  for (let tries = 0; ; ++tries) {
    try {
      return await withPgClient(callback);
    } catch (error) {
      const delays = retries.get(error?.code);
      if (!delays || tries >= 100) throw error;
      const delay = Math.min(delays[0] * 1.5 ** tries, delays[1]) * (0.5 + Math.random());
      await new Promise((resolve) => setTimeout(resolve, delay));
    }
  }
};

function query(text, values) {
  return withPgClient((client) => client.query(text, values));
}

const queueNames = new Map(); // id → name, or a promise of it
let wantedQueues = [];

async function readQueueNames(wanted) {
  const schema = `"${settings.schema.replaceAll('"', '""')}"`;
  try {
    const { rows } = await query(
      `select id, queue_name from ${schema}._private_job_queues where id = any ($1::int[])`,
      [wanted.map(({ id }) => id)],
    );
    const names = new Map(rows.map((row) => [row.id, row.queue_name]));
    for (const { id, resolve, reject } of wanted) {
      const name = names.get(id);
      if (name === undefined) {
        queueNames.delete(id);
        reject(new Error(`Queue with id '${id}' not found`));
      } else {
        queueNames.set(id, name);
        resolve(name);
      }
    }
  } catch (error) {
    for (const { id, reject } of wanted) {
      queueNames.delete(id);
      reject(error);
    }
  }
}

function queueName(id) {
  if (id == null) return null;
  const known = queueNames.get(id);
  if (known !== undefined) return known;
  const promise = new Promise((resolve, reject) => wantedQueues.push({ id, resolve, reject }));
  queueNames.set(id, promise);
  if (wantedQueues.length === 1) {
    setTimeout(() => {
      const wanted = wantedQueues;
      wantedQueues = [];
      void readQueueNames(wanted);
    }, 50);
  }
  return promise;
}

// ---- Adding jobs, through the worker

const calls = new Map(); // number → its promise's functions
let lastCall = 0;

/** @param specs  of specFrom() */
async function addThroughWorker(run, specs, preservesRunAt) {
  const answer = new Promise((resolve, reject) => {
    const call = ++lastCall;
    sendFrame(frameOf(`["addJobs",${call},${run},[${specs.join()}],${preservesRunAt}]`));
    calls.set(call, { resolve, reject });
  });
  try {
    return await answer;
  } catch (refusal) {
    throw databaseError(refusal); // here, so that its stack has who called
  }
}

function databaseError({ code, message }) {
  let error;
  try {
    error = new (findPg().DatabaseError)(message, message.length, "error");
  } catch {
    error = new Error(message);
  }
  if (code) error.code = code;
  error.severity = "ERROR";
  return error;
}

function dateFrom(time) {
  if (time === null) return null;
  return typeof time === "number" ? new Date(time) : Number(time); // "Infinity": as pg has it
}

function shown(value) {
  if (typeof value === "string") return JSON.stringify(value.length > 100 ? `${value.slice(0, 100)}…` : value);
  return util.inspect(value, { depth: 0, maxArrayLength: 5, maxStringLength: 100, breakLength: Infinity });
}

function refuseOption(name, wanted, value) {
  throw databaseError({ code: "22P02", message: `${name} must be ${wanted}, not ${shown(value)}` });
}

/** As it is encoded in UTF-8: a surrogate that is alone is replaced. */
function plainText(value) {
  const text = String(value);
  return text.toWellFormed?.() ?? Buffer.from(text).toString();
}

/** Texts as PostgreSQL reads them: "5", but not "0x10". */
function wholeNumberFrom(name, value) {
  const isOne = typeof value === "string" ? /^\s*[-+]?\d+\s*$/.test(value) : Number.isInteger(value);
  if (!isOne && typeof value !== "bigint") refuseOption(name, "a whole number", value);
  return Number(value);
}

/** Milliseconds, with a fraction for microseconds. Any object will do that has a Date's toISOString(). */
function timeFrom(value) {
  if (typeof value.toISOString !== "function") throw new TypeError(`runAt must be a Date, not ${shown(value)}`);
  const text = value.toISOString(); // a RangeError if it is invalid
  const time = typeof text === "string" ? Date.parse(text) : NaN;
  if (Number.isNaN(time)) throw new RangeError(`runAt must be a time, not ${shown(text)}`);
  const micros = /\.\d{3}(\d{1,3})/.exec(text)?.[1];
  return micros ? time + Number(micros.padEnd(3, "0")) / 1000 : time;
}

function flagsFrom(value) {
  if (typeof value !== "object" || !value[Symbol.iterator]) refuseOption("flags", "an array of strings", value);
  const flags = [...value];
  if (flags.some((flag) => flag == null)) refuseOption("flags", "an array of strings", value);
  return flags.map(plainText);
}

/** graphile-worker's, as JSON: what is falsy is unset, and payloads that JSON has no text for are {}. */
function specFrom(identifier, payload, options) {
  if (identifier == null) throw new TypeError(`the task identifier must be a string, not ${identifier}`);
  const spec = {};
  if (options.queueName) spec.queueName = plainText(options.queueName);
  if (options.runAt) spec.runAt = timeFrom(options.runAt);
  if (options.maxAttempts) spec.maxAttempts = wholeNumberFrom("maxAttempts", options.maxAttempts);
  if (options.jobKey) spec.jobKey = plainText(options.jobKey);
  if (options.jobKey && options.jobKeyMode) spec.jobKeyMode = plainText(options.jobKeyMode);
  if (options.priority) spec.priority = wholeNumberFrom("priority", options.priority);
  if (options.flags) spec.flags = flagsFrom(options.flags);
  const text = JSON.stringify(payload ?? {}) ?? "{}";
  return `[${JSON.stringify(plainText(identifier))},${text},${JSON.stringify(spec)}]`;
}

// ---- The job and its helpers

const wholeRow = 19; // items
const identityItems = 4; // that no row shares with others

/** Positions: see task-hosts.md. `rest` has the items after the fourth: a row like this one, or this one. */
function jobFrom(row, rest) {
  return {
    id: row[3],
    job_queue_id: rest[7],
    task_id: rest[9],
    payload: row[2],
    priority: rest[10],
    run_at: dateFrom(rest[4]),
    attempts: rest[11],
    max_attempts: rest[12],
    last_error: rest[13],
    created_at: dateFrom(rest[5]),
    updated_at: dateFrom(rest[6]),
    key: rest[14],
    locked_at: dateFrom(rest[15]),
    locked_by: rest[16],
    revision: rest[17],
    flags: rest[18] && structuredClone(rest[18]), // a task may change it; all else is text or a number
    is_available: rest[15] === null && rest[11] < rest[12],
    task_identifier: row[1] === null ? rest[19] : identifiers[row[1]],
  };
}

const logsDebug = Boolean(process.env.GRAPHILE_LOGGER_DEBUG);
const noMeta = Object.freeze({});

/** JSON has nothing of an error. */
function withErrors(key, value) {
  return util.types.isNativeError(value) ? { name: value.name, message: value.message, ...value } : value;
}

function plain(value) {
  try {
    return JSON.parse(JSON.stringify(value, withErrors));
  } catch {
    return { text: util.inspect(value) };
  }
}

class Logger {
  #run;
  constructor(run, scope) {
    this.#run = run;
    this._scope = scope;
  }
  log(level, message, meta) {
    if (level === "debug" && !logsDebug) return;
    const { label, workerId, taskIdentifier, jobId, ...others } = this._scope;
    const scope = { label, taskIdentifier, ...others };
    if (taskIdentifier === this.#run.job.task_identifier) delete scope.taskIdentifier;
    const text = typeof message === "string" ? message : util.inspect(message);
    sendIfRead("log", this.#run.number, String(level), text, scope, meta === noMeta ? {} : plain(meta ?? {}));
  }
  scope(extra) {
    return new Logger(this.#run, { ...this._scope, ...extra });
  }
  error(message, meta) {
    return this.log("error", message, meta);
  }
  warn(message, meta) {
    return this.log("warning", message, meta);
  }
  info(message, meta) {
    return this.log("info", message, meta);
  }
  debug(message, meta) {
    return this.log("debug", message, meta);
  }
}

/** One run of a job. What most tasks do not use is made when it is read: that takes longer than all else for a job. */
class Run {
  #row;
  #rest; // see jobFrom()
  #job = null;
  #abortController = null;
  #abortPromise = null;

  constructor(row, rest) {
    this.number = row[0];
    this.#row = row;
    this.#rest = rest;
  }
  get task() {
    return tasks[this.#row[1]];
  }
  get payload() {
    return this.#job ? this.#job.payload : this.#row[2];
  }
  get job() {
    return (this.#job ??= jobFrom(this.#row, this.#rest));
  }
  get logger() {
    const { task_identifier: taskIdentifier, id } = this.job;
    return new Logger(this, { label: "job", workerId: settings.worker, taskIdentifier, jobId: id });
  }
  get abortController() {
    return (this.#abortController ??= new AbortController());
  }
  get abortPromise() {
    if (!this.#abortPromise) {
      const { signal } = this.abortController;
      this.#abortPromise = new Promise((resolve, reject) => {
        if (signal.aborted) reject(signal.reason);
        else signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      });
      this.#abortPromise.catch(() => {}); // no one need wait for it
    }
    return this.#abortPromise;
  }
}

/** What tasks find in their helpers. */
const helperMembers = {
  job: (run) => run.job,
  getQueueName:
    (run) =>
    (id = run.job.job_queue_id) =>
      queueName(id),
  logger: (run) => run.logger,
  withPgClient: () => withPgClient,
  query: () => query,
  addJob:
    (run) =>
    async (identifier, payload, options = {}) =>
      (await addThroughWorker(run.number, [specFrom(identifier, payload, options)], null))[0] ?? null,
  addJobs:
    (run) =>
    async (specs, preservesRunAt) =>
      await addThroughWorker(
        run.number,
        specs.map((spec) => specFrom(spec.identifier, spec.payload, { ...spec, jobKeyMode: undefined })),
        Boolean(preservesRunAt),
      ),
  // Of old tasks; graphile-worker complains, too.
  debug:
    ({ logger }) =>
    (format, ...parameters) => {
      logger.error("helpers.debug is gone: use helpers.logger.debug");
      logger.debug(format, { parameters });
    },
  // Yardmaster's own: shown in the window and in events.
  progress:
    (run) =>
    (fraction, text = "") =>
      sendIfRead("progress", run.number, Number(fraction), String(text)),
  abortSignal: (run) => run.abortController.signal,
  abortPromise: (run) => run.abortPromise,
};

/** Its instances look like `{}`, but console.log() shows what their proxy has. */
function Unfilled() {}
Unfilled.prototype = Object.create(Object.prototype, {
  [util.inspect.custom]: {
    value() {
      return { ...this };
    },
  },
});

/** Handler of a proxy for a plain object that gets each member when it is first read, or all at once. */
class HelpersOf {
  #run;
  #isFilled = false;

  constructor(run) {
    this.#run = run;
  }
  #fill(target) {
    if (this.#isFilled) return target;
    for (const name of Object.keys(helperMembers)) this.get(target, name);
    this.#isFilled = true;
    return Object.setPrototypeOf(target, Object.prototype);
  }
  get(target, name, receiver) {
    if (!this.#isFilled && Object.hasOwn(helperMembers, name) && !Object.hasOwn(target, name))
      target[name] = helperMembers[name](this.#run);
    return Reflect.get(target, name, receiver);
  }
  has(target, name) {
    return Reflect.has(this.#fill(target), name);
  }
  ownKeys(target) {
    return Reflect.ownKeys(this.#fill(target));
  }
  getOwnPropertyDescriptor(target, name) {
    return Reflect.getOwnPropertyDescriptor(this.#fill(target), name);
  }
  defineProperty(target, name, descriptor) {
    return Reflect.defineProperty(this.#fill(target), name, descriptor);
  }
  deleteProperty(target, name) {
    return Reflect.deleteProperty(this.#fill(target), name);
  }
  preventExtensions(target) {
    return Reflect.preventExtensions(this.#fill(target));
  }
  getPrototypeOf(target) {
    return Reflect.getPrototypeOf(this.#fill(target));
  }
  setPrototypeOf(target, prototype) {
    return Reflect.setPrototypeOf(this.#fill(target), prototype);
  }
}

// ---- Running

const running = new Map(); // number → Run
let isDraining = false;
let isRetiring = false;

function finish(run, result) {
  if (!running.delete(run.number)) return; // it had failed before
  results.push(result);
  planFlush();
  if (isDraining && running.size === 0) bye();
}

/** What is left without the calls of this program, and those of Node.js that led to it. */
function linesOfTask(lines) {
  const isOwn = (line) => /^ +at /.test(line) && (line.includes(`(${thisFile}:`) || line.includes(` ${thisFile}:`));
  const others = lines.filter((line) => !isOwn(line));
  if (others.length === lines.length) return lines;
  return others.slice(0, 1 + others.findLastIndex((line) => !/^ +at .*\bnode:/.test(line)));
}

/** Of the task, with its cause. For people: empty where it cannot be read. */
function stackOf(error) {
  try {
    const { stack, cause } = coerceError(error);
    const text = stack ? linesOfTask(String(stack).split("\n")).join("\n") : "";
    if (!text) return "";
    return cause ? `${text}\n[cause]: ${util.inspect(cause)}\n` : `${text}\n`;
  } catch {
    return "";
  }
}

function fail(run, error, payload) {
  const stack = stackOf(error);
  if (stack && running.has(run.number)) sendIfRead("output", run.number, true, stack);
  const message = messageOf(error);
  finish(run, payload === undefined ? [run.number, message] : [run.number, message, payload]);
}

async function settleBatch(run, returned) {
  const { payload } = run;
  if (payload.length !== returned.length) {
    sendIfRead(
      "log",
      run.number,
      "warning",
      `The number of results (${returned.length}) is not that of the items (${payload.length}); a task should return ` +
        "nothing, or one result for each item. All items count as successful.",
    );
    finish(run, run.number);
    return;
  }
  const failed = [];
  const errors = [];
  const settled = await Promise.allSettled(returned);
  settled.forEach((item, i) => {
    if (item.status === "fulfilled") return;
    failed.push(payload[i]);
    errors.push(item.reason?.message ?? String(item.reason));
  });
  if (failed.length === 0) {
    finish(run, run.number);
    return;
  }
  const error = new Error(`Batch failures:\n${errors.join("\n")}`);
  error.stack = "";
  try {
    fail(run, error, JSON.parse(JSON.stringify(failed)));
  } catch (unserializable) {
    fail(run, new Error(`${error.message}\n${unserializable.message}`));
  }
}

async function settle(run, result) {
  if (!Array.isArray(result) || !Array.isArray(run.payload)) {
    finish(run, run.number);
    return;
  }
  try {
    await settleBatch(run, result);
  } catch (error) {
    fail(run, error);
  }
}

/** Called with nothing but the arguments: `this` is undefined. */
function call({ task, payload }, helpers) {
  return task(payload, helpers);
}

// Tasks may replace global.Promise.
const resolved = Promise.resolve.bind(Promise);
const { then } = Promise.prototype;

function begin(run) {
  let promise;
  try {
    promise = resolved(call(run, new Proxy(new Unfilled(), new HelpersOf(run))));
  } catch (error) {
    fail(run, error);
    return;
  }
  // What `await` does, with fewer promises.
  Reflect.apply(then, promise, [(result) => void settle(run, result), (error) => fail(run, error)]);
}

function start(run) {
  running.set(run.number, run);
  if (typeof run.task === "function") currentRun.run(run, begin, run);
  else finish(run, [run.number, `The task could not be loaded: ${run.task ?? "it is unknown"}`]);
}

function bye() {
  if (isLeaving) return;
  isLeaving = true;
  channel.write(Buffer.concat([takeUnsent(), frame(["bye"])]), () => process.exit(0));
}

const handlers = {
  load: (given) => void load(given),
  run(rows) {
    beat();
    let rest = []; // of the row, or of those before it
    for (const row of rows) {
      if (row.length >= wholeRow) rest = row;
      else if (row.length > identityItems) rest = row.concat(rest.slice(row.length));
      if (rest[7] !== null && rest[8] !== null) queueNames.set(rest[7], rest[8]);
      start(new Run(row, rest));
    }
  },
  cancel(runs) {
    for (const number of runs) {
      const run = running.get(number);
      if (run) currentRun.run(run, () => run.abortController.abort()); // what listeners print is the job's
    }
  },
  added(call, rows) {
    const wholeRows = rows.map((row) => [0, null, ...row]);
    calls.get(call)?.resolve(wholeRows.map((row) => jobFrom(row, row)));
    calls.delete(call);
  },
  refused(call, error) {
    calls.get(call)?.reject(error);
    calls.delete(call);
  },
  ping: (number) => send("pong", number),
  drain() {
    isDraining = true;
    if (running.size === 0) bye();
  },
};

// ---- What goes wrong outside of a task's promise

/** Node would end the process. The run it belongs to fails, the others go on, and a fresh host takes over. */
function onStray(event, error, what) {
  if (process.listenerCount(event) > 1) return; // the project has its own: then Node goes on
  if (isLoading) {
    strayOfFile ??= { error };
    return;
  }
  const run = currentRun.getStore();
  const isRunning = run && running.has(run.number);
  const text = textOf(error);
  if (!isRunning)
    sendIfRead("log", 0, "error", run
      ? `${what} of ${run.job.task_identifier} (job ${run.job.id}), which had ended: ${text}`
      : `${what} outside of a job: ${text}`);
  if (isRunning) fail(run, error);
  if (!isRetiring) {
    isRetiring = true;
    send("retiring", isRunning ? run.number : 0, `${what}: ${messageOf(error)}`);
  }
}

process.on("unhandledRejection", (reason) => onStray("unhandledRejection", reason, "Unhandled rejection"));
process.on("uncaughtException", (error, origin) => {
  if (origin !== "unhandledRejection") onStray("uncaughtException", error, "Uncaught exception");
});
process.on("exit", (code) => {
  if (isLeaving) return;
  const run = currentRun.getStore()?.number ?? 0;
  const what = `process.exit(${code})`;
  report("fatal", run, run ? `The task called ${what}` : `${what} was called${isLoading ? "" : " outside of a job"}`);
  if (channel.writableLength > 0) return; // half a frame may be on its way
  try {
    fs.writeSync(channelFd, takeUnsent());
  } catch {
    // As much as there was room for.
  }
});
// The worker decides when jobs end; service managers send these to all processes.
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => {});

// ---- Output

function label(stream, isError) {
  const write = stream.write;
  stream.write = function (chunk, encoding, callback) {
    const run = currentRun.getStore();
    if (!run || !running.has(run.number)) return write.apply(this, arguments);
    if (typeof encoding === "function") {
      callback = encoding;
      encoding = undefined;
    }
    const text = typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("utf8");
    sendIfRead("output", run.number, isError, text);
    if (callback) process.nextTick(callback);
    return true;
  };
}
label(process.stdout, false);
label(process.stderr, true);

// ---- Endless loops

const watchdog = `
const { workerData } = require("node:worker_threads");
const { Session } = require("node:inspector");
const fs = require("node:fs");
const { memory, after, fd } = workerData;
const state = new Int32Array(memory); // 0: watching, 1: beats, 2: never changes
const pause = 250;

function report(message) {
  const body = Buffer.from(JSON.stringify(message));
  const head = Buffer.allocUnsafe(4);
  head.writeUInt32BE(body.length, 0);
  try { fs.writeSync(fd, Buffer.concat([head, body])); } catch {}
}

/** Stops the event loop's thread for a moment, to see which run it is in and where. */
function look() {
  return new Promise((resolve) => {
    const session = new Session();
    const give = (answer) => { try { session.disconnect(); } catch {} resolve(answer); };
    const late = setTimeout(give, 2000, { run: 0, stack: "" });
    try {
      session.connectToMainThread();
    } catch {
      clearTimeout(late);
      resolve({ run: 0, stack: "" });
      return;
    }
    const urls = new Map();
    session.on("Debugger.scriptParsed", ({ params }) => urls.set(params.scriptId, params.url));
    session.once("Debugger.paused", ({ params }) => {
      const stack = params.callFrames.slice(0, 20).map((frame) =>
        "    at " + (frame.functionName || "<anonymous>") + " ("
        + (frame.url || urls.get(frame.location.scriptId) || "<unknown>") + ":"
        + (frame.location.lineNumber + 1) + ":" + (frame.location.columnNumber + 1) + ")").join("\\n");
      session.post("Debugger.evaluateOnCallFrame", {
        callFrameId: params.callFrames[0].callFrameId,
        expression: 'globalThis[Symbol.for("yardmaster.run")]()',
        returnByValue: true,
      }, (error, answer) => {
        const run = error ? 0 : answer.result.value;
        session.post("Debugger.resume", () => {
          clearTimeout(late);
          give({ run: Number(run) || 0, stack });
        });
      });
    });
    session.post("Debugger.enable", () => session.post("Debugger.pause"));
  });
}

(async () => {
  for (;;) {
    Atomics.wait(state, 0, 0);
    let beats = Atomics.load(state, 1);
    let since = performance.now();
    let reported = 0;
    while (Atomics.load(state, 0) === 1) {
      const before = performance.now();
      Atomics.wait(state, 2, 0, pause);
      const now = performance.now();
      const latest = Atomics.load(state, 1);
      if (latest !== beats || now - before > 4 * pause) { // the latter: the process stood still
        beats = latest;
        since = now;
        reported = 0;
      } else if (now - since - reported >= after) {
        reported = now - since;
        const { run, stack } = await look();
        report(["blocked", run, Math.round(reported), stack]);
      }
    }
  }
})();
`;

const beats = new Int32Array(new SharedArrayBuffer(12));
let beating = null; // timer
let isWatched = false;

function watch(after) {
  if (!after) return;
  Object.defineProperty(globalThis, Symbol.for("yardmaster.run"), { value: () => currentRun.getStore()?.number ?? 0 });
  try {
    const thread = new Worker(watchdog, {
      eval: true,
      execArgv: [],
      env: {},
      workerData: { memory: beats.buffer, after, fd: reportFd },
    });
    thread.unref();
    thread.on("error", (error) => {
      isWatched = false;
      sendIfRead("log", 0, "warning", `blocked jobs are not watched any more: ${error.message}`);
    });
    isWatched = true;
  } catch (error) {
    sendIfRead("log", 0, "warning", `blocked jobs cannot be watched: ${error.message}`);
  }
}

/** Shows that the event loop turns, for as long as there are jobs. */
function beat() {
  Atomics.add(beats, 1, 1);
  if (beating || !isWatched) return;
  Atomics.store(beats, 0, 1);
  Atomics.notify(beats, 0);
  beating = setInterval(() => {
    Atomics.add(beats, 1, 1);
    if (running.size > 0) return;
    clearInterval(beating);
    beating = null;
    Atomics.store(beats, 0, 0);
  }, beatInterval);
  beating.unref();
}

send("hello", { version: protocolVersion, host: "node", runtime: process.version });
