-- Waits for transactions that have looked up a name, and blocks others that want to.
lock table :"schema"._private_tasks, :"schema"._private_job_queues in access exclusive mode
