#pragma once

#include "app/commandline.h"
#include "app/namedtasks.h"
#include "worker/tasks/graphileconfig.h"

#include <QCommandLineParser>
#include <QMap>

#include <utility>
#include <vector>

namespace yardmaster {

/// Reads values of options: those of the command line before those of the environment before those
/// of a configuration, and gathers errors.
class OptionValues final
{
public:
    OptionValues(const QCommandLineParser &parser, const QProcessEnvironment &environment,
                 const ConfigFile *config)
        : m_parser(parser)
        , m_environment(environment)
        , m_config(config)
    { }

    QStringList problems;
    NamedTasks namedTasks;

    [[nodiscard]] std::optional<QString> text(const QString &name);

    /// A value as it was given, and where: "--jobs", "YARDMASTER_JOBS", "worker.toml:3: jobs".
    [[nodiscard]] std::optional<ConfigFile::Value> given(const QString &name) const;

    /// Options without a value. A variable of theirs is 1, true, yes or on; or 0, false, no or off,
    /// which overrides a configuration.
    [[nodiscard]] bool isSet(const QString &name);
    void number(const QString &name, int *target);
    void duration(const QString &name, std::chrono::milliseconds *target);
    void level(CommandLine::LogLevel *target);
    /// By one of graphile-worker's variables.
    [[nodiscard]] bool asksForDebug() const;
    void language(QString *target);
    void logFormat(CommandLine::LogFormat *target);
    void listenAddress(std::optional<ListenAddress> *target);

    /// -1 means: no batching.
    void batchDelay(const QString &name, std::optional<std::chrono::milliseconds> *target);

    /// Repeatable; the variable holds a comma list.
    [[nodiscard]] QStringList list(const QString &name);

    /// `what` is TASK or FLAG, for the message.
    void limits(const QString &name, const QString &what, QMap<QString, int> *target);
    void rates(const QString &name, const QString &what, QMap<QString, Rate> *target);
    [[nodiscard]] QStringList httpTasks();
    [[nodiscard]] CleanupTasks cleanupTasks();

    /// TIME for all, TASK=TIME for one.
    void timeouts(WorkerOptions *target);
    [[nodiscard]] static bool isTrue(const QString &value);

private:
    /// One of a few words.
    template <typename T>
    void choice(const QString &name, const std::vector<std::pair<QString, T>> &choices, T *target);
    template <typename T>
    void put(QMap<QString, T> *target, const QString &what, const QString &name, const T &value);
    [[nodiscard]] QString hintAt(const QString &given) const;

    const QCommandLineParser &m_parser;
    const QProcessEnvironment &m_environment;
    const ConfigFile *m_config;
    QString m_source;
};

} // namespace yardmaster
