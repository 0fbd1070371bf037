#include "models/diagnosis/storagechecks.h"

#include "models/diagnosis/diagnosistext.h"
#include "models/diagnosis/unreadable.h"
#include "models/maintenance/historyfacts.h"
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
    if (auto unreadable = whyUnreadable(probe, false))
        return *std::move(unreadable);
    const auto sizes = readSchemaSizes(session, probe.schema);
    if (!sizes)
        return tl::make_unexpected(sizes.error());
    QueueCheck check{
        {}, QueueCheck::Outcome::Passed, DiagnosisText::tr("All indexes exist and are usable.")};
    bool isFetchSlow = false;
    QStringList remedies;
    for (const RelationSize &relation : sizes->relations) {
        const SizeAdvice advice = adviceOn(relation);
        if (!relation.isIndex || advice == SizeAdvice::Fine)
            continue;
        isFetchSlow = isFetchSlow || relation.slowsFetches();
        check.details << (relation.isMissing ? DiagnosisText::tr("%1 is missing").arg(relation.name)
                                             : DiagnosisText::tr("%1 (%2): %3")
                                                   .arg(relation.name, formatBytes(relation.bytes),
                                                        adviceReason(relation, sizes->now)));
        remedies << QString::fromUtf8(adviceSql(advice, probe.schema, relation.name));
    }
    if (remedies.isEmpty())
        return check;
    check.outcome = QueueCheck::Outcome::Warned;
    check.sentence = isFetchSlow
        ? DiagnosisText::tr(
            "Every fetch reads the whole table of jobs, because an index is missing or "
            "unfinished.")
        : DiagnosisText::tr("Indexes take more space than they need, or are unfinished.");
    check.remedy = remedies.join(u"; "_s);
    check.help = QueueCheck::Help::ShowSizes;
    return check;
}

Result<QueueCheck> checkVacuum(Session &session, const SchemaProbe &probe)
{
    if (auto unreadable = whyUnreadable(probe, false))
        return *std::move(unreadable);
    const auto sizes = readSchemaSizes(session, probe.schema);
    const auto limits = session.query(sqlText("models/diagnosis/server_limits.sql", probe.schema));
    const auto holders = session.query(sqlText("models/diagnosis/vacuum_holders.sql", {}));
    if (!sizes || !limits || !holders)
        return tl::make_unexpected(!sizes        ? sizes.error()
                                       : !limits ? limits.error()
                                                 : holders.error());
    QStringList sentences;
    QStringList remedies;
    bool isHelped = false;
    if (sizes->oldest) {
        const SchemaSizes::Transaction &oldest = *sizes->oldest;
        const QString process = oldest.application.isEmpty()
            ? QString::number(oldest.pid)
            : u"%1 (%2)"_s.arg(QString::number(oldest.pid), oldest.application);
        sentences << DiagnosisText::tr(
                         "A transaction has been open for %1: process %2, %3. Until it ends, dead "
                         "rows cannot be removed, and fetches become slower.")
                         .arg(formatDuration(oldest.openFor), process,
                              oldest.state.isEmpty() ? DiagnosisText::tr("state not visible")
                                                     : oldest.state);
        remedies << DiagnosisText::tr("End it: %1")
                        .arg(u"select pg_terminate_backend(%1)"_s.arg(oldest.pid));
    }
    for (int row = 0; row < holders->count(); ++row) {
        sentences << DiagnosisText::tr("The %1 '%2' keeps dead rows of the last %3 transactions.")
                         .arg(holders->text(row, 0), holders->text(row, 1),
                              formatNumber(holders->int64(row, 2)));
        remedies << DiagnosisText::tr("Finish or drop it if nothing needs it");
    }
    for (const RelationSize &relation : sizes->relations) {
        if (adviceOn(relation) != SizeAdvice::Vacuum)
            continue;
        sentences << relation.name + u": "_s + adviceReason(relation, sizes->now);
        remedies << QString::fromUtf8(adviceSql(SizeAdvice::Vacuum, probe.schema, relation.name));
        isHelped = true;
    }
    if (!limits->isEmpty()) {
        if (!limits->boolean(0, 7)) {
            sentences << DiagnosisText::tr("Autovacuum is off.");
            remedies << DiagnosisText::tr("Turn on autovacuum and track_counts");
        }
        for (const QString &table : limits->text(0, 8).split(u'\n', Qt::SkipEmptyParts)) {
            sentences << DiagnosisText::tr("Autovacuum is off for %1.").arg(table);
            remedies << u"alter table %1.%2 reset (autovacuum_enabled)"_s.arg(
                QString::fromUtf8(quotedIdentifier(probe.schema)),
                QString::fromUtf8(quotedIdentifier(table)));
        }
        if (limits->int64(0, 10) > kMuchUnfrozen) {
            sentences << DiagnosisText::tr("The database is %1 transactions behind with freezing; "
                                           "at about 2,000 million the server stops accepting "
                                           "writes.")
                             .arg(formatNumber(limits->int64(0, 10)));
            remedies << DiagnosisText::tr("vacuum (freeze), after ending what holds it back");
        }
    }
    if (sentences.isEmpty())
        return QueueCheck{
            {},
            QueueCheck::Outcome::Passed,
            DiagnosisText::tr("Nothing holds back vacuum, and there are few dead rows.")};
    QueueCheck check = storageWarning(sentences.takeFirst(), remedies.join(u"; "_s));
    check.details = sentences;
    if (isHelped)
        check.help = QueueCheck::Help::ShowSizes;
    return check;
}

Result<QueueCheck> checkHistory(Session &session, const SchemaProbe &probe)
{
    const auto state = inspectHistory(session, probe.schema);
    if (!state)
        return tl::make_unexpected(state.error());
    const bool isAbsent = state->presence == HistoryState::Presence::Absent;
    if (isAbsent || !state->needsAttention())
        return QueueCheck{{},
                          QueueCheck::Outcome::Passed,
                          isAbsent ? DiagnosisText::tr("Finished jobs are not recorded.")
                                   : DiagnosisText::tr("Finished jobs are recorded.")};
    QueueCheck check
        = storageWarning(DiagnosisText::tr("Finished jobs are not recorded as they should be."),
                         u"yardmaster history install"_s);
    check.details = historyTroubles(*state);
    check.help = QueueCheck::Help::ShowHistory;
    return check;
}

} // namespace yardmaster
