#include "models/query/supportingindexes.h"

#include "worker/db/sqltext.h"
#include <yardmaster/session.h>

#include <QtGlobal>

#include <algorithm>
#include <array>

namespace yardmaster {

namespace {

constexpr std::array<SupportingIndexInfo, 4> kIndexes{{
    {SupportingIndex::Failed, "_yardmaster_failed_jobs",
     "(id) where not is_available and locked_at is null",
     QT_TRANSLATE_NOOP("SupportingIndex", "Lists failed jobs at once."),
     QT_TRANSLATE_NOOP("SupportingIndex",
                       "Costs workers time when a job fails for good, which is rare.")},
    {SupportingIndex::Locked, "_yardmaster_locked_jobs", "(id) where locked_at is not null",
     QT_TRANSLATE_NOOP("SupportingIndex", "Lists running and stuck jobs at once."),
     QT_TRANSLATE_NOOP("SupportingIndex", "Costs workers time with every job they fetch.")},
    {SupportingIndex::Waiting, "_yardmaster_waiting_jobs",
     "(priority, run_at, id) where is_available",
     QT_TRANSLATE_NOOP(
         "SupportingIndex",
         "Keeps the list of waiting jobs fast where many are due at the same moment."),
     QT_TRANSLATE_NOOP("SupportingIndex", "Costs time with every job that is added or fetched.")},
    {SupportingIndex::KeyPrefix, "_yardmaster_job_keys",
     "(key text_pattern_ops) where key is not null",
     QT_TRANSLATE_NOOP("SupportingIndex", "Finds job keys by prefix."),
     QT_TRANSLATE_NOOP("SupportingIndex", "Costs time with every job that has a key.")},
}};

} // namespace

std::span<const SupportingIndexInfo> supportingIndexes()
{
    return kIndexes;
}

const SupportingIndexInfo &supportingIndexInfo(SupportingIndex index)
{
    return *std::ranges::find(kIndexes, index, &SupportingIndexInfo::index);
}

Result<QSet<SupportingIndex>> listSupportingIndexes(Session &session, const QString &schema)
{
    const auto rows = session.query(sqlText("models/query/supporting_indexes.sql", schema));
    if (!rows)
        return tl::make_unexpected(rows.error());
    QSet<SupportingIndex> present;
    for (int row = 0; row < rows->count(); ++row) {
        for (const SupportingIndexInfo &info : kIndexes) {
            if (rows->bytes(row, 0) == info.name)
                present << info.index;
        }
    }
    return present;
}

QByteArray createIndexSql(SupportingIndex index, const QString &schema)
{
    const SupportingIndexInfo &info = supportingIndexInfo(index);
    return "create index concurrently if not exists " + QByteArray(info.name) + " on "
        + quotedIdentifier(schema) + "._private_jobs " + info.definition;
}

QByteArray dropIndexSql(SupportingIndex index, const QString &schema)
{
    return "drop index concurrently if exists " + quotedIdentifier(schema) + '.'
        + supportingIndexInfo(index).name;
}

} // namespace yardmaster
