#include "models/jobs/jobtotal.h"

#include "models/session/delivery.h"

#include <algorithm>

namespace yardmaster {

using namespace std::chrono_literals;

namespace {

constexpr qint64 kCountCapped = 10000;
/// Counting again takes less than this part of the time.
constexpr int kCountShare = 20;
/// Where no row that is listed tells of a change: others may have changed.
constexpr std::chrono::milliseconds kCountUnchanged = 10s;

} // namespace

JobTotal::JobTotal(QObject *parent)
    : QObject(parent)
{ }

JobTotal::~JobTotal()
{
    cancel();
}

void JobTotal::cancel()
{
    if (const ReadControlPtr control = std::exchange(m_control, nullptr))
        control->cancel();
}

void JobTotal::forget()
{
    cancel();
    m_value = {};
    m_askedAt = {};
}

void JobTotal::count(const JobQuery &query, bool isExact)
{
    if (!m_reader)
        return;
    cancel();
    m_control = std::make_shared<ReadControl>();
    const std::optional<qint64> cap = isExact ? std::nullopt : std::optional(kCountCapped);
    m_clock.start();
    deliver(m_reader->count(query, cap, m_control), this,
            [this, asked = QDateTime::currentDateTimeUtc(),
             control = m_control](const Result<Count> &count) {
                if (control != m_control)
                    return;
                m_control.reset();
                m_took = std::chrono::milliseconds(m_clock.elapsed());
                if (count) {
                    m_value = *count;
                    m_askedAt = asked;
                }
                Q_EMIT changed();
            });
}

void JobTotal::refresh(const JobQuery &query, bool hasChanged)
{
    if (!m_value.isExact() || *m_value.value > kCountCapped || isCounting())
        return;
    const std::chrono::milliseconds age(m_clock.elapsed());
    if (age >= std::max(kCountShare * m_took, hasChanged ? 0ms : kCountUnchanged))
        count(query, false);
}

} // namespace yardmaster
