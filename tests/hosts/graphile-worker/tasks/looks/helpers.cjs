const seen = require("../../lib/seen.cjs");

module.exports = async (payload, helpers) => {
  // Yardmaster's own: progress.
  const names = Object.keys(helpers).filter((name) => name !== "progress" && name !== "debug");
  const extended = { ...helpers, mine: 1 };
  const { addJob, query, job } = extended;
  helpers.logger = { ...helpers.logger };
  helpers.query = query;
  helpers.extra = "kept";
  await seen(extended, {
    names: names.sort(),
    types: names.map((name) => typeof helpers[name]),
    addJob: addJob.length,
    job: job.id,
    kept: helpers.extra,
    withRetries: typeof helpers.withPgClient.withRetries,
    signal: helpers.abortSignal instanceof AbortSignal,
    aborted: helpers.abortSignal.aborted,
    promise: helpers.abortPromise instanceof Promise,
    first: await Promise.race([helpers.abortPromise, Promise.resolve("not aborted")]),
  });
};
