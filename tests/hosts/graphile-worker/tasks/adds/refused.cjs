const seen = require("../../lib/seen.cjs");

module.exports = async (payload, helpers) => {
  const why = (promise) => promise.then(() => "added", (error) => [error.constructor.name, error.code ?? null]);
  await seen(helpers, [
    await why(helpers.addJob("later", {}, { jobKey: "r", jobKeyMode: "wrong" })),
    await why(helpers.addJob("x".repeat(200))),
    await why(helpers.addJob("later", {}, { maxAttempts: -1 })),
    await why(helpers.addJob("later", {}, { queueName: "q".repeat(200) })),
    await why(helpers.addJob("later", {}, { jobKey: "k".repeat(600) })),
  ]);
};
