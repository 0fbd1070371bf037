#include "models/overview/finalfailures.h"

#include "models/query/supportingindexes.h"
#include "worker/db/sqltext.h"
#include <yardmaster/session.h>

namespace yardmaster {

using namespace std::chrono_literals;

namespace {

constexpr std::chrono::microseconds kLongestSpan = 10min;

} // namespace

FinalFailuresReader::FinalFailuresReader(const QString &schema)
    : m_schema(schema)
    , m_sql(sqlText("models/overview/final_failures.sql", schema))
{ }

Result<FinalFailures> FinalFailuresReader::read(Session &session)
{
    const auto indexes = listSupportingIndexes(session, m_schema);
    if (!indexes)
        return tl::make_unexpected(indexes.error());
    auto transaction = Transaction::begin(session);
    if (!transaction)
        return tl::make_unexpected(transaction.error());
    QByteArray limits = "set transaction read only; set local statement_timeout = '5s'; "
                        "set local jit = off; set local max_parallel_workers_per_gather = 0";
    if (indexes->contains(SupportingIndex::Failed))
        limits += "; set local enable_seqscan = off";
    if (auto limited = session.script(limits); !limited)
        return tl::make_unexpected(limited.error());
    const Params params = m_clock ? Params{param(*m_clock), param(m_transaction)}
                                  : Params{nullParam(), nullParam()};
    const auto rows = session.query(m_sql, params);
    if (!rows)
        return tl::make_unexpected(rows.error());
    if (auto committed = transaction->commit(); !committed)
        return tl::make_unexpected(committed.error());
    const qint64 clock = rows->int64(0, 0);
    FinalFailures failures;
    const std::chrono::microseconds span(clock - m_clock.value_or(clock));
    if (span > 0us && span <= kLongestSpan)
        failures = {rows->int64(0, 2), span};
    m_clock = clock;
    m_transaction = rows->int64(0, 1);
    return failures;
}

} // namespace yardmaster
