#pragma once

#include "models/query/jobgroups.h"
#include "models/session/freshness.h"
#include "models/session/query.h"
#include "models/tables/rowsmodel.h"

#include <QElapsedTimer>
#include <QTimer>

namespace yardmaster {

/// What tells a group from others of the same grouping.
[[nodiscard]] QString groupRowKey(const JobGroup &group);

/// What the groups are by, for people: "Task".
[[nodiscard]] QString groupingTitle(FilterKey grouping);

/// How the jobs of a filter divide: all of them first, then its groups, the largest one first.
///
///   Nothing ──count()──> Counting ──answer──> Ready
///                           ├──stop(), time limit──> Stopped
///                           └──error, lose()──> Failed; what was counted before stays
///
/// Counts when asked, never by itself. Answers to earlier questions are dropped. GUI thread; never
/// waits for the database.
class JobGroupsModel final : public RowsModel<JobGroup, &groupRowKey>
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JobGroupsModel)

public:
    enum class Phase { Nothing, Counting, Ready, Stopped, Failed };
    Q_ENUM(Phase)
    /// A statement that takes longer is given up.
    static constexpr std::chrono::milliseconds kPatience{60000};

    explicit JobGroupsModel(SessionPool sessions, QObject *parent = nullptr);
    ~JobGroupsModel() override;

    /// The groups on show stay until the answer if they are of the same question.
    void count(const FilterContext &context, const Filter &filter, FilterKey grouping);
    void stop();
    /// Shows none, and asks no more.
    void forget();
    /// The server cannot be reached any more: what is shown is old.
    void lose(const DbError &error);
    /// Where there is no room for when groups are first due; tooltips of numbers say it as well.
    void hideTimes(bool areHidden);
    /// This group stays listed, even where no job is left in it; "": none does.
    void keep(const QString &key) { m_kept = key; }

    [[nodiscard]] Phase phase() const { return m_phase; }
    [[nodiscard]] const DbError &error() const { return m_error; } ///< only in Failed
    /// Only in Stopped: by the time limit, not by stop().
    [[nodiscard]] bool isTimedOut() const { return m_isTimedOut; }
    [[nodiscard]] std::chrono::milliseconds patience() const { return m_patience; }
    /// Since it was asked, while Counting; else what the last answer took.
    [[nodiscard]] std::chrono::milliseconds took() const;
    [[nodiscard]] Freshness freshness() const;
    /// Listed or not.
    [[nodiscard]] qint64 groups() const { return m_groups; }
    [[nodiscard]] bool isCut() const { return m_groups > kGroupCap; }
    /// Its jobs of all, 0 to 1; a job with several flags is in several groups. Negative: unknown.
    [[nodiscard]] double shareOf(const JobGroup &group) const;

    /// Instead of kPatience. To be set before count().
    void setPatience(std::chrono::milliseconds patience) { m_patience = patience; }

Q_SIGNALS:
    void phaseChanged();
    /// Groups are about to come, go and change their places; then they have.
    void aboutToMerge();
    void merged();

private:
    void onAnswer(const Result<JobGroups> &answer);
    void setGrouping(FilterKey grouping);
    void setPhase(Phase phase);
    [[nodiscard]] QString nameOf(const JobGroup &group) const;

    Query m_query;
    Filter m_filter;
    FilterKey m_grouping = FilterKey::Task;
    Phase m_phase = Phase::Nothing;
    DbError m_error;
    bool m_isTimedOut = false;
    std::chrono::milliseconds m_patience = kPatience;
    QElapsedTimer m_clock;
    std::chrono::milliseconds m_took{0};
    QDateTime m_readAt;
    qint64 m_groups = 0;
    QString m_kept;
    QTimer m_ages; // of what is due
    bool m_areTimesHidden = false;
};

} // namespace yardmaster
