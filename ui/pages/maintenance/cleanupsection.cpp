#include "ui/pages/maintenance/cleanupsection.h"

#include "models/console/consolecontext.h"
#include "models/values/format.h"
#include "ui/kit/errorwords.h"
#include "ui/kit/flatstyle.h"
#include "ui/kit/label.h"
#include "ui/kit/theme.h"
#include "ui/kit/tone.h"
#include "ui/pages/maintenance/cleanupdialog.h"

#include <QCheckBox>
#include <QGridLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr std::array kTasks{CleanupTask::DeletePermafailedJobs, CleanupTask::GcTaskIdentifiers,
                            CleanupTask::GcJobQueues};

QString taskText(CleanupTask task)
{
    switch (task) {
    case CleanupTask::DeletePermafailedJobs:
        return CleanupSection::tr("Delete jobs that failed for good");
    case CleanupTask::GcTaskIdentifiers:
        return CleanupSection::tr("Delete names of tasks without jobs");
    case CleanupTask::GcJobQueues:
        return CleanupSection::tr("Delete queues without jobs");
    }
    return {};
}

qint64 countOf(const CleanupReport &report, size_t index)
{
    return index == 0 ? report.jobs : index == 1 ? report.taskIdentifiers : report.queues;
}

} // namespace

CleanupSection::CleanupSection(ConsoleContext *context, QWidget *parent)
    : MaintenanceSection(tr("Clean up"),
                         tr("Does what graphile-worker's cleanup does. Counting changes nothing; "
                            "on large queues it takes a few seconds."),
                         parent)
    , m_context(context)
    , m_query(context->sessions(), SessionPool::Use::Maintenance)
    , m_kept(new QLineEdit(this))
    , m_status(new Label(this))
    , m_count(new QPushButton(tr("Count"), this))
    , m_cancel(new QPushButton(tr("Cancel"), this))
    , m_run(new QPushButton(tr("Delete…"), this))
{
    auto *grid = new QGridLayout;
    grid->setHorizontalSpacing(24);
    grid->setVerticalSpacing(6);
    grid->setColumnStretch(3, 1);
    for (size_t i = 0; i < kTasks.size(); ++i) {
        Line &line = m_lines.at(i);
        line.box = new QCheckBox(taskText(kTasks.at(i)), this);
        line.box->setObjectName(u"cleanup%1"_s.arg(i));
        line.box->setChecked(kTasks.at(i) != CleanupTask::DeletePermafailedJobs);
        auto *name = new Label(cleanupTaskName(kTasks.at(i)), this);
        name->setFont(tabularFont(font()));
        setTone(name, Tone::Muted);
        line.count = new Label(this);
        line.count->setObjectName(u"cleanupCount%1"_s.arg(i));
        line.count->setFont(tabularFont(font()));
        line.count->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        line.count->setMinimumWidth(line.count->fontMetrics().horizontalAdvance(u"10,000,000"_s));
        const int row = int(i);
        grid->addWidget(line.box, row, 0);
        grid->addWidget(name, row, 1);
        grid->addWidget(line.count, row, 2);
        connect(line.box, &QCheckBox::toggled, this, &CleanupSection::showState);
    }
    body()->addLayout(grid);

    auto *kept = new QHBoxLayout;
    kept->setSpacing(12);
    auto *keptLabel = new Label(tr("Task names to keep"), this);
    keptLabel->setBuddy(m_kept);
    m_kept->setObjectName("cleanupKept"_L1);
    m_kept->setPlaceholderText(tr("names, separated by commas"));
    m_kept->setMaximumWidth(420);
    kept->addWidget(keptLabel);
    kept->addWidget(m_kept, 1);
    kept->addStretch(1);
    body()->addLayout(kept);
    auto *warning = new Label(
        tr("Running workers of graphile-worker look up the ids of their tasks only at the start: "
           "if a name is deleted and added again, they never see its jobs. Name their tasks here, "
           "or restart them afterwards. Yardmaster's workers notice on their own."),
        this);
    warning->setWordWrap(true);
    setTone(warning, Tone::Muted);
    body()->addWidget(warning);

    m_status->setObjectName("cleanupStatus"_L1);
    m_status->setWordWrap(true);
    m_count->setObjectName("cleanupCountButton"_L1);
    m_cancel->setObjectName("cleanupCancel"_L1);
    m_run->setObjectName("cleanupRun"_L1);
    setButtonRole(m_run, ButtonRole::Destructive);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(m_count);
    buttons->addWidget(m_cancel);
    buttons->addWidget(m_run);
    buttons->addSpacing(8);
    buttons->addWidget(m_status, 1);
    body()->addLayout(buttons);

    connect(m_kept, &QLineEdit::textChanged, this, &CleanupSection::showState);
    connect(m_count, &QPushButton::clicked, this, &CleanupSection::count);
    connect(m_cancel, &QPushButton::clicked, &m_query, &Query::cancel);
    connect(m_run, &QPushButton::clicked, this, &CleanupSection::run);
    connect(&m_query, &Query::changed, this, &CleanupSection::showState);
    connect(context->guard(), &WriteGuard::changed, this, &CleanupSection::showState);
    showState();
}

CleanupSection::~CleanupSection() = default;

CleanupOptions CleanupSection::options() const
{
    static const QRegularExpression separator(u"[,\\s]+"_s);
    CleanupOptions options;
    for (size_t i = 0; i < kTasks.size(); ++i)
        options.tasks.setFlag(kTasks.at(i), m_lines.at(i).box->isChecked());
    options.keptTasks = m_kept->text().split(separator, Qt::SkipEmptyParts);
    return options;
}

QString CleanupSection::obstacle() const
{
    const CleanupOptions wanted = options();
    if (!wanted.tasks)
        return tr("Nothing is ticked.");
    if (!m_counted || wanted.tasks != m_countedOptions.tasks
        || wanted.keptTasks != m_countedOptions.keptTasks)
        return tr("Count first, to see what would be deleted.");
    if (m_counted->jobs + m_counted->taskIdentifiers + m_counted->queues == 0)
        return tr("There is nothing to delete.");
    return m_context->guard()->reason();
}

void CleanupSection::count()
{
    if (m_query.isAsking() || !options().tasks)
        return;
    m_report.clear();
    m_problem.clear();
    m_counted.reset();
    m_countedOptions = options();
    m_query.ask(withSession(&previewCleanup, m_context->target().schema, m_countedOptions),
                [this](const Result<CleanupReport> &answer) { onCounted(answer); });
}

void CleanupSection::onCounted(const Result<CleanupReport> &answer)
{
    if (answer)
        m_counted = *answer;
    else
        m_problem = answer.error().kind == DbError::Kind::Cancelled ? tr("Counting was cancelled.")
                                                                    : errorSentence(answer.error());
    showState();
}

void CleanupSection::run()
{
    if (m_query.isAsking() || !obstacle().isEmpty())
        return;
    auto *dialog = new CleanupDialog(m_context, m_countedOptions, *m_counted, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &CleanupDialog::confirmed, this, [this, dialog] {
        start();
        dialog->accept();
    });
    dialog->open();
}

void CleanupSection::start()
{
    if (m_query.isAsking() || !obstacle().isEmpty())
        return;
    const MaintenanceLog log = m_context->maintenanceLog();
    m_query.ask(withSession(&cleanUpLogged, log, m_countedOptions, *m_counted),
                [this](const Result<CleanupReport> &answer) { onCleaned(answer); });
}

void CleanupSection::onCleaned(const Result<CleanupReport> &answer)
{
    m_counted.reset();
    if (answer) {
        m_report = tr("Deleted jobs: %1; task names: %2; queues: %3.")
                       .arg(formatNumber(answer->jobs), formatNumber(answer->taskIdentifiers),
                            formatNumber(answer->queues));
        Q_EMIT cleaned();
    } else {
        m_problem = answer.error().kind == DbError::Kind::Cancelled
            ? tr("Cancelled; nothing was deleted.")
            : errorSentence(answer.error());
    }
    showState();
}

void CleanupSection::showState()
{
    const bool isBusy = m_query.isAsking();
    const QString why = obstacle();
    const CleanupOptions wanted = options();
    const bool isCounted = m_counted && wanted.tasks == m_countedOptions.tasks
        && wanted.keptTasks == m_countedOptions.keptTasks;
    for (size_t i = 0; i < m_lines.size(); ++i) {
        m_lines.at(i).box->setEnabled(!isBusy);
        const bool isKnown = isCounted && m_lines.at(i).box->isChecked();
        m_lines.at(i).count->setText(isKnown ? formatNumber(countOf(*m_counted, i)) : u"–"_s);
    }
    m_kept->setEnabled(!isBusy && m_lines.at(1).box->isChecked());
    m_count->setVisible(!isBusy);
    m_count->setEnabled(bool(wanted.tasks));
    m_cancel->setVisible(isBusy);
    m_run->setEnabled(!isBusy && why.isEmpty());
    m_run->setToolTip(why);
    QString status = m_problem.isEmpty() ? m_report : m_problem;
    if (isBusy)
        status = m_counted ? tr("Deleting…") : tr("Counting…");
    else if (status.isEmpty() && isCounted && !why.isEmpty())
        status = why;
    m_status->setText(status);
    setTone(m_status, m_problem.isEmpty() || isBusy ? Tone::Muted : Tone::Trouble);
}

} // namespace yardmaster
