#pragma once

#include "models/query/jobsreader.h"

#include <QObject>

namespace yardmaster {

/// Jobs that have something in common with one job, and the filter that lists all of them.
struct RelatedGroup
{
    enum class Kind { SameKey, SameQueue, SameTask, SameError };

    Kind kind = Kind::SameTask;
    QString title; ///< "Same task: send_email"
    Filter filter;

    QList<JobRow> jobs = {}; ///< newest first, without the job itself, at most kRelatedJobs
    bool isRead = false;
    bool hasMore = false; ///< there are, or may be, others
    qint64 looked = 0;    ///< the search gave up after so many jobs; 0: it did not have to
    std::optional<DbError> error = {};
};
inline constexpr int kRelatedJobs = 20;
/// Jobs that are looked at for each group: some ms, so that looking at jobs costs workers nothing.
inline constexpr qint64 kRelatedBudget = 20000;

/// What may be related to the job; nothing is read yet. Pure.
[[nodiscard]] QList<RelatedGroup> relatedGroups(const JobRecord &job);

/// Reads the groups one after the other. Answers about an earlier job are dropped. GUI thread.
class RelatedJobs final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RelatedJobs)

public:
    explicit RelatedJobs(std::shared_ptr<JobsReader> reader, QObject *parent = nullptr);
    ~RelatedJobs() override;

    void show(const JobRecord &job);
    void clear();
    [[nodiscard]] const QList<RelatedGroup> &groups() const { return m_groups; }
    [[nodiscard]] bool isLoading() const { return bool(m_control); }

Q_SIGNALS:
    void changed();

private:
    void readNext(qsizetype index);
    void onPage(qsizetype index, const Result<JobPage> &page);

    std::shared_ptr<JobsReader> m_reader;
    QList<RelatedGroup> m_groups;
    qint64 m_jobId = 0;
    quint64 m_epoch = 0;
    ReadControlPtr m_control; // set while reading
};

} // namespace yardmaster
