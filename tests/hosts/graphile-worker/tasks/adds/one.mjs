import seen from "../../lib/seen.cjs";
import { kind, steady } from "../../lib/kinds.mjs";

const at = new Date("2030-01-02T03:04:05.678Z");

export default async (payload, helpers) => {
  const { addJob } = helpers;
  const added = [
    await addJob("later", { a: 1, text: "ü\"\\\n\u{1f389}", big: 12345678901 }, { queueName: "q ü", runAt: at, maxAttempts: 4,
      jobKey: "k", jobKeyMode: "replace", priority: -2, flags: ["y", "x"] }),
    await addJob("later", [1], { runAt: at, jobKey: "k", jobKeyMode: "preserve_run_at" }),
    await addJob("later", undefined, { runAt: at, maxAttempts: 0, priority: 0 }),
    await addJob("later", null, { runAt: at }),
    await addJob("later", "text", { runAt: at }),
    await addJob("later", 0, { runAt: at }),
    await addJob("later", false, { runAt: at, flags: [] }),
    await addJob("unheard of", { nested: { at, nothing: undefined, list: [undefined, () => 1] } }, { runAt: at }),
    await addJob("later", { once: 1 }, { runAt: at, jobKey: "once", jobKeyMode: "unsafe_dedupe" }),
    await addJob("later", { once: 2 }, { runAt: at, jobKey: "once", jobKeyMode: "unsafe_dedupe" }),
  ];
  await addJob("later", { nul: "\0" }, { runAt: at }); // which jsonb could not hold
  await seen(helpers, { added: added.map(steady), kinds: Object.entries(added[0]).map(([name, value]) => `${name} ${kind(value)}`) });
};
