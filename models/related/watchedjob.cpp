#include "models/related/watchedjob.h"

#include "models/session/delivery.h"

namespace yardmaster {

WatchedJob::WatchedJob(std::shared_ptr<JobsReader> reader, QObject *parent)
    : QObject(parent)
    , m_reader(std::move(reader))
{ }

void WatchedJob::show(qint64 id)
{
    if (id == m_id && m_state != State::Missing) {
        if (id != 0)
            reload();
        return;
    }
    ++m_epoch;
    m_id = id;
    m_details.reset();
    m_error.reset();
    m_goneAt = {};
    m_state = id == 0 ? State::Nothing : State::Loading;
    if (id != 0)
        read();
    Q_EMIT changed();
}

void WatchedJob::reload()
{
    if (m_id != 0 && m_state != State::Gone)
        read();
}

void WatchedJob::lose(const DbError &error)
{
    if (m_state == State::Nothing || m_state == State::Gone || m_state == State::Missing)
        return;
    m_error = error;
    Q_EMIT changed();
}

void WatchedJob::read()
{
    if (m_isReading) {
        m_wantsRead = true;
        return;
    }
    m_isReading = true;
    m_wantsRead = false;
    using Answer = Result<std::optional<JobDetails>>;
    deliver(m_reader->details(m_id), this, [this, epoch = m_epoch](const Answer &answer) {
        m_isReading = false;
        onAnswer(epoch, answer);
        if (m_wantsRead && m_id != 0)
            read();
    });
}

void WatchedJob::onAnswer(quint64 epoch, const Result<std::optional<JobDetails>> &answer)
{
    if (epoch != m_epoch)
        return;
    if (!answer) {
        m_error = answer.error();
    } else if (*answer) {
        m_error.reset();
        m_details = **answer;
        m_readAt = QDateTime::currentDateTimeUtc();
        m_state = State::Shown;
    } else {
        m_error.reset();
        m_goneAt = QDateTime::currentDateTimeUtc();
        m_state = m_details ? State::Gone : State::Missing;
    }
    Q_EMIT changed();
}

} // namespace yardmaster
