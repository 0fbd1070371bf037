async def one(item):
    if item.get("fails"):
        raise ValueError(f"item {item['number']}")


async def run(payload, helpers):
    return [one(item) for item in payload]
