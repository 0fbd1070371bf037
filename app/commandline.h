#pragma once

#include <yardmaster/taskhostoptions.h>
#include <yardmaster/workeroptions.h>

#include <QProcessEnvironment>
#include <QStringList>

#include <optional>
#include <utility>

#include <tl/expected.hpp>

class QCommandLineParser;

namespace yardmaster {

/// Task names in options; checked when the tasks have been loaded.
class NamedTasks final
{
public:
    /// @param source  "--limit" or "YARDMASTER_LIMIT".
    void add(const QString &source, const QString &task) { m_names << std::pair(source, task); }

    /// Sentences about names that are not among `tasks`: errors on the command line, warnings in a
    /// variable, which may be meant for a fleet of different workers.
    struct Check
    {
        QStringList problems;
        QStringList warnings;
    };
    [[nodiscard]] Check check(const QStringList &tasks) const;

private:
    QList<std::pair<QString, QString>> m_names;
};

/// The option `name`, else YARDMASTER_<NAME>.
[[nodiscard]] std::optional<QString> givenValue(const QCommandLineParser &parser,
                                                const QProcessEnvironment &environment,
                                                const QString &name);
/// `given`, else GRAPHILE_WORKER_SCHEMA, else graphile_worker.
[[nodiscard]] QString queueSchema(const std::optional<QString> &given,
                                  const QProcessEnvironment &environment);

/// The options: from the command line, else the environment, else the defaults. Every option with a
/// value also reads YARDMASTER_<NAME>, e.g. YARDMASTER_POLL_INTERVAL.
struct CommandLine
{
    enum class LogLevel { Debug, Info, Warning, Error };

    bool showHelp = false;
    bool showVersion = false;
    bool gui = true; ///< false for --no-gui, --once and --schema-only
    bool schemaOnly = false;

    std::optional<QString> connection; ///< -c as given
    bool sandbox = false;
    QString sandboxDir; ///< empty: the usual place
    std::optional<QString> pgBindir;
    bool examples = false;

    std::optional<QString> tasks;   ///< --tasks as given
    QStringList plugins;            ///< --plugin as given
    TaskHostOptions hosts;          ///< of the folder of tasks
    std::optional<QString> crontab; ///< --crontab as given
    bool usesCrontab = true;        ///< false for --no-crontab
    bool strictCrontab = false;
    WorkerOptions worker; ///< all but the connection and cron

    std::optional<QString> profile; ///< --profile as given
    bool isReadOnly = false;        ///< --read-only
    std::optional<QString> filter;  ///< --filter as given
    std::optional<QString> view;    ///< --view as given: a file, or a link

    std::optional<QString> events; ///< --events as given: a file, or "-"
    LogLevel logLevel = LogLevel::Info;
    QString language;           ///< of the window, "de"; empty: as chosen there, else the system's
    bool debugUiStalls = false; ///< log when the window does not respond
    bool logSuccesses = true;

    NamedTasks namedTasks; ///< in --limit, --rate and --task-timeout
    QStringList warnings;  ///< options that are ignored, one sentence each

    /// @param arguments  without the program's name.
    /// @returns one sentence per mistake, joined by newlines, if there is any.
    [[nodiscard]] static tl::expected<CommandLine, QString>
    parse(const QStringList &arguments, const QProcessEnvironment &environment);

    [[nodiscard]] static QString helpText();
};

} // namespace yardmaster
