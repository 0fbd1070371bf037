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

/// What verbs share: the command line and the streams. Each verb returns an exit code: 0, 1 for
/// what went wrong, 2 for a wrong command line.
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

    /// The value of a numeric option like 50000, 500k or 10m; says so if it is none, or not within
    /// the bounds.
    [[nodiscard]] std::optional<qint64> number(const QString &option, qint64 least, qint64 most);
    /// Connects; says so if it cannot. Installs the schema if asked to.
    [[nodiscard]] std::optional<Target> target(bool installs);
};

/// Adds jobs that do nothing. @param priority  lower runs first.
[[nodiscard]] Result<void> addNoopJobs(Session &session, const QString &schema, qint64 jobs,
                                       int priority = 0);
/// A JSON array of payloads that tell jobs from each other by the numbers `begin` to `end` - 1.
[[nodiscard]] QByteArray payloads(qint64 begin, qint64 end);
/// After a big change, so that the measurement neither plans blindly nor waits for old pages.
[[nodiscard]] Result<void> settle(Session &session, const QString &schema);
/// Runnable jobs of the task.
[[nodiscard]] Result<qint64> countNoopJobs(Session &session, const QString &schema);

/// Rounded to three places, as the lines have it; null for nothing.
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
