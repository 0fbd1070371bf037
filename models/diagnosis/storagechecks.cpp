#include "models/diagnosis/storagechecks.h"

#include "models/maintenance/schemasizes.h"
#include "models/values/format.h"
#include "worker/db/sqltext.h"
#include <yardmaster/session.h>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 kMuchUnfrozen = 1500000000; // of about 2,000,000,000

QueueCheck storageWarning(const QString &sentence, const QString &remedy)
{
    return {{}, QueueCheck::Outcome::Warned, sentence, remedy};
}

} // namespace

Result<QueueCheck> checkIndexes(Session &session, const SchemaProbe &probe)
{
    if (probe.state.revision < kOldestReadRevision)
        return QueueCheck{{}, QueueCheck::Outcome::Skipped, u"There is no queue to look at."_s};
    const auto rows = session.query(sqlText("models/diagnosis/fetch_indexes.sql", probe.schema));
    if (!rows)
        return tl::make_unexpected(rows.error());
    QStringList bad;
    for (int row = 0; row < rows->count(); ++row) {
        if (!rows->boolean(row, 1))
            bad << rows->text(row, 0)
                    + (rows->isNull(row, 1) ? u" is missing"_s : u" is unfinished"_s);
    }
    const bool isOurs = probe.state.family == SchemaState::Family::Graphile;
    if (!bad.isEmpty() && isOurs) {
        QueueCheck check = storageWarning(
            u"Every fetch reads the whole table of jobs, because an index is not there."_s,
            u"Create it again as migrations of graphile-worker do, or REINDEX INDEX CONCURRENTLY."_s);
        check.details = bad;
        return check;
    }
    const auto sizes = readSchemaSizes(session, probe.schema);
    if (!sizes)
        return tl::make_unexpected(sizes.error());
    QueueCheck check{{}, QueueCheck::Outcome::Passed, u"All indexes are there and usable."_s};
    QStringList remedies;
    for (const RelationSize &relation : sizes->relations) {
        const SizeAdvice advice = adviceOn(relation);
        if (!relation.isIndex || advice == SizeAdvice::Fine)
            continue;
        check.details << u"%1 (%2): %3"_s.arg(relation.name, formatBytes(relation.bytes),
                                              adviceReason(relation, sizes->now));
        remedies << QString::fromUtf8(adviceSql(advice, probe.schema, relation.name));
    }
    if (!remedies.isEmpty()) {
        check.outcome = QueueCheck::Outcome::Warned;
        check.sentence = u"Indexes take more room than they need, or are unfinished."_s;
        check.remedy = remedies.join(u"; "_s);
    }
    return check;
}

Result<QueueCheck> checkVacuum(Session &session, const SchemaProbe &probe)
{
    if (probe.state.revision < kOldestReadRevision)
        return QueueCheck{{}, QueueCheck::Outcome::Skipped, u"There is no queue to look at."_s};
    const auto sizes = readSchemaSizes(session, probe.schema);
    const auto limits = session.query(sqlText("models/diagnosis/server_limits.sql", probe.schema));
    const auto holders = session.query(sqlText("models/diagnosis/vacuum_holders.sql", {}));
    if (!sizes || !limits || !holders)
        return tl::make_unexpected(!sizes        ? sizes.error()
                                       : !limits ? limits.error()
                                                 : holders.error());
    QStringList sentences;
    QStringList remedies;
    if (sizes->oldest) {
        const SchemaSizes::Transaction &oldest = *sizes->oldest;
        sentences << u"A transaction has been open for %1: process %2%3, %4. Until it ends, dead "
                     "jobs cannot be removed, and fetches become slower."_s
                         .arg(formatDuration(oldest.openFor))
                         .arg(oldest.pid)
                         .arg(oldest.application.isEmpty() ? QString()
                                                           : u" ("_s + oldest.application + u')',
                              oldest.state.isEmpty() ? u"state not visible"_s : oldest.state);
        remedies << u"End it: select pg_terminate_backend(%1)"_s.arg(oldest.pid);
    }
    for (int row = 0; row < holders->count(); ++row) {
        sentences << u"The %1 '%2' keeps dead rows of the last %3 transactions."_s.arg(
            holders->text(row, 0), holders->text(row, 1), formatNumber(holders->int64(row, 2)));
        remedies << u"Finish or drop it, if nothing needs it"_s;
    }
    for (const RelationSize &relation : sizes->relations) {
        if (adviceOn(relation) != SizeAdvice::Vacuum)
            continue;
        sentences << relation.name + u": "_s + adviceReason(relation, sizes->now);
        remedies << QString::fromUtf8(adviceSql(SizeAdvice::Vacuum, probe.schema, relation.name));
    }
    if (!limits->isEmpty()) {
        if (!limits->boolean(0, 7)) {
            sentences << u"Autovacuum is off."_s;
            remedies << u"Set autovacuum and track_counts on"_s;
        }
        for (const QString &table : limits->text(0, 8).split(u'\n', Qt::SkipEmptyParts)) {
            sentences << u"Autovacuum is off for %1."_s.arg(table);
            remedies << u"alter table %1.%2 reset (autovacuum_enabled)"_s.arg(
                QString::fromUtf8(quotedIdentifier(probe.schema)),
                QString::fromUtf8(quotedIdentifier(table)));
        }
        if (limits->int64(0, 10) > kMuchUnfrozen) {
            sentences << u"The database is %1 transactions behind with freezing; at about 2,000 "
                         "million the server stops accepting writes."_s.arg(
                             formatNumber(limits->int64(0, 10)));
            remedies << u"vacuum (freeze), after ending what holds it back"_s;
        }
    }
    if (sentences.isEmpty())
        return QueueCheck{{},
                          QueueCheck::Outcome::Passed,
                          u"Nothing holds vacuum back, and few rows are dead."_s};
    QueueCheck check = storageWarning(sentences.takeFirst(), remedies.join(u"; "_s));
    check.details = sentences;
    return check;
}

} // namespace yardmaster
