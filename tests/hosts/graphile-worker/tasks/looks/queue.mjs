import seen from "../../lib/seen.cjs";

export default async (payload, helpers) => {
  const { getQueueName, job } = helpers;
  const name = await getQueueName();
  const again = getQueueName(); // cached where there is one
  await seen(helpers, {
    name,
    again,
    byId: await getQueueName(job.job_queue_id),
    none: getQueueName(null),
    unknown: await Promise.resolve(getQueueName(99999)).catch((error) => [error.constructor.name, error.message]),
  });
};
