def milliseconds(time):
    return round(time.timestamp() * 1000)


def run(payload, helpers):
    job = helpers.job
    shown = [job.id, milliseconds(job.run_at), milliseconds(job.created_at), job.max_attempts, job.key]
    raise helpers.Failure(" ".join(str(value) for value in shown))
