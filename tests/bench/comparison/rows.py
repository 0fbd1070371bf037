"""The rows of the comparison. Each runs one side once and may return several figures."""
from dataclasses import dataclass, field
from pathlib import Path
from typing import Callable

from .rounds import Observation
from .sides import Failure, Yardmaster


@dataclass
class Figure:
    label: str
    key: str
    target: str = ""
    digits: int = 0


@dataclass
class Row:
    name: str
    #: (side, server, options) -> {key: value}; called within an Observation
    work: Callable
    figures: list = field(default_factory=list)
    #: (side, server, options) -> database, before the clock runs
    prepare: Callable = None

    #: What is compared: two of (name, side, whether the history is installed).
    def pair(self, ours, theirs):
        return [("ours", ours, False), ("theirs", theirs, False)]

    def run(self, side, server, options, has_history=False):
        """@returns the figures, and how much of the processors others used."""
        database = server.new_database()
        side.install(database)
        if has_history:
            options.ours.install_history(database)
        if self.prepare:
            self.prepare(server, database, options)
        with Observation(server) as observation:
            values = self.work(side, database, options)
        if has_history:
            values["mbPerMillion"] = options.ours.history_mb_per_million(database)
        return values, observation.noise

    def lines(self, ours, theirs, targets=True):
        return "\n".join(self._line(figure, ours, theirs, figure.target if targets else "")
                         for figure in self.figures)

    @staticmethod
    def _line(figure, ours, theirs, target):
        a, b = ours.median(figure.key), theirs.median(figure.key)
        ratio = f"{a / b:.2f}" if a is not None and b else "–"
        return (f"| {figure.label} | {ours.text(figure.key, figure.digits)} | "
                f"{theirs.text(figure.key, figure.digits)} | {ratio} | {target} |")


@dataclass
class HistoryRow(Row):
    """One side with the history, in the first column, and without it, in the second."""
    of_peer: bool = False

    def pair(self, ours, theirs):
        side = theirs if self.of_peer else ours
        return [("ours", side, True), ("theirs", side, False)]

    def lines(self, ours, theirs, targets=True):
        del targets  # they are not those of a comparison of two builds
        for values in theirs.values:
            values.setdefault("mbPerMillion", 0)
        return super().lines(ours, theirs)


def adding(count, queue="null"):
    """What adds jobs in one call, without its select. @param queue  an SQL expression of n."""
    return f"""count(*) from graphile_worker.add_jobs(array(
        select row('noop', '{{}}', {queue}, null, null, null, null, null)::graphile_worker.job_spec
        from generate_series(1, {count}) as n))"""


def add_jobs(server, database, count, queue="null"):
    if count > 0:
        server.sql(database, "select " + adding(count, queue))


def settle(server, database):
    server.sql(database, "vacuum analyze graphile_worker._private_jobs;\n"
                         "vacuum analyze graphile_worker._private_job_queues;\ncheckpoint;")


def filled(share=1.0):
    def prepare(server, database, options):
        add_jobs(server, database, int(options.jobs * share))
        settle(server, database)
    return prepare


def added_by_thousands(share):
    """Each thousand with a run_at of its own, as a backlog has."""
    def prepare(server, database, options):
        server.sql(database, f"""do $$ begin
            for n in 1 .. {int(options.jobs * share) // 1000} loop
                perform {adding(1000)};
                commit;
            end loop;
        end $$""")
        settle(server, database)
    return prepare


def half_in_queues(server, database, options):
    add_jobs(server, database, options.jobs, "case when n % 2 = 0 then 'queue ' || n / 2 % 100 end")
    settle(server, database)


def one_queue(count):
    def prepare(server, database, options):
        del options
        add_jobs(server, database, count, "'only'")
        settle(server, database)
    return prepare


def behind_stuck(server, database, options):
    """Twice as many jobs in two locked queues, ahead of the free ones."""
    add_jobs(server, database, options.jobs, "'stuck ' || n % 2")
    server.sql(database, """update graphile_worker._private_job_queues
        set locked_at = now(), locked_by = 'somebody'""")
    add_jobs(server, database, options.jobs // 2)
    settle(server, database)


CROWD = 10_000_000


def crowded(server, database, options):
    """Ten million jobs of other states around those that can run: for later, failed for good, waiting
    for their next attempt, and locked. Made once, and copied."""
    if not server.sql("postgres", "select 1 from pg_database where datname = 'crowded'"):
        server.sql(database, f"""
            insert into graphile_worker._private_tasks (identifier) values ('other') on conflict do nothing;
            insert into graphile_worker._private_jobs
                (task_id, run_at, attempts, max_attempts, last_error, locked_at, locked_by)
            select task.id,
                now() + make_interval(secs => case when n % 10 < 6 then 86400 + n else -n / 100 end),
                case when n % 10 in (4, 5) then 3 when n % 10 in (6, 7, 8) then 25 else 0 end, 25,
                case when n % 10 between 4 and 8 then 'failed' end,
                case when n % 10 = 9 then now() end, case when n % 10 = 9 then 'somebody' end
            from generate_series(1, {CROWD}) as n, graphile_worker._private_tasks as task
            where task.identifier = 'other'""")
        settle(server, database)
        server.sql("postgres", f"create database crowded template {database} strategy file_copy")
    else:
        server.sql("postgres", f"drop database {database} with (force)")
        server.sql("postgres", f"create database {database} template crowded strategy file_copy")
    # So many that what a worker does once, in a table of this size, does not count.
    add_jobs(server, database, 4 * options.jobs)
    settle(server, database)


def drain(stuck=0, may_leave=False, **how):
    """A drain that proves what it did, by rows deleted and handler calls."""
    def work(side, database, options):
        done = side.drain(database, **how)
        expected = int(options.jobs * stuck)
        if not may_leave and done["left"] != expected:
            raise Failure(f"{side.name} left {done['left']} jobs, where {expected} cannot be run")
        # Stopped in the middle, some that ran are not deleted yet.
        if done["runs"] < done["jobs"] or (done["runs"] != done["jobs"] and done["left"] == expected):
            raise Failure(f"{side.name} deleted {done['jobs']} jobs but ran {done['runs']}")
        return done
    return work


def drain_defaults(side, database, options):
    return drain(batched=side.batches_by_default)(side, database, options)


def latency(load_share, samples, **how):
    def work(side, database, options):
        return side.latency(database, samples=samples, gap=5 if load_share == 0 else 1,
                            load=int(options.jobs * load_share), **how)
    return work


#: The same files for both sides.
JAVASCRIPT = Path(__file__).resolve().parents[1] / "tasks"
ADDING = JAVASCRIPT.with_name("addingtasks")
PYTHON = JAVASCRIPT.with_name("pythontasks")


def javascript(hosts):
    def work(side, database, options):
        how = side.two_hosts if hosts == 2 else {}
        return drain(tasks=JAVASCRIPT, **side.javascript, **how)(side, database, options)
    return work


def adding_tasks(side, database, options):
    return drain(tasks=ADDING, **side.adding)(side, database, options)


def python(side, database, options):
    """Against JavaScript, because graphile-worker runs no Python."""
    tasks = PYTHON if isinstance(side, Yardmaster) else JAVASCRIPT
    return drain(tasks=tasks, **side.javascript)(side, database, options)


def add(jobs_share, batch, sql):
    def work(side, database, options):
        return side.add(database, jobs=max(1, int(options.jobs * jobs_share)), batch=batch, sql=sql)
    return work


def floor(side, database, options):
    """The other side of this row is our own statements without an engine."""
    if isinstance(side, Yardmaster):
        add_jobs(side.server, database, options.jobs)
        settle(side.server, database)
        values = drain()(side, database, options)
        settle(side.server, database)
        values["ack50"] = latency(0, 500)(side, database, options)["ack50"]
        side.server.sql(database, "truncate graphile_worker._private_jobs")
        settle(side.server, database)
        values["added"] = add(1, 1000, True)(side, database, options)["jobsPerSecond"]
        return values
    result = options.ours.floor(database, options.jobs)
    if result["statementsLeft"] != 0:
        raise Failure("the statements of the floor left jobs")
    return {"jobsPerSecond": result["statementsJobsPerSecond"], "ack50": result["singleJobMs"],
            "added": result["insertJobsPerSecond"]}


def startup(side, database, options):
    del options
    times = side.start_times(database)
    return {"ms": sorted(times)[len(times) // 2]}


def memory(side, database, options):
    del options
    return {"mb": side.idle_mb(database)}


RATE = "jobsPerSecond"
ROWS = [
    Row("drain", drain(), [
        Figure("drain, batched, 1 process, jobs/s", RATE, "≥ 2.5"),
        Figure("worker CPU per job, µs", "workerCpuUsPerJob", "≤ 0.125", 1),
        Figure("server CPU per job, µs", "serverCpuUsPerJob", "", 1),
        Figure("resident memory while draining, MB", "rssMb", "", 0)], filled()),
    Row("drain-2", drain(processes=2), [
        Figure("drain, batched, 2 processes, jobs/s", RATE, "≥ 2")], filled()),
    Row("drain-4", drain(processes=4), [
        Figure("load of graphile-worker's own test (a fifth of the jobs, 4 processes), jobs/s", RATE)],
        filled(0.2)),
    Row("drain-defaults", drain_defaults, [
        Figure("drain, defaults of each (concurrency 10), jobs/s", RATE, "≥ 20")], filled(0.2)),
    Row("drain-single", drain(batched=False), [
        Figure("drain, no batches in either, jobs/s", RATE, "≥ 2")], filled(0.2)),
    Row("queues", drain(may_leave=True, limit=30, queues=True), [
        Figure("half of the jobs in 100 named queues, jobs/s", RATE, "≥ 3")], half_in_queues),
    Row("one-queue", drain(may_leave=True, limit=20, queues=True, job_ms=5), [
        Figure("one named queue, 5 ms jobs, jobs/s", RATE, "160 jobs/s", 1)], one_queue(3000)),
    Row("one-queue-noop", drain(may_leave=True, limit=20, queues=True), [
        Figure("one named queue, no-op jobs, jobs/s", RATE, "2,000 jobs/s", 1)], one_queue(20000)),
    Row("floor", floor, [
        Figure("drain against its own statements without an engine, jobs/s", RATE, "≥ 0.9"),
        Figure("single job against a bare wait, lock and wake-up, median ms", "ack50", "≤ 1.11", 2),
        Figure("add_jobs by SQL against a bare insert of the same specs, jobs/s", "added", "≥ 0.9")]),
    Row("latency", latency(0, 500), [
        Figure("single job, from the acknowledgement, median ms", "ack50", "≤ 0.5", 2),
        Figure("the same, 99th percentile", "ack99", "≤ 0.5", 2),
        Figure("single job, from the call, median ms", "call50", "", 2),
        Figure("the same, 99th percentile", "call99", "", 2)]),
    Row("latency-load", latency(1, 2000), [
        Figure("single job while others of lower priority drain, from the acknowledgement, 99 %, ms",
               "ack99", "≤ 0.25", 2)]),
    Row("javascript", javascript(1), [
        Figure("JavaScript: drain, 1 process, jobs/s", RATE, "≥ 1.8"),
        Figure("JavaScript: CPU per job with task hosts, µs", "workerCpuUsPerJob", "≤ 0.4", 1),
        Figure("JavaScript: server CPU per job, µs", "serverCpuUsPerJob", "", 1),
        Figure("JavaScript: resident memory with task hosts, MB", "rssMb", "", 0)], filled()),
    Row("javascript-2", javascript(2), [
        Figure("JavaScript: drain, 2 task hosts or processes, jobs/s", RATE, "≥ 1.8"),
        Figure("the same, CPU per job with task hosts, µs", "workerCpuUsPerJob", "≤ 0.4", 1)], filled()),
    Row("javascript-add", adding_tasks, [
        Figure("JavaScript: drain, each job adds another and waits, jobs/s", RATE, "≥ 1"),
        Figure("the same, CPU per job with task hosts, µs", "workerCpuUsPerJob", "", 1)], filled(0.2)),
    Row("javascript-latency", latency(0, 500, tasks=JAVASCRIPT), [
        Figure("JavaScript: single job, from the acknowledgement, median ms", "ack50", "≤ 0.6", 2),
        Figure("the same, 99th percentile", "ack99", "", 2),
        Figure("JavaScript: single job, from the call, median ms", "call50", "≤ 0.6", 2)]),
    Row("python", python, [
        Figure("Python against JavaScript: drain, 1 process, jobs/s", RATE, "≥ 1"),
        Figure("the same, CPU per job with task hosts, µs", "workerCpuUsPerJob", "", 1)], filled()),
    Row("add-sql", add(1, 1000, True), [
        Figure("add_jobs by SQL, 1,000 a call, jobs/s", RATE, "≥ 1.5")]),
    Row("add-library", add(1, 1000, False), [
        Figure("library's addJobs, 1,000 a call, jobs/s", RATE, "≥ 2")]),
    Row("add-one", add(0.05, 1, False), [
        Figure("library's addJob one by one, jobs/s", RATE, "≥ 1.2")]),
    Row("startup", startup, [
        Figure("start, drain one job, stop, ms", "ms", "≤ 0.25")]),
    Row("memory", memory, [
        Figure("resident memory of an idle worker, MB", "mb", "≤ 0.4", 1)]),
    Row("backlog", drain(), [
        Figure("drain of ten times as many jobs, jobs/s", RATE, "0.8 of the first row")],
        added_by_thousands(10)),
    Row("stuck", drain(stuck=1, queues=False), [
        Figure("drain behind twice as many jobs in two locked queues, jobs/s", RATE,
               "0.8 of the first row")], behind_stuck),
    Row("crowded", drain(queues=False), [
        Figure("drain beside ten million jobs of other states, jobs/s", RATE,
               "0.8 of the first row")], crowded),
    HistoryRow("history-drain", drain(), [
        Figure("with the history, and without: drain, batched, jobs/s", RATE, "≥ 0.9"),
        Figure("the same, server CPU per job, µs", "serverCpuUsPerJob", "", 1),
        Figure("the same, MB per million runs", "mbPerMillion", "", 0)], filled()),
    HistoryRow("history-single", drain(batched=False), [
        Figure("with the history, and without: drain, no batches, jobs/s", RATE),
        Figure("the same, MB per million runs", "mbPerMillion", "", 0)], filled(0.2)),
    HistoryRow("history-node", drain(), [
        Figure("with the history, and without: graphile-worker, batched, jobs/s", RATE, "≥ 0.9"),
        Figure("the same, server CPU per job, µs", "serverCpuUsPerJob", "", 1)], filled(), of_peer=True),
    HistoryRow("history-node-defaults", drain(batched=False), [
        Figure("with the history, and without: graphile-worker's defaults, jobs/s", RATE, "≥ 0.75"),
        Figure("the same, server CPU per job, µs", "serverCpuUsPerJob", "", 1),
        Figure("the same, MB per million runs", "mbPerMillion", "", 0)], filled(0.1), of_peer=True),
    HistoryRow("history-latency", latency(0, 500), [
        Figure("with the history, and without: single job, from the acknowledgement, median ms",
               "ack50", "+ 0.1 ms", 2)]),
]


def chosen(names):
    """The rows of a list like "drain,add-one"; all but those of the history for None. Raises ValueError."""
    if not names:
        return [row for row in ROWS if not isinstance(row, HistoryRow)]
    known = {row.name: row for row in ROWS}
    wanted = [name.strip() for name in names.split(",")]
    if "javascript" in wanted:
        wanted += [name for name in known
                   if (name.startswith("javascript-") or name == "python") and name not in wanted]
    if "history" in wanted:
        wanted.remove("history")
        wanted += [name for name in known if name.startswith("history-") and name not in wanted]
    unknown = [name for name in wanted if name not in known]
    if unknown:
        raise ValueError(f"there is no row {', '.join(unknown)}; rows are {', '.join(known)}")
    return [known[name] for name in wanted]
