#include "models/live/noticelistenerthread.h"

#include <QThread>

namespace yardmaster {

NoticeListenerThread::NoticeListenerThread(ConnectionSettings connection, QString schema,
                                           std::shared_ptr<LiveFeed> feed,
                                           std::chrono::milliseconds echoPatience, QObject *parent)
    : QObject(parent)
    , m_thread(new QThread)
    , m_listener(new NoticeListener(std::move(connection), std::move(schema), std::move(feed),
                                    echoPatience))
{
    qRegisterMetaType<ListenState>();
    qRegisterMetaType<DbError>();
    m_listener->moveToThread(m_thread);
    connect(m_thread, &QThread::finished, m_listener, &QObject::deleteLater);
    connect(m_listener, &NoticeListener::stateChanged, this,
            [this](ListenState state, const DbError &error) {
                m_state = state;
                m_error = error;
                Q_EMIT changed();
            });
    connect(m_listener, &NoticeListener::othersFound, this, [this](const QStringList &schemas) {
        m_others = schemas;
        Q_EMIT changed();
    });
}

NoticeListenerThread::~NoticeListenerThread()
{
    if (!m_isStarted) {
        delete m_listener;
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

void NoticeListenerThread::start()
{
    if (std::exchange(m_isStarted, true))
        return;
    m_thread->setObjectName(QStringLiteral("live"));
    m_thread->start();
    QMetaObject::invokeMethod(m_listener, &NoticeListener::start, Qt::QueuedConnection);
}

} // namespace yardmaster
