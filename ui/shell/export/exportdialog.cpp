#include "ui/shell/export/exportdialog.h"

#include "models/console/consolecontext.h"
#include "models/values/format.h"
#include "models/values/timedisplay.h"
#include "ui/kit/command.h"
#include "ui/kit/errorwords.h"
#include "ui/kit/label.h"
#include "ui/kit/listdelegate.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>
#include <QLineEdit>
#include <QListWidget>
#include <QProgressBar>
#include <QPushButton>
#include <QStandardPaths>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

QString columnWord(ExportColumn column)
{
    switch (column) {
    case ExportColumn::Id:
        return ExportDialog::tr("Id");
    case ExportColumn::State:
        return ExportDialog::tr("State");
    case ExportColumn::Task:
        return ExportDialog::tr("Task");
    case ExportColumn::Queue:
        return ExportDialog::tr("Queue");
    case ExportColumn::Key:
        return ExportDialog::tr("Key");
    case ExportColumn::Priority:
        return ExportDialog::tr("Priority");
    case ExportColumn::RunAt:
        return ExportDialog::tr("Run at");
    case ExportColumn::Attempts:
        return ExportDialog::tr("Attempts");
    case ExportColumn::MaxAttempts:
        return ExportDialog::tr("Max attempts");
    case ExportColumn::LastError:
        return ExportDialog::tr("Last error");
    case ExportColumn::CreatedAt:
        return ExportDialog::tr("Created at");
    case ExportColumn::UpdatedAt:
        return ExportDialog::tr("Updated at");
    case ExportColumn::LockedAt:
        return ExportDialog::tr("Locked at");
    case ExportColumn::LockedBy:
        return ExportDialog::tr("Locked by");
    case ExportColumn::Revision:
        return ExportDialog::tr("Revision");
    case ExportColumn::Flags:
        return ExportDialog::tr("Flags");
    case ExportColumn::Payload:
        return ExportDialog::tr("Payload");
    }
    Q_UNREACHABLE();
}

QString defaultPath(ExportFormat format)
{
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    const QString time = QDateTime::currentDateTime().toString(u"yyyy-MM-dd-HHmmss"_s);
    return u"%1/jobs-%2.%3"_s.arg(folder, time, exportFormatName(format));
}

QString zoneText(const QTimeZone &zone)
{
    return QString::fromUtf8(zone.id());
}

} // namespace

ExportDialog::ExportDialog(ConsoleContext *context, const JobTarget &target, QWidget *parent)
    : ConsoleDialog(tr("Export jobs"), &context->target(), parent)
    , m_context(context)
    , m_target(target)
    , m_form(new QWidget(this))
    , m_bar(addProgress(tr("Progress of the export")))
    , m_remark(new Label(this))
{
    setNames(nullptr, "exportBegin", "exportClose", "exportProblem");
    fillForm(target);
    body()->addWidget(m_form, 1);
    m_bar->setObjectName("exportProgress"_L1);
    m_bar->setRange(0, 1000);
    m_remark->setObjectName("exportRemark"_L1);
    m_remark->setWordWrap(true);
    m_remark->setTextInteractionFlags(Qt::TextSelectableByMouse);
    setTone(m_remark, Tone::Muted);
    addBesideButtons(m_remark, 1);
    setConfirmText(tr("Export"));
    resize(560, 560);
    onFormatChosen();
}

ExportDialog::~ExportDialog() = default;

QAction *ExportDialog::makeCommand(QWidget *owner)
{
    return addCommand(owner, u"jobs.export"_s, tr("&Export…"),
                      tr("Writes the jobs of the list to a CSV or JSON file."))
        ->withKeys({Qt::CTRL | Qt::Key_E})
        ->alsoCalled(tr("save, download, CSV, JSON"));
}

void ExportDialog::fillForm(const JobTarget &target)
{
    QWidget *form = m_form;
    auto *grid = new QGridLayout(form);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(8);
    grid->setColumnStretch(1, 1);
    auto addRow
        = [&, row = 0](const QString &label, QWidget *field, Qt::Alignment alignment = {}) mutable {
              auto *caption = new Label(label, form);
              caption->setBuddy(field);
              grid->addWidget(caption, row, 0, alignment);
              grid->addWidget(field, row++, 1, 1, field == m_path ? 1 : 2);
          };

    auto *what = new Label(form);
    what->setObjectName("exportTarget"_L1);
    what->setWordWrap(true);
    const QString description = target.description.isEmpty() ? tr("All jobs") : target.description;
    what->setText(target.count.value ? u"%1 · %2"_s.arg(description, formatCount(target.count))
                                     : description);
    addRow(tr("Jobs"), what);

    m_format = new QComboBox(form);
    m_format->setObjectName("exportFormat"_L1);
    m_format->addItem(tr("CSV, for spreadsheets"), int(ExportFormat::Csv));
    m_format->addItem(tr("JSON, one array"), int(ExportFormat::Json));
    m_format->addItem(tr("NDJSON, one job per line"), int(ExportFormat::NdJson));
    addRow(tr("&Format"), m_format);
    m_formatHint = new Label(form);
    m_formatHint->setWordWrap(true);
    setTone(m_formatHint, Tone::Muted);
    addRow({}, m_formatHint);
    m_guard = new QCheckBox(tr("&Guard against formulas"), form);
    m_guard->setObjectName("exportGuard"_L1);
    m_guard->setChecked(true);
    m_guard->setToolTip(
        tr("A text that begins with = + - or @ gets an apostrophe in front, so that "
           "a spreadsheet does not run it."));
    addRow({}, m_guard);
    m_hide = new QCheckBox(tr("&Hide values of payloads as in the window"), form);
    m_hide->setObjectName("exportHide"_L1);
    m_hide->setChecked(true);
    m_hide->setToolTip(tr("Passwords, tokens and whatever else your rules hide become “[hidden]”. "
                          "Such payloads cannot be run again."));
    addRow({}, m_hide);

    m_columns = new QListWidget(form);
    m_columns->setObjectName("exportColumns"_L1);
    m_columns->setAccessibleName(tr("Columns"));
    m_columns->setDragDropMode(QAbstractItemView::InternalMove);
    m_columns->setToolTip(tr("Drag to change the order."));
    setUpList(m_columns);
    for (const ExportColumn column : allExportColumns()) {
        auto *item = new QListWidgetItem(columnWord(column), m_columns);
        item->setData(Qt::UserRole, int(column));
        item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
        item->setCheckState(Qt::Checked);
    }
    addRow(tr("C&olumns"), m_columns, Qt::AlignTop);
    grid->setRowStretch(grid->rowCount() - 1, 1);

    m_zone = new QComboBox(form);
    m_zone->setObjectName("exportZone"_L1);
    m_zone->addItem(tr("UTC"), QByteArray("UTC"));
    const QTimeZone local = QTimeZone::systemTimeZone();
    if (local.id() != "UTC")
        m_zone->addItem(tr("Local, %1").arg(zoneText(local)), local.id());
    m_zone->setCurrentIndex(std::max(0, m_zone->findData(TimeDisplay::instance().timeZone().id())));
    addRow(tr("&Times"), m_zone);

    m_path = new QLineEdit(defaultPath(ExportFormat::Csv), form);
    m_path->setObjectName("exportPath"_L1);
    addRow(tr("F&ile"), m_path);
    auto *browse = new QPushButton(tr("&Browse…"), form);
    browse->setObjectName("exportBrowse"_L1);
    grid->addWidget(browse, grid->rowCount() - 1, 2);

    connect(m_format, &QComboBox::currentIndexChanged, this, &ExportDialog::onFormatChosen);
    connect(browse, &QPushButton::clicked, this, &ExportDialog::onBrowse);
    connect(m_path, &QLineEdit::textEdited, this, [this] { m_mayReplace = false; });
}

ExportFormat ExportDialog::chosenFormat() const
{
    return ExportFormat(m_format->currentData().toInt());
}

ExportStyle ExportDialog::chosenStyle() const
{
    ExportStyle style;
    style.format = chosenFormat();
    style.guardsFormulas = m_guard->isChecked();
    if (m_hide->isChecked())
        style.hiding = m_context->rules();
    style.zone = QTimeZone(m_zone->currentData().toByteArray());
    style.columns.clear();
    for (int row = 0; row < m_columns->count(); ++row) {
        const QListWidgetItem *item = m_columns->item(row);
        if (item->checkState() == Qt::Checked)
            style.columns << ExportColumn(item->data(Qt::UserRole).toInt());
    }
    return style;
}

void ExportDialog::onFormatChosen()
{
    const ExportFormat format = chosenFormat();
    m_guard->setVisible(format == ExportFormat::Csv);
    switch (format) {
    case ExportFormat::Csv:
        m_formatHint->setText(tr("With a header line. Payloads are quoted texts."));
        break;
    case ExportFormat::Json:
        m_formatHint->setText(
            tr("Payloads are included as the database stores them, except for hidden values."));
        break;
    case ExportFormat::NdJson:
        m_formatHint->setText(tr("Payloads are included, with line breaks turned into spaces."));
        break;
    }
    const QFileInfo file(m_path->text());
    if (exportFormatFrom(file.suffix())) {
        m_path->setText(file.path() + u'/' + file.completeBaseName() + u'.'
                        + exportFormatName(format));
        m_mayReplace = false;
    }
}

void ExportDialog::onBrowse()
{
    auto *chooser = new QFileDialog(this, tr("Export to"), m_path->text());
    chooser->setObjectName("exportChooser"_L1);
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setAcceptMode(QFileDialog::AcceptSave); // asks before it replaces a file
    chooser->setDefaultSuffix(exportFormatName(chosenFormat()));
    chooser->selectFile(m_path->text());
    connect(chooser, &QFileDialog::fileSelected, this, [this](const QString &file) {
        m_path->setText(file);
        m_mayReplace = true;
    });
    chooser->open();
}

void ExportDialog::confirm()
{
    const QString path = m_path->text().trimmed();
    const ExportStyle style = chosenStyle();
    if (style.columns.isEmpty()) {
        setProblem(tr("No column is selected."));
        return;
    }
    if (path.isEmpty()) {
        setProblem(tr("Enter a file name."));
        return;
    }
    if (!QDir::isAbsolutePath(path)) {
        setProblem(tr("Enter the full path of the file, from the root."));
        return;
    }
    if (QFileInfo(path).isDir()) {
        setProblem(tr("%1 is a folder.").arg(path));
        return;
    }
    if (QFileInfo::exists(path) && !m_mayReplace) {
        m_mayReplace = true;
        setProblem(tr("%1 already exists. Export again to replace it.").arg(path));
        return;
    }
    setProblem({});
    ExportRequest request;
    request.schema = m_context->target().schema;
    request.scope = m_target.scope;
    if (request.scope.isByFilter() && request.scope.forbiddenFlags.isEmpty())
        request.scope.forbiddenFlags = m_context->target().forbiddenFlags;
    request.style = style;
    m_run = std::make_unique<ExportRun>(m_context->sessions());
    connect(m_run.get(), &ExportRun::progressed, this, &ExportDialog::onProgress);
    connect(m_run.get(), &ExportRun::phaseChanged, this, &ExportDialog::onPhase);
    m_bar->setValue(0);
    m_run->begin(request, path);
}

void ExportDialog::onProgress()
{
    m_bar->setValue(int(m_run->progress().share * m_bar->maximum()));
    const qint64 written = m_run->progress().written;
    m_remark->setText(tr("%1 jobs written", nullptr, pluralOf(written)).arg(formatNumber(written)));
}

void ExportDialog::onPhase()
{
    using Phase = ExportRun::Phase;
    switch (m_run->phase()) {
    case Phase::Ready:
        break;
    case Phase::Running:
        m_remark->setText(tr("Searching for jobs…"));
        break;
    case Phase::Finished:
        m_bar->setValue(m_bar->maximum());
        m_remark->setText(tr("%1 jobs written to %2", nullptr, pluralOf(m_run->progress().written))
                              .arg(formatNumber(m_run->progress().written), m_run->path()));
        if (const qint64 hidden = m_run->progress().hidden; hidden > 0)
            m_remark->setText(m_remark->text()
                              + tr("; hidden values: %1").arg(formatNumber(hidden)));
        break;
    case Phase::Cancelled:
        m_remark->setText(tr("Cancelled; no file was written."));
        break;
    case Phase::Failed:
        m_remark->setText(tr("No file was written."));
        setProblem(m_run->error().kind == DbError::Kind::InvalidInput
                           || m_run->error().kind == DbError::Kind::Statement
                       ? m_run->error().message + u'.'
                       : errorSentence(m_run->error()));
        break;
    }
    updateButtons();
}

void ExportDialog::updateButtons()
{
    using Phase = ExportRun::Phase;
    const Phase phase = m_run ? m_run->phase() : Phase::Ready;
    const bool isRunning = phase == Phase::Running;
    const bool isDone = phase == Phase::Finished;
    m_form->setEnabled(!isRunning && !isDone);
    m_bar->setVisible(isRunning || isDone);
    setConfirmShown(!isDone);
    setBusy(isRunning);
    setCloseText(isRunning ? tr("Cancel export") : QString());
    ConsoleDialog::updateButtons();
}

bool ExportDialog::cancelWork()
{
    m_run->cancel(); // a second time closes
    return true;
}

} // namespace yardmaster
