#include "models/errors/errorgroups.h"

#include "models/query/failuretime.h"
#include "models/query/filterparser.h"
#include "models/query/supportingindexes.h"
#include "worker/db/sqltext.h"
#include <yardmaster/session.h>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

ErrorBatch grouped(const JobPage &page)
{
    ErrorBatch batch;
    QHash<QString, qsizetype> places;
    for (const JobRow &job : page.rows) {
        ErrorGroup fresh = groupOf(job);
        const auto known = places.constFind(fresh.key);
        if (known != places.cend()) {
            batch.groups[*known].add(job);
            continue;
        }
        places.insert(fresh.key, batch.groups.size());
        fresh.add(job);
        batch.groups << fresh;
    }
    batch.failures = int(page.rows.size());
    batch.rowsLooked = page.rowsLooked;
    if (page.stoppedAt)
        batch.next = page.stoppedAt;
    else if (!page.isEnd && !page.rows.isEmpty())
        batch.next = positionOf(page.rows.last());
    return batch;
}

Result<GroupCheck> checkGroup(Session &session, const FilterContext &context,
                              const ErrorGroup &group, FailureScope scope, ReadControl *control)
{
    const auto [lowest, highest] = std::ranges::minmax_element(group.ids);
    BoundSql sql;
    FilterSql filter(context, &sql.params);
    sql.text = "select count(*) from " + quotedIdentifier(context.schema)
        + "._private_jobs as jobs where jobs.id between " + filter.bind(param(*lowest))
        + "::bigint and " + filter.bind(param(*highest)) + "::bigint and not jobs.id = any ("
        + filter.bind(param(std::span<const qint64>(group.ids.data(), size_t(group.ids.size()))))
        + "::bigint[]) and " + filter.condition(parseFilter(groupFilter(group, scope)).filter);
    constexpr const char *kBegin = "begin read only; set local statement_timeout = '10s';"
                                   " set local jit = off;"
                                   " set local max_parallel_workers_per_gather = 0";
    if (auto begun = session.script(kBegin); !begun)
        return tl::make_unexpected(begun.error());
    if (control)
        control->enter(session);
    const auto rows = control && control->isCancelled()
        ? Result<Rows>(fail(DbError::Kind::Cancelled, u"cancelled"_s))
        : session.query(sql.text, sql.params);
    if (control)
        control->leave();
    if (!session.isLost())
        (void)session.script("rollback");
    return rows.map([](const Rows &counted) { return GroupCheck{counted.int64(0, 0)}; });
}

} // namespace

void ErrorGroup::add(const JobRow &job)
{
    const std::optional<Timestamp> failedAt = failureTime(job);
    addTimes(failedAt, failedAt);
    untimed += !failedAt;
    ids << job.id;
    if (samples.size() < kErrorSamples)
        samples << ErrorSample{job.id, job.task, job.error,
                               tellingLine(errorText(job.error, job.errorEnd)).text, failedAt};
}

void ErrorGroup::add(const ErrorGroup &other)
{
    addTimes(other.firstSeen, other.lastSeen);
    untimed += other.untimed;
    ids << other.ids;
    samples << other.samples.first(
        std::min(other.samples.size(), std::max<qsizetype>(0, kErrorSamples - samples.size())));
}

void ErrorGroup::addTimes(const std::optional<Timestamp> &first,
                          const std::optional<Timestamp> &last)
{
    if (first)
        firstSeen = std::min(firstSeen.value_or(*first), *first);
    if (last)
        lastSeen = std::max(lastSeen.value_or(*last), *last);
}

QString failureFilter(FailureScope scope)
{
    switch (scope) {
    case FailureScope::ForGood:
        return u"state:failed"_s;
    case FailureScope::Retrying:
        return u"state:retrying"_s;
    case FailureScope::Both:
        return u"state:failed,retrying"_s;
    }
    Q_UNREACHABLE();
}

ErrorGroup groupOf(const JobRow &job)
{
    ErrorGroup group;
    group.signature = signatureOf(errorText(job.error, job.errorEnd));
    group.task = job.task;
    // What the filter says: groups are the same where it is.
    group.key = job.task + u'\n' + group.signature.pattern;
    return group;
}

QString groupFilter(const ErrorGroup &group, FailureScope scope)
{
    FilterTerm task;
    task.key = FilterKey::Task;
    task.values = {FilterValue::exactly(group.task)};
    const QString &pattern = group.signature.pattern;
    FilterTerm error;
    error.key = FilterKey::Error;
    error.op = pattern.isEmpty() ? FilterOperator::Is : FilterOperator::Matches;
    error.values = {FilterValue::exactly(pattern)};
    return QStringList{failureFilter(scope), task.text(), error.text()}.join(u' ');
}

ErrorReader::ErrorReader(SessionPool sessions, FilterContext context)
    : m_context(std::move(context))
    , m_reads(std::make_shared<JobReads>(m_context))
    , m_queue(std::move(sessions), SessionPool::Use::Polling)
{ }

QFuture<Result<ErrorBatch>> ErrorReader::read(FailureScope scope, std::optional<JobPosition> after,
                                              int limit, qint64 budget, ReadControlPtr control)
{
    JobPageRequest request;
    request.query.filter = parseFilter(failureFilter(scope)).filter;
    request.after = after;
    request.limit = limit;
    request.rowBudget = budget;
    return m_queue.run([reads = m_reads, request, schema = m_context.schema,
                        control = std::move(control)](Session &session) {
        JobPageRequest indexed = request;
        if (auto indexes = listSupportingIndexes(session, schema))
            indexed.query.indexes = *std::move(indexes);
        return reads->page(session, indexed, control.get()).map(grouped);
    });
}

QFuture<Result<NewErrors>> ErrorReader::newErrors()
{
    return m_queue.run([schema = m_context.schema, known = m_firstFailures](Session &session) {
        return readNewErrors(session, schema, known.get());
    });
}

QFuture<Result<GroupCheck>> ErrorReader::check(const ErrorGroup &group, FailureScope scope,
                                               ReadControlPtr control)
{
    return m_queue.run(
        [context = m_context, group, scope, control = std::move(control)](Session &session) {
            return checkGroup(session, context, group, scope, control.get());
        });
}

} // namespace yardmaster
