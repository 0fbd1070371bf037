// Counts the words of a text, with progress. Jobs of JavaScript tasks run in one process of Node.js.
import { setTimeout } from "node:timers/promises";

export default async function (payload, helpers) {
  const words = String(payload.text ?? "").split(/\s+/).filter(Boolean);
  for (const [index, word] of words.entries()) {
    helpers.progress((index + 1) / words.length, word);
    await setTimeout(200, null, { signal: helpers.abortSignal });
  }
  helpers.logger.info(`${words.length} words`);
}
