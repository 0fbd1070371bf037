async def run(payload, helpers):
    raise helpers.Failure("as asked")
