#include "models/operations/listedbatches.h"

#include "models/operations/scopesnapshot.h"
#include "worker/db/sqltext.h"
#include "worker/queue/queueerror.h"
#include <yardmaster/session.h>

#include <QHash>

namespace yardmaster {

using namespace Qt::StringLiterals;

ListedBatches::ListedBatches(const OperationSpec &spec, ScopeList list)
    : m_kind(spec.change.kind)
    , m_schema(spec.schema)
    , m_list(std::move(list))
    , m_locker(spec)
{ }

Result<std::optional<LockedBatch>> ListedBatches::next(Session &session, qint64 position, int size)
{
    const auto request = send(session, position, size);
    if (!request)
        return tl::make_unexpected(request.error());
    if (!*request)
        return std::nullopt;
    auto jobs = answer(session);
    if (!jobs)
        return tl::make_unexpected(jobs.error());
    return batchFrom(session, **request, *std::move(jobs));
}

Result<std::optional<ListedBatches::Request>> ListedBatches::send(Session &session, qint64 position,
                                                                  int size)
{
    auto entries = m_list.read(position, size);
    if (!entries)
        return tl::make_unexpected(entries.error());
    if (entries->empty())
        return std::nullopt;
    std::vector<qint64> ids;
    ids.reserve(entries->size());
    for (const ScopeEntry &entry : *entries)
        ids.push_back(entry.id);
    return m_locker.send(session, ids).map([&] {
        return std::optional(Request{*std::move(entries), position, size});
    });
}

Result<LockedJobs> ListedBatches::answer(Session &session) const
{
    return m_locker.answer(session);
}

Result<LockedBatch> ListedBatches::batchFrom(Session &session, const Request &request,
                                             LockedJobs jobs) const
{
    if (auto skipped = skipChanged(session, request.entries, &jobs); !skipped)
        return tl::make_unexpected(skipped.error());
    LockedBatch locked = batchWithoutJobs(&jobs);
    locked.batch.until.index = request.position + jobs.looked;
    for (LockedJob &job : jobs.locked) {
        locked.batch.jobs.push_back(std::move(job.image));
        if (m_kind == OperationKind::Unlock)
            locked.lockedBy.push_back(std::move(job.lockedBy));
    }
    return locked;
}

/// Moves the jobs that are no longer as they were counted from `locked` to `skipped`.
Result<void> ListedBatches::skipChanged(Session &session, std::span<const ScopeEntry> entries,
                                        LockedJobs *jobs) const
{
    std::vector<qint64> others; // with another version of the row
    for (const LockedJob &job : jobs->locked) {
        if (job.xmin != entries[job.place].xmin)
            others.push_back(job.image.id);
    }
    QHash<qint64, quint32> hashes;
    if (!others.empty()) {
        QByteArray sql = sqlText("models/operations/job_hashes.sql", m_schema);
        const auto rows = session.query(sql.replace("0 /*hash*/", jobHash()),
                                        {param(std::span<const qint64>(others))});
        if (!rows)
            return tl::make_unexpected(explained(rows.error(), m_schema));
        for (int row = 0; row < rows->count(); ++row)
            hashes.insert(rows->int64(row, 0), quint32(rows->int64(row, 1)));
    }
    const auto skip = [&](const LockedJob &job) {
        const ScopeEntry &entry = entries[job.place];
        const bool isSame = job.xmin == entry.xmin
            || (entry.xmin != 0 && hashes.value(job.image.id) == entry.hash);
        if (!isSame)
            jobs->skipped.push_back({job.image.id, u"changed since the preview"_s});
        else if (entry.isSkipped)
            jobs->skipped.push_back({job.image.id, u"skipped in the preview"_s});
        return !isSame || entry.isSkipped;
    };
    std::erase_if(jobs->locked, skip);
    return {};
}

} // namespace yardmaster
