#pragma once

#include "app/commandline.h"
#include "app/namedtasks.h"

#include <QCommandLineParser>
#include <QMap>

namespace yardmaster {

struct GraphileConfig;

/// Reads values of options: those of the command line before those of the environment before those
/// of a configuration, and gathers errors.
class OptionValues final
{
public:
    OptionValues(const QCommandLineParser &parser, const QProcessEnvironment &environment,
                 const GraphileConfig *config)
        : m_parser(parser)
        , m_environment(environment)
        , m_config(config)
    { }

    QStringList problems;
    NamedTasks namedTasks;

    [[nodiscard]] std::optional<QString> text(const QString &name);

    /// Options without a value.
    [[nodiscard]] bool isSet(const QString &name) const;
    void number(const QString &name, int *target);
    void duration(const QString &name, std::chrono::milliseconds *target);
    void level(CommandLine::LogLevel *target);
    void language(QString *target);

    /// -1 means: no batching.
    void batchDelay(const QString &name, std::optional<std::chrono::milliseconds> *target);

    /// Repeatable; the variable holds a comma list.
    [[nodiscard]] QStringList list(const QString &name);

    /// `what` is TASK or FLAG, for the message.
    void limits(const QString &name, const QString &what, QMap<QString, int> *target);
    void rates(const QString &name, const QString &what, QMap<QString, Rate> *target);
    [[nodiscard]] QStringList httpTasks();

    /// TIME for all, TASK=TIME for one.
    void timeouts(WorkerOptions *target);
    [[nodiscard]] static bool isTrue(const QString &value);

private:
    template <typename T>
    void put(QMap<QString, T> *target, const QString &what, const QString &name, const T &value);
    [[nodiscard]] QString hintAt(const QString &given) const;

    const QCommandLineParser &m_parser;
    const QProcessEnvironment &m_environment;
    const GraphileConfig *m_config;
    QString m_source;
};

} // namespace yardmaster
