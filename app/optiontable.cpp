#include "app/optiontable.h"

#include <QCommandLineParser>

#include <algorithm>
#include <numeric>
#include <utility>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// Letters that are missing, wrong, too many, or in each other's place.
int editDistance(const QString &a, const QString &b)
{
    std::vector<int> before;
    std::vector<int> row(size_t(b.size()) + 1);
    std::iota(row.begin(), row.end(), 0);
    for (qsizetype i = 0; i < a.size(); ++i) {
        std::vector<int> next(row.size());
        next[0] = int(i) + 1;
        for (size_t j = 1; j < row.size(); ++j) {
            const auto letter = qsizetype(j) - 1;
            const int substituted = row[j - 1] + (a[i] == b[letter] ? 0 : 1);
            next[j] = std::min({row[j] + 1, next[j - 1] + 1, substituted});
            if (i > 0 && j > 1 && a[i] == b[letter - 1] && a[i - 1] == b[letter])
                next[j] = std::min(next[j], before[j - 2] + 1);
        }
        before = std::exchange(row, std::move(next));
    }
    return row.back();
}

} // namespace

const std::vector<OptionGroup> &optionGroups()
{
    static const std::vector<OptionGroup> table{
        {u"Database"_s,
         {
             {{u"c"_s, u"connection"_s},
              u"URL"_s,
              u"PostgreSQL URL, keyword string or database name [DATABASE_URL, PG*]"_s},
             {{u"password-command"_s},
              u"COMMAND"_s,
              u"program that prints the password; run without a shell"_s},
             {{u"ssh"_s}, u"HOST"_s, u"SSH host through which the database is reached"_s},
             {{u"ssh-options"_s}, u"OPTIONS"_s, u"more options for ssh, e.g. '-p 2222 -i key'"_s},
             {{u"s"_s, u"schema"_s},
              u"SCHEMA"_s,
              u"schema of the queue [GRAPHILE_WORKER_SCHEMA, graphile_worker]"_s},
             {{u"schema-only"_s}, {}, u"install or upgrade the schema, then exit"_s},
             {{u"cleanup"_s},
              u"LIST"_s,
              u"GC_TASK_IDENTIFIERS,GC_JOB_QUEUES,DELETE_PERMAFAILED_JOBS, then exit"_s},
             {{u"sandbox"_s}, {}, u"use a private local PostgreSQL, started and stopped for you"_s},
             {{u"sandbox-dir"_s}, u"DIR"_s, u"where the sandbox keeps its data"_s},
             {{u"pg-bindir"_s}, u"DIR"_s, u"PostgreSQL server programs for the sandbox"_s},
             {{u"examples"_s}, {}, u"add a few example jobs to the sandbox"_s},
         }},
        {u"Worker"_s,
         {
             {{u"no-gui"_s}, {}, u"run the worker without a window"_s},
             {{u"once"_s}, {}, u"run until no more jobs can run, then exit"_s},
             {{u"fail-on-error"_s}, {}, u"with --once: exit code 10 if a job failed"_s},
             {{u"tasks"_s},
              u"DIR"_s,
              u"folder of task files: executables, .js, .py, .http … [./tasks]"_s},
             {{u"node"_s}, u"COMMAND"_s, u"Node.js for JavaScript tasks, with options [node]"_s},
             {{u"python"_s},
              u"COMMAND"_s,
              u"Python for Python tasks [their virtual environment, or python3]"_s},
             {{u"hosts"_s},
              u"N"_s,
              u"processes that run JavaScript tasks, and as many for Python [1]"_s},
             {{u"host-jobs"_s}, u"N"_s, u"replace such a process after N jobs [0: never]"_s},
             {{u"host-memory"_s},
              u"MIB"_s,
              u"replace such a process when it uses more memory [1024; 0: never]"_s},
             {{u"w"_s, u"watch"_s}, {}, u"pick up new, changed and removed task files at once"_s},
             {{u"http"_s},
              u"NAME=URL"_s,
              u"task whose jobs are posted to a web server (repeatable)"_s,
              true},
             {{u"C"_s, u"config"_s},
              u"FILE"_s,
              u"a .toml file, or a graphile-worker configuration [graphile.config.*]"_s},
             {{u"no-config"_s}, {}, u"do not read graphile.config.*"_s},
             {{u"plugin"_s}, u"FILE"_s, u"Qt plugin with C++ tasks (repeatable)"_s, true},
             {{u"crontab"_s}, u"FILE"_s, u"crontab file [crontab, next to the tasks]"_s},
             {{u"no-crontab"_s}, {}, u"run no cron, even if there is a crontab"_s},
             {{u"strict-crontab"_s}, {}, u"accept only graphile-worker's crontab syntax"_s},
             {{u"j"_s, u"jobs"_s}, u"N"_s, u"jobs to run at the same time [1; window: cores]"_s},
             {{u"async-jobs"_s},
              u"N"_s,
              u"hosted, HTTP and coroutine jobs, in addition to -j [0: part of -j]"_s},
             {{u"m"_s, u"max-pool-size"_s}, u"N"_s, u"of graphile-worker; has no effect"_s},
             {{u"poll-interval"_s}, u"TIME"_s, u"how often to look for due jobs [2s]"_s},
             {{u"local-queue-size"_s}, u"N"_s, u"jobs fetched ahead of time [500]"_s},
             {{u"prefetch-horizon"_s},
              u"TIME"_s,
              u"fetch ahead what should start within this time [200ms; 0: no limit]"_s},
             {{u"local-queue-ttl"_s}, u"TIME"_s, u"return fetched but unstarted jobs after [5m]"_s},
             {{u"grace-period"_s},
              u"TIME"_s,
              u"time for a stop; halfway, running jobs are asked to end [10s]"_s},
             {{u"task-timeout"_s},
              u"[TASK=]TIME"_s,
              u"time for all tasks, or one; 0: none [4h; HTTP 1m, JavaScript none]"_s,
              true},
             {{u"interrupted-job-retry-delay"_s},
              u"TIME"_s,
              u"delay before jobs interrupted by a stop run again [0]"_s},
             {{u"use-app-time"_s},
              {},
              u"use this machine's clock, not the server's, to decide what is due"_s},
         }},
        {u"Which jobs"_s,
         {
             {{u"forbidden-flag"_s},
              u"FLAG"_s,
              u"do not take jobs with this flag (repeatable)"_s,
              true},
             {{u"accepted-flag"_s},
              u"FLAG"_s,
              u"take only jobs with one of these (repeatable)"_s,
              true},
             {{u"flag-allowlist"_s},
              u"FLAGS"_s,
              u"take only jobs all of whose flags are in this comma-separated list"_s},
             {{u"limit"_s}, u"TASK=N"_s, u"jobs of a task at the same time (repeatable)"_s, true},
             {{u"rate"_s},
              u"TASK=N/TIME"_s,
              u"starts of a task, e.g. send_email=5/s (repeatable)"_s,
              true},
             {{u"flag-limit"_s},
              u"FLAG=N"_s,
              u"jobs with a flag at the same time (repeatable)"_s,
              true},
             {{u"flag-rate"_s},
              u"FLAG=N/TIME"_s,
              u"starts of jobs with a flag (repeatable)"_s,
              true},
         }},
        {u"Recovery"_s,
         {
             {{u"heartbeat-interval"_s}, u"TIME"_s, u"heartbeat interval; 0: none [5s]"_s},
             {{u"sweep-interval"_s},
              u"TIME"_s,
              u"how often to look for stale workers; 0: never [5s]"_s},
             {{u"sweep-threshold"_s}, u"TIME"_s, u"a worker is stale after [20s]"_s},
             {{u"recovery-delay"_s},
              u"TIME"_s,
              u"delay before jobs of stale workers run again [0]"_s},
         }},
        {u"Tuning"_s,
         {
             {{u"no-listen"_s}, {}, u"poll only, for poolers that cannot LISTEN"_s},
             {{u"no-prepared-statements"_s}, {}, u"for poolers in transaction mode"_s},
             {{u"complete-job-batch-delay"_s},
              u"TIME"_s,
              u"wait for more successes to write together [0; -1: one by one]"_s},
             {{u"fail-job-batch-delay"_s},
              u"TIME"_s,
              u"the same for failures [0; -1: one by one]"_s},
             {{u"refetch-delay"_s}, u"TIME"_s, u"pause after a small fetch [0: none]"_s},
             {{u"refetch-delay-threshold"_s},
              u"N"_s,
              u"fetch size up to which a fetch counts as small [0]"_s},
             {{u"refetch-delay-max-abort-threshold"_s},
              u"N"_s,
              u"announced jobs that end the pause [5 x local queue]"_s},
         }},
        {u"Window"_s,
         {
             {{u"profile"_s}, u"NAME"_s, u"connect with the saved profile NAME, or GROUP/NAME"_s},
             {{u"read-only"_s}, {}, u"make the server refuse every change from the window"_s},
             {{u"filter"_s}, u"TEXT"_s, u"jobs to show first, e.g. 'state:failed run<now-1h'"_s},
             {{u"view"_s}, u"FILE"_s, u"view to show first: a file of views, or a link"_s},
         }},
        {u"Output"_s,
         {
             {{u"events"_s},
              u"FILE"_s,
              u"append all events to FILE as JSON lines; -: standard output"_s},
             {{u"listen-http"_s},
              u"[HOST:]PORT"_s,
              u"serve /healthz, /readyz and /metrics there; PORT: this machine only"_s},
             {{u"queue-metrics"_s},
              {},
              u"with --listen-http: the queue's jobs by task and state, too"_s},
             {{u"log-format"_s}, u"FORMAT"_s, u"text, json, or journald: levels as <N> [text]"_s},
             {{u"log-level"_s},
              u"LEVEL"_s,
              u"debug, info, warning or error [info; GRAPHILE_LOGGER_DEBUG=1: debug]"_s},
             {{u"language"_s}, u"CODE"_s, u"language of the window: en or de [the system's]"_s},
             {{u"editor"_s},
              u"COMMAND"_s,
              u"opens source files at a line: %f file, %l line [the desktop]"_s},
             {{u"reverse"_s}, {}, u"lay the window out from right to left"_s},
             {{u"debug-ui-stalls"_s}, {}, u"log when the window does not respond for 50 ms"_s},
             {{u"v"_s, u"version"_s}, {}, u"print the version"_s},
             {{u"h"_s, u"help"_s}, {}, u"print this help"_s},
         }},
    };
    return table;
}

void addOptionsTo(QCommandLineParser *parser)
{
    for (const OptionGroup &group : optionGroups()) {
        for (const Option &option : group.options)
            parser->addOption(QCommandLineOption(option.names, QString(), option.valueName));
    }
}

bool hasVariable(const Option &option)
{
    return option.longName() != "help"_L1 && option.longName() != "version"_L1;
}

bool isInConfigFile(const Option &option)
{
    return hasVariable(option) && option.longName() != "config"_L1
        && option.longName() != "no-config"_L1;
}

QString variableOf(const QString &longName)
{
    return u"YARDMASTER_"_s + longName.toUpper().replace(u'-', u'_');
}

QString nearestOf(const QStringList &names, const QString &name)
{
    QString nearest;
    int distance = std::clamp(int(name.size()) / 2, 2, 4);
    for (const QString &one : names) {
        if (const int d = editDistance(name, one); d < distance) {
            distance = d;
            nearest = one;
        }
    }
    return nearest;
}

QString unknownOption(const QString &name)
{
    QStringList known;
    for (const OptionGroup &group : optionGroups()) {
        for (const Option &option : group.options)
            known << option.longName();
    }
    return unknownOption(name, known);
}

QString unknownOption(const QString &name, const QStringList &known)
{
    const QString nearest = nearestOf(known, name);
    const QString dashes = name.size() == 1 ? u"-"_s : u"--"_s;
    QString text = u"unknown option %1%2"_s.arg(dashes, name);
    if (!nearest.isEmpty() && name.size() > 1)
        text += u"; did you mean --%1?"_s.arg(nearest);
    return text;
}

QString variableProblem(const QString &variable)
{
    QStringList known;
    for (const OptionGroup &group : optionGroups()) {
        for (const Option &option : group.options) {
            if (!hasVariable(option))
                continue;
            if (variableOf(option.longName()) == variable)
                return {};
            known << variableOf(option.longName());
        }
    }
    // Set for tests, and for the commands of alerts.
    if (variable == "YARDMASTER_JOB_ID"_L1 || variable == "YARDMASTER_TASK"_L1)
        return {};
    for (const char *others :
         {"YARDMASTER_TEST", "YARDMASTER_BENCH", "YARDMASTER_PEERS", "YARDMASTER_ALERT_"}) {
        if (variable.startsWith(QLatin1StringView(others)))
            return {};
    }
    const QString nearest = nearestOf(known, variable);
    QString text = u"the variable %1 is unknown and ignored"_s.arg(variable);
    if (!nearest.isEmpty())
        text += u"; did you mean %1?"_s.arg(nearest);
    return text;
}

QString spellingsOf(const Option &option)
{
    QStringList spellings;
    for (const QString &name : option.names)
        spellings << (name.size() == 1 ? u"-"_s : u"--"_s) + name;
    QString text = spellings.join(", "_L1);
    if (option.names.size() == 1)
        text.prepend(u"    "_s);
    if (!option.valueName.isEmpty())
        text += u' ' + option.valueName;
    return text;
}

QString optionsHelp()
{
    QString text;
    for (const OptionGroup &group : optionGroups()) {
        text += u"\n%1\n"_s.arg(group.title);
        for (const Option &option : group.options) {
            text += u"  %1  %2\n"_s.arg(spellingsOf(option), -27).arg(option.help);
        }
    }
    return text;
}

} // namespace yardmaster
