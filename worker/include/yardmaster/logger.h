#pragma once

#include <QJsonObject>
#include <QString>

#include <functional>
#include <memory>

namespace yardmaster {

enum class LogLevel { Debug, Info, Warning, Error };

/// The source of a log entry. Empty or 0: unknown or not applicable.
struct LogScope
{
    QString label{}; ///< free: a part of the program, "stdout"
    QString workerId{};
    QString taskIdentifier{};
    qint64 jobId = 0;
};

struct LogEntry
{
    LogLevel level = LogLevel::Info;
    QString message;
    LogScope scope;
    QJsonObject meta; ///< for machines: whatever the handler adds
};

/// Where log entries go. Called on whichever thread logs, several at once, so it must be safe to
/// call from any thread; quick, because the handler waits for it; and it must not throw.
using LogSink = std::function<void(const LogEntry &)>;

/// Writes to the Qt logging category `yardmaster.task`: "[send_email 42] message {"meta":1}".
void logToCategory(const LogEntry &entry);

/// Logs within one scope. A cheap value; any thread.
///
///     const Logger log = context.logger().scope({.label = u"smtp"_s});
///     log.warning(u"greylisted"_s, {{u"host"_s, host}});
class Logger final
{
public:
    /// No sink: logToCategory().
    explicit Logger(LogSink sink = {}, LogScope scope = {});

    void debug(const QString &message, const QJsonObject &meta = {}) const
    {
        log(LogLevel::Debug, message, meta);
    }
    void info(const QString &message, const QJsonObject &meta = {}) const
    {
        log(LogLevel::Info, message, meta);
    }
    void warning(const QString &message, const QJsonObject &meta = {}) const
    {
        log(LogLevel::Warning, message, meta);
    }
    void error(const QString &message, const QJsonObject &meta = {}) const
    {
        log(LogLevel::Error, message, meta);
    }
    void log(LogLevel level, const QString &message, const QJsonObject &meta = {}) const;

    /// The same logger for a narrower scope: fields set in `narrower` replace the current ones.
    [[nodiscard]] Logger scope(const LogScope &narrower) const;

private:
    std::shared_ptr<const LogSink> m_sink;
    LogScope m_scope;
};

} // namespace yardmaster
