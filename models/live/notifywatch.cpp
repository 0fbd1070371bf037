#include "models/live/notifywatch.h"

#include <QThread>

namespace yardmaster {

NotifyWatch::NotifyWatch(ConnectionSettings connection, QString schema,
                         std::shared_ptr<LiveFeed> feed, std::chrono::milliseconds echoPatience,
                         QObject *parent)
    : QObject(parent)
    , m_thread(new QThread)
    , m_ear(new NotifyEar(std::move(connection), std::move(schema), std::move(feed), echoPatience))
{
    qRegisterMetaType<Hearing>();
    qRegisterMetaType<DbError>();
    m_ear->moveToThread(m_thread);
    connect(m_thread, &QThread::finished, m_ear, &QObject::deleteLater);
    connect(m_ear, &NotifyEar::hearingChanged, this, [this](Hearing hearing, const DbError &error) {
        m_hearing = hearing;
        m_error = error;
        Q_EMIT changed();
    });
    connect(m_ear, &NotifyEar::othersFound, this, [this](const QStringList &schemas) {
        m_others = schemas;
        Q_EMIT changed();
    });
}

NotifyWatch::~NotifyWatch()
{
    if (!m_isStarted) {
        delete m_ear;
        delete m_thread;
        return;
    }
    m_thread->quit();
    // A server that does not answer must not hold up the window.
    if (m_thread->wait(250))
        delete m_thread;
    else
        connect(m_thread, &QThread::finished, m_thread, &QObject::deleteLater);
}

void NotifyWatch::start()
{
    if (std::exchange(m_isStarted, true))
        return;
    m_thread->setObjectName(QStringLiteral("live"));
    m_thread->start();
    QMetaObject::invokeMethod(m_ear, &NotifyEar::start, Qt::QueuedConnection);
}

} // namespace yardmaster
