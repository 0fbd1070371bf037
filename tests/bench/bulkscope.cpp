#include "tests/bench/bulkscope.h"

#include "models/operations/operationpreview.h"
#include "worker/db/sqltext.h"

#include <QElapsedTimer>
#include <QTemporaryDir>

namespace yardmaster::bench {

using namespace Qt::StringLiterals;

namespace {

QByteArray table(const QString &schema)
{
    return quotedIdentifier(schema) + "._private_jobs";
}

} // namespace

BulkScope::BulkScope(const QString &schema, const QString &filter, int batchSize)
{
    m_spec.schema = schema;
    m_spec.change.kind = OperationKind::Reschedule;
    m_spec.change.timing = OperationTiming::ByInterval;
    m_spec.change.shift = std::chrono::seconds(1);
    m_spec.scope.filter = filter;
    m_spec.options.batchSize = batchSize;
}

Result<void> BulkScope::freeze(Session &session, qint64 most)
{
    QElapsedTimer watch;
    watch.start();
    const QTemporaryDir folder;
    const auto preview = previewOperation(session, m_spec, folder.path());
    if (!preview)
        return tl::make_unexpected(preview.error());
    m_previewMs = double(watch.nsecsElapsed()) / 1e6;
    m_spec.scope = preview->spec.scope;

    const auto copied = [&]() -> Result<void> {
        Params params;
        const auto condition = m_spec.scope.condition(m_spec.schema, &params);
        if (!condition)
            return tl::make_unexpected(condition.error());
        params.push_back(param(most));
        if (auto made = session.script("create temp table bench_before (id bigint primary key,"
                                       " run_at timestamptz not null)");
            !made)
            return made;
        return session
            .query("insert into bench_before select jobs.id, jobs.run_at from "
                       + table(m_spec.schema) + " as jobs where " + *condition
                       + " order by jobs.id limit $" + QByteArray::number(qint64(params.size()))
                       + "::bigint",
                   params)
            .map([](const Rows &) {});
    }();
    if (!copied)
        return copied;
    const auto counted = session.query("select count(*), coalesce(max(id), 0) from bench_before");
    if (!counted)
        return tl::make_unexpected(counted.error());
    m_jobs = counted->int64(0, 0);
    m_spec.scope.expected = -1; // each operation freezes its scope
    m_spec.scope.filter += u" id:1..%1"_s.arg(counted->int64(0, 1));
    return session.script("analyze bench_before");
}

OperationSpec BulkScope::spec() const
{
    OperationSpec spec = m_spec;
    spec.id = QUuid::createUuid();
    return spec;
}

Result<QMap<qint64, qint64>> BulkScope::moves(Session &session) const
{
    const auto rows = session.query(sqlText("tests/bench/bulk_moves.sql", m_spec.schema));
    if (!rows)
        return tl::make_unexpected(rows.error());
    QMap<qint64, qint64> moves;
    for (int row = 0; row < rows->count(); ++row)
        moves.insert(rows->int64(row, 0), rows->int64(row, 1));
    return moves;
}

qint64 BulkScope::nowUs()
{
    return std::chrono::duration_cast<std::chrono::microseconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
}

Result<qint64> BulkScope::serverAheadUs(Session &session) const
{
    const qint64 before = nowUs();
    const auto rows
        = session.query("select (extract(epoch from clock_timestamp()) * 1000000)::bigint");
    if (!rows)
        return tl::make_unexpected(rows.error());
    return rows->int64(0, 0) - (before + nowUs()) / 2;
}

} // namespace yardmaster::bench
