import seen from "../../lib/seen.cjs";
import { steady } from "../../lib/kinds.mjs";

const runAt = new Date("2031-01-02T03:04:05.678Z");

export default async (payload, helpers) => {
  const added = await helpers.addJobs([
    { identifier: "later", payload: { n: 1 }, runAt },
    { identifier: "later", runAt, maxAttempts: 3, priority: 9, queueName: "many", flags: ["f"] },
    { identifier: "other", payload: "text", runAt, jobKey: "many key" },
    { identifier: "later", payload: [1, 2], runAt },
  ]);
  const kept = await helpers.addJobs([{ identifier: "other", payload: 2, runAt: new Date("2032-01-01Z"), jobKey: "many key" }], true);
  const none = await helpers.addJobs([]);
  await seen(helpers, { added: added.map(steady), kept: kept.map(steady), none });
};
