#include "ui/pages/operations/operatorlogdialog.h"

#include "models/console/consolecontext.h"
#include "models/operations/jsontext.h"
#include "models/values/format.h"
#include "ui/kit/errorwords.h"
#include "ui/kit/label.h"
#include "ui/kit/tablesetup.h"
#include "ui/kit/theme.h"
#include "ui/kit/tone.h"
#include "worker/json/visibletext.h"

#include <QComboBox>
#include <QFileDialog>
#include <QFontDatabase>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTableView>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// A batch of thousands of jobs is a long line; laid out, it would be a longer text.
constexpr qsizetype kShownBytes = 64 * 1024;

} // namespace

OperatorLogDialog::OperatorLogDialog(const ConsoleContext &context, QWidget *parent)
    : ConsoleDialog(tr("Operator log"), nullptr, parent)
    , m_model(context.operationsFolder(), context.sessions(), context.target().schema)
    , m_source(new QComboBox(this))
    , m_filter(new QLineEdit(this))
    , m_table(new QTableView(this))
    , m_entry(new QPlainTextEdit(this))
    , m_status(new Label(this))
{
    setObjectName("operatorLogDialog"_L1);
    m_source->setObjectName("logSource"_L1);
    m_source->setAccessibleName(tr("Which log"));
    m_source->addItem(tr("This computer"), int(OperatorLogModel::Source::Computer));
    m_source->addItem(tr("Schema %1").arg(context.target().schema),
                      int(OperatorLogModel::Source::Schema));
    m_filter->setObjectName("logFilter"_L1);
    m_filter->setPlaceholderText(tr("Only entries that contain…"));
    m_filter->setAccessibleName(tr("Filter"));
    m_filter->setClearButtonEnabled(true);
    m_table->setObjectName("logTable"_L1);
    m_table->setModel(&m_model);
    setUpTable(m_table, tr("Changes made by hand"));
    m_table->setFrameShape(QFrame::StyledPanel);
    fitColumns(m_table);
    QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    fixed.setPointSizeF(font().pointSizeF());
    m_entry->setFont(fixed);
    m_entry->setReadOnly(true);
    m_entry->setLayoutDirection(Qt::LeftToRight); // JSON
    m_entry->setAccessibleName(tr("Entry"));
    m_entry->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_entry->setTabChangesFocus(true);
    m_entry->setPlaceholderText(
        tr("Select an entry to see its details: which jobs, and their values before the change. "
           "Payloads and errors are never written to this log."));
    m_status->setObjectName("logStatus"_L1);
    setTone(m_status, Tone::Muted);
    addBesideButtons(m_status, 1);
    const QPushButton *exporting = addButton(tr("Export log…"), nullptr);
    auto *top = new QHBoxLayout;
    top->setSpacing(8);
    top->addWidget(m_source);
    top->addWidget(m_filter, 1);
    body()->addLayout(top);
    body()->addWidget(m_table, 3);
    body()->addWidget(m_entry, 2);
    resize(920, 600);

    m_typing.setSingleShot(true);
    m_typing.setInterval(250ms);
    connect(m_filter, &QLineEdit::textChanged, &m_typing, qOverload<>(&QTimer::start));
    connect(&m_typing, &QTimer::timeout, this, &OperatorLogDialog::load);
    connect(m_source, &QComboBox::currentIndexChanged, this, &OperatorLogDialog::load);
    connect(&m_model, &OperatorLogModel::loaded, this, &OperatorLogDialog::showStatus);
    connect(&m_model, &OperatorLogModel::exported, this,
            [this](const QString &path, const QString &problem) {
                m_status->setText(problem.isEmpty() ? tr("Written to %1.").arg(path) : problem);
                if (problem.isEmpty())
                    Q_EMIT exported(path);
            });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &OperatorLogDialog::showEntry);
    connect(exporting, &QPushButton::clicked, this, &OperatorLogDialog::chooseFile);
    load();
}

OperatorLogModel::Source OperatorLogDialog::source() const
{
    return OperatorLogModel::Source(m_source->currentData().toInt());
}

void OperatorLogDialog::load()
{
    m_status->setText(tr("Reading…"));
    m_model.load(source(), m_filter->text().trimmed());
}

void OperatorLogDialog::showStatus()
{
    const int rows = m_model.rowCount();
    m_entry->clear();
    if (m_model.error())
        m_status->setText(errorSentence(*m_model.error()));
    else if (source() == OperatorLogModel::Source::Schema && !m_model.isShared())
        m_status->setText(
            tr("The schema keeps no operator log. It can be enabled on the Maintenance page."));
    else if (m_model.isCut())
        m_status->setText(
            tr("Newest entries: %1. The export has all of them.").arg(formatNumber(rows)));
    else
        m_status->setText(rows == 0
                              ? tr("No entries.")
                              : tr("%1 entries", nullptr, pluralOf(rows)).arg(formatNumber(rows)));
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
    m_entry->setPlainText(visibleText(
        QString::fromUtf8(isLong ? line.left(kShownBytes) + "…" : formattedJson(line))));
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
    m_model.exportTo(source(), path);
}

} // namespace yardmaster
