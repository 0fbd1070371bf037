#include "ui/operations/operatorlogdialog.h"

#include "models/format.h"
#include "models/operations/jsontext.h"
#include "models/operations/operatorlog.h"
#include "ui/operations/operationdelegate.h"
#include "ui/operations/tone.h"
#include "ui/theme.h"

#include <QFileDialog>
#include <QFontDatabase>
#include <QFutureWatcher>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>
#include <QtConcurrent>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// A batch of thousands of jobs is a long line; laid out, it would be a longer text.
constexpr qsizetype kShownBytes = 64 * 1024;

} // namespace

OperatorLogDialog::OperatorLogDialog(const QString &folder, QWidget *parent)
    : QDialog(parent)
    , m_folder(folder)
    , m_model(folder)
    , m_filter(new QLineEdit(this))
    , m_table(new QTableView(this))
    , m_entry(new QPlainTextEdit(this))
    , m_status(new QLabel(this))
{
    setWindowTitle(tr("Operator log"));
    setObjectName("operatorLogDialog"_L1);
    m_filter->setObjectName("logFilter"_L1);
    m_filter->setPlaceholderText(tr("Only entries that contain…"));
    m_filter->setAccessibleName(tr("Filter"));
    m_filter->setClearButtonEnabled(true);
    m_table->setObjectName("logTable"_L1);
    styleOperationTable(m_table, tr("What was done by hand"));
    m_table->setModel(&m_model);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->setColumnWidth(int(OperatorLogModel::Column::At), 150);
    m_table->setColumnWidth(int(OperatorLogModel::Column::Who), 140);
    m_table->setColumnWidth(int(OperatorLogModel::Column::What), 130);
    m_table->setColumnWidth(int(OperatorLogModel::Column::Jobs), 70);
    m_table->setColumnWidth(int(OperatorLogModel::Column::Outcome), 180);
    QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    fixed.setPointSizeF(font().pointSizeF());
    m_entry->setFont(fixed);
    m_entry->setReadOnly(true);
    m_entry->setAccessibleName(tr("The entry"));
    m_entry->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_entry->setTabChangesFocus(true);
    m_entry->setPlaceholderText(tr("Choose an entry to see all of it: which jobs, and how they "
                                   "were. Payloads and errors are never written to this log."));
    m_status->setObjectName("logStatus"_L1);
    m_status->setTextFormat(Qt::PlainText);
    setTone(m_status, Tone::Muted);
    auto *exporting = new QPushButton(tr("Export log…"), this);
    auto *close = new QPushButton(tr("Close"), this);
    exporting->setAutoDefault(false);
    close->setDefault(true);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(m_status, 1);
    buttons->addWidget(exporting);
    buttons->addWidget(close);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(12);
    layout->addWidget(m_filter);
    layout->addWidget(m_table, 3);
    layout->addWidget(m_entry, 2);
    layout->addLayout(buttons);
    resize(920, 600);

    m_typing.setSingleShot(true);
    m_typing.setInterval(250ms);
    connect(m_filter, &QLineEdit::textChanged, &m_typing, qOverload<>(&QTimer::start));
    connect(&m_typing, &QTimer::timeout, this,
            [this] { m_model.load(m_filter->text().trimmed()); });
    connect(&m_model, &OperatorLogModel::loaded, this, [this] {
        const int rows = m_model.rowCount();
        m_status->setText(
            rows == 0 ? tr("No entries.")
                : rows == OperatorLogModel::kMostRows
                ? tr("The newest %1 entries; the export has all.").arg(formatNumber(rows))
                : tr("%1 entries").arg(formatNumber(rows)));
        m_entry->clear();
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &OperatorLogDialog::showEntry);
    connect(exporting, &QPushButton::clicked, this, &OperatorLogDialog::chooseFile);
    connect(close, &QPushButton::clicked, this, &OperatorLogDialog::accept);
    m_status->setText(tr("Reading…"));
    m_model.load({});
}

void OperatorLogDialog::showEntry()
{
    const QModelIndex current = m_table->currentIndex();
    if (!current.isValid()) {
        m_entry->clear();
        return;
    }
    const QByteArray &line = m_model.at(current.row()).line;
    const bool isLong = line.size() > kShownBytes;
    m_entry->setPlainText(
        QString::fromUtf8(isLong ? line.left(kShownBytes) + "…" : formattedJson(line)));
}

void OperatorLogDialog::chooseFile()
{
    auto *dialog = new QFileDialog(this, tr("Export operator log"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters({tr("NDJSON (*.ndjson)")});
    dialog->setDefaultSuffix(u"ndjson"_s);
    connect(dialog, &QFileDialog::fileSelected, this, &OperatorLogDialog::exportTo);
    dialog->open();
}

void OperatorLogDialog::exportTo(const QString &path)
{
    m_status->setText(tr("Writing %1…").arg(path));
    auto *watcher = new QFutureWatcher<Result<void>>(this);
    connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher, path] {
        watcher->deleteLater();
        const auto done = watcher->result();
        m_status->setText(done ? tr("Written to %1.").arg(path) : done.error().message);
        if (done)
            Q_EMIT exported(path);
    });
    watcher->setFuture(QtConcurrent::run(
        [folder = m_folder, path] { return OperatorLog(folder).exportTo(path); }));
}

} // namespace yardmaster
