#include "models/views/jobnameswatch.h"

#include <QFutureWatcher>

#include <algorithm>

namespace yardmaster {

using namespace std::chrono_literals;

namespace {

constexpr std::chrono::milliseconds kInterval = 30s;
constexpr std::chrono::milliseconds kSoon = 500ms;
constexpr int kRest = 20; // times as long as the read took

} // namespace

JobNamesWatch::JobNamesWatch(ConnectionSettings connection, QString schema, QObject *parent)
    : QObject(parent)
    , m_schema(std::move(schema))
    , m_session(std::move(connection), QStringLiteral("names"))
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &JobNamesWatch::read);
}

JobNamesWatch::~JobNamesWatch() = default;

void JobNamesWatch::setPaused(bool isPaused)
{
    if (std::exchange(m_isPaused, isPaused) == isPaused)
        return;
    if (isPaused)
        m_timer.stop();
    else if (!m_isReading)
        read();
}

void JobNamesWatch::refreshSoon()
{
    const auto soon = std::max(kSoon, kRest * m_lastCost);
    if (!m_isPaused && !m_isReading && m_timer.remainingTimeAsDuration() > soon)
        m_timer.start(soon);
}

void JobNamesWatch::read()
{
    m_isReading = true;
    m_cost.start();
    auto *watcher = new QFutureWatcher<Result<JobNames>>(this);
    connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher] {
        watcher->deleteLater();
        onAnswer(watcher->result());
    });
    const std::function<Result<JobNames>(Session &)> visit
        = [schema = m_schema](Session &session) { return readJobNames(session, schema); };
    watcher->setFuture(m_session.run(visit));
}

void JobNamesWatch::onAnswer(const Result<JobNames> &answer)
{
    m_isReading = false;
    m_lastCost = std::chrono::milliseconds(m_cost.elapsed());
    if (!m_isPaused)
        m_timer.start(std::max(kInterval, kRest * m_lastCost));
    if (!answer) {
        Q_EMIT failed(answer.error());
        return;
    }
    const bool isFirst = !std::exchange(m_hasRead, true);
    if (!isFirst && *answer == *m_names)
        return;
    m_names = std::make_shared<const JobNames>(*answer);
    Q_EMIT changed();
}

} // namespace yardmaster
