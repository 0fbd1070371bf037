#pragma once

#include "models/backgroundsession.h"
#include "models/jobs/jobdetails.h"
#include "models/jobs/jobreads.h"

#include <functional>

namespace yardmaster {

/// Reads lists of jobs on a session of its own, one read after the other, never on the calling
/// thread. Every answer is a future; `control` cancels the read and tells its progress. Reads that
/// were cancelled before their turn do not reach the server. GUI thread.
class JobsReader final
{
public:
    JobsReader(ConnectionSettings connection, FilterContext context);
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

    [[nodiscard]] const FilterContext &context() const { return m_context; }

private:
    /// Runs `read` with the shared state on the background thread.
    template <typename T>
    QFuture<Result<T>> run(std::function<Result<T>(JobReads &, Session &)> read)
    {
        return m_session.run<T>([reads = m_reads, read = std::move(read)](Session &session) {
            return read(*reads, session);
        });
    }

    FilterContext m_context;
    std::shared_ptr<JobReads> m_reads; // used by the background thread only
    BackgroundSession m_session;
};

} // namespace yardmaster
