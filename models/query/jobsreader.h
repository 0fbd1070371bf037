#pragma once

#include "models/query/jobdetails.h"
#include "models/query/jobreads.h"
#include "models/session/sessionpool.h"

namespace yardmaster {

/// Reads lists of jobs, one read after the other, never on the calling thread. Every answer is a
/// future; `control` cancels the read and tells its progress. Reads that were cancelled before
/// their turn do not reach the server. GUI thread.
class JobsReader final
{
public:
    /// @param use  Polling for what no user waits for.
    JobsReader(SessionPool sessions, FilterContext context,
               SessionPool::Use use = SessionPool::Use::Reading);
    Q_DISABLE_COPY_MOVE(JobsReader)

    [[nodiscard]] QFuture<Result<JobPage>> page(JobPageRequest request, ReadControlPtr control);
    [[nodiscard]] QFuture<Result<JobRefresh>> refresh(JobQuery query, QList<qint64> ids,
                                                      qint64 newerThan, ReadControlPtr control);
    [[nodiscard]] QFuture<Result<Count>> count(JobQuery query, std::optional<qint64> cap,
                                               ReadControlPtr control);
    [[nodiscard]] QFuture<Result<qint64>> highestId(ReadControlPtr control);

    using Found = Result<std::optional<JobPosition>>;
    [[nodiscard]] QFuture<Found> findId(qint64 id);
    [[nodiscard]] QFuture<Found> findKey(QString key);
    /// See JobReads::findCreated().
    [[nodiscard]] QFuture<Found> findCreated(Timestamp time, ReadControlPtr control);
    [[nodiscard]] QFuture<Result<QSet<SupportingIndex>>> indexes();
    /// See readJobDetails(). Long payloads arrive whole.
    [[nodiscard]] QFuture<Result<std::optional<JobDetails>>> details(qint64 id);
    /// Of each that is still there, in this order.
    [[nodiscard]] QFuture<Result<QList<JobDetails>>> detailsOf(QList<qint64> ids);

    [[nodiscard]] const FilterContext &context() const { return m_context; }
    [[nodiscard]] const SessionPool &sessions() const { return m_queue.sessions(); }
    [[nodiscard]] const Reachability *server() const { return sessions().reachability(); }

private:
    FilterContext m_context;
    std::shared_ptr<JobReads> m_reads; // used by one piece of work at a time
    WorkQueue m_queue;
};

} // namespace yardmaster
