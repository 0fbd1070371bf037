#include "models/cron/knowncrontabs.h"

#include "worker/db/rowtimes.h"
#include "worker/db/sqltext.h"
#include "worker/queue/queueerror.h"
#include <yardmaster/session.h>
#include <yardmaster/timestamp.h>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

QDateTime timeAt(const Rows &rows, int row, int column)
{
    return dateTime(timestampAt(rows, row, column));
}

} // namespace

QHash<QString, KnownCronEntry> KnownCrontabs::byIdentifier() const
{
    QHash<QString, KnownCronEntry> hash;
    for (const Entry &entry : entries)
        hash.insert(entry.identifier, entry.known);
    return hash;
}

Result<KnownCrontabs> readKnownCrontabs(Session &session, const QString &schema)
{
    auto transaction = Transaction::begin(session);
    if (!transaction)
        return tl::make_unexpected(transaction.error());
    if (auto limited = session.script("set transaction read only; "
                                      "set local statement_timeout = '3s'; "
                                      "set local enable_seqscan = off; set local jit = off");
        !limited)
        return tl::make_unexpected(limited.error());
    KnownCrontabs known;
    const QString name = QString::fromUtf8(quotedIdentifier(schema));
    const auto there
        = session.query("select to_regclass($1::text) is not null, to_regnamespace($2::text) is "
                        "not null",
                        {param(name + u"._private_known_crontabs"_s), param(name)});
    if (!there)
        return tl::make_unexpected(there.error());
    if (!there->boolean(0, 0)) {
        if (!there->boolean(0, 1))
            return fail(DbError::Kind::SchemaMissing,
                        u"there is no schema '%1' in this database"_s.arg(schema));
        known.isThere = false;
        return known;
    }
    const auto rows = session.query(sqlText("models/cron/known_crontabs.sql", schema),
                                    {param(kKnownCrontabs + 1)});
    if (!rows)
        return tl::make_unexpected(explained(rows.error(), schema));
    for (int row = 0; row < rows->count(); ++row) {
        if (row == kKnownCrontabs) {
            known.isCut = true;
            break;
        }
        KnownCrontabs::Entry entry;
        entry.identifier = rows->text(row, 0);
        entry.known.knownSince = timeAt(*rows, row, 1);
        if (!rows->isNull(row, 2))
            entry.known.lastExecution = timeAt(*rows, row, 2);
        known.entries << entry;
    }
    const auto names
        = session.query(sqlText("models/cron/cron_names.sql", schema), {param(kKnownCrontabs + 1)});
    if (!names)
        return tl::make_unexpected(explained(names.error(), schema));
    for (int row = 0; row < names->count(); ++row) {
        const QByteArrayView kind = names->bytes(row, 0);
        if (kind == "hidden")
            known.isHidden = true;
        else
            (kind == "task" ? known.names.tasks : known.names.queues) << names->text(row, 1);
    }
    known.names.areAllTasks = !known.isHidden && known.names.tasks.size() <= kKnownCrontabs;
    if (auto committed = transaction->commit(); !committed)
        return tl::make_unexpected(committed.error());
    return known;
}

} // namespace yardmaster
