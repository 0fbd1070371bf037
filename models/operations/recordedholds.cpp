#include "models/operations/recordedholds.h"

#include "models/operations/operationjournal.h"
#include "models/query/filteredit.h"
#include "models/query/filterparser.h"

#include <QDir>
#include <QFile>
#include <QSet>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr std::chrono::days kHoldSpan{36525};   // a hundred years
constexpr std::chrono::days kSurelyHeld{18262}; // half of that: no job is scheduled so far ahead

} // namespace

QString subjectFilter(const HoldSubject &subject)
{
    const auto term = termForValue(
        subject.kind == HoldKind::Queue ? FilterKey::Queue : FilterKey::Task, subject.name);
    return term ? term->text() : QString();
}

QString holdFilter(const HoldSubject &subject)
{
    return parseFilter(subjectFilter(subject)
                       + u" state:ready,blocked,forbidden,scheduled,retrying run<now+%1d"_s.arg(
                           kSurelyHeld.count()))
        .filter.text();
}

OperationChange holdChange(Timestamp now)
{
    OperationChange change;
    change.kind = OperationKind::Reschedule;
    change.timing = OperationTiming::AtTime;
    change.runAt = std::chrono::floor<std::chrono::seconds>(now) + kHoldSpan;
    return change;
}

std::optional<HoldSubject> heldBy(const OperationSpec &spec, Timestamp begunAt)
{
    const OperationChange &change = spec.change;
    const bool isFar = change.runAt && *change.runAt != Timestamp::max()
        && *change.runAt > begunAt + kSurelyHeld;
    if (change.kind != OperationKind::Reschedule || change.timing != OperationTiming::AtTime
        || !isFar || !spec.scope.isByFilter())
        return std::nullopt;
    const Filter filter = parseFilter(spec.scope.filter).filter;
    for (const FilterTerm &term : filter.terms) {
        if (term.key != FilterKey::Queue && term.key != FilterKey::Task)
            continue;
        const HoldSubject subject{term.key == FilterKey::Queue ? HoldKind::Queue : HoldKind::Task,
                                  term.values.first().text()};
        // Only what this program writes as a hold: other far dates may mean something else.
        if (holdFilter(subject) == filter.text())
            return subject;
    }
    return std::nullopt;
}

HoldSearch::HoldSearch(QString folder)
    : m_folder(std::move(folder))
{ }

QList<RecordedHold> HoldSearch::find(const QString &schema, const QString &connection)
{
    const QDir folder(m_folder);
    const QFileInfoList files = folder.entryInfoList({u"*.ndjson"_s}, QDir::Files);
    QSet<QString> present;
    for (const QFileInfo &info : files) {
        const QString name = info.fileName();
        if (name.startsWith("operators"_L1))
            continue;
        present << name;
        const bool isKnown = m_journals.contains(name);
        Journal &journal = m_journals[name];
        if (isKnown && (!journal.isConcerned || journal.size == info.size()))
            continue;
        const auto header = OperationJournal::readHeader(info.filePath());
        if (!header) { // perhaps being written
            m_journals.remove(name);
            continue;
        }
        journal.isConcerned = header->spec.change.kind == OperationKind::Undo
            || heldBy(header->spec, header->begunAt);
        if (!journal.isConcerned)
            continue;
        if (auto record = OperationJournal::read(info.filePath())) {
            journal.record = *std::move(record);
            journal.size = info.size();
        } else {
            m_journals.remove(name);
        }
    }
    m_journals.removeIf(
        [&present](QHash<QString, Journal>::iterator it) { return !present.contains(it.key()); });

    QSet<QUuid> undone;
    for (const Journal &journal : std::as_const(m_journals)) {
        const OperationRecord &record = journal.record;
        if (journal.isConcerned && record.spec.change.kind == OperationKind::Undo
            && record.state == OperationState::Finished)
            undone << record.spec.change.undone;
    }
    QList<RecordedHold> holds;
    for (const Journal &journal : std::as_const(m_journals)) {
        const OperationRecord &record = journal.record;
        if (!journal.isConcerned || undone.contains(record.spec.id) || record.spec.schema != schema
            || record.origin.connection != connection)
            continue;
        const bool hasHeld
            = record.totals.changed > 0 || record.state == OperationState::Unfinished;
        const auto subject = heldBy(record.spec, record.begunAt);
        if (subject && hasHeld)
            holds << RecordedHold{*subject, record};
    }
    std::ranges::sort(holds, std::greater{},
                      [](const RecordedHold &hold) { return hold.record.begunAt; });
    return holds;
}

} // namespace yardmaster
