#include "models/related/watchedjob.h"

#include "models/session/delivery.h"

namespace yardmaster {

WatchedJob::WatchedJob(std::shared_ptr<JobsReader> reader, QObject *parent)
    : QObject(parent)
    , m_reader(std::move(reader))
    , m_pastReads(m_reader->sessions(), SessionPool::Use::Reading)
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
    m_past.reset();
    m_pastMark = {};
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

/// Whatever it says is beside the point: there is none while the job cannot be read either, and
/// what was read last stays.
void WatchedJob::readPast()
{
    const PastMark mark{m_state, m_details ? m_details->job.attempts : 0,
                        m_details && m_details->job.lockedAt};
    if (mark == m_pastMark)
        return;
    m_pastMark = mark;
    const bool isGone = m_state != State::Shown;
    deliver(m_pastReads.run(
                withSession(&readJobPast, m_reader->context().schema, qint64(m_id), bool(isGone))),
            this, [this, mark, epoch = m_epoch](const Result<JobPast> &answer) {
                if (epoch != m_epoch || mark != m_pastMark)
                    return;
                if (!answer) {
                    m_pastMark = {}; // next time
                    return;
                }
                if (m_past == *answer)
                    return;
                m_past = *answer;
                Q_EMIT changed();
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
    if (answer)
        readPast();
    Q_EMIT changed();
}

} // namespace yardmaster
