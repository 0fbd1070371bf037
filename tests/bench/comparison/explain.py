"""PostgreSQL's own view of the hot statements: pg_stat_statements, and plans as they really ran."""
import re

STATISTICS = """
select calls || ' | ' || round(total_exec_time::numeric, 1) || ' | '
       || round((total_exec_time * 1000 / nullif(rows, 0))::numeric, 1) || ' | ' || rows || ' | '
       || shared_blks_hit || ' | ' || shared_blks_read || ' | ' || shared_blks_dirtied || ' | '
       || wal_records || ' | ' || wal_bytes || ' | '
       || left(regexp_replace(replace(query, '|', '\\|'), '\\s+', ' ', 'g'), 100)
from pg_stat_statements
where dbid = (select oid from pg_database where datname = current_database())
order by total_exec_time desc
limit 8
"""

PLANS = """
alter database {0} set session_preload_libraries = 'auto_explain';
alter database {0} set auto_explain.log_min_duration = 0;
alter database {0} set auto_explain.log_analyze = on;
alter database {0} set auto_explain.log_buffers = on;
alter database {0} set auto_explain.log_wal = on;
alter database {0} set auto_explain.log_timing = off;
alter database {0} set auto_explain.log_nested_statements = on;
"""

ENTRY = re.compile(r"LOG:  duration: ([0-9.]+) ms  plan:\n((?:\t.*\n)+)")


def report(server, sides, jobs):
    from .rows import add_jobs, settle
    server.sql("postgres", "create extension if not exists pg_stat_statements")
    text = ["# Hot statements while draining", ""]
    for side in sides:
        database = server.new_database()
        server.sql(database, "create extension pg_stat_statements")
        side.install(database)
        add_jobs(server, database, jobs)
        settle(server, database)
        server.sql(database, "select pg_stat_statements_reset()")
        done = side.drain(database)
        text += [f"## {side.name}: {done['jobs']} jobs", "",
                 "| calls | ms | µs/row | rows | hit | read | dirtied | WAL records | WAL bytes | statement |",
                 "|---|---|---|---|---|---|---|---|---|---|"]
        text += [f"| {line} |" for line in server.sql(database, STATISTICS).splitlines()]
        text += ["", *plans(server, side, database)]
    return "\n".join(text) + "\n"


def plans(server, side, database):
    """A second, smaller drain with auto_explain; of each statement the plan of a run in the middle."""
    from .rows import add_jobs, settle
    add_jobs(server, database, 20000)
    settle(server, database)
    server.sql("postgres", PLANS.format(database))
    log = server.folder / "log"
    begin = log.stat().st_size
    side.drain(database)
    server.sql("postgres", f"alter database {database} reset all")
    with open(log) as file:
        file.seek(begin)
        found = ENTRY.findall(file.read())
    by_statement = {}
    for duration, plan in found:
        statement = re.sub(r"\s+", " ", plan.split("\n", 1)[0] + plan[:200])
        by_statement.setdefault(statement, []).append((float(duration), plan))
    hottest = sorted(by_statement.values(), key=lambda runs: -sum(run[0] for run in runs))[:4]
    text = []
    for runs in hottest:
        middle = sorted(runs, key=lambda run: run[0])[len(runs) // 2]
        text += [f"{len(runs)} times, {sum(run[0] for run in runs):.1f} ms in all; one of "
                 f"{middle[0]} ms:", "", "```", middle[1].replace("\n\t", "\n").strip(), "```", ""]
    return text
