import seen from "../../lib/seen.cjs";
import { kind, steady } from "../../lib/kinds.mjs";

export default async (payload, helpers) => {
  const { job } = helpers;
  await seen(helpers, {
    kinds: Object.entries(job).map(([name, value]) => `${name} ${kind(value)}`),
    job: steady(job),
    isSame: payload === job.payload,
    isPlain: Object.getPrototypeOf(job) === Object.prototype,
    isFrozen: Object.isFrozen(job) || Object.isFrozen(helpers),
    big: String(payload?.big),
  });
};
