export default (payload, { job }) => {
  throw new Error([job.id, job.run_at.getTime(), job.created_at.getTime(), job.max_attempts, job.key].join(" "));
};
