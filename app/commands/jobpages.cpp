#include "app/commands/jobpages.h"

#include "models/query/supportingindexes.h"
#include <yardmaster/session.h>

#include <algorithm>

namespace yardmaster {

namespace {

constexpr qint64 kPage = 500;

} // namespace

Result<bool> readJobPages(Session &session, const QString &schema, JobQuery query, qint64 limit,
                          const std::function<void(const QList<JobRow> &)> &each)
{
    if (auto indexes = listSupportingIndexes(session, schema))
        query.indexes = *std::move(indexes);
    JobReads reads(FilterContext{schema, {}, {}, QTimeZone::utc(), {}});
    if (auto fine = reads.checkPatterns(session, query.filter); !fine)
        return tl::make_unexpected(fine.error());
    JobPageRequest request;
    request.query = std::move(query);
    for (qint64 read = 0;;) {
        request.limit = int(limit > 0 ? std::min(kPage, limit - read) : kPage);
        const auto page = reads.page(session, request, nullptr);
        if (!page)
            return tl::make_unexpected(page.error());
        each(page->rows);
        read += page->rows.size();
        if (page->isEnd || (limit > 0 && read >= limit))
            return !page->isEnd;
        request.isSweep = page->canSweep;
        if (page->stoppedAt)
            request.after = page->stoppedAt;
        else if (!page->rows.isEmpty())
            request.after = positionOf(page->rows.last());
    }
}

} // namespace yardmaster
