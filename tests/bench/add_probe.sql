-- The job whose way to its handler is timed.
select job.id from :"schema".add_job('probe') as job
