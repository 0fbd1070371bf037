#include "models/cron/cronwatch.h"

#include <QFutureWatcher>

#include <algorithm>

namespace yardmaster {

using namespace std::chrono_literals;

namespace {

constexpr std::chrono::milliseconds kInterval = 10s;
constexpr std::chrono::milliseconds kSoon = 300ms;
constexpr int kRest = 20; // times as long as the read took

} // namespace

CronWatch::CronWatch(ConnectionSettings connection, QString schema, QObject *parent)
    : QObject(parent)
    , m_schema(std::move(schema))
    , m_session(std::move(connection), QStringLiteral("cron books"))
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &CronWatch::readNow);
}

CronWatch::~CronWatch() = default;

void CronWatch::setPaused(bool isPaused)
{
    if (std::exchange(m_isPaused, isPaused) == isPaused)
        return;
    if (isPaused)
        m_timer.stop();
    else if (!m_isReading)
        readNow();
}

void CronWatch::refreshSoon()
{
    m_isWantedAgain = m_isReading;
    if (!m_isPaused && !m_isReading)
        m_timer.start(std::max(kSoon, kRest * m_lastCost));
}

void CronWatch::readNow()
{
    m_isReading = true;
    m_isWantedAgain = false;
    m_cost.start();
    auto *watcher = new QFutureWatcher<Result<KnownCrontabs>>(this);
    connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher] {
        watcher->deleteLater();
        onAnswer(watcher->result());
    });
    const std::function<Result<KnownCrontabs>(Session &)> visit
        = [schema = m_schema](Session &session) { return readKnownCrontabs(session, schema); };
    watcher->setFuture(m_session.run(visit));
}

void CronWatch::onAnswer(const Result<KnownCrontabs> &answer)
{
    m_isReading = false;
    m_lastCost = std::chrono::milliseconds(m_cost.elapsed());
    if (!m_isPaused)
        m_timer.start(std::max(m_isWantedAgain ? kSoon : kInterval, kRest * m_lastCost));
    if (!answer) {
        m_error = answer.error();
        Q_EMIT read();
        return;
    }
    m_error.reset();
    const bool isFirst = !std::exchange(m_hasRead, true);
    const bool isOther = isFirst || *answer != m_known;
    m_known = *answer;
    Q_EMIT read();
    if (isOther)
        Q_EMIT changed();
}

} // namespace yardmaster
