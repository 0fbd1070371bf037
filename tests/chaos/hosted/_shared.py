# What both Python tasks share: the same lines and acts as in ../tasks.mjs.
import json
import os
import signal
import sys
import threading
import time

log = os.open(os.environ["CHAOS_LOG"], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)


def spin(*unused):
    while True:
        pass


if threading.current_thread() is threading.main_thread():
    signal.signal(signal.SIGUSR2, spin)


def write(helpers, **line):
    line.update(j=helpers.job.id, a=helpers.job.attempts, t=time.monotonic_ns() // 1000)
    os.write(log, (json.dumps(line) + "\n").encode())


def start(task, payload, helpers):
    write(helpers, e="s", k=task, q=payload.get("q", ""), w=payload["w"], l=helpers.worker_id, p=os.getpid())


def end(helpers, outcome):
    write(helpers, e="e", o=outcome)


def act(payload, helpers):
    what, attempt = payload["act"], helpers.job.attempts
    if what == "doomed" or (what == "flaky" and attempt < payload["until"]):
        end(helpers, "fail")
        raise helpers.Failure("not yet")
    if what == "print":
        for stream in (sys.stdout, sys.stderr):
            for _ in range(300):
                print("x" * 5000, file=stream)
    if attempt > 1:
        return
    if what == "exit":
        os._exit(3)
    if what == "crash":
        os.kill(os.getpid(), signal.SIGKILL)
    if what == "loop":
        spin()
