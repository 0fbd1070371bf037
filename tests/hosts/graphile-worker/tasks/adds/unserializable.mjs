import seen from "../../lib/seen.cjs";

export default async (payload, helpers) => {
  const loop = {};
  loop.loop = loop;
  const why = (promise) => promise.then(() => "added", (error) => error.constructor.name);
  await seen(helpers, [
    await why(helpers.addJob("later", loop)),
    await why(helpers.addJob("later", { n: 1n })),
    await why(helpers.addJob("later", {}, { runAt: "tomorrow" })),
  ]);
};
