#include "ui/shell/connecting/migrationdialog.h"

#include "models/console/consolecontext.h"
#include "models/values/format.h"
#include "ui/kit/command.h"
#include "ui/kit/environmentstrip.h"
#include "ui/kit/errorwords.h"
#include "ui/kit/flatstyle.h"
#include "ui/kit/theme.h"

#include <QAction>
#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace yardmaster {

using namespace Qt::StringLiterals;
using Phase = SchemaMigration::Phase;

namespace {

/// The migrator's messages begin small and end open, as in a log.
QString sentence(const DbError &error)
{
    if (error.kind == DbError::Kind::ConnectionLost || error.kind == DbError::Kind::CannotConnect
        || error.kind == DbError::Kind::Authentication || error.kind == DbError::Kind::Certificate)
        return errorSentence(error);
    const QString text = error.message.left(1).toUpper() + error.message.mid(1);
    return text.endsWith(u'.') ? text : text + u'.';
}

} // namespace

MigrationDialog::MigrationDialog(ConsoleContext *context, QWidget *parent)
    : QDialog(parent)
    , m_context(context)
    , m_migration(context->sessions(), context->target().schema, context->operationsFolder())
    , m_title(new QLabel(this))
    , m_facts(new QLabel(this))
    , m_warning(new QLabel(this))
    , m_steps(new QTreeWidget(this))
    , m_typing(new QWidget(this))
    , m_typed(new QLineEdit(m_typing))
    , m_problem(new QLabel(this))
    , m_bar(new QProgressBar(this))
    , m_again(new QPushButton(tr("Look again"), this))
    , m_run(new QPushButton(this))
    , m_close(new QPushButton(tr("Cancel"), this))
{
    setWindowTitle(tr("Schema of the queue"));
    auto *strip = new EnvironmentStrip(this);
    strip->showTarget(context->target());
    QFont strong = font();
    strong.setWeight(QFont::DemiBold);
    m_title->setFont(strong);
    m_title->setObjectName("migrationTitle"_L1);
    m_facts->setObjectName("migrationFacts"_L1);
    m_warning->setObjectName("migrationWarning"_L1);
    m_problem->setObjectName("migrationProblem"_L1);
    for (QLabel *label : {m_title, m_facts, m_warning, m_problem}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    m_steps->setObjectName("migrationSteps"_L1);
    m_steps->setAccessibleName(tr("Steps"));
    m_steps->setHeaderLabels({tr("Revision"), tr("What it means for workers")});
    m_steps->headerItem()->setTextAlignment(0, Qt::AlignRight | Qt::AlignVCenter);
    m_steps->setRootIsDecorated(false);
    m_steps->setUniformRowHeights(true);
    m_steps->setSelectionMode(QAbstractItemView::NoSelection);
    m_steps->setFrameShape(QFrame::NoFrame);
    m_typed->setObjectName("migrationTyped"_L1);
    auto *caption = new QLabel(
        tr("This is production. Type the name of the schema, %1:").arg(context->target().schema),
        m_typing);
    caption->setTextFormat(Qt::PlainText);
    caption->setBuddy(m_typed);
    auto *typing = new QHBoxLayout(m_typing);
    typing->setContentsMargins(0, 0, 0, 0);
    typing->setSpacing(12);
    typing->addWidget(caption);
    typing->addWidget(m_typed, 1);
    m_typing->hide();
    m_bar->setRange(0, 0);
    m_bar->setTextVisible(false);
    m_bar->setFixedHeight(6);
    m_bar->setAccessibleName(tr("At work"));
    QSizePolicy policy = m_bar->sizePolicy();
    policy.setRetainSizeWhenHidden(true);
    m_bar->setSizePolicy(policy);
    m_again->setObjectName("migrationAgain"_L1);
    m_run->setObjectName("migrationRun"_L1);
    m_close->setObjectName("migrationClose"_L1);
    setButtonRole(m_run, ButtonRole::Primary);
    for (QPushButton *button : {m_again, m_run, m_close})
        button->setAutoDefault(false); // Enter changes no schema

    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(m_again);
    buttons->addStretch(1);
    buttons->addWidget(m_close);
    buttons->addWidget(m_run);
    auto *column = new QVBoxLayout;
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    column->addWidget(m_title);
    column->addWidget(m_facts);
    column->addWidget(m_warning);
    column->addWidget(m_steps, 1);
    column->addWidget(m_typing);
    column->addWidget(m_problem);
    column->addWidget(m_bar);
    column->addLayout(buttons);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(strip);
    layout->addLayout(column);
    resize(600, 520);

    connect(&m_migration, &SchemaMigration::phaseChanged, this, &MigrationDialog::onPhase);
    connect(context->guard(), &WriteGuard::changed, this, &MigrationDialog::updateButtons);
    connect(m_typed, &QLineEdit::textChanged, this, &MigrationDialog::updateButtons);
    connect(m_again, &QPushButton::clicked, &m_migration, &SchemaMigration::look);
    connect(m_close, &QPushButton::clicked, this, &MigrationDialog::reject);
    connect(m_run, &QPushButton::clicked, this, [this] {
        if (obstacle().isEmpty())
            m_migration.run();
    });
    updateColors();
    onPhase();
}

MigrationDialog::~MigrationDialog() = default;

QAction *MigrationDialog::makeCommand(QWidget *owner)
{
    return addCommand(owner, u"file.migrate"_s, tr("Install or upgrade the &schema…"),
                      tr("Shows what the schema of the queue lacks, and installs it if asked"))
        ->alsoCalled(tr("migrate, update, create"));
}

void MigrationDialog::onPhase()
{
    switch (m_migration.phase()) {
    case Phase::Looking:
        if (!m_migration.plan())
            m_title->setText(tr("Looking at schema %1…").arg(m_context->target().schema));
        break;
    case Phase::Ready:
        showPlan(*m_migration.plan());
        break;
    case Phase::Running:
        m_title->setText(m_migration.plan()->isInstallation() ? tr("Installing…")
                                                              : tr("Upgrading…"));
        break;
    case Phase::Done:
        m_title->setText(tr("Schema %1 is at revision %2.")
                             .arg(m_context->target().schema)
                             .arg(m_migration.report().revision));
        m_facts->setText(m_migration.report().warnings.join(u'\n'));
        m_warning->clear();
        m_steps->clear();
        Q_EMIT migrated();
        break;
    case Phase::Failed:
        m_title->setText(m_migration.plan() ? tr("Nothing was changed")
                                            : tr("Cannot look at the schema"));
        break;
    }
    updateButtons();
}

void MigrationDialog::showPlan(const MigrationPlan &plan)
{
    if (!plan.isNeeded())
        m_title->setText(tr("Schema %1 is up to date.").arg(plan.schema));
    else if (plan.isInstallation())
        m_title->setText(
            tr("Install a job queue in schema %1 of %2").arg(plan.schema, plan.database));
    else
        m_title->setText(tr("Upgrade schema %1 of %2 from revision %3 to %4")
                             .arg(plan.schema, plan.database)
                             .arg(plan.state.revision)
                             .arg(kSchemaRevision));
    const QString jobs = plan.jobs > 0
        ? tr("The table holds about %1 jobs; they are kept.").arg(formatNumber(plan.jobs))
        : tr("Jobs are kept.");
    const QString together = tr("All steps arrive together, or nothing has changed.");
    if (!plan.isNeeded())
        m_facts->setText(tr("There is nothing to do."));
    else
        m_facts->setText(plan.isInstallation() ? together : together + u' ' + jobs);
    m_warning->setText(warning(plan));
    m_steps->clear();
    for (const MigrationPlan::Step &step : plan.steps) {
        auto *item = new QTreeWidgetItem(m_steps);
        item->setText(0, QString::number(step.revision));
        item->setTextAlignment(0, Qt::AlignRight | Qt::AlignVCenter);
        item->setFont(0, tabularFont(font()));
        const bool stops = step.isBreaking && !plan.isInstallation();
        item->setText(1, stops ? tr("Breaking: workers that do not know it stop") : tr("Harmless"));
        item->setForeground(
            1, stops ? stateColor(JobState::Retrying, palette()) : mutedColor(palette()));
        item->setSizeHint(0, {0, std::max(24, fontMetrics().height() + 8)});
    }
}

QString MigrationDialog::warning(const MigrationPlan &plan) const
{
    if (plan.isInstallation() || !plan.isNeeded())
        return {};
    QStringList sentences;
    if (plan.hasBreakingSteps())
        sentences << tr("Stop workers that know no revision above %1 first, and start newer ones "
                        "afterwards.")
                         .arg(plan.state.revision);
    if (!plan.holders.isEmpty()) {
        QStringList names;
        for (const MigrationPlan::Holder &holder : plan.holders)
            names << tr("%1 (%2)").arg(holder.worker, formatNumber(holder.jobs));
        sentences << tr("At work now, with so many jobs: %1.").arg(names.join(u", "_s));
    }
    return sentences.join(u' ');
}

QString MigrationDialog::obstacle() const
{
    const auto &plan = m_migration.plan();
    if (!plan || m_migration.phase() == Phase::Looking)
        return u" "_s;
    if (!plan->obstacle.isEmpty())
        return plan->obstacle;
    return m_context->guard()->reason();
}

void MigrationDialog::updateButtons()
{
    const Phase phase = m_migration.phase();
    const auto &plan = m_migration.plan();
    const bool isNeeded = plan && plan->isNeeded();
    const QString why = obstacle();
    if (phase == Phase::Failed)
        m_problem->setText(sentence(m_migration.error()));
    else
        m_problem->setText(isNeeded && phase == Phase::Ready ? why.trimmed() : QString());
    const bool asks = phase == Phase::Ready && isNeeded && why.isEmpty()
        && m_context->guard()->wantsTypedCount();
    m_typing->setVisible(asks);
    const bool isTyped = !asks || m_typed->text() == m_context->target().schema;
    m_bar->setVisible(phase == Phase::Running || phase == Phase::Looking);
    m_again->setVisible(phase == Phase::Ready || phase == Phase::Failed);
    m_run->setVisible(isNeeded && (phase == Phase::Ready || phase == Phase::Running));
    m_run->setEnabled(phase == Phase::Ready && why.isEmpty() && isTyped);
    if (plan)
        m_run->setText(plan->isInstallation() ? tr("Install schema")
                                              : tr("Upgrade to revision %1").arg(kSchemaRevision));
    const bool isOver = phase == Phase::Done || (phase == Phase::Ready && !isNeeded);
    m_close->setText(phase == Phase::Running ? tr("Stop and undo")
                         : isOver            ? tr("Close")
                                             : tr("Cancel"));
}

void MigrationDialog::reject()
{
    if (m_migration.phase() == Phase::Running) {
        m_migration.cancel();
        return;
    }
    QDialog::reject();
}

void MigrationDialog::changeEvent(QEvent *event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        updateColors();
        if (m_migration.phase() == Phase::Ready)
            showPlan(*m_migration.plan());
    }
}

void MigrationDialog::updateColors()
{
    setInk(m_facts, mutedColor(palette()));
    setInk(m_warning, stateColor(JobState::Retrying, palette()));
    setInk(m_problem, stateColor(JobState::FailedForGood, palette()));
}

} // namespace yardmaster
