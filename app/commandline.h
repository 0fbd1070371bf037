#pragma once

#include "app/namedtasks.h"
#include "app/server/listenaddress.h"
#include <yardmaster/cleanup.h>
#include <yardmaster/connectionsettings.h>
#include <yardmaster/taskhostoptions.h>
#include <yardmaster/workeroptions.h>

#include <QProcessEnvironment>
#include <QStringList>

#include <optional>

#include <tl/expected.hpp>

class QCommandLineParser;

namespace yardmaster {

struct ConfigFile;

/// The option `name`, else YARDMASTER_<NAME>.
[[nodiscard]] std::optional<QString> givenValue(const QCommandLineParser &parser,
                                                const QProcessEnvironment &environment,
                                                const QString &name);
/// `given`, else GRAPHILE_WORKER_SCHEMA, else graphile_worker.
[[nodiscard]] QString queueSchema(const std::optional<QString> &given,
                                  const QProcessEnvironment &environment);

/// How a database is reached, besides its address: --password-command, --ssh, --ssh-options.
struct Reach
{
    std::optional<QString> passwordCommand;
    std::optional<QString> ssh;
    std::optional<QString> sshOptions;

    /// Their names.
    [[nodiscard]] static QStringList options();
    /// One sentence for each thing that is wrong with it.
    [[nodiscard]] QStringList problems() const;
    /// @returns one sentence if it does not go together with `connection`, else empty.
    [[nodiscard]] QString addTo(ConnectionSettings *connection) const;
};

/// The options: from the command line, else the environment, else a configuration file, else the
/// defaults. Every option also reads YARDMASTER_<NAME>, e.g. YARDMASTER_POLL_INTERVAL.
struct CommandLine
{
    enum class LogLevel { Debug, Info, Warning, Error };
    enum class LogFormat { Text, Json, Journald };

    bool showHelp = false;
    bool showVersion = false;
    bool gui = true; ///< false for --no-gui, --once, --schema-only and --cleanup
    bool schemaOnly = false;
    CleanupTasks cleanup{}; ///< --cleanup: only these, then exit

    std::optional<QString> connection; ///< -c as given
    Reach reach;
    bool sandbox = false;
    QString sandboxDir; ///< empty: the usual place
    /// Something was asked for that only a sandbox has, or tasks to run in it.
    [[nodiscard]] bool namesSandbox() const
    {
        return sandbox || examples || !sandboxDir.isEmpty() || pgBindir || tasks
            || !plugins.isEmpty() || !http.isEmpty();
    }
    std::optional<QString> pgBindir;
    bool examples = false;

    std::optional<QString> tasks;   ///< --tasks as given
    QStringList plugins;            ///< --plugin as given
    QStringList http;               ///< --http as given: NAME=URL
    TaskHostOptions hosts;          ///< of the folder of tasks
    QStringList extensions;         ///< of modules, from the configuration; empty: the usual ones
    std::optional<QString> config;  ///< --config as given: a file
    bool usesConfig = true;         ///< false for --no-config
    std::optional<QString> crontab; ///< --crontab as given
    bool usesCrontab = true;        ///< false for --no-crontab
    bool strictCrontab = false;
    WorkerOptions worker; ///< all but the connection and cron

    std::optional<QString> profile; ///< --profile as given
    bool isReadOnly = false;        ///< --read-only
    std::optional<QString> filter;  ///< --filter as given
    std::optional<QString> view;    ///< --view as given: a file, or a link
    QString link; ///< of a view, as the desktop gives it; which is asked before it is opened

    std::optional<QString> events;           ///< --events as given: a file, or "-"
    std::optional<ListenAddress> listenHttp; ///< --listen-http
    bool queueMetrics = false;               ///< --queue-metrics
    bool failsOnError = false;               ///< --fail-on-error
    LogLevel logLevel = LogLevel::Info;
    LogFormat logFormat = LogFormat::Text;
    QString editor;             ///< of source files, see SourceEditor; empty: the desktop's
    QString language;           ///< of the window, "de"; empty: as chosen there, else the system's
    bool isReversed = false;    ///< the window is laid out from right to left
    bool debugUiStalls = false; ///< log when the window does not respond
    bool logSuccesses = true;

    NamedTasks namedTasks; ///< in --limit, --rate and --task-timeout
    QStringList warnings;  ///< options that are ignored, one sentence each

    /// @param arguments  without the program's name.
    /// @param config  as a first call has named it; null: none.
    /// @returns one sentence per mistake, joined by newlines, if there is any.
    [[nodiscard]] static tl::expected<CommandLine, QString>
    parse(const QStringList &arguments, const QProcessEnvironment &environment,
          const ConfigFile *config = nullptr);

    [[nodiscard]] static QString helpText();

private:
    /// @returns the mistakes, if there is any. Where a value cannot be used, not where it is set.
    [[nodiscard]] static tl::expected<CommandLine, QStringList>
    read(const QStringList &arguments, const QProcessEnvironment &environment,
         const ConfigFile *config);
};

} // namespace yardmaster
