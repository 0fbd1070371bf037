#include "models/operations/operationlist.h"

#include "models/operations/operationfolder.h"
#include "models/operations/operationjournal.h"
#include "models/operations/undostate.h"
#include "models/query/operationtext.h"
#include "models/session/delivery.h"
#include "models/values/format.h"

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
        return entry.isUndone() ? OperationText::tr("Cancelled, undone")
                                : OperationText::tr("Cancelled");
    }
    Q_UNREACHABLE();
}

double progressOf(const OperationEntry &entry)
{
    if (!entry.isRunning() && entry.record.state == OperationState::Finished)
        return 1;
    const qint64 expected = entry.record.spec.scope.expected;
    return expected > 0 ? std::min(1.0, double(entry.totals().seen()) / double(expected)) : -1;
}

QString progressText(const OperationEntry &entry)
{
    const qint64 expected = entry.record.spec.scope.expected;
    QString text = formatNumber(entry.totals().seen());
    if (expected >= 0 && (entry.isRunning() || entry.record.state != OperationState::Finished))
        text = OperationText::tr("%1 of %2").arg(text, formatNumber(expected));
    if (entry.isRunning() && entry.live->progress().perSecond >= 1)
        text += OperationText::tr(" · %1/s").arg(
            formatNumber(qint64(entry.live->progress().perSecond)));
    return text;
}

} // namespace

OperationTotals OperationEntry::totals() const
{
    // Until the first report of one that was resumed, the journal knows more.
    if (live && live->progress().totals.seen() >= record.totals.seen())
        return live->progress().totals;
    return record.totals;
}

OperationList::OperationList(ConnectionSettings settings, QString schema, QString folder,
                             QObject *parent)
    : QAbstractTableModel(parent)
    , m_settings(std::move(settings))
    , m_schema(std::move(schema))
    , m_folder(std::move(folder))
{
    reload();
}

OperationList::~OperationList()
{
    for (const OperationEntry &entry : m_entries)
        delete entry.live; // waits for its batch
}

Operation *OperationList::take(Operation *operation)
{
    operation->setParent(this);
    const auto update = [this, operation] {
        const int row = rowOf(operation->id());
        if (row >= 0)
            changed(row);
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
    beginInsertRows({}, 0, 0);
    m_entries.insert(m_entries.begin(), std::move(entry));
    endInsertRows();
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
    OperationEntry &entry = m_entries[size_t(row)];
    if (!entry.isUnfinished() || entry.live)
        return;
    entry.live = take(new Operation(m_settings, m_folder));
    if (isCancelled)
        entry.live->cancel();
    entry.live->resume(entry.record.spec.id, confirmed);
    changed(row);
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
        OperationEntry &entry = m_entries[size_t(row)];
        auto [record, undone] = answer;
        if (record)
            entry.record = *record;
        else
            entry.record.totals = operation->progress().totals; // it has not even got a journal
        if (!operation->error().isEmpty())
            entry.record.message = operation->error();
        entry.live = nullptr;
        operation->deleteLater();
        changed(row);
        if (const int other = undone ? rowOf(undone->spec.id) : -1; other >= 0) {
            updateUndone(&*undone, record ? &*record : nullptr);
            m_entries[size_t(other)].record = *std::move(undone);
            changed(other);
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
                merge(records);
                Q_EMIT loaded();
            });
}

QString OperationList::deletionObstacle(int row) const
{
    if (at(row).live)
        return OperationText::tr("It is still under way.");
    std::vector<OperationRecord> records;
    for (const OperationEntry &entry : m_entries)
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
void OperationList::merge(std::vector<OperationRecord> records)
{
    std::vector<OperationEntry> entries;
    for (const OperationEntry &entry : m_entries) {
        if (entry.live)
            entries.push_back(entry);
    }
    const QString connection = m_settings.describe();
    for (OperationRecord &record : records) {
        const bool isLive = std::ranges::any_of(entries, [&record](const OperationEntry &entry) {
            return entry.record.spec.id == record.spec.id;
        });
        if (isLive || record.spec.schema != m_schema || record.origin.connection != connection)
            continue;
        entries.push_back({std::move(record), nullptr});
    }
    std::ranges::stable_sort(entries, std::greater{},
                             [](const OperationEntry &entry) { return entry.record.begunAt; });
    beginResetModel();
    m_entries = std::move(entries);
    endResetModel();
}

int OperationList::rowOf(const QUuid &operation) const
{
    for (size_t i = 0; i < m_entries.size(); ++i) {
        const OperationEntry &entry = m_entries[i];
        if (entry.record.spec.id == operation || (entry.live && entry.live->id() == operation))
            return int(i);
    }
    return -1;
}

int OperationList::lastUndoable() const
{
    for (size_t i = 0; i < m_entries.size(); ++i) {
        const OperationEntry &entry = m_entries[i];
        if (!entry.isRunning() && entry.record.totals.changed > 0 && undoOf(entry.record))
            return int(i);
    }
    return -1;
}

bool OperationList::hasRunning() const
{
    return std::ranges::any_of(m_entries, &OperationEntry::isRunning);
}

void OperationList::stopAll()
{
    for (const OperationEntry &entry : m_entries) {
        if (entry.isRunning())
            entry.live->stop();
    }
}

void OperationList::pauseAll()
{
    for (const OperationEntry &entry : m_entries) {
        if (entry.isRunning())
            entry.live->setPaused(true);
    }
}

void OperationList::changed(int row)
{
    Q_EMIT dataChanged(index(row, 0), index(row, kColumns - 1));
}

int OperationList::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_entries.size());
}

int OperationList::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

QVariant OperationList::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const OperationEntry &entry = at(index.row());
    const auto column = Column(index.column());
    if (role == ProgressRole)
        return column == Column::Progress ? QVariant(progressOf(entry)) : QVariant();
    if (role == Qt::ToolTipRole) {
        if (column == Column::Begun)
            return formatInstant(dateTime(entry.record.begunAt));
        return operationTitle(entry.record.spec) + u'\n' + stateText(entry) + u'\n'
            + totalsText(entry.totals());
    }
    if (role == Qt::AccessibleTextRole && column == Column::What)
        return tr("%1, %2").arg(operationTitle(entry.record.spec), stateText(entry));
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case Column::What:
        return operationTitle(entry.record.spec);
    case Column::Progress:
        return progressText(entry);
    case Column::Outcome: {
        const OperationTotals totals = entry.totals();
        return totals.seen() > 0 ? tr("%1: %2").arg(stateText(entry), totalsText(totals))
                                 : stateText(entry);
    }
    case Column::Begun:
        return dateTime(entry.record.begunAt).toLocalTime().toString(u"yyyy-MM-dd HH:mm:ss"_s);
    }
    Q_UNREACHABLE();
}

QVariant OperationList::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (Column(section)) {
    case Column::What:
        return tr("Operation");
    case Column::Progress:
        return tr("Jobs");
    case Column::Outcome:
        return tr("Outcome");
    case Column::Begun:
        return tr("Begun");
    }
    return {};
}

} // namespace yardmaster
