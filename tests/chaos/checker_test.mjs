// Plants violations, which the checker must detect, and correct behaviour that looks like one.
import assert from "node:assert/strict";
import test from "node:test";

import { parseRuns, rules } from "./checker.mjs";
import { schedule } from "./faults.mjs";
import { planted } from "./planted.mjs";
import "./planted_hosts.mjs";
import "./planted_jobs.mjs";
import "./planted_runs.mjs";
import { Random } from "./random.mjs";
import { fleetOf } from "./workers.mjs";

test("every rule has been broken", () => assert.deepEqual([...planted].sort(), [...rules].sort()));
test("logs are read as runs, and a torn last line is no harm", () => {
  const { runs, torn } = parseRuns(
    '{"e":"s","j":1,"a":1,"k":"quick","q":"","w":0,"t":5}\n{"e":"s","j":2,"a":1,"k":"seq","q":"q","w":1,"t":6}\n' +
      '{"e":"e","j":1,"a":1,"o":"ok","t":7}\n{"e":"e","j":2,"a"', "a", 3);
  assert.equal(torn, 1);
  assert.deepEqual(runs.map(({ job, end, outcome, queue, number }) => [job, end, outcome, queue, number]), [[1, 7, "ok", null, 3], [2, null, null, "q", 3]]);
});
test("a seed always gives the same faults, and no target has two at a time", () => {
  const has = { pooler: true, peers: true, faketime: true, tmpfs: true };
  const plan = (seed, without) => schedule(seed, 300, fleetOf(has), has, { threshold: 6, without });
  assert.deepEqual(plan(7), plan(7));
  assert.notDeepEqual(plan(7), plan(8));
  for (let seed = 1; seed < 50; seed++) {
    const busy = new Map();
    for (const { at, seconds, target, kind } of plan(seed)) {
      assert.ok(at >= (busy.get(target) ?? 0), `${kind} of ${target}`);
      assert.ok(at + seconds <= 300);
      assert.ok(target !== "witness" || !["kill", "stop", "host-kill", "host-freeze", "host-loop"].includes(kind));
      busy.set(target, at + seconds);
    }
  }
  assert.ok(plan(7, new Set(["kill"])).every(({ kind }) => kind !== "kill"));
});
test("the generator's numbers are spread evenly", () => {
  const random = new Random(1, "test");
  const counts = new Array(10).fill(0);
  for (let i = 0; i < 10_000; i++) counts[random.integer(0, 9)]++;
  for (const count of counts) assert.ok(count > 800 && count < 1200, String(counts));
});
