#include "ui/pages/operations/reportview.h"

#include "models/operations/operationlist.h"
#include "models/operations/operationreport.h"
#include "models/session/delivery.h"
#include "models/values/format.h"
#include "ui/kit/label.h"
#include "ui/kit/rowmenu.h"
#include "ui/kit/tablesetup.h"
#include "ui/kit/theme.h"
#include "ui/kit/tone.h"

#include <QComboBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QPushButton>
#include <QTableView>
#include <QtConcurrentRun>

namespace yardmaster {

using namespace Qt::StringLiterals;

ReportView::ReportView(QWidget *parent)
    : QWidget(parent)
    , m_sentence(new Label(this))
    , m_kind(new QComboBox(this))
    , m_export(new QPushButton(tr("Export report…"), this))
    , m_table(new QTableView(this))
    , m_status(new Label(this))
    , m_more(new QPushButton(tr("Show more"), this))
{
    m_sentence->setObjectName("reportSentence"_L1);
    m_sentence->setWordWrap(true);
    m_kind->setObjectName("reportKind"_L1);
    m_kind->setAccessibleName(tr("Which jobs"));
    m_kind->addItem(tr("All jobs"));
    for (const auto kind : {JobOutcome::Kind::Changed, JobOutcome::Kind::Skipped,
                            JobOutcome::Kind::Vanished, JobOutcome::Kind::Error})
        m_kind->addItem(jobOutcomeWord(kind), int(kind));
    m_export->setObjectName("exportReport"_L1);
    m_table->setObjectName("reportTable"_L1);
    m_table->setModel(&m_model);
    setUpTable(m_table, tr("Results by job"));
    fitColumns(m_table);
    m_status->setObjectName("reportStatus"_L1);
    m_status->setWordWrap(true);
    setTone(m_status, Tone::Muted);
    m_more->setObjectName("reportMore"_L1);
    auto *head = new QHBoxLayout;
    head->setContentsMargins(16, 8, 16, 0);
    head->setSpacing(8);
    head->addWidget(m_sentence, 1);
    head->addWidget(m_kind);
    head->addWidget(m_export);
    auto *foot = new QHBoxLayout;
    foot->setContentsMargins(16, 0, 16, 8);
    foot->setSpacing(8);
    foot->addWidget(m_status, 1);
    foot->addWidget(m_more);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addLayout(head);
    layout->addWidget(m_table, 1);
    layout->addLayout(foot);

    connect(m_kind, &QComboBox::currentIndexChanged, this, &ReportView::load);
    connect(m_more, &QPushButton::clicked, this, [this] {
        m_more->setEnabled(false);
        m_model.loadMore();
    });
    connect(m_export, &QPushButton::clicked, this, &ReportView::chooseFile);
    connect(&m_model, &OutcomeModel::loaded, this, &ReportView::updateMore);
    connect(m_table, &QTableView::activated, this,
            [this](const QModelIndex &index) { Q_EMIT jobRequested(m_model.at(index.row()).id); });
    show(nullptr, {});
}

void ReportView::setContext(ConsoleContext *context)
{
    RowMenu::of(m_table)->setSubjects(context, [this](const QModelIndex &index) {
        return RowSubject{m_model.at(index.row()).id, {}, {}, {}, {}};
    });
}

void ReportView::show(const OperationEntry *entry, const QString &title)
{
    m_journal = entry && !entry->isRunning() ? entry->record.path : QString();
    m_isOfRunning = entry && entry->isRunning();
    if (entry)
        showTotals(*entry, title);
    else
        m_sentence->setText(tr("Select an operation to see the result for each job."));
    for (QWidget *widget : {static_cast<QWidget *>(m_kind), static_cast<QWidget *>(m_export)})
        widget->setEnabled(!m_journal.isEmpty());
    load();
    if (entry && entry->isRunning())
        m_status->setText(tr("The report is available once the operation has ended."));
}

void ReportView::follow(const OperationEntry &entry, const QString &title)
{
    if (entry.isRunning() && !m_isOfRunning)
        show(&entry, title); // its journal is being written again
    else
        showTotals(entry, title);
}

void ReportView::showTotals(const OperationEntry &entry, const QString &title)
{
    m_sentence->setText(title + u": "_s + totalsText(entry.totals()));
}

void ReportView::load()
{
    const QVariant kind = m_kind->currentData();
    m_more->hide();
    m_status->setText(m_journal.isEmpty() ? QString() : tr("Reading…"));
    m_model.show(m_journal,
                 kind.isValid() ? std::optional(JobOutcome::Kind(kind.toInt())) : std::nullopt);
}

void ReportView::updateMore(const QString &problem)
{
    m_more->setVisible(m_model.hasMore());
    m_more->setEnabled(true);
    if (!problem.isEmpty())
        m_status->setText(problem);
    else if (m_model.hasMore())
        m_status->setText(
            tr("The first %1; the export has all of them.").arg(formatNumber(m_model.rowCount())));
    else
        m_status->setText(m_model.rowCount() == 0 ? tr("None.") : QString());
}

void ReportView::chooseFile()
{
    auto *dialog = new QFileDialog(this, tr("Export report"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters({tr("CSV (*.csv)"), tr("NDJSON (*.ndjson)")});
    dialog->setDefaultSuffix(u"csv"_s);
    connect(dialog, &QFileDialog::filterSelected, dialog, [dialog](const QString &filter) {
        dialog->setDefaultSuffix(filter.contains("ndjson"_L1) ? u"ndjson"_s : u"csv"_s);
    });
    connect(dialog, &QFileDialog::fileSelected, this, &ReportView::exportTo);
    dialog->open();
}

void ReportView::exportTo(const QString &path)
{
    if (m_journal.isEmpty())
        return;
    m_status->setText(tr("Writing %1…").arg(path));
    const auto format = path.endsWith(".ndjson"_L1) || path.endsWith(".json"_L1)
        ? ReportFormat::Ndjson
        : ReportFormat::Csv;
    deliver(QtConcurrent::run([journal = m_journal, path, format] {
                return exportOutcomes(journal, path, format);
            }),
            this, [this, path](const Result<OperationTotals> &totals) {
                m_status->setText(
                    totals ? tr("%1 jobs written to %2.", nullptr, pluralOf(totals->seen()))
                                 .arg(formatNumber(totals->seen()), path)
                           : totals.error().message);
                if (totals)
                    Q_EMIT exported(path);
            });
}

} // namespace yardmaster
