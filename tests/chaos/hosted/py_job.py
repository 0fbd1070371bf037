from ._shared import act, end, start


def run(payload, helpers):
    start("py_job", payload, helpers)
    act(payload, helpers)
    if helpers.cancelled.wait(payload["ms"] / 1000):
        end(helpers, "interrupted")
        raise helpers.Failure("asked to end")
    end(helpers, "ok")
