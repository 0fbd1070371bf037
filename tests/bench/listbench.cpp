#include "tests/bench/listbench.h"

#include "models/query/filterparser.h"
#include "models/query/jobreads.h"
#include "models/query/supportingindexes.h"
#include "tests/bench/jobmix.h"
#include <yardmaster/session.h>

#include <QElapsedTimer>
#include <QTextStream>

#include <algorithm>

namespace yardmaster::bench {

using namespace Qt::StringLiterals;

namespace {

constexpr int kTurns = 30;

double milliseconds(const QElapsedTimer &watch)
{
    return double(watch.nsecsElapsed()) / 1e6;
}

class ListBench
{
public:
    ListBench(Session &session, FilterContext context, QTextStream &out)
        : m_session(session)
        , m_reads(std::move(context))
        , m_out(out)
    { }

    Result<void> measure(const QString &name, const QString &filter, JobOrder order,
                         const QSet<SupportingIndex> &indexes = {})
    {
        JobPageRequest request;
        request.query = {parseFilter(filter).filter, order, indexes};
        QElapsedTimer watch;
        watch.start();
        auto page = m_reads.page(m_session, request, nullptr);
        const double first = milliseconds(watch);
        if (!page)
            return tl::make_unexpected(page.error());
        m_out << u"%1 first %2 ms"_s.arg(name, -28).arg(first, 8, 'f', 1);
        for (const PageDirection direction : {PageDirection::Forward, PageDirection::Backward}) {
            std::vector<double> turns;
            request.direction = direction;
            for (int turn = 0; turn < kTurns && !page->rows.isEmpty(); ++turn) {
                request.after = positionOf(
                    direction == PageDirection::Forward ? page->rows.last() : page->rows.first());
                watch.start();
                page = m_reads.page(m_session, request, nullptr);
                if (!page)
                    return tl::make_unexpected(page.error());
                turns.push_back(milliseconds(watch));
            }
            std::ranges::sort(turns);
            if (!turns.empty())
                m_out << u"  %1 p50 %2 max %3"_s
                             .arg(direction == PageDirection::Forward ? u"on"_s : u"back"_s)
                             .arg(turns.at(turns.size() / 2), 6, 'f', 1)
                             .arg(turns.back(), 6, 'f', 1);
        }
        m_out << Qt::endl;
        return {};
    }

private:
    Session &m_session;
    JobReads m_reads;
    QTextStream &m_out;
};

} // namespace

Result<void> listJobs(const ConnectionSettings &connection, const QString &schema, QTextStream &out)
{
    QElapsedTimer watch;
    watch.start();
    const auto session = Session::open(connection, u"bench"_s);
    if (!session)
        return tl::make_unexpected(session.error());
    out << "connected in " << milliseconds(watch) << " ms" << Qt::endl;
    FilterContext context;
    context.schema = schema;
    context.forbiddenFlags = {QString(kForbiddenFlag)};
    ListBench bench(**session, context, out);

    struct Case
    {
        const char *filter;
        JobOrder order;
    };
    for (const Case &one :
         {Case{"", JobOrder::NewestFirst}, Case{"", JobOrder::OldestFirst},
          Case{"state:ready", JobOrder::Pickup}, Case{"state:scheduled", JobOrder::Pickup},
          Case{"state:retrying", JobOrder::Pickup}, Case{"state:blocked", JobOrder::Pickup},
          Case{"state:failed", JobOrder::NewestFirst},
          Case{"error:timedout task:mix_4", JobOrder::NewestFirst},
          Case{"payload.user.id=42", JobOrder::NewestFirst}}) {
        const QString filter = QString::fromLatin1(one.filter);
        if (auto measured
            = bench.measure(filter.isEmpty() ? u"(all)"_s : filter, filter, one.order);
            !measured)
            return measured;
    }
    const auto before = listSupportingIndexes(**session, schema);
    if (!before)
        return tl::make_unexpected(before.error());
    watch.start();
    if (auto made = (*session)->query(createIndexSql(SupportingIndex::Failed, schema)); !made)
        return tl::make_unexpected(made.error());
    out << "index of failed jobs in " << milliseconds(watch) << " ms" << Qt::endl;
    const auto measured = bench.measure(u"state:failed, indexed"_s, u"state:failed"_s,
                                        JobOrder::NewestFirst, {SupportingIndex::Failed});
    if (!before->contains(SupportingIndex::Failed)) {
        if (auto gone = (*session)->query(dropIndexSql(SupportingIndex::Failed, schema)); !gone)
            return tl::make_unexpected(gone.error());
    }
    return measured;
}

} // namespace yardmaster::bench
