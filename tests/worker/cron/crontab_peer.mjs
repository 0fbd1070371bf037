// node crontab_peer.mjs FOLDER
// How graphile-worker, installed in FOLDER, parses crontabs: reads {"minutes", "questions"} from
// standard input, where a question is {"text", "minutes"}, and writes an array with {"error"} or
// {"items"} for each. Minutes count from 1970; "matches" has one character for each of the common
// ones, then of the question's own, 0 or 1.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const folder = process.argv[2];
const { parseCrontab } = await import(pathToFileURL(join(folder, "dist", "index.js")));
console.warn = () => {}; // the JSON5 parser warns of line separators

const isFinite = (value) =>
  typeof value === "number"
    ? Number.isFinite(value)
    : value === null || typeof value !== "object" || Object.values(value).every(isFinite);

const digest = (minute) => {
  const date = new Date(minute * 60000);
  return {
    min: date.getUTCMinutes(),
    hour: date.getUTCHours(),
    date: date.getUTCDate(),
    month: date.getUTCMonth() + 1,
    dow: date.getUTCDay(),
  };
};

const { minutes: common, questions } = JSON.parse(readFileSync(0, "utf8"));
const commonDigests = common.map(digest);

const answer = ({ text, minutes }) => {
  let items;
  try {
    items = parseCrontab(text);
  } catch (error) {
    return { error: error.message };
  }
  const digests = commonDigests.concat(minutes.map(digest));
  return {
    items: items.map(({ task, identifier, options, payload, match }) => ({
      task,
      identifier,
      options: {
        ...options,
        // Sent as text: JSON has no Infinity.
        backfillPeriod: String(options.backfillPeriod),
        maxAttempts: options.maxAttempts === undefined ? "" : String(options.maxAttempts),
        priority: options.priority === undefined ? "" : String(options.priority),
      },
      payload: payload === null ? "" : JSON.stringify(payload),
      isFinite: isFinite(payload),
      sets: match.parsedCronMatch,
      matches: digests.map((d) => (match(d) ? "1" : "0")).join(""),
    })),
  };
};

process.stdout.write(JSON.stringify(questions.map(answer)));
