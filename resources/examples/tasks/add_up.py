"""Adds up numbers. Jobs of Python tasks run in one process of Python."""


def run(payload, helpers):
    numbers = payload.get("numbers", [])
    total = 0
    for index, number in enumerate(numbers):
        total += number
        helpers.progress((index + 1) / len(numbers), f"{total} so far")
    helpers.logger.info("%s numbers add up to %s", len(numbers), total)
