/** The type of a value, for values that JSON does not tell apart. */
export function kind(value) {
  if (value === null) return "null";
  if (typeof value === "object") return value.constructor?.name ?? "no class";
  return typeof value;
}

/** A row of a job without what differs from run to run. */
export function steady(job) {
  const now = new Date();
  const day = 24 * 3600 * 1000;
  const time = (value) => (value instanceof Date && Math.abs(value - now) < day ? "about now" : value);
  return {
    ...job,
    run_at: time(job.run_at),
    created_at: time(job.created_at),
    updated_at: time(job.updated_at),
    locked_at: time(job.locked_at),
    locked_by: job.locked_by === null ? null : typeof job.locked_by,
  };
}
