#include "app/commandline.h"

#include "app/durationtext.h"

#include <QCommandLineParser>
#include <QThread>

#include <algorithm>
#include <vector>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

struct Option
{
    QStringList names; ///< short first
    QString valueName; ///< empty: a switch
    QString help;

    [[nodiscard]] const QString &longName() const { return names.last(); }
    /// The variable that is read when the option is not given.
    [[nodiscard]] QString variable() const
    {
        return u"YARDMASTER_"_s + longName().toUpper().replace(u'-', u'_');
    }
};

struct Group
{
    QString title;
    std::vector<Option> options;
};

/// The one table behind the parser, the environment and --help.
const std::vector<Group> &groups()
{
    static const std::vector<Group> table{
        {u"Database"_s,
         {
             {{u"c"_s, u"connection"_s},
              u"URL"_s,
              u"PostgreSQL URL, keyword string or database name [DATABASE_URL, PG*]"_s},
             {{u"s"_s, u"schema"_s},
              u"SCHEMA"_s,
              u"schema of the queue [GRAPHILE_WORKER_SCHEMA, graphile_worker]"_s},
             {{u"schema-only"_s}, {}, u"install or upgrade the schema, then exit"_s},
             {{u"sandbox"_s}, {}, u"use a private local PostgreSQL, started and stopped for you"_s},
             {{u"sandbox-dir"_s}, u"DIR"_s, u"where the sandbox keeps its data"_s},
             {{u"pg-bindir"_s}, u"DIR"_s, u"PostgreSQL server programs for the sandbox"_s},
             {{u"examples"_s}, {}, u"queue a handful of example jobs in the sandbox"_s},
         }},
        {u"Worker"_s,
         {
             {{u"no-gui"_s}, {}, u"run the worker without a window"_s},
             {{u"once"_s}, {}, u"run until nothing is runnable any more, then exit"_s},
             {{u"tasks"_s}, u"DIR"_s, u"folder of executable task files [./tasks]"_s},
             {{u"j"_s, u"jobs"_s}, u"N"_s, u"jobs to run at the same time [1; window: cores]"_s},
             {{u"m"_s, u"max-pool-size"_s}, u"N"_s, u"database connections at most [10]"_s},
             {{u"poll-interval"_s}, u"TIME"_s, u"how often to look for due jobs [2s]"_s},
             {{u"local-queue-size"_s}, u"N"_s, u"jobs fetched ahead of time [500]"_s},
             {{u"local-queue-ttl"_s},
              u"TIME"_s,
              u"fetched but unstarted jobs go back after [5m]"_s},
             {{u"grace-period"_s}, u"TIME"_s, u"time for running jobs to end at a stop [10s]"_s},
         }},
        {u"Output"_s,
         {
             {{u"log-level"_s},
              u"LEVEL"_s,
              u"debug, info, warning or error [info; GRAPHILE_LOGGER_DEBUG=1: debug]"_s},
             {{u"v"_s, u"version"_s}, {}, u"print the version"_s},
             {{u"h"_s, u"help"_s}, {}, u"print this text"_s},
         }},
    };
    return table;
}

template <typename Visit> void forEachOption(Visit visit)
{
    for (const Group &group : groups())
        std::for_each(group.options.begin(), group.options.end(), visit);
}

int editDistance(const QString &a, const QString &b)
{
    std::vector<int> row(size_t(b.size()) + 1);
    for (size_t j = 0; j < row.size(); ++j)
        row[j] = int(j);
    for (const QChar letter : a) {
        int diagonal = row[0]++;
        for (size_t j = 1; j < row.size(); ++j) {
            const int substituted = diagonal + (letter == b[qsizetype(j) - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, substituted});
        }
    }
    return row.back();
}

QString unknownOption(const QString &name)
{
    QString nearest;
    int distance = std::clamp(int(name.size()) / 2, 2, 4);
    forEachOption([&](const Option &option) {
        if (const int d = editDistance(name, option.longName()); d < distance) {
            distance = d;
            nearest = option.longName();
        }
    });
    const QString dashes = name.size() == 1 ? u"-"_s : u"--"_s;
    QString text = u"unknown option %1%2"_s.arg(dashes, name);
    if (!nearest.isEmpty() && name.size() > 1)
        text += u"; did you mean --%1?"_s.arg(nearest);
    return text;
}

/// Reads values as the command line over the environment, and gathers what is wrong with them.
class Values
{
public:
    Values(const QCommandLineParser &parser, const QProcessEnvironment &environment)
        : m_parser(parser)
        , m_environment(environment)
    { }

    QStringList problems;

    [[nodiscard]] std::optional<QString> text(const QString &name)
    {
        m_source = u"--"_s + name;
        if (m_parser.isSet(name))
            return m_parser.value(name);
        m_source = Option{{name}, {}, {}}.variable();
        if (m_environment.contains(m_source))
            return m_environment.value(m_source);
        return std::nullopt;
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
        if (const auto value = parseDuration(*given))
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

    [[nodiscard]] static bool isTrue(const QString &value)
    {
        return !value.isEmpty() && value != "0"_L1 && value != "false"_L1;
    }

private:
    const QCommandLineParser &m_parser;
    const QProcessEnvironment &m_environment;
    QString m_source;
};

} // namespace

tl::expected<CommandLine, QString> CommandLine::parse(const QStringList &arguments,
                                                      const QProcessEnvironment &environment)
{
    QCommandLineParser parser;
    forEachOption([&parser](const Option &option) {
        parser.addOption(QCommandLineOption(option.names, QString(), option.valueName));
    });
    const bool understood = parser.parse(QStringList{u"yardmaster"_s} + arguments);
    Values values(parser, environment);
    for (const QString &name : parser.unknownOptionNames())
        values.problems << unknownOption(name);
    if (!understood && values.problems.isEmpty())
        values.problems << parser.errorText();
    for (const QString &argument : parser.positionalArguments())
        values.problems << u"unexpected argument '%1'"_s.arg(argument);

    CommandLine line;
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
    line.logSuccesses = !Values::isTrue(environment.value(u"NO_LOG_SUCCESS"_s));
    values.level(&line.logLevel);

    const QString nodeSchema = environment.value(u"GRAPHILE_WORKER_SCHEMA"_s);
    if (!nodeSchema.isEmpty())
        line.worker.schema = nodeSchema;
    line.worker.schema = values.text(u"schema"_s).value_or(line.worker.schema);
    if (line.gui)
        line.worker.concurrency = std::max(1, QThread::idealThreadCount());
    values.number(u"jobs"_s, &line.worker.concurrency);
    values.number(u"max-pool-size"_s, &line.worker.maxPoolSize);
    values.number(u"local-queue-size"_s, &line.worker.localQueueSize);
    values.duration(u"poll-interval"_s, &line.worker.pollInterval);
    values.duration(u"local-queue-ttl"_s, &line.worker.localQueueTtl);
    values.duration(u"grace-period"_s, &line.worker.gracePeriod);

    if (line.worker.once && line.schemaOnly)
        values.problems << u"--once and --schema-only exclude each other"_s;
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
    QString text = u"Usage: yardmaster [OPTIONS]\n\n"
                   "Console and worker for graphile-worker job queues in PostgreSQL. Without\n"
                   "--no-gui it opens the window; without a connection the window uses a\n"
                   "sandbox: a private local PostgreSQL.\n"_s;
    for (const Group &group : groups()) {
        text += u"\n%1\n"_s.arg(group.title);
        for (const Option &option : group.options) {
            QStringList spellings;
            for (const QString &name : option.names)
                spellings << (name.size() == 1 ? u"-"_s : u"--"_s) + name;
            QString left = spellings.join(", "_L1);
            if (option.names.size() == 1)
                left.prepend(u"    "_s);
            if (!option.valueName.isEmpty())
                left += u' ' + option.valueName;
            text += u"  %1  %2\n"_s.arg(left, -27).arg(option.help);
        }
    }
    text += u"\nTIME is in milliseconds, or with a unit: 500ms, 30s, 5m, 1h. Every option with a\n"
            "value also reads an environment variable, e.g. YARDMASTER_POLL_INTERVAL.\n"
            "NO_LOG_SUCCESS=1 leaves successful jobs out of the log.\n\n"
            "Exit codes\n"
            "  0    done, or drained after SIGINT, SIGTERM or SIGHUP\n"
            "  1    the database could not be reached or refused, or the run failed\n"
            "  2    wrong options, connection text or tasks folder\n"
            "  57   the schema is newer than this program understands\n"
            "  128+n  ended at once by a second signal n; running jobs were given back\n"_s;
    return text;
}

} // namespace yardmaster
