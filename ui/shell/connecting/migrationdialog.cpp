#include "ui/shell/connecting/migrationdialog.h"

#include "models/console/consolecontext.h"
#include "models/values/format.h"
#include "models/values/showntext.h"
#include "ui/kit/celldelegate.h"
#include "ui/kit/command.h"
#include "ui/kit/errorwords.h"
#include "ui/kit/label.h"
#include "ui/kit/rowmenu.h"
#include "ui/kit/theme.h"
#include "ui/kit/typedconfirmation.h"

#include <QAction>
#include <QHeaderView>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QTreeWidget>

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
    : ConfirmDialog(context, tr("Schema of the queue"), parent)
    , m_migration(context->sessions(), context->target().schema, context->operationsFolder())
    , m_steps(new QTreeWidget(this))
    , m_bar(addProgress(tr("In progress")))
    , m_again(addButton(tr("Check again"), "migrationAgain"))
{
    setNames(nullptr, "migrationRun", "migrationClose", "migrationProblem");
    typed()->field()->setObjectName("migrationTyped"_L1);
    m_title = addHeading({});
    m_title->setObjectName("migrationTitle"_L1);
    m_facts = addText({}, "migrationFacts", Tone::Muted);
    m_warning = addText({}, "migrationWarning", Tone::Caution);
    for (Label *label : {m_title, m_facts, m_warning})
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_steps->setObjectName("migrationSteps"_L1);
    m_steps->setAccessibleName(tr("Steps"));
    m_steps->setHeaderLabels({tr("Revision"), tr("What it means for workers")});
    m_steps->headerItem()->setTextAlignment(0, Qt::AlignRight | Qt::AlignVCenter);
    m_steps->setItemDelegate(new CellDelegate(m_steps));
    new RowMenu(m_steps);
    m_steps->setRootIsDecorated(false);
    m_steps->setUniformRowHeights(true);
    m_steps->setSelectionMode(QAbstractItemView::NoSelection);
    m_steps->setFrameShape(QFrame::NoFrame);
    body()->addWidget(m_steps, 1);
    setConfirmRole(ButtonRole::Primary, Keys::None); // Enter changes no schema
    resize(600, 520);

    connect(&m_migration, &SchemaMigration::phaseChanged, this, &MigrationDialog::onPhase);
    connect(m_again, &QPushButton::clicked, &m_migration, &SchemaMigration::look);
    onPhase();
}

MigrationDialog::~MigrationDialog() = default;

QAction *MigrationDialog::makeCommand(QWidget *owner)
{
    return addCommand(owner, u"file.migrate"_s, tr("Install or upgrade the &schema…"),
                      tr("Shows what the schema of the queue lacks, and installs it if asked."))
        ->alsoCalled(tr("migrate, update, create"));
}

void MigrationDialog::onPhase()
{
    switch (m_migration.phase()) {
    case Phase::Looking:
        if (!m_migration.plan())
            m_title->setText(tr("Reading schema %1…").arg(context()->target().schema));
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
                             .arg(context()->target().schema)
                             .arg(m_migration.report().revision));
        m_facts->setText(m_migration.report().warnings.join(u'\n'));
        m_warning->clear();
        m_steps->clear();
        Q_EMIT migrated();
        break;
    case Phase::Failed:
        m_title->setText(m_migration.plan() ? tr("Nothing was changed")
                                            : tr("Cannot read the schema"));
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
        ? tr("The table holds about %1 jobs; they are kept.", nullptr, pluralOf(plan.jobs))
              .arg(formatNumber(plan.jobs))
        : tr("Jobs are kept.");
    const QString together = tr("Either all steps are applied, or none.");
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
        item->setText(
            1, stops ? tr("Breaking: workers that do not know it stop") : tr("Non-breaking"));
        setTone(item, 1, stops ? Tone::Caution : Tone::Muted);
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
            names << tr("%1 (%2)").arg(isolated(holder.worker), formatNumber(holder.jobs));
        sentences << tr("Workers that hold jobs now, with the number of jobs: %1.")
                         .arg(names.join(u", "_s));
    }
    return sentences.join(u' ');
}

QString MigrationDialog::obstacle() const
{
    const auto &plan = m_migration.plan();
    if (!plan || m_migration.phase() == Phase::Looking)
        return u" "_s;
    return plan->obstacle.isEmpty() ? ConfirmDialog::obstacle() : plan->obstacle;
}

void MigrationDialog::updateButtons()
{
    const Phase phase = m_migration.phase();
    const auto &plan = m_migration.plan();
    const bool isReady = phase == Phase::Ready && plan->isNeeded();
    QString why;
    if (isReady)
        why = plan->obstacle.isEmpty() ? context()->guard()->reason() : plan->obstacle;
    setProblem(phase == Phase::Failed ? sentence(m_migration.error()) : why);
    const QString &schema = context()->target().schema;
    typed()->ask(isReady && why.isEmpty() && context()->guard()->wantsTypedCount() ? schema
                                                                                   : QString(),
                 tr("This is production. Type the name of the schema, %1:").arg(schema));
    m_bar->setVisible(phase == Phase::Running || phase == Phase::Looking);
    m_again->setVisible(phase == Phase::Ready || phase == Phase::Failed);
    if (plan)
        setConfirmText(plan->isInstallation() ? tr("Install schema")
                                              : tr("Upgrade to revision %1").arg(kSchemaRevision));
    setConfirmShown(isReady || phase == Phase::Running);
    setBusy(phase == Phase::Running);
    const bool isOver = phase == Phase::Done || (phase == Phase::Ready && !isReady);
    setCloseText(phase == Phase::Running ? tr("Stop and undo")
                     : isOver            ? tr("Close")
                                         : tr("Cancel"));
    ConfirmDialog::updateButtons();
}

void MigrationDialog::confirm()
{
    m_migration.run();
}

bool MigrationDialog::cancelWork()
{
    m_migration.cancel();
    return true;
}

} // namespace yardmaster
