import asyncio

from ._shared import act, end, start


async def run(payload, helpers):
    start("py_async", payload, helpers)
    act(payload, helpers)
    try:
        await asyncio.sleep(payload["ms"] / 1000)
    except asyncio.CancelledError:
        end(helpers, "interrupted")
        raise
    end(helpers, "ok")
