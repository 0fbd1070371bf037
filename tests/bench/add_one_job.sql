-- One job with the payload $1.
select job.id from :"schema".add_job('noop', payload => $1::json) as job
