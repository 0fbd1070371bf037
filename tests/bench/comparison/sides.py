"""How each side installs its schema, drains, adds and starts."""
import json
import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path


class Failure(Exception):
    """Something that makes the comparison meaningless; one sentence."""


def install_peer(root, folder):
    """@returns where graphile-worker 0.18 is."""
    if not shutil.which("node"):
        raise Failure("graphile-worker needs Node: install nodejs and npm")
    done = subprocess.run([root / "tests/peers/install.sh", folder], timeout=900)
    worker = folder / "node_modules" / "gw-0.18"
    if done.returncode != 0 or not worker.exists():
        raise Failure(f"graphile-worker could not be installed in {folder}")
    return worker


def line_of(text, program):
    """The last line of a program's output, which is JSON."""
    try:
        return json.loads(text.strip().splitlines()[-1])
    except (IndexError, ValueError) as error:
        raise Failure(f"{program} printed no result") from error


class Side:
    #: Whether it fetches ahead and writes results in batches unless told otherwise.
    batches_by_default = False

    def __init__(self, server):
        self.server = server

    def _run(self, command, patience=1200, environment=None):
        ran = subprocess.run(command, capture_output=True, text=True, timeout=patience,
                             env={**os.environ, **(environment or {})})
        if ran.returncode != 0:
            raise Failure(f"{Path(command[0]).name} failed: {ran.stderr.strip()[-500:]}")
        return ran.stdout

    def start_times(self, database, samples=7):
        """Milliseconds of the whole process that drains one job."""
        times = []
        for _ in range(samples):
            self.server.sql(database, "select graphile_worker.add_job('noop')")
            begin = time.monotonic()
            self._run(self.once_command(database), 120)
            times.append((time.monotonic() - begin) * 1000)
            if self.server.sql(database, "select count(*) from graphile_worker._private_jobs") != "0":
                raise Failure(f"{self.name} ended with its one job left")
        return times

    def idle_mb(self, database):
        """Resident memory of a worker that has nothing to do, after ten seconds."""
        process = subprocess.Popen(self.idle_command(database), stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        try:
            time.sleep(10)
            with open(f"/proc/{process.pid}/status") as file:
                return next(int(line.split()[1]) / 1024 for line in file if line.startswith("VmRSS"))
        except (OSError, StopIteration) as error:
            raise Failure(f"{self.name} did not stay") from error
        finally:
            process.terminate()
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


class Yardmaster(Side):
    batches_by_default = True
    #: Of those tried, what drained no-op JavaScript tasks fastest, and tasks that add others; and how two processes
    #: run them.
    javascript = {"concurrency": 200}
    adding = javascript
    two_hosts = {"hosts": 2}

    def __init__(self, build, server, name="Yardmaster"):
        super().__init__(server)
        self.name = name
        self._bench = build / "bin" / "yardmaster-bench"
        self._program = build / "bin" / "yardmaster"
        # Not in the server's folder: the worker runs no task that another account may change.
        self._tasks = tempfile.TemporaryDirectory(prefix="yardmaster-compare-tasks-")
        script = Path(self._tasks.name) / "noop"
        script.write_text("#!/bin/sh\n")
        script.chmod(0o755)

    def _verb(self, database, verb, *options):
        text = self._run([self._bench, verb, "-c", self.server.conninfo(database), *map(str, options)])
        return line_of(text, self._bench.name) if text.strip() else {}

    def install(self, database):
        self._verb(database, "install")

    def _history(self, database, *options):
        return self._run([self._program, "history", *options, "--json", "-c", self.server.conninfo(database)])

    def install_history(self, database):
        self._history(database, "install", "--yes")

    def history_mb_per_million(self, database):
        status = line_of(self._history(database, "status"), "yardmaster")
        return (status["bytes_per_million_runs"] or 0) / 1024 / 1024

    def _files(self, tasks, hosts=1):
        return ["--tasks", tasks, "--hosts", hosts] if tasks else []

    def drain(self, database, *, processes=1, concurrency=10, job_ms=0, batched=True, limit=600,
              queues=False, tasks=None, hosts=1):
        del queues  # the run-once mode drains them too
        return self._verb(database, "drain", "--processes", processes, "--concurrency", concurrency,
                          "--job-ms", job_ms, "--limit", limit, *([] if batched else ["--no-batch"]),
                          *self._files(tasks, hosts))

    def latency(self, database, *, samples, gap, load, tasks=None):
        return self._verb(database, "latency", "--samples", samples, "--gap", gap, "--load", load,
                          *self._files(tasks))

    def add(self, database, *, jobs, batch, sql):
        return self._verb(database, "add", "--jobs", jobs, "--batch", batch, *(["--sql"] if sql else []))

    def floor(self, database, jobs):
        return self._verb(database, "floor", "--jobs", jobs)

    def _worker(self, database):
        if not self._program.exists():
            raise Failure(f"{self._program} is missing; build the target yardmaster")
        return [self._program, "--no-gui", "-c", self.server.conninfo(database), "--tasks", self._tasks.name]

    def once_command(self, database):
        return [*self._worker(database), "--once"]

    def idle_command(self, database):
        return self._worker(database)


class GraphileWorker(Side):
    name = "graphile-worker"
    javascript = {"concurrency": 24}
    adding = {"concurrency": 50}
    two_hosts = {"processes": 2}

    def __init__(self, folder, root, server):
        super().__init__(server)
        self._folder = folder
        self._script = root / "tests/bench/peer.mjs"
        self._tasks = server.folder / "tasks-js"
        (self._tasks / "tasks").mkdir(parents=True, exist_ok=True)
        (self._tasks / "tasks" / "noop.js").write_text("module.exports = async () => {};\n")

    def version(self):
        return json.loads((self._folder / "package.json").read_text())["version"]

    def node_version(self):
        return self._run(["node", "--version"]).strip().lstrip("v")

    def _command(self, verb, **options):
        options = {name: value for name, value in options.items() if value is not None}
        return ["node", self._script, verb, self._folder, json.dumps(options, default=str)]

    def _environment(self, database):
        return {"PEER_CONNECTION": self.server.url(database)}

    def _verb(self, database, verb, **options):
        text = self._run(self._command(verb, **options), environment=self._environment(database))
        return line_of(text, "peer.mjs") if text.strip() else {}

    def install(self, database):
        self._verb(database, "install")

    def drain(self, database, *, processes=1, concurrency=10, job_ms=0, batched=True, limit=600,
              queues=False, tasks=None):
        count = """select count(*) from graphile_worker._private_jobs where task_id =
            (select id from graphile_worker._private_tasks where identifier = 'noop')"""
        before = int(self.server.sql(database, count))
        command = self._command("drain", concurrency=concurrency, jobMs=job_ms, batched=batched,
                                limit=limit, queues=queues, tasks=tasks)
        workers = [subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                    env={**os.environ, **self._environment(database)})
                   for _ in range(processes)]
        try:
            for worker in workers:
                if worker.stdout.readline() != "ready\n":
                    raise Failure("peer.mjs did not start")
            server_begin = self._server_seconds()
            begin = time.monotonic()
            for worker in workers:
                worker.stdin.write("go\n")
                worker.stdin.flush()
            reports = [line_of(worker.stdout.readline(), "peer.mjs") for worker in workers]
            seconds = time.monotonic() - begin
            server_us = (self._server_seconds() - server_begin) * 1e6
            for worker in workers:
                worker.wait(60)
        finally:
            for worker in workers:
                if worker.poll() is None:
                    worker.kill()
                worker.wait()
        left = int(self.server.sql(database, count))
        jobs = before - left
        return {"jobs": jobs, "left": left, "seconds": seconds, "jobsPerSecond": jobs / seconds,
                "runs": sum(report["runs"] for report in reports),
                "workerCpuUsPerJob": sum(report["cpuUs"] for report in reports) / max(jobs, 1),
                "serverCpuUsPerJob": server_us / max(jobs, 1),
                "rssMb": max(report["rssMb"] for report in reports)}

    def _server_seconds(self):
        from .machine import server_seconds
        return server_seconds(self.server.pid)

    def latency(self, database, *, samples, gap, load, tasks=None):
        return self._verb(database, "latency", samples=samples, gap=gap, load=load, batched=load > 0,
                          tasks=tasks)

    def add(self, database, *, jobs, batch, sql):
        return self._verb(database, "add", jobs=jobs, batch=batch, sql=sql)

    def _worker(self, database):
        # Its command line looks for `tasks` in the working directory.
        return ["env", "-C", self._tasks, "NO_LOG_SUCCESS=1", "node", self._folder / "dist/cli.js",
                "-c", self.server.url(database)]

    def once_command(self, database):
        return [*self._worker(database), "--once"]

    def idle_command(self, database):
        return self._worker(database)
