#include "models/overview/finalfailures.h"

#include "models/query/shortread.h"
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
    const Params params = m_clock ? Params{param(*m_clock), param(m_transaction)}
                                  : Params{nullParam(), nullParam()};
    const bool isIndexed = indexes->contains(SupportingIndex::Failed);
    const auto rows
        = readOnce(session, 5s, m_sql, params, isIndexed ? "set local enable_seqscan = off" : "");
    if (!rows)
        return tl::make_unexpected(rows.error());
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
