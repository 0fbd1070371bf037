#include "app/commandline.h"

#include "app/commands/shellcommand.h"
#include "app/optiontable.h"
#include "app/optionvalues.h"
#include "worker/db/passwordcommand.h"
#include "worker/db/sshcommand.h"
#include "worker/queue/namelist.h"
#include "worker/tasks/graphileconfig.h"

#include <QCommandLineParser>
#include <QProcess>
#include <QThread>

#include <algorithm>
#include <vector>

namespace yardmaster {

using namespace Qt::StringLiterals;

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

QStringList Reach::options()
{
    return {u"password-command"_s, u"ssh"_s, u"ssh-options"_s};
}

QStringList Reach::problems() const
{
    QStringList problems;
    const auto complain = [&problems](const char *option, const QString &problem) {
        if (!problem.isEmpty())
            problems << u"--%1: %2"_s.arg(QLatin1StringView(option), problem);
    };
    if (passwordCommand)
        complain("password-command", PasswordCommand::problemOf(*passwordCommand));
    if (ssh)
        complain("ssh", sshHostProblem(*ssh));
    if (sshOptions)
        complain("ssh-options", sshOptionsProblem(*sshOptions));
    if (sshOptions && !ssh)
        problems << u"--ssh-options needs --ssh"_s;
    return problems;
}

QString Reach::addTo(ConnectionSettings *connection) const
{
    if (passwordCommand && !connection->value(u"password"_s).isEmpty())
        return u"%1 contains a password, and --password-command prints one; use only one of them"_s
            .arg(connection->origin());
    connection->setPasswordCommand(passwordCommand.value_or(QString()));
    connection->setSsh(ssh.value_or(QString()), sshOptions.value_or(QString()));
    return {};
}

namespace {

QString unexpectedArgument(const QString &argument)
{
    const QString nearest = nearestOf(commandGroups(), argument);
    return nearest.isEmpty()
        ? u"unexpected argument '%1'"_s.arg(argument)
        : u"there is no command '%1'; did you mean %2?"_s.arg(argument, nearest);
}

/// `problems`, each with the setting without which it would not be there, if there is one.
/// @param problemsOf  what is wrong with another environment and configuration.
template <typename Read>
QStringList withSources(const QStringList &problems, const QProcessEnvironment &environment,
                        const ConfigFile &config, Read problemsOf)
{
    std::vector<std::pair<QString, QStringList>> without; // by the source left out
    for (auto it = config.options.begin(); it != config.options.end(); ++it) {
        ConfigFile less = config;
        less.options.remove(it.key());
        without.emplace_back(it->source, problemsOf(environment, less));
    }
    for (const OptionGroup &group : optionGroups()) {
        for (const Option &option : group.options) {
            const QString variable = variableOf(option.longName());
            if (!hasVariable(option) || !environment.contains(variable))
                continue;
            QProcessEnvironment less = environment;
            less.remove(variable);
            without.emplace_back(variable, problemsOf(less, config));
        }
    }
    QStringList sentences;
    for (const QString &problem : problems) {
        const auto isSaid = [&problem](const auto &one) { return problem.startsWith(one.first); };
        const auto isCause = [&](const auto &one) {
            return !one.second.contains(problem)
                && std::ranges::all_of(one.second, [&](const QString &other) {
                       return problems.contains(other); // or it was not looked for
                   });
        };
        const auto cause = std::ranges::find_if(without, isCause);
        const bool isNamed = std::ranges::any_of(without, isSaid) || cause == without.end();
        sentences << (isNamed ? problem : cause->first + ": "_L1 + problem);
    }
    return sentences;
}

} // namespace

tl::expected<CommandLine, QString> CommandLine::parse(const QStringList &arguments,
                                                      const QProcessEnvironment &environment,
                                                      const ConfigFile *config)
{
    auto line = read(arguments, environment, config);
    if (line)
        return *std::move(line);
    const auto problemsOf = [&arguments](const QProcessEnvironment &other, const ConfigFile &file) {
        const auto without = read(arguments, other, &file);
        return without ? QStringList() : without.error();
    };
    return tl::make_unexpected(
        withSources(line.error(), environment, config ? *config : ConfigFile(), problemsOf)
            .join(u'\n'));
}

tl::expected<CommandLine, QStringList> CommandLine::read(const QStringList &arguments,
                                                         const QProcessEnvironment &environment,
                                                         const ConfigFile *config)
{
    QCommandLineParser parser;
    addOptionsTo(&parser);
    const bool understood = parser.parse(QStringList{u"yardmaster"_s} + arguments);
    OptionValues values(parser, environment, config);
    for (const QString &name : parser.unknownOptionNames())
        values.problems << unknownOption(name);
    if (!understood && values.problems.isEmpty())
        values.problems << parser.errorText();
    CommandLine line;
    for (const QString &argument : parser.positionalArguments()) {
        if (argument.startsWith("yardmaster:"_L1) && line.link.isEmpty()) {
            line.link = argument;
            continue;
        }
        values.problems << unexpectedArgument(argument);
        break; // what follows belongs to a command that there is not
    }
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
            if (hasVariable(option) && !parser.isSet(option.longName())
                && environment.contains(variable)
                && environment.value(variable).trimmed().isEmpty())
                values.problems << u"%1 has no value; set one, or unset it"_s.arg(variable);
        }
    }
    line.showHelp = parser.isSet(u"help"_s);
    line.showVersion = parser.isSet(u"version"_s);
    line.schemaOnly = values.isSet(u"schema-only"_s);
    line.worker.once = values.isSet(u"once"_s);
    line.cleanup = values.cleanupTasks();
    line.gui = !values.isSet(u"no-gui"_s) && !line.worker.once && !line.schemaOnly && !line.cleanup;
    line.sandbox = values.isSet(u"sandbox"_s);
    line.examples = values.isSet(u"examples"_s);
    line.connection = values.text(u"connection"_s);
    line.reach = {values.text(u"password-command"_s), values.text(u"ssh"_s),
                  values.text(u"ssh-options"_s)};
    line.sandboxDir = values.text(u"sandbox-dir"_s).value_or(QString());
    line.pgBindir = values.text(u"pg-bindir"_s);
    line.tasks = values.text(u"tasks"_s);
    if (line.tasks && line.tasks->isEmpty())
        values.problems << u"--tasks names no folder"_s;
    line.plugins = values.list(u"plugin"_s);
    line.http = values.httpTasks();
    line.hosts.node = QProcess::splitCommand(values.text(u"node"_s).value_or(QString()));
    line.hosts.python = QProcess::splitCommand(values.text(u"python"_s).value_or(QString()));
    values.number(u"hosts"_s, &line.hosts.processes);
    values.number(u"host-jobs"_s, &line.hosts.jobs);
    values.number(u"host-memory"_s, &line.hosts.memory);
    line.hosts.isWatching = values.isSet(u"watch"_s);
    if (config) {
        line.extensions = config->extensions;
        line.warnings << config->warnings;
    }
    line.config = values.text(u"config"_s);
    line.usesConfig = !values.isSet(u"no-config"_s);
    line.crontab = values.text(u"crontab"_s);
    line.usesCrontab = !values.isSet(u"no-crontab"_s);
    line.strictCrontab = values.isSet(u"strict-crontab"_s);
    line.profile = values.text(u"profile"_s);
    line.isReadOnly = values.isSet(u"read-only"_s);
    line.filter = values.text(u"filter"_s);
    line.view = values.text(u"view"_s);
    line.events = values.text(u"events"_s);
    line.logSuccesses = !OptionValues::isTrue(environment.value(u"NO_LOG_SUCCESS"_s));
    values.level(&line.logLevel);
    values.logFormat(&line.logFormat);
    values.listenAddress(&line.listenHttp);
    line.queueMetrics = values.isSet(u"queue-metrics"_s);
    line.failsOnError = values.isSet(u"fail-on-error"_s);
    values.language(&line.language);
    line.editor = values.text(u"editor"_s).value_or(QString());
    line.isReversed = values.isSet(u"reverse"_s);
    line.debugUiStalls = values.isSet(u"debug-ui-stalls"_s);

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
    line.worker.listens = !values.isSet(u"no-listen"_s);
    line.worker.preparesStatements = !values.isSet(u"no-prepared-statements"_s);
    if (values.isSet(u"use-app-time"_s))
        line.worker.clock = &QDateTime::currentDateTimeUtc;
    line.worker.flags.forbidden = values.list(u"forbidden-flag"_s);
    line.worker.flags.accepted = values.list(u"accepted-flag"_s);
    if (const auto allowed = values.text(u"flag-allowlist"_s))
        line.worker.flags.allowed = namesIn(*allowed);
    values.limits(u"limit"_s, u"TASK"_s, &line.worker.taskLimits);
    values.rates(u"rate"_s, u"TASK"_s, &line.worker.taskRates);
    values.limits(u"flag-limit"_s, u"FLAG"_s, &line.worker.flagLimits);
    values.rates(u"flag-rate"_s, u"FLAG"_s, &line.worker.flagRates);
    line.namedTasks = values.namedTasks;

    const bool areRead = values.problems.isEmpty();
    values.problems << line.reach.problems() << line.hosts.problems();
    if (areRead)
        values.problems << line.worker.problems();

    if (line.worker.once && line.schemaOnly)
        values.problems << u"--once and --schema-only exclude each other"_s;
    if (line.cleanup && (line.worker.once || line.schemaOnly))
        values.problems << u"--cleanup excludes --once and --schema-only"_s;
    if (parser.isSet(u"no-crontab"_s) && parser.isSet(u"crontab"_s))
        values.problems << u"--crontab and --no-crontab exclude each other"_s;
    if (parser.isSet(u"no-config"_s) && parser.isSet(u"config"_s))
        values.problems << u"--config and --no-config exclude each other"_s;
    if (line.filter && line.view)
        values.problems << u"--filter and --view exclude each other"_s;
    if (!line.link.isEmpty() && (line.filter || line.view))
        values.problems << u"a link excludes --filter and --view"_s;
    if (!line.link.isEmpty() && !line.gui)
        values.problems << u"a link is for the window"_s;
    if ((parser.isSet(u"filter"_s) || parser.isSet(u"view"_s)) && !line.gui)
        values.problems << u"--filter and --view are for the window"_s;
    if ((parser.isSet(u"profile"_s) || parser.isSet(u"read-only"_s)) && !line.gui)
        values.problems << u"--profile and --read-only are for the window"_s;
    if (parser.isSet(u"profile"_s) && (line.sandbox || parser.isSet(u"connection"_s)))
        values.problems << u"--profile excludes --sandbox and --connection"_s;
    for (const QString &name : {u"events"_s, u"listen-http"_s}) {
        if (parser.isSet(name) && (line.schemaOnly || line.cleanup))
            values.problems << u"--%1 is for a worker, and --%2 runs none"_s.arg(
                name, line.schemaOnly ? u"schema-only"_s : u"cleanup"_s);
        else if (parser.isSet(name) && line.gui)
            values.problems << u"--%1 is for a worker without window; add --no-gui"_s.arg(name);
    }
    if (line.queueMetrics && !line.listenHttp)
        values.problems << u"--queue-metrics needs --listen-http"_s;
    if (parser.isSet(u"fail-on-error"_s) && !line.worker.once)
        values.problems
            << u"--fail-on-error is for --once: other workers do not exit on their own"_s;
    for (const QString &way : Reach::options()) {
        if (parser.isSet(way) && parser.isSet(u"profile"_s))
            values.problems << u"--profile excludes --%1: a profile has its own"_s.arg(way);
        if (parser.isSet(way) && line.sandbox)
            values.problems << u"--sandbox and --%1 exclude each other"_s.arg(way);
    }
    if (line.sandbox && parser.isSet(u"connection"_s))
        values.problems << u"--sandbox and --connection exclude each other"_s;
    if (!values.problems.isEmpty() && !line.showHelp)
        return tl::make_unexpected(values.problems);
    return line;
}

QString CommandLine::helpText()
{
    QString text = u"Usage: yardmaster [OPTIONS] [LINK]     the window, or a worker\n"
                   "       yardmaster COMMAND [OPTIONS]    see yardmaster COMMAND --help\n\n"
                   "Console and worker for graphile-worker job queues in PostgreSQL. Without\n"
                   "--no-gui it opens the window; if no connection is given, the window uses a\n"
                   "sandbox: a private local PostgreSQL.\n"_s;
    text += u"\nCommands\n"_s + commandsHelp() + optionsHelp();
    text += u"\n"
            "TIME is in milliseconds, or has a unit: 500ms, 30s, 5m, 1h. Every option can also\n"
            "be set by an environment variable, e.g. YARDMASTER_POLL_INTERVAL=5s or\n"
            "YARDMASTER_WATCH=1, and in a configuration file (--config FILE.toml):\n"
            "poll_interval = \"5s\", watch = true. The command line comes first, then variables,\n"
            "then the file; yardmaster config show prints which one applies. A worker without a\n"
            "window and without --config reads graphile-worker's graphile.config.js, .cjs, .mjs\n"
            "or .ts in the working directory. NO_LOG_SUCCESS=1 leaves successful jobs out of the\n"
            "log.\n\n"
            "SIGHUP makes a worker read its crontab again; if it has no crontab, or its terminal\n"
            "was closed, it stops as on SIGTERM. SIGUSR2 also stops it.\n\n"
            "A stop returns unstarted jobs to the queue at once. Halfway through --grace-period,\n"
            "running jobs are asked to end (executables by SIGTERM). Shortly before it is over,\n"
            "they are killed, and those still running are returned to the queue with their\n"
            "attempt restored. A second signal, at least half a second after the first, ends the\n"
            "grace period: the worker exits within two seconds.\n\n"
            "Exit codes\n"
            "  0    done, or drained after SIGINT or SIGTERM\n"
            "  1    the database could not be reached or refused access, or the run failed\n"
            "  2    wrong options, connection string, tasks folder or crontab\n"
            "  10   --once --fail-on-error: a job failed\n"
            "  57   the schema is newer than this program understands\n"
            "  128+n  stopped at once by a second signal n; running jobs were returned\n"_s;
    return text;
}

} // namespace yardmaster
