import asyncio


async def run(payload, helpers):
    await asyncio.Event().wait()
