import { setTimeout } from "node:timers/promises";
import seen from "../lib/seen.cjs";

export default async (payload, helpers) => {
  await seen(helpers, { by: helpers.job.locked_by.startsWith("yardmaster") ? "Yardmaster" : "graphile-worker" });
  await setTimeout(payload.ms);
};
