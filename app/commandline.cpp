#include "app/commandline.h"

#include "app/optiontable.h"
#include "worker/tasks/graphileconfig.h"
#include "worker/tasks/httptarget.h"
#include "worker/time/duration.h"

#include <QCommandLineParser>
#include <QProcess>
#include <QRegularExpression>
#include <QThread>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

std::optional<std::chrono::milliseconds> timeOf(const QString &text)
{
    const auto duration = parseDuration(text.trimmed(), DurationSyntax::Option);
    return duration ? std::optional(std::chrono::floor<std::chrono::milliseconds>(*duration))
                    : std::nullopt;
}

/// Reads values, those of the command line before those of the environment before those of a
/// configuration, and gathers errors.
class Values
{
public:
    Values(const QCommandLineParser &parser, const QProcessEnvironment &environment,
           const GraphileConfig *config)
        : m_parser(parser)
        , m_environment(environment)
        , m_config(config)
    { }

    QStringList problems;
    NamedTasks namedTasks;

    [[nodiscard]] std::optional<QString> text(const QString &name)
    {
        m_source = m_parser.isSet(name) ? u"--"_s + name : variableOf(name);
        if (auto given = givenValue(m_parser, m_environment, name))
            return given;
        if (!m_config || !m_config->options.contains(name))
            return std::nullopt;
        const auto configured = m_config->options.constFind(name);
        m_source = configured->source;
        return configured->text;
    }

    /// Options without a value.
    [[nodiscard]] bool isSet(const QString &name) const
    {
        return m_parser.isSet(name) || (m_config && m_config->options.contains(name));
    }

    void number(const QString &name, int *target)
    {
        const auto given = text(name);
        if (!given)
            return;
        bool ok = false;
        const int value = given->toInt(&ok);
        if (ok)
            *target = value;
        else
            problems << u"%1 takes a whole number, not '%2'"_s.arg(m_source, *given);
    }

    void duration(const QString &name, std::chrono::milliseconds *target)
    {
        const auto given = text(name);
        if (!given)
            return;
        if (const auto value = timeOf(*given))
            *target = *value;
        else
            problems << u"%1 takes a time like 500, 30s, 5m or 1h, not '%2'"_s.arg(m_source,
                                                                                   *given);
    }

    void level(CommandLine::LogLevel *target)
    {
        using Level = CommandLine::LogLevel;
        static const QMap<QString, Level> levels{{u"debug"_s, Level::Debug},
                                                 {u"info"_s, Level::Info},
                                                 {u"warning"_s, Level::Warning},
                                                 {u"error"_s, Level::Error}};
        if (isTrue(m_environment.value(u"GRAPHILE_LOGGER_DEBUG"_s))
            || isTrue(m_environment.value(u"GRAPHILE_WORKER_DEBUG"_s)))
            *target = Level::Debug;
        const auto given = text(u"log-level"_s);
        if (!given)
            return;
        if (levels.contains(*given))
            *target = levels.value(*given);
        else
            problems << u"%1 takes debug, info, warning or error, not '%2'"_s.arg(m_source, *given);
    }

    void language(QString *target)
    {
        static const QStringList known{
            u"en"_s, u"de"_s}; // as in models/values/language.h, which a headless build has not
        const auto given = text(u"language"_s);
        if (!given)
            return;
        if (known.contains(*given))
            *target = *given;
        else
            problems << u"%1 takes %2, not '%3'"_s.arg(m_source, known.join(" or "_L1), *given);
    }

    /// -1 means: no batching.
    void batchDelay(const QString &name, std::optional<std::chrono::milliseconds> *target)
    {
        if (text(name) == "-1"_L1) {
            target->reset();
            return;
        }
        std::chrono::milliseconds delay{0};
        duration(name, &delay);
        *target = delay;
    }

    /// Repeatable; the variable holds a comma list.
    [[nodiscard]] QStringList list(const QString &name)
    {
        if (!m_parser.isSet(name))
            return text(name).value_or(QString()).split(u',', Qt::SkipEmptyParts);
        m_source = u"--"_s + name;
        return m_parser.values(name);
    }

    /// `what` is TASK or FLAG, for the message.
    void limits(const QString &name, const QString &what, QMap<QString, int> *target)
    {
        static const QRegularExpression form(u"^([^=;]+)=(\\d{1,6})$"_s);
        for (const QString &given : list(name)) {
            if (const auto match = form.match(given); match.hasMatch())
                put(target, what, match.captured(1), match.captured(2).toInt());
            else
                problems << u"%1 takes %2=N, not '%3'"_s.arg(m_source, what, given) + hintAt(given);
        }
    }

    void rates(const QString &name, const QString &what, QMap<QString, Rate> *target)
    {
        static const QRegularExpression form(u"^([^=;]+)=(\\d{1,6})/(\\d*(?:ms|s|m|h|d))$"_s);
        for (const QString &given : list(name)) {
            const auto match = form.match(given);
            const QString period = match.captured(3);
            const auto length
                = timeOf(period.isEmpty() || period.front().isDigit() ? period : u'1' + period);
            if (match.hasMatch() && length)
                put(target, what, match.captured(1), Rate{match.captured(2).toInt(), *length});
            else
                problems << u"%1 takes %2=N/s, N/m or N/10s, not '%3'"_s.arg(m_source, what, given)
                        + hintAt(given);
        }
    }

    [[nodiscard]] QStringList httpTasks()
    {
        QStringList tasks = list(u"http"_s);
        for (const QString &given : std::as_const(tasks)) {
            if (const auto named = NamedHttpTarget::fromText(given); !named)
                problems << m_source + u' ' + named.error(); // not the text: it may hold a password
        }
        return tasks;
    }

    /// TIME for all, TASK=TIME for one.
    void timeouts(WorkerOptions *target)
    {
        for (const QString &given : list(u"task-timeout"_s)) {
            const qsizetype at = given.lastIndexOf(u'=');
            const auto time = timeOf(given.mid(at + 1));
            const QString task = given.left(std::max<qsizetype>(at, 0));
            if (!time || at == 0 || task.contains(u'=') || task.contains(u';'))
                problems << u"%1 takes a time like 30s, or TASK=30s, not '%2'"_s.arg(m_source,
                                                                                     given)
                        + hintAt(given);
            else if (at > 0)
                put(&target->taskTimeouts, u"TASK"_s, task, *time);
            else if (target->taskTimeout)
                problems << u"%1 has two times for all tasks"_s.arg(m_source);
            else
                target->taskTimeout = *time;
        }
    }

    [[nodiscard]] static bool isTrue(const QString &value)
    {
        return !value.isEmpty() && value != "0"_L1 && value != "false"_L1;
    }

private:
    template <typename T>
    void put(QMap<QString, T> *target, const QString &what, const QString &name, const T &value)
    {
        if (target->contains(name)) {
            problems << u"%1 has two values for '%2'"_s.arg(m_source, name);
            return;
        }
        target->insert(name, value);
        if (what == "TASK"_L1)
            namedTasks.add(m_source, name);
    }

    [[nodiscard]] QString hintAt(const QString &given) const
    {
        const bool isList = !m_source.startsWith(u'-') && given.contains(u';');
        return isList ? u"; several are separated by commas"_s : QString();
    }

    const QCommandLineParser &m_parser;
    const QProcessEnvironment &m_environment;
    const GraphileConfig *m_config;
    QString m_source;
};

} // namespace

std::optional<QString> givenValue(const QCommandLineParser &parser,
                                  const QProcessEnvironment &environment, const QString &name)
{
    if (parser.isSet(name))
        return parser.value(name);
    const QString variable = variableOf(name);
    return environment.contains(variable) ? std::optional(environment.value(variable))
                                          : std::nullopt;
}

QString queueSchema(const std::optional<QString> &given, const QProcessEnvironment &environment)
{
    if (given)
        return *given;
    const QString node = environment.value(u"GRAPHILE_WORKER_SCHEMA"_s);
    return node.isEmpty() ? WorkerOptions().schema : node;
}

tl::expected<CommandLine, QString> CommandLine::parse(const QStringList &arguments,
                                                      const QProcessEnvironment &environment,
                                                      const GraphileConfig *config)
{
    QCommandLineParser parser;
    for (const OptionGroup &group : optionGroups()) {
        for (const Option &option : group.options)
            parser.addOption(QCommandLineOption(option.names, QString(), option.valueName));
    }
    const bool understood = parser.parse(QStringList{u"yardmaster"_s} + arguments);
    Values values(parser, environment, config);
    for (const QString &name : parser.unknownOptionNames())
        values.problems << unknownOption(name);
    if (!understood && values.problems.isEmpty())
        values.problems << parser.errorText();
    for (const QString &argument : parser.positionalArguments())
        values.problems << u"unexpected argument '%1'"_s.arg(argument);

    CommandLine line;
    QStringList variables = environment.keys();
    variables.sort();
    for (const QString &variable : std::as_const(variables)) {
        if (!variable.startsWith("YARDMASTER_"_L1))
            continue;
        if (const QString problem = variableProblem(variable); !problem.isEmpty())
            line.warnings << problem;
    }
    for (const OptionGroup &group : optionGroups()) {
        for (const Option &option : group.options) {
            const QString variable = variableOf(option.longName());
            if (!option.valueName.isEmpty() && !parser.isSet(option.longName())
                && environment.contains(variable)
                && environment.value(variable).trimmed().isEmpty())
                values.problems << u"%1 has no value; give it one, or unset it"_s.arg(variable);
        }
    }
    line.showHelp = parser.isSet(u"help"_s);
    line.showVersion = parser.isSet(u"version"_s);
    line.schemaOnly = parser.isSet(u"schema-only"_s);
    line.worker.once = parser.isSet(u"once"_s);
    line.gui = !parser.isSet(u"no-gui"_s) && !line.worker.once && !line.schemaOnly;
    line.sandbox = parser.isSet(u"sandbox"_s);
    line.examples = parser.isSet(u"examples"_s);
    line.connection = values.text(u"connection"_s);
    line.sandboxDir = values.text(u"sandbox-dir"_s).value_or(QString());
    line.pgBindir = values.text(u"pg-bindir"_s);
    line.tasks = values.text(u"tasks"_s);
    line.plugins = values.list(u"plugin"_s);
    line.http = values.httpTasks();
    line.hosts.node = QProcess::splitCommand(values.text(u"node"_s).value_or(QString()));
    line.hosts.python = QProcess::splitCommand(values.text(u"python"_s).value_or(QString()));
    values.number(u"hosts"_s, &line.hosts.processes);
    values.number(u"host-jobs"_s, &line.hosts.jobs);
    values.number(u"host-memory"_s, &line.hosts.memory);
    line.hosts.isWatching = parser.isSet(u"watch"_s);
    values.problems << line.hosts.problems();
    if (config) {
        line.extensions = config->extensions;
        line.warnings << config->warnings;
    }
    line.config = values.text(u"config"_s);
    line.usesConfig = !parser.isSet(u"no-config"_s);
    line.crontab = values.text(u"crontab"_s);
    line.usesCrontab = !parser.isSet(u"no-crontab"_s);
    line.strictCrontab = parser.isSet(u"strict-crontab"_s);
    line.profile = values.text(u"profile"_s);
    line.isReadOnly = parser.isSet(u"read-only"_s);
    line.filter = values.text(u"filter"_s);
    line.view = values.text(u"view"_s);
    line.events = values.text(u"events"_s);
    line.logSuccesses = !Values::isTrue(environment.value(u"NO_LOG_SUCCESS"_s));
    values.level(&line.logLevel);
    values.language(&line.language);
    line.debugUiStalls = parser.isSet(u"debug-ui-stalls"_s);

    line.worker.schema = queueSchema(values.text(u"schema"_s), environment);
    if (line.gui)
        line.worker.concurrency = std::max(1, QThread::idealThreadCount());
    values.number(u"jobs"_s, &line.worker.concurrency);
    values.number(u"async-jobs"_s, &line.worker.asyncConcurrency);
    values.number(u"max-pool-size"_s, &line.worker.maxPoolSize);
    values.number(u"local-queue-size"_s, &line.worker.localQueueSize);
    values.duration(u"poll-interval"_s, &line.worker.pollInterval);
    values.duration(u"prefetch-horizon"_s, &line.worker.prefetchHorizon);
    values.duration(u"local-queue-ttl"_s, &line.worker.localQueueTtl);
    values.duration(u"grace-period"_s, &line.worker.gracePeriod);

    values.duration(u"interrupted-job-retry-delay"_s, &line.worker.interruptedJobRetryDelay);
    values.duration(u"heartbeat-interval"_s, &line.worker.heartbeatInterval);
    values.duration(u"sweep-interval"_s, &line.worker.sweepInterval);
    values.duration(u"sweep-threshold"_s, &line.worker.sweepThreshold);
    values.duration(u"recovery-delay"_s, &line.worker.recoveryDelay);
    values.duration(u"refetch-delay"_s, &line.worker.refetchDelay);
    values.number(u"refetch-delay-threshold"_s, &line.worker.refetchDelayThreshold);
    int abortThreshold = -1;
    values.number(u"refetch-delay-max-abort-threshold"_s, &abortThreshold);
    if (abortThreshold >= 0)
        line.worker.refetchDelayMaxAbortThreshold = abortThreshold;
    values.batchDelay(u"complete-job-batch-delay"_s, &line.worker.completeJobBatchDelay);
    values.batchDelay(u"fail-job-batch-delay"_s, &line.worker.failJobBatchDelay);
    values.timeouts(&line.worker);
    line.worker.listens = !parser.isSet(u"no-listen"_s);
    line.worker.preparesStatements = !values.isSet(u"no-prepared-statements"_s);
    if (values.isSet(u"use-app-time"_s))
        line.worker.clock = &QDateTime::currentDateTimeUtc;
    line.worker.flags.forbidden = values.list(u"forbidden-flag"_s);
    line.worker.flags.accepted = values.list(u"accepted-flag"_s);
    if (const auto allowed = values.text(u"flag-allowlist"_s))
        line.worker.flags.allowed = allowed->split(u',', Qt::SkipEmptyParts);
    values.limits(u"limit"_s, u"TASK"_s, &line.worker.taskLimits);
    values.rates(u"rate"_s, u"TASK"_s, &line.worker.taskRates);
    values.limits(u"flag-limit"_s, u"FLAG"_s, &line.worker.flagLimits);
    values.rates(u"flag-rate"_s, u"FLAG"_s, &line.worker.flagRates);
    line.namedTasks = values.namedTasks;

    if (line.worker.once && line.schemaOnly)
        values.problems << u"--once and --schema-only exclude each other"_s;
    if (!line.usesCrontab && parser.isSet(u"crontab"_s))
        values.problems << u"--crontab and --no-crontab exclude each other"_s;
    if (!line.usesConfig && parser.isSet(u"config"_s))
        values.problems << u"--config and --no-config exclude each other"_s;
    if (line.filter && line.view)
        values.problems << u"--filter and --view exclude each other"_s;
    if ((parser.isSet(u"filter"_s) || parser.isSet(u"view"_s)) && !line.gui)
        values.problems << u"--filter and --view are for the window"_s;
    if ((parser.isSet(u"profile"_s) || line.isReadOnly) && !line.gui)
        values.problems << u"--profile and --read-only are for the window"_s;
    if (parser.isSet(u"profile"_s) && (line.sandbox || parser.isSet(u"connection"_s)))
        values.problems << u"--profile excludes --sandbox and --connection"_s;
    if (parser.isSet(u"events"_s) && (line.gui || line.schemaOnly))
        values.problems << u"--events is for a worker without window; add --no-gui"_s;
    if (line.sandbox && parser.isSet(u"connection"_s))
        values.problems << u"--sandbox and --connection exclude each other"_s;
    if (values.problems.isEmpty())
        values.problems << line.worker.problems();
    if (!values.problems.isEmpty() && !line.showHelp)
        return tl::make_unexpected(values.problems.join(u'\n'));
    return line;
}

QString CommandLine::helpText()
{
    QString text
        = u"Usage: yardmaster [OPTIONS]\n"
          "       yardmaster cron check|next FILE    crontabs; see yardmaster cron --help\n"
          "       yardmaster jobs export             jobs to a file; see yardmaster jobs --help\n"
          "       yardmaster tasks list              tasks of a folder; see yardmaster tasks "
          "--help\n\n"
          "Console and worker for graphile-worker job queues in PostgreSQL. Without\n"
          "--no-gui it opens the window; without a connection the window uses a\n"
          "sandbox: a private local PostgreSQL.\n"_s;
    text += optionsHelp();
    text += u"\nTIME is in milliseconds, or with a unit: 500ms, 30s, 5m, 1h. Every option with a\n"
            "value also reads an environment variable, e.g. YARDMASTER_POLL_INTERVAL.\n"
            "A worker without window also reads graphile-worker's graphile.config.js, .cjs,\n"
            ".mjs or .ts in the working directory, which both take precedence over.\n"
            "NO_LOG_SUCCESS=1 leaves successful jobs out of the log.\n\n"
            "SIGHUP makes a worker read its crontab again; without a crontab, or when its\n"
            "terminal was closed, it stops as on SIGTERM. SIGUSR2 also stops it.\n\n"
            "A stop returns unstarted jobs to the queue at once. At half of --grace-period\n"
            "running jobs are asked to end (executables by SIGTERM), shortly before its end they\n"
            "are killed, and those that still run are returned, attempt restored. A second\n"
            "signal, half a second after the first or later, ends the grace period: the worker\n"
            "exits within two seconds.\n\n"
            "Exit codes\n"
            "  0    done, or drained after SIGINT or SIGTERM\n"
            "  1    the database could not be reached or refused, or the run failed\n"
            "  2    wrong options, connection text, tasks folder or crontab\n"
            "  57   the schema is newer than this program understands\n"
            "  128+n  ended at once by a second signal n; running jobs were returned\n"_s;
    return text;
}

} // namespace yardmaster
