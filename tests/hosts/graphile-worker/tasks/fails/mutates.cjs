module.exports = async (payload, { job }) => {
  payload.added = true;
  job.payload = { replaced: true };
  job.attempts = 99;
  throw new Error("what a task changes is not kept");
};
