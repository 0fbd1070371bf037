#include "models/jobs/jobsreader.h"

#include "models/jobs/supportingindexes.h"

namespace yardmaster {

JobsReader::JobsReader(ConnectionSettings connection, FilterContext context)
    : m_context(std::move(context))
    , m_reads(std::make_shared<JobReads>(m_context))
    , m_session(std::move(connection), QStringLiteral("jobs"))
{ }

QFuture<Result<JobPage>> JobsReader::page(JobPageRequest request, ReadControlPtr control)
{
    return run<JobPage>([request = std::move(request),
                         control = std::move(control)](JobReads &reads, Session &session) {
        return reads.page(session, request, control.get());
    });
}

QFuture<Result<JobRefresh>> JobsReader::refresh(JobQuery query, QList<qint64> ids, qint64 newerThan,
                                                ReadControlPtr control)
{
    return run<JobRefresh>([query = std::move(query), ids = std::move(ids), newerThan,
                            control = std::move(control)](JobReads &reads, Session &session) {
        return reads.refresh(session, query, ids, newerThan, control.get());
    });
}

QFuture<Result<Count>> JobsReader::count(JobQuery query, std::optional<qint64> cap,
                                         ReadControlPtr control)
{
    return run<Count>([query = std::move(query), cap,
                       control = std::move(control)](JobReads &reads, Session &session) {
        return reads.count(session, query, cap, control.get());
    });
}

QFuture<Result<qint64>> JobsReader::highestId(ReadControlPtr control)
{
    return run<qint64>([control = std::move(control)](JobReads &reads, Session &session) {
        return reads.highestId(session, control.get());
    });
}

QFuture<JobsReader::Found> JobsReader::findId(qint64 id)
{
    return run<std::optional<JobPosition>>(
        [id](JobReads &reads, Session &session) { return reads.findId(session, id); });
}

QFuture<JobsReader::Found> JobsReader::findKey(QString key)
{
    return run<std::optional<JobPosition>>(
        [key = std::move(key)](JobReads &reads, Session &session) {
            return reads.findKey(session, key);
        });
}

QFuture<JobsReader::Found> JobsReader::findCreated(Timestamp time, ReadControlPtr control)
{
    return run<std::optional<JobPosition>>(
        [time, control = std::move(control)](JobReads &reads, Session &session) {
            return reads.findCreated(session, time, control.get());
        });
}

QFuture<Result<QSet<SupportingIndex>>> JobsReader::indexes()
{
    return run<QSet<SupportingIndex>>([schema = m_context.schema](JobReads &, Session &session) {
        return listSupportingIndexes(session, schema);
    });
}

QFuture<Result<std::optional<JobDetails>>> JobsReader::details(qint64 id)
{
    return run<std::optional<JobDetails>>([context = m_context, id](JobReads &, Session &session) {
        return readJobDetails(session, context, id);
    });
}

} // namespace yardmaster
