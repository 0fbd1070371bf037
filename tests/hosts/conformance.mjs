#!/usr/bin/env node
// node conformance.mjs [--script FILE] --tasks DIR -- COMMAND…: checks a task host against the protocol of
// resources/manual/task-hosts.md. Prints a line for each check; the exit code is 0 if all have passed.
//
// DIR has nine tasks in the host's language: succeeds; fails, with the message "as asked"; says, which logs
// "to log: TEXT" and prints "to output: TEXT" of its payload {"text": TEXT}; waits, which fails when it is
// cancelled and not before; adds, which adds the job of its payload {"task", "payload", "expected"} with
// priority 3 and fails unless the id of the job added is "expected"; batch, whose payload is an array of
// {"number", "fails"} and which fails the items that say so with "item NUMBER"; progresses, which reports
// 0.5 and "half"; shows, which fails with id, run_at and created_at (ms), max_attempts and key of its job; and
// broken, a file that cannot be loaded. Their extensions do not matter. --script: text for the host's standard
// input.

import { spawn } from "node:child_process";
import { readFileSync, readdirSync, realpathSync } from "node:fs";
import { basename, join } from "node:path";

const separator = process.argv.indexOf("--");
const options = process.argv.slice(2, separator < 0 ? undefined : separator);
const valueOf = (name) => (options.includes(name) ? options[options.indexOf(name) + 1] : null);
const command = separator < 0 ? [] : process.argv.slice(separator + 1);
const folder = valueOf("--tasks");
const script = valueOf("--script");
if (!folder || command.length === 0) {
  console.error("usage: conformance.mjs [--script FILE] --tasks DIR -- COMMAND…");
  process.exit(2);
}
const patience = Number(process.env.CONFORMANCE_PATIENCE ?? 30000); // ms

const names = ["succeeds", "fails", "says", "waits", "adds", "batch", "progresses", "shows", "broken"];
const entries = readdirSync(folder);
const files = names.map((name) => {
  const entry = entries.find((candidate) => basename(candidate).split(".")[0] === name);
  if (!entry) throw new Error(`${folder} has no task ${name}`);
  return [name, realpathSync(join(folder, entry))];
});

function frameOf(text) {
  const body = Buffer.from(text);
  const head = Buffer.alloc(4);
  head.writeUInt32BE(body.length);
  return Buffer.concat([head, body]);
}

class Host {
  messages = [];
  text = { out: "", err: "" };
  #held = Buffer.alloc(0);
  #wake = () => {};

  constructor() {
    this.child = spawn(command[0], command.slice(1), {
      stdio: ["pipe", "pipe", "pipe", "pipe", "pipe"],
      detached: true,
    });
    this.child.stdin.on("error", () => {});
    this.child.stdin.end(script ? readFileSync(script) : "");
    this.child.stdout.on("data", (data) => (this.text.out += data));
    this.child.stderr.on("data", (data) => (this.text.err += data));
    this.channel = this.child.stdio[3];
    this.channel.on("error", () => {});
    this.channel.on("data", (data) => this.#onData(data));
    this.child.on("close", (code, signal) => {
      this.ended = { code, signal };
      this.#wake();
    });
    this.child.on("error", (error) => {
      this.ended = { code: error.message };
      this.#wake();
    });
  }

  #onData(data) {
    this.#held = Buffer.concat([this.#held, data]);
    while (this.#held.length >= 4) {
      const size = this.#held.readUInt32BE(0);
      if (this.#held.length < 4 + size) break;
      this.messages.push(JSON.parse(this.#held.toString("utf8", 4, 4 + size)));
      this.#held = this.#held.subarray(4 + size);
    }
    this.#wake();
  }

  sendText(text) {
    this.channel.write(frameOf(text));
  }
  send(...message) {
    this.sendText(JSON.stringify(message));
  }

  async until(what, isThere) {
    const end = Date.now() + patience;
    for (;;) {
      const found = isThere();
      if (found) return found;
      if (this.ended && what !== "its end")
        throw new Error(`no ${what}: the host ended with ${JSON.stringify(this.ended)}\n${this.text.err}`);
      if (Date.now() > end) throw new Error(`no ${what} within ${patience} ms; came: ${JSON.stringify(this.messages)}`);
      await new Promise((resolve) => {
        this.#wake = resolve;
        setTimeout(resolve, 50);
      });
    }
  }
  message(type, fits = () => true) {
    return this.until(`message "${type}"`, () =>
      this.messages.find((message) => message[0] === type && fits(...message.slice(1))),
    );
  }
  /** The result of a run: undefined for success, else [error, payload, options]. */
  async result(run) {
    const isOf = (result) => (Array.isArray(result) ? result[0] : result) === run;
    const [, results] = await this.message("done", (list) => list.some(isOf));
    const result = results.find(isOf);
    return Array.isArray(result) && result.length > 1 ? result.slice(1) : undefined;
  }
  end() {
    return this.until("its end", () => this.ended);
  }
  kill() {
    if (!this.ended) process.kill(-this.child.pid, "SIGKILL");
  }
}

/** @param items  how many to send; those that follow are left out. */
function rowText(run, task, payloadText, changes = {}, items = 19) {
  const row = {
    id: "9007199254740993",
    runAt: 1790000000000,
    createdAt: 1780000000000,
    updatedAt: 1780000000000,
    queueId: null,
    queueName: null,
    taskId: 7,
    priority: 0,
    attempts: 1,
    maxAttempts: 25,
    lastError: null,
    key: null,
    lockedAt: 1790000000100,
    lockedBy: "a worker",
    revision: 0,
    flags: null,
    ...changes,
  };
  const rest = Object.values(row).map((value) => JSON.stringify(value));
  return `[${[run, names.indexOf(task), payloadText, ...rest].slice(0, items).join(",")}]`;
}

function run(host, ...rows) {
  host.sendText(`["run",[${rows.join(",")}]]`);
}

const settings = {
  version: 1,
  worker: "a worker",
  schema: "graphile_worker",
  folder: realpathSync(folder),
  connection: null,
  maxPoolSize: 10,
  blockedAfter: 0,
  files,
};

async function begun() {
  const host = new Host();
  host.send("load", settings);
  await host.message("loaded");
  return host;
}

function expect(condition, what) {
  if (!condition) throw new Error(what);
}

const checks = {
  async "says hello with version, kind and runtime"(host) {
    const [, hello] = await host.message("hello");
    expect(hello.version === 1, `version ${hello.version}`);
    expect(hello.host && hello.runtime, JSON.stringify(hello));
  },
  async "says before each file which it loads, and which could not be"(host) {
    const [, problems] = await host.message("loaded");
    expect(problems.length === 1 && problems[0][0] === "broken" && problems[0][1], JSON.stringify(problems));
    const loading = host.messages.filter(([type]) => type === "loading").map(([, index]) => index);
    expect(loading.join() === names.map((name, index) => index).join(), `loading ${loading}`);
  },
  async "answers a second load of the same files"(host) {
    host.send("load", { ...settings, worker: "another worker" });
    await host.message("loaded", () => host.messages.filter(([type]) => type === "loaded").length === 2);
    run(host, rowText(1, "succeeds", "{}"), rowText(2, "fails", "{}"));
    expect((await host.result(1)) === undefined, "success");
    expect((await host.result(2))[0] === "as asked", "the message of the failure");
  },
  async "reports success and failure"(host) {
    run(host, rowText(1, "succeeds", "{}"), rowText(2, "fails", "{}"));
    expect((await host.result(1)) === undefined, "success");
    expect((await host.result(2))[0] === "as asked", "the message of the failure");
  },
  async "fails jobs of a task that could not be loaded"(host) {
    run(host, rowText(1, "broken", "{}"));
    expect((await host.result(1))[0], "an error");
  },
  async "runs many jobs of one frame, and answers each once"(host) {
    run(host, ...Array.from({ length: 1000 }, (unused, i) => rowText(i + 1, i % 2 ? "fails" : "succeeds", "{}")));
    for (let i = 1; i <= 1000; ++i) expect(((await host.result(i)) === undefined) === (i % 2 === 1), `run ${i}`);
    const all = host.messages.filter(([type]) => type === "done").flatMap(([, results]) => results);
    expect(all.length === 1000, `${all.length} results`);
  },
  async "takes what is missing at the end of a row from the row before"(host) {
    const first = { id: "1", runAt: 1000, createdAt: 1001, maxAttempts: 3, key: "a" };
    const third = { id: "3", runAt: 2000, createdAt: 2001 };
    run(
      host,
      rowText(1, "shows", "{}", first),
      rowText(2, "shows", "{}", { id: "2" }, 4),
      rowText(3, "shows", "[[1]]", third, 7),
      rowText(4, "shows", "{}", { id: "4" }, 4),
      rowText(5, "shows", "{}", { ...first, id: "5", key: "b" }),
      rowText(6, "shows", '"]"', { id: "6" }, 4),
    );
    const expected = ["1000 1001 3 a", "1000 1001 3 a", "2000 2001 3 a", "2000 2001 3 a", "1000 1001 3 b", "1000 1001 3 b"];
    for (const [i, rest] of expected.entries()) {
      const [shown] = await host.result(i + 1);
      expect(shown === `${i + 1} ${rest}`, `run ${i + 1} was given ${shown}`);
    }
  },
  async "reads a message that arrives byte by byte, and several at once"(host) {
    const bytes = frameOf(`["run",[${rowText(1, "succeeds", '{"text":"ü€😀"}')}]]`);
    for (const byte of bytes) {
      host.channel.write(Buffer.from([byte]));
      await new Promise((resolve) => setImmediate(resolve));
    }
    const second = frameOf(`["run",[${rowText(2, "succeeds", "{}")}]]`);
    host.channel.write(Buffer.concat([second, frameOf(`["run",[${rowText(3, "fails", "{}")}]]`)]));
    expect((await host.result(1)) === undefined && (await host.result(2)) === undefined, "success");
    expect((await host.result(3))[0] === "as asked", "failure");
  },
  async "takes a payload of 20 MB"(host) {
    run(host, rowText(1, "says", JSON.stringify({ text: "x".repeat(20 * 1024 * 1024) })));
    expect((await host.result(1)) === undefined, "success");
  },
  async "labels log lines and output with their run"(host) {
    run(host, rowText(1, "says", '{"text":"one"}'), rowText(2, "says", '{"text":"two"}'));
    for (const [number, text] of [[1, "one"], [2, "two"]]) {
      await host.message("log", (of, level, line) => of === number && level === "info" && line === `to log: ${text}`);
      await host.message(
        "output",
        (of, isError, line) => of === number && isError === false && line === `to output: ${text}\n`,
      );
      await host.result(number);
    }
  },
  async "cancels one run, and not another"(host) {
    run(host, rowText(1, "waits", "{}"), rowText(2, "waits", "{}"));
    host.send("cancel", [1, 77]);
    expect((await host.result(1))[0], "an error");
    host.send("ping", 5);
    await host.message("pong", (number) => number === 5);
    const ended = host.messages.filter(([type]) => type === "done").flatMap(([, results]) => results);
    expect(ended.length === 1, "the other one still runs");
  },
  async "cancels a run that arrives together with the message for that"(host) {
    host.channel.write(Buffer.concat([frameOf(`["run",[${rowText(1, "waits", "{}")}]]`), frameOf('["cancel",[1]]')]));
    expect((await host.result(1))[0], "an error");
  },
  async "adds jobs through the worker"(host) {
    run(host, rowText(1, "adds", '{"task":"other","payload":{"a":[1]},"expected":"41"}'));
    const [, call, of, specs, preserves] = await host.message("addJobs");
    expect(of === 1 && preserves === null, "its run, and one job");
    const [identifier, payload, spec] = specs[0];
    expect(identifier === "other" && JSON.stringify(payload) === '{"a":[1]}', JSON.stringify(specs));
    expect(spec.priority === 3 && Object.keys(spec).length === 1, JSON.stringify(spec));
    const row = [{ a: [1] }, "41", 1790000000000, 1790000000000, 1790000000000, null, null, 8, 3, 0, 25];
    host.send("added", call, [[...row, null, null, null, null, 0, null, "other"]]);
    expect((await host.result(1)) === undefined, "success");
    run(host, rowText(2, "adds", '{"task":"other","payload":{},"expected":"1"}'));
    const [, second] = await host.message("addJobs", (number, ofRun) => ofRun === 2);
    host.send("refused", second, { code: "GWBKM", message: "refused by the test" });
    expect((await host.result(2))[0].includes("refused by the test"), "the error of the worker");
  },
  async "keeps the items of a batch that failed"(host) {
    const items = [{ number: 1 }, { number: 2, fails: true }, { number: 3, fails: true }];
    run(host, rowText(1, "batch", JSON.stringify(items)), rowText(2, "batch", "[]"));
    const [error, payload] = await host.result(1);
    expect(error === "Batch failures:\nitem 2\nitem 3", error);
    expect(JSON.stringify(payload) === JSON.stringify(items.slice(1)), JSON.stringify(payload));
    expect((await host.result(2)) === undefined, "an empty batch");
  },
  async "reports progress"(host) {
    run(host, rowText(1, "progresses", "{}"));
    await host.message("progress", (of, fraction, text) => of === 1 && fraction === 0.5 && text === "half");
  },
  async "ignores messages that it does not know"(host) {
    host.send("something new", 1, 2);
    run(host, rowText(1, "succeeds", "{}"));
    expect((await host.result(1)) === undefined, "success");
  },
  async "drains: ends what runs, says bye and exits"(host) {
    run(host, rowText(1, "waits", "{}"));
    host.send("drain");
    host.send("ping", 1);
    await host.message("pong");
    expect(!host.messages.some(([type]) => type === "bye"), "not before its job has ended");
    host.send("cancel", [1]);
    await host.message("bye");
    const { code } = await host.end();
    expect(code === 0, `exit code ${code}`);
    expect(host.messages.at(-1)[0] === "bye", "nothing behind it");
  },
  async "drains at once when nothing runs"(host) {
    host.send("drain");
    await host.message("bye");
    expect((await host.end()).code === 0, "exit code 0");
  },
  async "ends when its channel is closed, whatever runs"(host) {
    run(host, rowText(1, "waits", "{}"));
    host.send("ping", 1);
    await host.message("pong");
    host.channel.destroy();
    await host.end();
  },
  async "stays when service managers signal it"(host) {
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.kill(host.child.pid, signal);
    run(host, rowText(1, "succeeds", "{}"));
    expect((await host.result(1)) === undefined, "success");
  },
};

let failed = 0;
for (const [name, check] of Object.entries(checks)) {
  let host = null;
  try {
    host = await begun();
    await check(host);
    console.log(`ok      ${name}`);
  } catch (error) {
    ++failed;
    console.log(`FAILED  ${name}: ${error.message}`);
  } finally {
    host?.kill();
  }
}
console.log(failed === 0 ? "The host conforms to version 1." : `${failed} checks failed.`);
process.exit(failed === 0 ? 0 : 1);
