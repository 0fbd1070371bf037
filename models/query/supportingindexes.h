#pragma once

#include "models/query/supportingindex.h"
#include <yardmaster/result.h>

#include <QSet>
#include <QString>

#include <span>

namespace yardmaster {

class Session;

/// What a supporting index is called, holds and is good for.
struct SupportingIndexInfo
{
    SupportingIndex index;
    const char *name;       ///< in the schema of the jobs table
    const char *definition; ///< behind "create index concurrently … on … "
    const char *purpose;    ///< one sentence, to be translated in the context "SupportingIndex"
    const char *price;      ///< what workers pay, likewise
};

[[nodiscard]] std::span<const SupportingIndexInfo> supportingIndexes();
[[nodiscard]] const SupportingIndexInfo &supportingIndexInfo(SupportingIndex index);

/// Those that are there and usable. Blocks for a round trip.
[[nodiscard]] Result<QSet<SupportingIndex>> listSupportingIndexes(Session &session,
                                                                  const QString &schema);

/// The statement that creates or drops one, without waiting workers, to be shown and to be run by
/// whoever writes. Creating takes as long as reading the table, may not run inside a transaction,
/// and leaves an invalid index behind when it fails, which only dropping removes.
[[nodiscard]] QByteArray createIndexSql(SupportingIndex index, const QString &schema);
[[nodiscard]] QByteArray dropIndexSql(SupportingIndex index, const QString &schema);

} // namespace yardmaster
