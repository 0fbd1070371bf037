const util = require("node:util");
const seen = require("../../lib/seen.cjs");

// What a task may do first with its helpers, as with any plain object.
const firsts = {
  inspect: (helpers) => /addJobs: .*job: \{/s.test(util.inspect(helpers, { depth: 0, sorted: true }).replace("[Object]", "{")),
  isPlain: (helpers) => Object.getPrototypeOf(helpers) === Object.prototype && helpers.constructor === Object,
  text: (helpers) => String(helpers),
  in: (helpers) => ["addJob" in helpers, "other" in helpers, helpers.other === undefined],
  freeze: (helpers) => Object.isFrozen(Object.freeze(helpers)) && Object.getPrototypeOf(helpers) === Object.prototype,
  delete: (helpers) => [delete helpers.addJob, helpers.addJob === undefined, "addJob" in helpers],
  assign: (helpers) => Object.assign(helpers, { addJob: 1 }).addJob,
  define: (helpers) => Object.defineProperty(helpers, "addJob", { value: 2 }).addJob,
  derive: (helpers) => {
    const derived = Object.create(helpers, { mine: { value: 1 } });
    derived.addJob = 3;
    return [derived.addJob, typeof helpers.addJob, derived.job === helpers.job, Object.hasOwn(derived, "addJob")];
  },
  descriptor: (helpers) => typeof Object.getOwnPropertyDescriptor(helpers, "withPgClient"),
  same: (helpers) => [helpers.job === helpers.job, helpers.logger === helpers.logger, helpers.addJob === helpers.addJob],
};

module.exports = async ({ first }, helpers) => {
  const result = firsts[first](helpers);
  await seen(helpers, { first, result, job: helpers.job.id });
};
