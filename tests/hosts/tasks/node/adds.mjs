export default async (payload, { addJob }) => {
  const job = await addJob(payload.task, payload.payload, { priority: 3 });
  if (job.id !== payload.expected) throw new Error(`got ${job.id}`);
};
