#include "models/query/jobsreader.h"

#include "models/query/supportingindexes.h"

#include <QElapsedTimer>

namespace yardmaster {

JobsReader::JobsReader(SessionPool sessions, FilterContext context, SessionPool::Use use)
    : m_context(std::move(context))
    , m_reads(std::make_shared<JobReads>(m_context))
    , m_queue(std::move(sessions), use)
{ }

QFuture<Result<JobPage>> JobsReader::page(JobPageRequest request, ReadControlPtr control)
{
    return m_queue.run([reads = m_reads, request = std::move(request),
                        control = std::move(control)](Session &session) {
        QElapsedTimer clock;
        clock.start();
        auto page = reads->page(session, request, control.get());
        if (page)
            page->took = std::chrono::milliseconds(clock.elapsed());
        return page;
    });
}

QFuture<Result<JobRefresh>> JobsReader::refresh(JobQuery query, QList<qint64> ids, qint64 newerThan,
                                                ReadControlPtr control)
{
    return m_queue.run([reads = m_reads, query = std::move(query), ids = std::move(ids), newerThan,
                        control = std::move(control)](Session &session) {
        return reads->refresh(session, query, ids, newerThan, control.get());
    });
}

QFuture<Result<Count>> JobsReader::count(JobQuery query, std::optional<qint64> cap,
                                         ReadControlPtr control)
{
    return m_queue.run([reads = m_reads, query = std::move(query), cap,
                        control = std::move(control)](Session &session) {
        return reads->count(session, query, cap, control.get());
    });
}

QFuture<Result<qint64>> JobsReader::highestId(ReadControlPtr control)
{
    return m_queue.run([reads = m_reads, control = std::move(control)](Session &session) {
        return reads->highestId(session, control.get());
    });
}

QFuture<JobsReader::Found> JobsReader::findId(qint64 id)
{
    return m_queue.run(
        [reads = m_reads, id](Session &session) { return reads->findId(session, id); });
}

QFuture<JobsReader::Found> JobsReader::findKey(QString key)
{
    return m_queue.run([reads = m_reads, key = std::move(key)](Session &session) {
        return reads->findKey(session, key);
    });
}

QFuture<JobsReader::Found> JobsReader::findCreated(Timestamp time, ReadControlPtr control)
{
    return m_queue.run([reads = m_reads, time, control = std::move(control)](Session &session) {
        return reads->findCreated(session, time, control.get());
    });
}

QFuture<Result<QSet<SupportingIndex>>> JobsReader::indexes()
{
    return m_queue.run(withSession(&listSupportingIndexes, m_context.schema));
}

QFuture<Result<std::optional<JobDetails>>> JobsReader::details(qint64 id)
{
    return m_queue.run(withSession(&readJobDetails, m_context, id));
}

QFuture<Result<QList<JobDetails>>> JobsReader::detailsOf(QList<qint64> ids)
{
    return m_queue.run(
        [context = m_context, ids = std::move(ids)](Session &session) -> Result<QList<JobDetails>> {
            QList<JobDetails> found;
            for (const qint64 id : ids) {
                auto details = readJobDetails(session, context, id);
                if (!details)
                    return tl::make_unexpected(details.error());
                if (*details)
                    found << *std::move(*details);
            }
            return found;
        });
}

} // namespace yardmaster
