// What graphile-worker logs for jobs, as lines of JSON in the file PEER_LOG. Not named graphile.config, so that
// only the one who names it reads it.
import { appendFileSync } from "node:fs";
import { Logger } from "gw-0.18";

const logger = new Logger((scope) => (level, message, meta) => {
  if (level === "debug") return; // as its own logger, unless GRAPHILE_LOGGER_DEBUG is set
  appendFileSync(process.env.PEER_LOG, JSON.stringify({ level, message, meta, scope }) + "\n");
});

export default { worker: { logger, gracefulShutdownAbortTimeout: 200 } };
