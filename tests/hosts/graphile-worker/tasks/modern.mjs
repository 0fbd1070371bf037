import seen from "../lib/seen.cjs";

const ready = await new Promise((resolve) => setTimeout(resolve, 1, "top-level await"));
export default async (payload, helpers) => seen(helpers, { payload, ready });
