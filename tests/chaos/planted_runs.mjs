// Runs of jobs that overlap, repeat or come out of order, and some that only seem to.
import { expect, s } from "./planted.mjs";

expect("nothing is found where nothing is wrong", (e) => {
  e.run("a", e.job(), 1, 2);
  const flaky = e.job({ task: "flaky", maxAttempts: 6 });
  e.run("a", flaky, 1, 2, { outcome: "fail" });
  e.run("b", flaky, 5, 6, { attempt: 2 });
});

expect("a second run after a success", (e) => {
  const job = e.job();
  e.run("a", job, 1, 2);
  e.run("b", job, 5, 6);
}, "repeat");
expect("two runs at once", (e) => {
  const job = e.job();
  e.run("a", job, 1, 9);
  e.run("b", job, 5, 6);
}, "two-runs-at-once");
expect("two runs at once in one worker", (e) => {
  const job = e.job();
  e.run("a", job, 1, 9);
  e.run("a", job, 5, 6);
}, "two-runs-at-once");
expect("an outage of all explains nothing", (e) => {
  const job = e.job();
  e.fault("server-crash", "server", 2, 22);
  e.run("a", job, 1, 30);
  e.run("b", job, 24, 31);
}, "two-runs-at-once");
expect("a killed worker's run is over when it dies", (e) => {
  const job = e.job();
  e.kill("a", 3);
  e.run("a", job, 1, null);
  e.run("b", job, 8, 9);
});
expect("a success long before the kill was written", (e) => {
  const job = e.job();
  e.kill("a", 13);
  e.run("a", job, 1, 2);
  e.run("b", job, 18, 19);
}, "repeat");
expect("a success before a kill in an outage was not written", (e) => {
  const job = e.job();
  e.fault("server-crash", "server", 1.5, 14);
  e.kill("a", 13);
  e.run("a", job, 1, 2);
  e.run("b", job, 18, 19);
});
expect("a killed worker's job comes back too late", (e) => {
  const job = e.job();
  e.kill("a", 3);
  e.run("a", job, 1, null);
  e.run("b", job, 20, 21);
}, "slow-recovery");
expect("an outage begins the observation anew", (e) => {
  const job = e.job();
  e.fault("server-crash", "server", 6, 16);
  e.kill("a", 3);
  e.run("a", job, 1, null);
  e.run("b", job, 21, 22);
});
expect("a job starts again before its worker is stale", (e) => {
  const job = e.job();
  e.kill("a", 13);
  e.run("a", job, 1, null);
  e.run("b", job, 5, 6);
}, "two-runs-at-once");
expect("a freeze beyond the threshold explains what ran at its begin", (e) => {
  const job = e.job();
  e.fault("freeze", "a", 2, 12);
  e.run("a", job, 1, 13);
  e.run("b", job, 8, 9);
});
expect("a freeze below the threshold does not", (e) => {
  const job = e.job();
  e.fault("freeze", "a", 2, 3.2);
  e.run("a", job, 1, 5);
  e.run("b", job, 3, 4);
}, "two-runs-at-once");
expect("another worker's freeze does not", (e) => {
  const job = e.job();
  e.fault("freeze", "b", 2, 12);
  e.run("a", job, 1, 13);
  e.run("b", job, 12.5, 12.6);
}, "two-runs-at-once");
expect("what is started after a freeze does not", (e) => {
  const job = e.job();
  e.fault("freeze", "a", 2, 12);
  e.run("b", job, 8, 9);
  e.run("a", job, 13, 14);
}, "repeat");
expect("what a freeze caught between fetch and start may start at its end", (e) => {
  const job = e.job();
  e.fault("freeze", "a", 2, 12);
  e.run("b", job, 8, 9);
  e.run("a", job, 12.01, 12.02);
});
expect("it explains no job that another worker took before the worker was stale", (e) => {
  const job = e.job();
  e.fault("freeze", "a", 2, 12);
  e.run("b", job, 3, 4);
  e.run("a", job, 12.01, 12.02);
}, "repeat");
expect("a frozen worker resumes more jobs than it has slots", (e) => {
  e.fault("freeze", "a", 2, 12);
  for (let i = 0; i < 3; i++) {
    const job = e.job();
    e.run("b", job, 8, 9);
    e.run("a", job, 12.01, 12.05);
  }
}, "went-on-after-freeze");
expect("a frozen worker resumes a job that another silent worker lost before", (e) => {
  e.fault("freeze-backends", "b", 2, 20);
  e.fault("freeze", "a", 9, 12);
  for (let i = 0; i < 3; i++) {
    const job = e.job();
    e.run("b", job, 2.5, 2.6);
    e.run("a", job, 12.01, 12.05);
  }
});
expect("its jobs run elsewhere because it is killed right after the freeze", (e) => {
  e.fault("freeze", "a", 2, 12);
  e.kill("a", 12.02, 12.03);
  for (let i = 0; i < 3; i++) {
    const job = e.job();
    e.run("a", job, 12.01, null);
    e.run("b", job, 17, 17.1);
  }
});
expect("a frozen worker runs afterwards what a killed one ran", (e) => {
  e.fault("freeze", "a", 2, 12);
  e.kill("b", 5, 5.1);
  for (let i = 0; i < 3; i++) {
    const job = e.job();
    e.run("b", job, 4.9, null);
    e.run("a", job, 12.01, 12.05);
  }
});
expect("a cut-off worker starts jobs after it must know", (e) => {
  const job = e.job();
  e.fault("cut-off", "a", 2, 22);
  e.run("a", job, 15, 18);
  e.run("b", job, 17, 17.5);
}, "two-runs-at-once");
expect("a job cut short by a stop runs elsewhere", (e) => {
  const job = e.job();
  Object.assign(e.life("a"), { to: 1003 * s, stopAt: 1001 * s, aliveAtIdle: false });
  e.registryIdle.shift();
  e.run("a", job, 0.5, 2, { outcome: "interrupted" });
  e.run("b", job, 2.1, 3);
});
expect("a stop does not explain what ended long before", (e) => {
  const job = e.job();
  Object.assign(e.life("a"), { to: 1013 * s, stopAt: 1010 * s, aliveAtIdle: false });
  e.registryIdle.shift();
  e.run("a", job, 0.5, 2);
  e.run("b", job, 14, 15);
}, "repeat");
expect("an attempt is skipped", (e) => {
  const job = e.job({ task: "flaky", maxAttempts: 6 });
  e.run("a", job, 1, 2, { outcome: "fail" });
  e.run("a", job, 5, 6, { attempt: 3 });
}, "attempts");
expect("a first run is not the first attempt", (e) => {
  e.run("a", e.job(), 5, 6, { attempt: 2 });
}, "attempts");

// Named queues.
expect("two jobs of a queue at once", (e) => {
  e.run("a", e.job({ queue: "q" }), 1, 3);
  e.run("b", e.job({ queue: "q" }), 2, 4);
}, "queue-overlap");
expect("an overlap behind a short run", (e) => {
  e.run("a", e.job({ queue: "q" }), 1, 9);
  e.run("b", e.job({ queue: "q" }), 2, 3);
  e.run("b", e.job({ queue: "q" }), 4, 5);
}, "queue-overlap");
expect("a queue out of order by id", (e) => {
  const [first, second] = [e.job({ queue: "q", portion: 1 }), e.job({ queue: "q", portion: 1 })];
  e.run("a", second, 1, 2);
  e.run("a", first, 3, 4);
}, "queue-order");
expect("a queue out of order by run_at", (e) => {
  const [late, early] = [e.job({ queue: "q", portion: 1, offsetUs: 5 }), e.job({ queue: "q", portion: 1, offsetUs: 4 })];
  e.run("a", late, 1, 2);
  e.run("a", early, 3, 4);
}, "queue-order");
expect("a queue out of order by priority", (e) => {
  const [idle, urgent] = [e.job({ queue: "q", portion: 1 }), e.job({ queue: "q", portion: 1, priority: -1 })];
  e.run("a", idle, 1, 2);
  e.run("a", urgent, 3, 4);
}, "queue-order");
expect("an urgent job may have become due after the fetch", (e) => {
  const [idle, urgent] = [e.job({ queue: "q", portion: 1 }), e.job({ queue: "q", portion: 1, priority: -1, offsetUs: 7 })];
  e.run("a", idle, 1, 2);
  e.run("a", urgent, 3, 4);
});
expect("what was added later may have been too late", (e) => {
  const [idle, urgent] = [e.job({ queue: "q", portion: 1 }), e.job({ queue: "q", portion: 2, priority: -1 })];
  e.run("a", idle, 1, 2);
  e.run("a", urgent, 3, 4);
});
expect("a retry keeps its place by its first start", (e) => {
  const [first, second] = [e.job({ queue: "q", portion: 1, maxAttempts: 6 }), e.job({ queue: "q", portion: 1 })];
  e.run("a", first, 1, 2, { outcome: "fail" });
  e.run("a", second, 3, 4);
  e.run("a", first, 5, 6, { attempt: 2 });
});
expect("a peer that ignores ids is not ours to judge", (e) => {
  e.workers[1].kind = "node";
  e.registryIdle.pop();
  const [first, second] = [e.job({ queue: "q", portion: 1 }), e.job({ queue: "q", portion: 1 })];
  e.run("b", second, 1, 2);
  e.run("a", first, 3, 4);
});
