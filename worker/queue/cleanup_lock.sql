-- Waits until nobody who has looked up a name is still at work, and keeps others from looking.
lock table :"schema"._private_tasks, :"schema"._private_job_queues in access exclusive mode
