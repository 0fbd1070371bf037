#pragma once

#include "models/history/runreads.h"
#include "models/query/jobsreader.h"

#include <QObject>

namespace yardmaster {

/// One job, read again when asked to, and kept when it vanishes.
///
///   Nothing ──show()──> Loading ──row──> Shown ──reload(): no row──> Gone
///                          └──no row──> Missing
///
/// show() of another job forgets the last one at once; reload() keeps what is shown until the
/// answer is there, and when it is an error, error() stands beside the old details. At most one
/// read is under way, so that somebody who runs through a list does not leave a queue behind;
/// answers about an earlier job are dropped. GUI thread.
class WatchedJob final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(WatchedJob)

public:
    enum class State { Nothing, Loading, Shown, Gone, Missing };
    Q_ENUM(State)

    explicit WatchedJob(std::shared_ptr<JobsReader> reader, QObject *parent = nullptr);

    /// 0: none.
    void show(qint64 id);
    void reload();
    /// The server cannot be reached any more: what is shown is old.
    void lose(const DbError &error);

    [[nodiscard]] qint64 id() const { return m_id; }
    [[nodiscard]] State state() const { return m_state; }
    /// In Shown and Gone.
    [[nodiscard]] const std::optional<JobDetails> &details() const { return m_details; }
    /// What the history knows of it; unset until that is read. Read again when an attempt may have
    /// ended since.
    [[nodiscard]] const std::optional<JobPast> &past() const { return m_past; }
    /// The last run that the history knows; null: none.
    [[nodiscard]] const PastRun *lastRun() const
    {
        return m_past && !m_past->runs.isEmpty() ? &m_past->runs.last() : nullptr;
    }
    /// The same, if the job ended with it: a failed job that left the table was removed by hand.
    [[nodiscard]] const PastRun *endingRun() const
    {
        return lastRun() && !lastRun()->isFailure ? lastRun() : nullptr;
    }
    /// Why it cannot be read at the moment; unset after a read that went well.
    [[nodiscard]] const std::optional<DbError> &error() const { return m_error; }
    [[nodiscard]] bool isReading() const { return m_isReading; }
    /// When the details were read, by this computer's clock.
    [[nodiscard]] QDateTime readAt() const { return m_readAt; }
    /// When it was found to be gone; only in Gone and Missing.
    [[nodiscard]] QDateTime goneAt() const { return m_goneAt; }

Q_SIGNALS:
    void changed();

private:
    void read();
    void readPast();
    void onAnswer(quint64 epoch, const Result<std::optional<JobDetails>> &answer);

    std::shared_ptr<JobsReader> m_reader;
    qint64 m_id = 0;
    State m_state = State::Nothing;
    std::optional<JobDetails> m_details;
    std::optional<JobPast> m_past;
    /// What of the job m_past is about: when this changes, an attempt has ended.
    struct PastMark
    {
        State state = State::Nothing;
        int attempts = 0;
        bool isLocked = false;
        [[nodiscard]] bool operator==(const PastMark &) const = default;
    };
    PastMark m_pastMark;
    WorkQueue m_pastReads;
    std::optional<DbError> m_error;
    QDateTime m_readAt;
    QDateTime m_goneAt;
    quint64 m_epoch = 0; // of the job
    bool m_isReading = false;
    bool m_wantsRead = false; // once more, after the one under way
};

} // namespace yardmaster
