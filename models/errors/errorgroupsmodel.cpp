#include "models/errors/errorgroupsmodel.h"

#include "models/session/delivery.h"
#include "models/values/format.h"

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// Failures asked for at a time, and rows looked at before an answer comes home.
constexpr int kBatch = 1000;
constexpr qint64 kSlice = 250000;

void stop(ReadControlPtr *control)
{
    if (*control)
        (*control)->cancel();
    control->reset();
}

QString tasksText(const QMap<QString, qint64> &tasks)
{
    QList<std::pair<qint64, QString>> sorted;
    for (auto it = tasks.cbegin(); it != tasks.cend(); ++it)
        sorted.append({-it.value(), it.key()});
    std::ranges::sort(sorted);
    QStringList names;
    for (const auto &[count, name] : std::as_const(sorted))
        names << name;
    return names.join(u", "_s);
}

QVariant alignmentOf(ErrorGroupsModel::Column column)
{
    using Column = ErrorGroupsModel::Column;
    const bool isText = column == Column::Signature || column == Column::Tasks;
    return QVariant(Qt::AlignVCenter | (isText ? Qt::AlignLeft : Qt::AlignRight));
}

QString age(Timestamp time)
{
    return formatAge(std::max(
        std::chrono::milliseconds(0),
        std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now() - time)));
}

} // namespace

ErrorGroupsModel::ErrorGroupsModel(QObject *parent)
    : QAbstractTableModel(parent)
{ }

ErrorGroupsModel::~ErrorGroupsModel()
{
    stop(&m_load);
    stop(&m_check);
}

template <typename T, typename Handler>
void ErrorGroupsModel::await(const QFuture<T> &future, Handler handler)
{
    deliver(future, this, [this, epoch = m_epoch, handler](const T &answer) {
        if (epoch == m_epoch)
            handler(answer);
    });
}

void ErrorGroupsModel::setLimits(int window, qint64 rowBudget)
{
    m_window = window;
    m_rowBudget = rowBudget;
}

void ErrorGroupsModel::setReader(std::shared_ptr<ErrorReader> reader)
{
    ++m_epoch;
    stop(&m_load);
    stop(&m_check);
    m_reader = std::move(reader);
    beginResetModel();
    m_groups.clear();
    endResetModel();
    m_failures = m_rowsLooked = 0;
    m_isComplete = m_isCancelled = false;
    setPhase(Phase::Nothing);
}

void ErrorGroupsModel::read(FailureScope scope)
{
    if (!m_reader)
        return;
    ++m_epoch;
    stop(&m_load);
    stop(&m_check);
    m_scope = scope;
    m_isAfresh = true;
    m_next.reset();
    m_isComplete = m_isCancelled = false;
    m_failures = m_rowsLooked = 0;
    m_wanted = m_window;
    m_budgetEnd = m_rowBudget;
    readBatch();
}

void ErrorGroupsModel::lookFurther()
{
    if (!m_reader || m_phase == Phase::Loading || m_phase == Phase::Nothing || m_isComplete)
        return;
    m_isCancelled = false;
    m_wanted = m_failures + m_window;
    m_budgetEnd = m_rowsLooked + m_rowBudget;
    readBatch();
}

void ErrorGroupsModel::cancel()
{
    if (m_phase != Phase::Loading)
        return;
    ++m_epoch;
    stop(&m_load);
    m_isCancelled = true;
    setPhase(Phase::Ready);
}

void ErrorGroupsModel::check(int row)
{
    if (!m_reader || row < 0 || row >= m_groups.size())
        return;
    stop(&m_check);
    m_check = std::make_shared<ReadControl>();
    await(m_reader->check(m_groups.at(row), m_scope, m_check),
          [this, control = m_check,
           signature = m_groups.at(row).signature.text](const Result<GroupCheck> &answer) {
              if (control == m_check)
                  Q_EMIT checked(signature, answer ? answer->extra : -1);
          });
}

void ErrorGroupsModel::readBatch()
{
    m_load = std::make_shared<ReadControl>();
    const int limit = int(std::min<qint64>(kBatch, m_wanted - m_failures));
    const qint64 budget = std::min(kSlice, m_budgetEnd - m_rowsLooked);
    await(m_reader->read(m_scope, m_next, limit, budget, m_load),
          [this](const Result<ErrorBatch> &answer) { onBatch(answer); });
    setPhase(Phase::Loading);
}

void ErrorGroupsModel::onBatch(const Result<ErrorBatch> &answer)
{
    m_load.reset();
    if (!answer) {
        m_error = answer.error();
        setPhase(Phase::Failed);
        return;
    }
    m_readAt = QDateTime::currentDateTimeUtc();
    m_failures += answer->failures;
    m_rowsLooked += answer->rowsLooked;
    m_next = answer->next;
    m_isComplete = !m_next;
    merge(answer->groups);
    Q_EMIT batchRead();
    if (m_isComplete || m_failures >= m_wanted || m_rowsLooked >= m_budgetEnd)
        setPhase(Phase::Ready);
    else
        readBatch();
}

void ErrorGroupsModel::merge(const QList<ErrorGroup> &fresh)
{
    beginResetModel();
    if (std::exchange(m_isAfresh, false))
        m_groups.clear();
    QHash<QString, qsizetype> places;
    for (qsizetype i = 0; i < m_groups.size(); ++i)
        places.insert(m_groups.at(i).signature.text, i);
    for (const ErrorGroup &group : fresh) {
        const auto known = places.constFind(group.signature.text);
        if (known != places.cend())
            m_groups[*known].add(group);
        else
            m_groups << group;
    }
    std::ranges::stable_sort(m_groups, [](const ErrorGroup &a, const ErrorGroup &b) {
        return a.count() != b.count() ? a.count() > b.count() : a.signature.text < b.signature.text;
    });
    endResetModel();
}

int ErrorGroupsModel::rowOf(const QString &signature) const
{
    for (int row = 0; row < m_groups.size(); ++row) {
        if (m_groups.at(row).signature.text == signature)
            return row;
    }
    return -1;
}

QString ErrorGroupsModel::filterOf(int row) const
{
    return groupFilter(m_groups.at(row).signature, m_scope);
}

int ErrorGroupsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_groups.size());
}

int ErrorGroupsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

QVariant ErrorGroupsModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const ErrorGroup &group = m_groups.at(index.row());
    const auto column = Column(index.column());
    const auto micros = [](Timestamp time) { return qint64(time.time_since_epoch().count()); };
    if (role == ShareRole)
        return double(group.count()) / double(m_groups.first().count());
    if (role == Qt::TextAlignmentRole)
        return alignmentOf(column);
    const QString signature
        = group.signature.text.isEmpty() ? tr("No error text") : group.signature.text;
    if (role == Qt::AccessibleTextRole && column == Column::Count)
        return tr("%1 failures: %2").arg(formatNumber(group.count()), signature);
    switch (column) {
    case Column::Count:
        if (role == Qt::DisplayRole)
            return formatNumber(group.count());
        return role == RawValueRole ? QVariant(group.count()) : QVariant();
    case Column::Signature:
        if (role == Qt::DisplayRole || role == Qt::ToolTipRole || role == RawValueRole)
            return signature;
        return {};
    case Column::Tasks:
        if (role == Qt::DisplayRole || role == Qt::ToolTipRole || role == RawValueRole)
            return tasksText(group.tasks);
        return {};
    case Column::FirstSeen:
    case Column::LastSeen: {
        const Timestamp time = column == Column::FirstSeen ? group.firstSeen : group.lastSeen;
        if (role == Qt::DisplayRole)
            return age(time);
        if (role == Qt::ToolTipRole)
            return formatInstant(dateTime(time));
        return role == RawValueRole ? QVariant(micros(time)) : QVariant();
    }
    }
    Q_UNREACHABLE();
}

QVariant ErrorGroupsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= kColumns)
        return {};
    if (role == Qt::TextAlignmentRole)
        return alignmentOf(Column(section));
    if (role != Qt::DisplayRole)
        return {};
    switch (Column(section)) {
    case Column::Count:
        return tr("Jobs");
    case Column::Signature:
        return tr("Error");
    case Column::Tasks:
        return tr("Tasks");
    case Column::FirstSeen:
        return tr("First seen");
    case Column::LastSeen:
        return tr("Last seen");
    }
    Q_UNREACHABLE();
}

void ErrorGroupsModel::setPhase(Phase phase)
{
    m_phase = phase;
    Q_EMIT phaseChanged();
}

} // namespace yardmaster
