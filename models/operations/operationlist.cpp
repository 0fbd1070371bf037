#include "models/operations/operationlist.h"

#include "models/operations/operationfolder.h"
#include "models/operations/operationjournal.h"
#include "models/operations/undostate.h"
#include "models/query/operationtext.h"
#include "models/session/delivery.h"
#include "models/values/format.h"
#include "models/values/timedisplay.h"

#include <QCoreApplication>
#include <QtConcurrentRun>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

QString stateText(const OperationEntry &entry)
{
    if (entry.isPaused())
        return OperationText::tr("Paused");
    if (entry.isRunning()) {
        const QString trouble = entry.live->progress().trouble;
        return trouble.isEmpty() ? OperationText::tr("Running")
                                 : OperationText::tr("Waiting: %1").arg(trouble);
    }
    const auto &undone = entry.record.undone;
    if (undone && !entry.isUndone() && undone->jobs > 0)
        return OperationText::tr("Partly undone, %1 of %2")
            .arg(formatNumber(undone->jobs), formatNumber(entry.record.totals.changed));
    switch (entry.record.state) {
    case OperationState::Unfinished:
        return entry.record.message.isEmpty()
            ? OperationText::tr("Unfinished")
            : OperationText::tr("Stopped: %1").arg(entry.record.message);
    case OperationState::Finished:
        return entry.isUndone() ? OperationText::tr("Undone") : OperationText::tr("Done");
    case OperationState::Cancelled:
        if (!entry.record.message.isEmpty() && entry.totals().seen() == 0)
            return OperationText::tr("Not done: %1").arg(entry.record.message);
        return entry.isUndone() ? OperationText::tr("Cancelled, undone")
                                : OperationText::tr("Cancelled");
    }
    Q_UNREACHABLE();
}

} // namespace

OperationTotals OperationEntry::totals() const
{
    // Until the first report of one that was resumed, the journal knows more.
    if (live && live->progress().totals.seen() >= record.totals.seen())
        return live->progress().totals;
    return record.totals;
}

qint64 OperationEntry::expected() const
{
    const qint64 counted = live ? live->progress().expected : -1;
    return counted >= 0 ? counted : record.spec.scope.expected;
}

double OperationEntry::progress() const
{
    if (!isRunning() && record.state == OperationState::Finished)
        return 1;
    const qint64 expected = this->expected();
    return expected > 0 ? std::min(1.0, double(totals().seen()) / double(expected)) : -1;
}

QString OperationEntry::progressText() const
{
    const qint64 expected = this->expected();
    QString text = formatNumber(totals().seen());
    if (expected >= 0 && (isRunning() || record.state != OperationState::Finished))
        text = OperationText::tr("%1 of %2").arg(text, formatNumber(expected));
    if (isRunning() && live->progress().perSecond >= 1)
        text += OperationText::tr(" · %1/s").arg(formatNumber(qint64(live->progress().perSecond)));
    return text;
}

std::optional<std::chrono::seconds> OperationEntry::timeLeft() const
{
    const qint64 left = expected() - totals().seen();
    if (!isRunning() || isPaused() || left < 0 || live->progress().perSecond <= 0)
        return std::nullopt;
    return std::chrono::seconds(qint64(double(left) / live->progress().perSecond));
}

OperationList::OperationList(ConnectionSettings settings, QString schema, QString folder,
                             QObject *parent)
    : RowsModel(parent)
    , m_settings(std::move(settings))
    , m_schema(std::move(schema))
    , m_folder(std::move(folder))
{
    const auto explain = [this](const OperationEntry &entry) { return toolTipOf(entry); };
    setColumns({
        {.id = "operation"_L1,
         .title = tr("Operation"),
         .text = [this](const OperationEntry &entry) { return titleOf(entry); },
         .widest = u"Retry jobs that match state:failed task:send_news"_s,
         .toolTip = explain,
         .spoken =
             [this](const OperationEntry &entry) {
                 return tr("%1, %2").arg(titleOf(entry), stateText(entry));
             }},
        {.id = "jobs"_L1,
         .title = tr("Jobs"),
         .text = [](const OperationEntry &entry) { return entry.progressText(); },
         .hasFigures = true,
         .widest = u"1,000,000 of 1,000,000 · 10,000/s"_s,
         .toolTip = explain,
         .bar = [](const OperationEntry &entry) { return entry.progress(); },
         .barKind = BarKind::Progress},
        {.id = "outcome"_L1,
         .title = tr("Outcome"),
         .text =
             [](const OperationEntry &entry) {
                 const OperationTotals totals = entry.totals();
                 return totals.seen() > 0 ? tr("%1: %2").arg(stateText(entry), totalsText(totals))
                                          : stateText(entry);
             },
         .toolTip = explain},
        {.id = "begun"_L1,
         .title = tr("Started"),
         .text =
             [](const OperationEntry &entry) {
                 return formatInstant(dateTime(entry.record.begunAt));
             },
         .widest = u"2026-11-20 14:03:07 CEST"_s},
    });
    connect(&TimeDisplay::instance(), &TimeDisplay::changed, this, [this] { tellAll(); });
    reload();
}

OperationList::~OperationList()
{
    for (const OperationEntry &entry : rows())
        delete entry.live; // waits for its batch
}

QString OperationList::titleOf(const OperationEntry &entry) const
{
    const QString title = operationTitle(entry.record.spec);
    if (entry.record.spec.change.kind != OperationKind::Undo)
        return title;
    const int source = rowOf(entry.record.spec.change.undone);
    return source < 0 ? tr("%1: an operation that is no longer kept").arg(title)
                      : tr("%1: %2").arg(title, operationTitle(at(source).record.spec));
}

QString OperationList::toolTipOf(const OperationEntry &entry) const
{
    return titleOf(entry) + u'\n' + stateText(entry) + u'\n' + totalsText(entry.totals());
}

Operation *OperationList::take(Operation *operation)
{
    operation->setParent(this);
    const auto update = [this, operation] {
        const int row = rowOf(operation->id());
        if (row >= 0)
            tellRows({row});
    };
    connect(operation, &Operation::progressed, this, update);
    connect(operation, &Operation::phaseChanged, this, [this, operation, update] {
        update();
        if (operation->isOver())
            onEnded(operation);
    });
    return operation;
}

void OperationList::watch(Operation *operation)
{
    OperationEntry entry;
    entry.live = take(operation);
    if (operation->spec())
        entry.record.spec = *operation->spec();
    entry.record.begunAt = timestamp(QDateTime::currentDateTimeUtc());
    entry.record.path = OperationJournal::pathIn(m_folder, operation->id());
    merge(QList<OperationEntry>{std::move(entry)} + rows());
    if (operation->isOver())
        onEnded(operation);
}

void OperationList::resume(int row, const std::optional<ServerIdentity> &confirmed)
{
    resume(row, confirmed, false);
}

void OperationList::giveUp(int row)
{
    resume(row, {}, true);
}

/// @param isCancelled  before it begins, so that there is no further batch.
void OperationList::resume(int row, const std::optional<ServerIdentity> &confirmed,
                           bool isCancelled)
{
    OperationEntry &entry = editable(row);
    if (!entry.isUnfinished() || entry.live)
        return;
    entry.live = take(new Operation(m_settings, m_folder));
    if (isCancelled)
        entry.live->cancel();
    entry.live->resume(entry.record.spec.id, confirmed);
    tellRows({row});
}

/// Reads the journal again, and of an undo also that of the operation it took back.
void OperationList::onEnded(Operation *operation)
{
    const QUuid id = operation->id();
    using Journals = std::pair<Result<OperationRecord>, Result<OperationRecord>>;
    const auto read = [folder = m_folder, id]() -> Journals {
        const auto journal = [&folder](const QUuid &of) {
            return OperationJournal::read(OperationJournal::pathIn(folder, of));
        };
        auto record = journal(id);
        return {record, journal(record ? record->spec.change.undone : QUuid())};
    };
    deliver(QtConcurrent::run(read), this, [this, operation, id](const Journals &answer) {
        const int row = rowOf(id);
        if (row < 0)
            return;
        OperationEntry &entry = editable(row);
        auto [record, undone] = answer;
        if (record)
            entry.record = *record;
        else
            entry.record.state = OperationState::Cancelled; // without a journal nothing was changed
        if (!operation->error().isEmpty())
            entry.record.message = operation->error();
        entry.live = nullptr;
        operation->deleteLater();
        tellRows({row});
        if (const int other = undone ? rowOf(undone->spec.id) : -1; other >= 0) {
            updateUndone(&*undone, record ? &*record : nullptr);
            editable(other).record = *std::move(undone);
            tellRows({other});
        }
        Q_EMIT jobsChanged();
        Q_EMIT ended(id);
    });
}

void OperationList::reload()
{
    m_isLoading = true;
    deliver(QtConcurrent::run([folder = m_folder, retention = m_retention] {
                auto records = operationsIn(folder);
                if (retention)
                    applyRetention(&records, *retention);
                removeLists(folder, records);
                return records;
            }),
            this, [this](const std::vector<OperationRecord> &records) {
                m_isLoading = false;
                takeJournals(records);
                Q_EMIT loaded();
            });
}

QString OperationList::deletionObstacle(int row) const
{
    if (at(row).live)
        return OperationText::tr("It is still running.");
    std::vector<OperationRecord> records;
    for (const OperationEntry &entry : rows())
        records.push_back(entry.record);
    return yardmaster::deletionObstacle(at(row).record, records);
}

void OperationList::deleteAt(int row)
{
    if (!deletionObstacle(row).isEmpty())
        return;
    deliver(QtConcurrent::run([path = at(row).record.path] { return deleteJournal(path); }), this,
            [this](const Result<void> &deleted) {
                if (!deleted)
                    Q_EMIT deletionFailed(deleted.error());
                reload();
            });
}

/// Those at work here know more than their journals.
void OperationList::takeJournals(std::vector<OperationRecord> records)
{
    QList<OperationEntry> entries;
    for (const OperationEntry &entry : rows()) {
        if (entry.live)
            entries << entry;
    }
    const QString connection = m_settings.describe();
    for (OperationRecord &record : records) {
        const bool isLive = std::ranges::any_of(entries, [&record](const OperationEntry &entry) {
            return entry.record.spec.id == record.spec.id;
        });
        if (isLive || record.spec.schema != m_schema || record.origin.connection != connection)
            continue;
        entries << OperationEntry{std::move(record), nullptr};
    }
    std::ranges::stable_sort(entries, std::greater{},
                             [](const OperationEntry &entry) { return entry.record.begunAt; });
    merge(std::move(entries));
}

int OperationList::lastUndoable() const
{
    const auto found = std::ranges::find_if(rows(), [](const OperationEntry &entry) {
        return !entry.isRunning() && entry.record.totals.changed > 0 && undoOf(entry.record);
    });
    return found == rows().cend() ? -1 : int(found - rows().cbegin());
}

bool OperationList::hasRunning() const
{
    return std::ranges::any_of(rows(), &OperationEntry::isRunning);
}

void OperationList::stopAll()
{
    for (const OperationEntry &entry : rows()) {
        if (entry.isRunning())
            entry.live->stop();
    }
}

void OperationList::pauseAll()
{
    for (const OperationEntry &entry : rows()) {
        if (entry.isRunning())
            entry.live->setPaused(true);
    }
}

} // namespace yardmaster
