#include "ui/shell/checks/checkdialog.h"

#include "models/console/consolecontext.h"
#include "models/values/format.h"
#include "models/values/timedisplay.h"
#include "ui/kit/command.h"
#include "ui/kit/copybutton.h"
#include "ui/kit/label.h"
#include "ui/shell/checks/checkrow.h"

#include <QAction>
#include <QComboBox>
#include <QProgressBar>
#include <QPushButton>

namespace yardmaster {

using namespace Qt::StringLiterals;
using Help = QueueCheck::Help;
using Outcome = QueueCheck::Outcome;

CheckDialog::CheckDialog(ConsoleContext *context, QWidget *parent)
    : ConsoleDialog(tr("Check this database"), nullptr, parent)
    , m_context(context)
    , m_check(context->sessions().settings(), context->target().schema)
    , m_use(new QComboBox(this))
    , m_summary(new Label(this))
    , m_checkedAt(new Label(this))
    , m_list(new QWidget(this))
    , m_column(new QVBoxLayout(m_list))
    , m_bar(addProgress(tr("Progress of the checks")))
    , m_copy(new CopyButton(tr("Copy as text"), this))
    , m_again(addButton(tr("Run again"), "checkAgain"))
{
    setNames("checkDialog", nullptr, "checkClose");
    addText(tr("Looks for anything that would stop a worker, or another use of the connection, and "
               "says what to do. It changes nothing; yardmaster doctor runs the same checks."),
            nullptr, Tone::Muted);
    m_use->setObjectName("checkUse"_L1);
    m_use->setAccessibleName(tr("What the connection is used for"));
    for (const QueueUse use : kQueueUses)
        m_use->addItem(queueUseTitle(use), int(use));
    m_use->setCurrentIndex(m_use->findData(int(QueueUse::Worker)));
    m_summary->setObjectName("checkSummary"_L1);
    QFont strong = font();
    strong.setWeight(QFont::DemiBold);
    m_summary->setFont(strong);
    m_summary->setWordWrap(true);
    m_checkedAt->setObjectName("checkedAt"_L1);
    setTone(m_checkedAt, Tone::Muted);
    auto *used = new Label(tr("Check for:"), this);
    used->setBuddy(m_use);
    auto *line = new QHBoxLayout;
    line->setSpacing(8);
    line->addWidget(m_summary, 1);
    line->addWidget(m_checkedAt);
    line->addSpacing(16);
    line->addWidget(used);
    line->addWidget(m_use);
    body()->addLayout(line);
    m_list->setAccessibleName(tr("Checks"));
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(0);
    body()->addWidget(m_list);
    body()->addStretch(1);
    m_copy->setObjectName("checkCopy"_L1);
    addBesideButtons(m_copy);
    resize(860, 640);

    connect(&m_check, &DatabaseCheck::changed, this, &CheckDialog::onChanged);
    connect(m_again, &QPushButton::clicked, this, &CheckDialog::run);
    connect(m_use, &QComboBox::activated, this, &CheckDialog::run);
    connect(context->guard(), &WriteGuard::changed, this, &CheckDialog::showHelp);
    connect(&TimeDisplay::instance(), &TimeDisplay::changed, this, &CheckDialog::showState);
    run();
}

CheckDialog::~CheckDialog() = default;

QAction *CheckDialog::makeCommand(QWidget *owner)
{
    return addCommand(
               owner, u"maintenance.check"_s, tr("C&heck this database…"),
               tr("Looks for problems with the connection, server and queue, and says what to do."))
        ->alsoCalled(tr("doctor, diagnose, health, troubleshoot, problems, test connection"));
}

void CheckDialog::run()
{
    m_check.start(QueueUse(m_use->currentData().toInt()));
}

bool CheckDialog::cancelWork()
{
    m_check.cancel();
    return true;
}

void CheckDialog::onChanged()
{
    const QList<QueueCheck> &checks = m_check.checks();
    if (checks.isEmpty())
        qDeleteAll(std::exchange(m_rows, {}));
    for (qsizetype i = m_rows.size(); i < checks.size(); ++i)
        addRow(checks.at(i));
    showState();
}

void CheckDialog::addRow(const QueueCheck &check)
{
    auto *row = new CheckRow(check, m_list);
    const auto place = std::ranges::upper_bound(
        m_rows, severityOf(check), std::ranges::less(),
        [](const CheckRow *other) { return severityOf(other->check()); });
    const qsizetype at = place - m_rows.begin();
    m_rows.insert(at, row);
    m_column->insertWidget(int(at), row);
    connect(row, &CheckRow::helpRequested, this, [this, row] { help(row->check()); });
    row->setHelp(helpText(check.help), obstacleOf(check.help));
    row->show();
}

void CheckDialog::showState()
{
    const bool isRunning = m_check.isRunning();
    const qsizetype done = m_check.checks().size();
    const auto all = qsizetype(kQueueChecks.size());
    m_bar->setRange(0, int(all));
    m_bar->setValue(int(done));
    m_bar->setVisible(isRunning);
    m_again->setEnabled(!isRunning);
    m_copy->setEnabled(!isRunning && done > 0);
    m_copy->setContent(m_check.text());
    m_summary->setText(
        isRunning ? tr("Checking: %1 (%2 of %3)")
                        .arg(m_check.current().isEmpty() ? u"…"_s : checkTitle(m_check.current()))
                        .arg(std::min(done + 1, all))
                        .arg(all)
                  : counts());
    m_checkedAt->setText(m_check.endedAt().isValid()
                             ? tr("Checked %1").arg(formatInstant(m_check.endedAt()))
                             : QString());
    setCloseText(isRunning ? tr("Cancel") : QString());
    setBusy(isRunning);
}

QString CheckDialog::counts() const
{
    std::array<qint64, 4> numbers{};
    for (const QueueCheck &check : m_check.checks())
        ++numbers.at(size_t(check.outcome));
    const auto number = [&numbers](Outcome outcome) { return numbers.at(size_t(outcome)); };
    QStringList parts;
    if (m_check.wasCancelled())
        parts << tr("Cancelled");
    const auto add = [&parts](qint64 count, const QString &text) {
        if (count > 0)
            parts << text.arg(formatNumber(count));
    };
    const qint64 warnings = number(Outcome::Warned);
    add(number(Outcome::Failed), tr("%1 failed"));
    add(warnings, tr("%1 warnings", nullptr, pluralOf(warnings)));
    add(number(Outcome::Skipped), tr("%1 skipped"));
    add(number(Outcome::Passed), tr("%1 OK"));
    add(qint64(kQueueChecks.size()) - m_check.checks().size(), tr("%1 not run"));
    return parts.join(u" · "_s);
}

void CheckDialog::showHelp()
{
    for (CheckRow *row : std::as_const(m_rows))
        row->setHelp(helpText(row->check().help), obstacleOf(row->check().help));
}

QString CheckDialog::helpText(Help help) const
{
    switch (help) {
    case Help::None:
        return {};
    case Help::EditConnection:
        // A sandbox is set up by itself.
        return m_context->target().environment == Environment::Sandbox ? QString()
                                                                       : tr("Edit connection…");
    case Help::InstallSchema:
        return tr("Install schema…");
    case Help::UpgradeSchema:
        return tr("Upgrade schema…");
    case Help::SweepWorkers:
        return tr("Sweep stale workers…");
    case Help::ShowTasks:
        return tr("Show tasks");
    case Help::StartWorker:
        return tr("Open This worker");
    case Help::ShowSizes:
    case Help::ShowHistory:
        return tr("Open Maintenance");
    }
    Q_UNREACHABLE();
}

QString CheckDialog::obstacleOf(Help help) const
{
    // What is only locked can be unlocked from the dialogs that open.
    const bool writes
        = help == Help::InstallSchema || help == Help::UpgradeSchema || help == Help::SweepWorkers;
    return writes ? m_context->guard()->prohibition() : QString();
}

void CheckDialog::help(const QueueCheck &check)
{
    const QueueCheck found = check; // its row goes with the dialog
    accept();
    switch (found.help) {
    case Help::None:
        break;
    case Help::EditConnection:
        Q_EMIT editConnectionRequested();
        break;
    case Help::InstallSchema:
    case Help::UpgradeSchema:
        m_context->requestMigration();
        break;
    case Help::SweepWorkers:
        m_context->requestSweep(found.subject);
        break;
    case Help::ShowTasks:
        m_context->requestPage(u"tasks"_s);
        break;
    case Help::StartWorker:
        m_context->requestPage(u"worker"_s);
        break;
    case Help::ShowSizes:
    case Help::ShowHistory:
        m_context->requestPage(u"maintenance"_s);
        break;
    }
}

} // namespace yardmaster
