#include "models/queues/readingwatch.h"

#include <algorithm>

namespace yardmaster {

using namespace std::chrono_literals;

namespace {

constexpr std::chrono::milliseconds kSoon = 300ms;
constexpr int kRest = 20; // times as long as the read took

} // namespace

ReadingWatch::ReadingWatch(std::chrono::milliseconds interval, QObject *parent)
    : QObject(parent)
    , m_interval(interval)
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &ReadingWatch::begin);
}

ReadingWatch::~ReadingWatch() = default;

void ReadingWatch::setPaused(bool isPaused)
{
    if (std::exchange(m_isPaused, isPaused) == isPaused)
        return;
    if (isPaused)
        m_timer.stop();
    else if (!m_isReading)
        begin();
}

void ReadingWatch::refreshSoon()
{
    if (m_isReading) {
        m_isWantedAgain = true; // what is being read may be from before the change
        return;
    }
    const auto soon = std::max(kSoon, kRest * m_lastCost);
    if (!m_isPaused && m_timer.remainingTimeAsDuration() > soon)
        m_timer.start(soon);
}

void ReadingWatch::begin()
{
    m_isReading = true;
    m_isWantedAgain = false;
    m_cost.start();
    ask();
}

void ReadingWatch::answered(std::optional<DbError> error)
{
    m_isReading = false;
    m_lastCost = std::chrono::milliseconds(m_cost.elapsed());
    m_error = std::move(error);
    if (!m_isPaused)
        m_timer.start(std::max(m_isWantedAgain ? kSoon : m_interval, kRest * m_lastCost));
    if (m_error)
        Q_EMIT failed(*m_error);
    else
        Q_EMIT read();
}

} // namespace yardmaster
