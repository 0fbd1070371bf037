#include "models/diagnosis/databasecheck.h"

#include "models/diagnosis/databasechecks.h"
#include "models/session/detachedrun.h"

namespace yardmaster {

DatabaseCheck::DatabaseCheck(ConnectionSettings connection, QString schema, QObject *parent)
    : QObject(parent)
    , m_connection(std::move(connection))
    , m_schema(std::move(schema))
{ }

DatabaseCheck::~DatabaseCheck()
{
    if (m_run)
        m_run->cancel();
}

void DatabaseCheck::start(QueueUse use)
{
    if (m_run)
        m_run->cancel();
    m_use = use;
    m_checks.clear();
    m_current.clear();
    m_endedAt = {};
    m_wasCancelled = false;
    m_run = DetachedRun::start(
        this,
        [this, connection = m_connection, schema = m_schema, use](DetachedRun &run) {
            // Not once this is gone.
            const CheckObserver observer{
                [this, &run](const QString &name) { run.post([this, name] { onBegin(name); }); },
                [this, &run](const QueueCheck &check) {
                    run.post([this, check] { onFound(check); });
                }};
            checkDatabase(connection, schema, use, run.control(), observer);
        },
        [this] { onEnd(); });
    Q_EMIT changed();
}

void DatabaseCheck::cancel()
{
    if (!m_run)
        return;
    m_run->cancel();
    m_wasCancelled = true;
    onEnd();
}

QString DatabaseCheck::text() const
{
    QString text;
    for (const QueueCheck &check : m_checks)
        text += checkText(check);
    return text;
}

void DatabaseCheck::onBegin(const QString &name)
{
    m_current = name;
    Q_EMIT changed();
}

void DatabaseCheck::onFound(const QueueCheck &check)
{
    m_current.clear();
    m_checks << check;
    Q_EMIT changed();
}

void DatabaseCheck::onEnd()
{
    m_run.reset();
    m_current.clear();
    m_endedAt = QDateTime::currentDateTimeUtc();
    Q_EMIT changed();
}

} // namespace yardmaster
