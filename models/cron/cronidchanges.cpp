#include "models/cron/cronidchanges.h"

#include <QCoreApplication>
#include <QHash>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

struct CronIdChangesText
{
    Q_DECLARE_TR_FUNCTIONS(CronIdChanges)
};

/// What an entry does, whatever it is called.
QString deedOf(const CrontabEntry &entry)
{
    return entry.item.schedule + u'\n' + entry.item.task + u'\n'
        + QString::fromUtf8(entry.item.options.timeZone) + u'\n'
        + QString::fromUtf8(entry.item.payload);
}

} // namespace

QList<CronIdChange> cronIdChanges(const CronAnalysis &before, const CronAnalysis &after,
                                  const QSet<QString> &known)
{
    QSet<QString> still;
    QHash<QString, const CrontabEntry *> off;
    for (const CrontabEntry &entry : after.entries)
        still.insert(entry.item.identifier);
    for (const CrontabEntry &entry : after.switchedOff)
        off.insert(entry.item.identifier, &entry);
    QSet<QString> were;
    for (const CrontabEntry &entry : before.entries)
        were.insert(entry.item.identifier);
    // Entries under a new name, by what they do.
    QMultiHash<QString, const CrontabEntry *> fresh;
    for (const CrontabEntry &entry : after.entries) {
        if (!were.contains(entry.item.identifier))
            fresh.insert(deedOf(entry), &entry);
    }

    QList<CronIdChange> changes;
    for (const CrontabEntry &entry : before.entries) {
        const QString &identifier = entry.item.identifier;
        if (still.contains(identifier))
            continue;
        CronIdChange change;
        change.before = identifier;
        change.isKnown = known.contains(identifier);
        if (const auto renamed = fresh.find(deedOf(entry)); renamed != fresh.end()) {
            change.kind = CronIdChange::Kind::Renamed;
            change.after = (*renamed)->item.identifier;
            change.line = (*renamed)->line;
            fresh.erase(renamed);
        } else if (const CrontabEntry *silent = off.value(identifier)) {
            change.kind = CronIdChange::Kind::Off;
            change.line = silent->line;
        } else {
            change.kind = CronIdChange::Kind::Gone;
            change.line = entry.line;
        }
        changes << change;
    }
    return changes;
}

QString cronIdChangeSentence(const CronIdChange &change)
{
    switch (change.kind) {
    case CronIdChange::Kind::Renamed:
        return change.isKnown
            ? CronIdChangesText::tr(
                  "'%1' is now called '%2', which is a new entry to the database. Missed runs are "
                  "not backfilled under the new name, and workers that still have the old file add "
                  "its jobs as well.")
                  .arg(change.before, change.after)
            : CronIdChangesText::tr("'%1' is now called '%2': workers that still have the old file "
                                    "add its jobs as well.")
                  .arg(change.before, change.after);
    case CronIdChange::Kind::Off:
        return CronIdChangesText::tr(
                   "'%1' is switched off: it adds no more jobs once the workers have read "
                   "the file.")
            .arg(change.before);
    case CronIdChange::Kind::Gone:
        break;
    }
    return change.isKnown
        ? CronIdChangesText::tr("'%1' is removed. The database keeps its last run; if it comes "
                                "back with fill, the runs missed until then are backfilled.")
              .arg(change.before)
        : CronIdChangesText::tr("'%1' is removed.").arg(change.before);
}

} // namespace yardmaster
