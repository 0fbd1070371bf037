async def run(payload, helpers):
    job = await helpers.add_job(payload["task"], payload["payload"], priority=3)
    if job.id != int(payload["expected"]):
        raise ValueError(f"got {job.id}")
