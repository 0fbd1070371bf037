#include "models/operations/outcomemodel.h"

#include "models/operations/skipreason.h"
#include "models/session/delivery.h"

#include <QCoreApplication>
#include <QtConcurrentRun>

namespace yardmaster {

namespace {

struct Page
{
    QList<JobOutcome> rows;
    bool hasMore = false;
    QString problem;
};

Page readPage(const QString &journal, std::optional<JobOutcome::Kind> kind, qint64 from)
{
    Page page;
    qint64 matching = 0;
    const auto read = readOutcomes(journal, [&](const JobOutcome &outcome) {
        if (kind && outcome.kind != *kind)
            return;
        if (matching++ < from)
            return;
        if (page.rows.size() < OutcomeModel::kPage)
            page.rows << outcome;
        else
            page.hasMore = true;
    });
    if (!read)
        page.problem = read.error().message;
    return page;
}

} // namespace

QString jobOutcomeWord(JobOutcome::Kind kind)
{
    switch (kind) {
    case JobOutcome::Kind::Changed:
        return QCoreApplication::translate("Operation", "Changed");
    case JobOutcome::Kind::Skipped:
        return QCoreApplication::translate("Operation", "Skipped");
    case JobOutcome::Kind::Vanished:
        return QCoreApplication::translate("Operation", "Gone");
    case JobOutcome::Kind::Error:
        return QCoreApplication::translate("Operation", "Error");
    }
    Q_UNREACHABLE();
}

OutcomeModel::OutcomeModel(QObject *parent)
    : QAbstractTableModel(parent)
{ }

void OutcomeModel::show(const QString &journal, std::optional<JobOutcome::Kind> kind)
{
    ++m_epoch;
    beginResetModel();
    m_journal = journal;
    m_kind = kind;
    m_rows.clear();
    m_hasMore = m_isLoading = false;
    endResetModel();
    if (!journal.isEmpty())
        loadMore();
}

void OutcomeModel::loadMore()
{
    if (m_isLoading)
        return;
    m_isLoading = true;
    deliver(QtConcurrent::run(readPage, m_journal, m_kind, qint64(m_rows.size())), this,
            [this, epoch = m_epoch](const Page &page) {
                if (epoch != m_epoch)
                    return;
                m_isLoading = false;
                m_hasMore = page.hasMore;
                if (!page.rows.isEmpty()) {
                    const int first = int(m_rows.size());
                    beginInsertRows({}, first, first + int(page.rows.size()) - 1);
                    m_rows += page.rows;
                    endInsertRows();
                }
                Q_EMIT loaded(page.problem);
            });
}

int OutcomeModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int OutcomeModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : 3;
}

QVariant OutcomeModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const JobOutcome &outcome = m_rows[index.row()];
    const auto column = Column(index.column());
    if (role == Qt::TextAlignmentRole && column == Column::Job)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && column == Column::Detail)
        return skipReasonText(outcome.detail);
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case Column::Job:
        return QString::number(outcome.id);
    case Column::Outcome:
        return jobOutcomeWord(outcome.kind);
    case Column::Detail:
        return skipReasonText(outcome.detail);
    }
    Q_UNREACHABLE();
}

QVariant OutcomeModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role == Qt::TextAlignmentRole && Column(section) == Column::Job)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (Column(section)) {
    case Column::Job:
        return tr("Job");
    case Column::Outcome:
        return tr("What became of it");
    case Column::Detail:
        return tr("Why");
    }
    return {};
}

} // namespace yardmaster
