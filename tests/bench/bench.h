#pragma once

#include <yardmaster/connectionsettings.h>
#include <yardmaster/session.h>

#include <QCommandLineParser>
#include <QJsonObject>
#include <QTextStream>

#include <memory>
#include <optional>

namespace yardmaster::bench {

/// The task that everything is measured with: its handler does nothing.
inline constexpr QLatin1StringView kTask{"noop"};

/// The queue a verb works on, with a session of the main thread's.
struct Target
{
    ConnectionSettings settings;
    QString connection; ///< as given, for child processes
    QString schema;
    std::unique_ptr<Session> session;
};

/// What verbs share: the command line and the streams. Each verb returns an exit code: 0, 1 for an
/// error, 2 for a wrong command line.
struct Bench
{
    QCommandLineParser parser;
    QTextStream out{stdout};
    QTextStream err{stderr};

    /// @returns 1.
    int complain(const QString &message);
    int complain(const DbError &error) { return complain(error.message); }
    /// Prints a line of JSON. @returns 0.
    int print(const QJsonObject &line);

    /// The value of a numeric option like 50000, 500k or 10m; prints an error if it is none, or not
    /// within the bounds.
    [[nodiscard]] std::optional<qint64> number(const QString &option, qint64 least, qint64 most);
    /// Connects; prints an error if it cannot. Installs the schema if requested.
    [[nodiscard]] std::optional<Target> target(bool installs);
};

/// Adds jobs that do nothing. @param priority  lower runs first.
[[nodiscard]] Result<void> addNoopJobs(Session &session, const QString &schema, qint64 jobs,
                                       int priority = 0);
/// A JSON array of payloads that identify jobs by the numbers `begin` to `end` - 1.
[[nodiscard]] QByteArray payloads(qint64 begin, qint64 end);
/// After a large change, so that plans of the measurement have statistics and it does not wait for
/// dirty pages.
[[nodiscard]] Result<void> settle(Session &session, const QString &schema);
/// Runnable jobs of the task.
[[nodiscard]] Result<qint64> countNoopJobs(Session &session, const QString &schema);

/// Rounded to three decimals, as in the lines; null for nothing.
[[nodiscard]] QJsonValue rounded(std::optional<double> value);

int addVerb(Bench &bench);
int bulkVerb(Bench &bench);
int bulkWorkerVerb(Bench &bench); ///< a process that bulk kills
int drainVerb(Bench &bench);
int drainWorkerVerb(Bench &bench); ///< one process of drain and startup
int floorVerb(Bench &bench);
int installVerb(Bench &bench);
int latencyVerb(Bench &bench);
int startupVerb(Bench &bench);

} // namespace yardmaster::bench
