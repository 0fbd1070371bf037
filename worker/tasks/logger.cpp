#include <yardmaster/logger.h>

#include "worker/json/visibletext.h"

#include <QJsonDocument>
#include <QLoggingCategory>
#include <QStringList>

Q_LOGGING_CATEGORY(lcTask, "yardmaster.task", QtInfoMsg)

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// Constructed once: most programs do not change it.
const std::shared_ptr<const LogSink> &defaultSink()
{
    static const auto sink = std::make_shared<const LogSink>(&logToCategory);
    return sink;
}

QString textOf(const LogEntry &entry)
{
    QStringList names;
    for (const QString &name : {entry.scope.taskIdentifier, entry.scope.label}) {
        if (!name.isEmpty())
            names << name;
    }
    if (entry.scope.jobId != 0)
        names.insert(std::min<qsizetype>(1, names.size()), QString::number(entry.scope.jobId));
    QString text = entry.message;
    if (!names.isEmpty())
        text.prepend(u'[' + names.join(u' ') + u"] "_s);
    if (!entry.meta.isEmpty()) {
        const QByteArray meta = QJsonDocument(entry.meta).toJson(QJsonDocument::Compact);
        text += u' ' + QString::fromUtf8(meta);
    }
    return visibleLine(text); // of handlers, so it may hold anything
}

} // namespace

void logToCategory(const LogEntry &entry)
{
    switch (entry.level) {
    case LogLevel::Debug:
        qCDebug(lcTask, "%s", qUtf8Printable(textOf(entry)));
        break;
    case LogLevel::Info:
        qCInfo(lcTask, "%s", qUtf8Printable(textOf(entry)));
        break;
    case LogLevel::Warning:
        qCWarning(lcTask, "%s", qUtf8Printable(textOf(entry)));
        break;
    case LogLevel::Error:
        qCCritical(lcTask, "%s", qUtf8Printable(textOf(entry)));
        break;
    }
}

Logger::Logger(LogSink sink, LogScope scope)
    : m_sink(sink ? std::make_shared<const LogSink>(std::move(sink)) : defaultSink())
    , m_scope(std::move(scope))
{ }

void Logger::log(LogLevel level, const QString &message, const QJsonObject &meta) const
{
    (*m_sink)({level, message, m_scope, meta});
}

Logger Logger::scope(const LogScope &narrower) const
{
    Logger logger = *this;
    const auto take = [](QString *target, const QString &name) {
        if (!name.isEmpty())
            *target = name;
    };
    take(&logger.m_scope.label, narrower.label);
    take(&logger.m_scope.workerId, narrower.workerId);
    take(&logger.m_scope.taskIdentifier, narrower.taskIdentifier);
    if (narrower.jobId != 0)
        logger.m_scope.jobId = narrower.jobId;
    return logger;
}

} // namespace yardmaster
