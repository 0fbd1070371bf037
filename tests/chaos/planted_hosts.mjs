// Task hosts that end with their jobs, and the requests of HTTP tasks.
import { expect } from "./planted.mjs";

const hosted = (e, act = "pass") => e.job({ task: "js_job", act, maxAttempts: 12 });
const exits = (e, attempt, innocentAttempt) => {
  e.host("a", 50, 0, 2);
  const [guilty, innocent] = [hosted(e, "exit"), hosted(e)];
  e.run("a", guilty, 1.9, null, { pid: 50 });
  e.run("a", innocent, 1, null, { pid: 50 });
  e.run("a", guilty, 6, 7, { attempt, pid: 51 });
  e.run("b", innocent, 3, 4, { attempt: innocentAttempt, pid: 60 });
};
expect("a job ends its host, and the other one there is run again", (e) => exits(e, 2, 1));
expect("a job ends its host and gets its attempt back", (e) => exits(e, 1, 1), "host-attempts");
expect("a job loses an attempt because another one ended its host", (e) => exits(e, 2, 2), "host-attempts");
expect("a host starts and is ended by its first job between two looks", (e) => {
  const job = hosted(e, "crash");
  e.run("a", job, 1, null, { pid: 50 });
  e.run("b", job, 3, 4, { attempt: 2, pid: 60 });
});
const crashesTwice = (e, attempt, worker = "a") => {
  e.host("a", 50, 0, 2);
  e.host(worker, 51, 4, 6);
  const [guilty, innocent] = [hosted(e, "crash"), hosted(e)];
  e.run("a", guilty, 1.9, null, { pid: 50 });
  e.run("a", innocent, 1, null, { pid: 50 });
  e.run("b", innocent, 3, 4, { pid: 60 });
  e.run(worker, guilty, 5.9, null, { pid: 51 });
  e.run("a", guilty, 16, 17, { attempt, pid: 52 });
};
expect("a job crashes, crashes once more when it runs alone, and pays for that", (e) => crashesTwice(e, 2));
expect("a job crashes alone and gets its attempt back", (e) => crashesTwice(e, 1), "host-attempts");
expect("a job crashes alone in another worker, which has not seen it crash", (e) => crashesTwice(e, 1, "b"));
expect("a job that loops for ever gets its attempt back", (e) => {
  e.host("a", 50, 0, 10);
  const job = hosted(e, "loop");
  e.run("a", job, 1, null, { pid: 50 });
  e.run("a", job, 12, 13, { pid: 51 });
}, "host-attempts");
expect("a job that loops for ever is given up before its host ends", (e) => {
  e.host("a", 50, 0, 14);
  const job = hosted(e, "loop");
  e.run("a", job, 1, null, { pid: 50 });
  e.run("a", job, 12, 13, { attempt: 2, pid: 51 });
});
expect("a killed host's jobs run again while it is still alive", (e) => {
  e.host("a", 50, 0, 3);
  e.fault("host-kill", "a", 2.9, 2.9, { pids: [50] });
  const job = hosted(e);
  e.run("a", job, 1, null, { pid: 50 });
  e.run("b", job, 2, 2.5, { pid: 60 });
}, "two-runs-at-once");
expect("a host that is killed explains no second run of what it had ended before", (e) => {
  e.host("a", 50, 0, 3);
  e.fault("host-kill", "a", 2.9, 2.9, { pids: [50] });
  const job = hosted(e);
  e.run("a", job, 1, 1.5, { pid: 50 });
  e.run("b", job, 4, 5, { pid: 60 });
}, "repeat");
expect("a result is stuck in a frozen host that is then killed", (e) => {
  e.host("a", 50, 0, 13);
  e.fault("host-freeze", "a", 1.6, 20, { pids: [50] });
  const job = hosted(e);
  e.run("a", job, 1, 1.5, { pid: 50 });
  e.run("b", job, 14, 15, { attempt: 2, pid: 60 });
});
expect("the end of another host explains nothing", (e) => {
  e.host("a", 50, 0, 100);
  e.host("a", 51, 0, 2);
  const job = hosted(e);
  e.run("a", job, 1, null, { pid: 50 });
  e.run("b", job, 2.5, 3, { pid: 60 });
}, "two-runs-at-once");
expect("two jobs of a queue at once, one of them in a host", (e) => {
  e.host("a", 50, 0, 5);
  const [first, second] = [0, 1].map(() => e.job({ task: "js_job", act: "pass", queue: "q" }));
  e.run("a", first, 1, null, { pid: 50 });
  e.run("a", second, 2, 3, { pid: 51 });
  e.run("a", first, 6, 7, { pid: 51 });
}, "queue-overlap");
expect("a job ends host after host", (e) => {
  const job = e.job({ task: "js_job", act: "crash", maxAttempts: 3 });
  for (let i = 0; i < 4; i++) {
    e.host("a", 50 + i, 10 * i, 10 * i + 2);
    e.run("a", job, 10 * i + 1, null, { pid: 50 + i, attempt: Math.min(i + 1, 3) });
  }
  e.run("a", job, 41, 42, { attempt: 3 });
}, "crash-loop");
const waits = (e, seconds) => {
  e.host("a", 50, 0, 90);
  e.run("a", hosted(e), 0.5, 0.6, { pid: 50 });
  e.fault("host-freeze", "a", 2, 2 + seconds, { pids: [50] });
  const job = hosted(e);
  e.run("a", job, 2 + seconds, 2 + seconds, { pid: 50, outcome: "interrupted" });
  e.run("a", job, 10, 11, { attempt: 2, pid: 50 });
};
expect("a job waits for a frozen host until its timeout has passed", (e) => waits(e, 4));
expect("the timeout of a job passes while its host starts", (e) => {
  e.host("a", 50, 0, 90);
  const job = hosted(e);
  e.run("a", job, 5, 5.1, { pid: 50, outcome: "interrupted" });
  e.run("a", job, 10, 11, { attempt: 2, pid: 50 });
}, "repeat");
expect("a job is ended before its timeout", (e) => waits(e, 1), "repeat");
const posts = (e, count) => {
  const job = e.job({ task: "web_job", act: "exit", maxAttempts: 12 });
  for (let i = 0; i < count; i++) e.run("a", job, 1 + i / 10, 1.01 + i / 10, { outcome: "fail" });
  e.run("a", job, 5, 6, { attempt: 2 });
};
expect("a request whose connection was closed is sent once more", (e) => posts(e, 2));
expect("a request whose connection was closed is sent again and again", (e) => posts(e, 3), "repeat");
expect("a host outlives its worker", (e) => void (e.life("a").leftBehind = [{ pid: 50, command: "node", ms: 9000 }]), "orphan");
expect("a host ends a moment after its worker", (e) => void (e.life("a").leftBehind = [{ pid: 50, command: "node", ms: 700 }]));
