#include "ui/pages/maintenance/removeschemadialog.h"

#include "models/console/consolecontext.h"
#include "models/maintenance/loggedremoval.h"
#include "models/values/format.h"
#include "ui/kit/errorwords.h"
#include "ui/kit/label.h"
#include "ui/kit/plainlist.h"

#include <QCheckBox>
#include <QPushButton>
#include <QTreeWidget>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kNamed = 12;

QString listed(const QStringList &names)
{
    const QString first = names.first(std::min<qsizetype>(names.size(), kNamed)).join(u"\n"_s);
    return names.size() <= kNamed
        ? first
        : RemoveSchemaDialog::tr("%1\nand %2 more").arg(first).arg(names.size() - kNamed);
}

QString kindWord(const QString &kind)
{
    if (kind == "table"_L1)
        return RemoveSchemaDialog::tr("Table");
    if (kind == "view"_L1)
        return RemoveSchemaDialog::tr("View");
    if (kind == "function"_L1)
        return RemoveSchemaDialog::tr("Function");
    if (kind == "type"_L1)
        return RemoveSchemaDialog::tr("Type");
    if (kind == "sequence"_L1)
        return RemoveSchemaDialog::tr("Sequence");
    return kind;
}

} // namespace

RemoveSchemaDialog::RemoveSchemaDialog(ConsoleContext *context, QWidget *parent)
    : ConfirmDialog(context, tr("Remove the schema %1").arg(context->target().schema), parent)
    , m_query(context->sessions(), SessionPool::Use::Maintenance)
    , m_summary(nullptr)
    , m_objects(makePlainList(this, "removeObjects"))
    , m_dependents(nullptr)
    , m_callers(nullptr)
    , m_despite(new QCheckBox(this))
    , m_again(addButton(tr("Check again"), "removeAgain"))
{
    setObjectName("removeSchemaDialog"_L1);
    addHeading(windowTitle());
    m_summary = addText(tr("Checking what would be removed…"), "removeSummary");
    m_objects->setAccessibleName(tr("What is removed"));
    m_objects->setHeaderLabels({tr("Kind"), tr("Rows"), tr("Size"), tr("Name")});
    alignRight(m_objects, {1, 2});
    m_objects->setMinimumHeight(180);
    body()->addWidget(m_objects, 1);
    m_dependents = addText({}, "removeDependents", Tone::Trouble);
    m_callers = addText({}, "removeCallers", Tone::Caution);
    m_despite->setObjectName("removeDespite"_L1);
    body()->addWidget(m_despite);
    for (QWidget *widget : std::initializer_list<QWidget *>{m_dependents, m_callers, m_despite})
        widget->hide();
    setConfirmText(tr("Remove schema"));
    setWord(context->target().schema, tr("the schema's name"));
    resize(720, 640);

    connect(m_despite, &QCheckBox::toggled, this, &RemoveSchemaDialog::updateObstacle);
    connect(m_again, &QPushButton::clicked, this, &RemoveSchemaDialog::look);
    connect(&m_query, &Query::changed, this, &RemoveSchemaDialog::updateObstacle);
    look();
}

RemoveSchemaDialog::~RemoveSchemaDialog() = default;

void RemoveSchemaDialog::look()
{
    if (m_query.isAsking() || isDone())
        return;
    m_hasPlan = false;
    setProblem({});
    m_summary->setText(tr("Checking what would be removed…"));
    m_query.ask(withSession(&planSchemaRemoval, context()->target().schema),
                [this](const Result<SchemaRemoval> &answer) { onLooked(answer); });
}

void RemoveSchemaDialog::onLooked(const Result<SchemaRemoval> &answer)
{
    if (!answer) {
        m_summary->setText({});
        setProblem(errorSentence(answer.error()));
        updateObstacle();
        return;
    }
    m_plan = *answer;
    m_hasPlan = true;
    m_despite->setChecked(false);
    showPlan();
    updateObstacle();
}

void RemoveSchemaDialog::showPlan()
{
    m_summary->setText(
        tr("Everything below is removed, with %1 jobs in %2, from the database %3. Only a backup "
           "can bring it back.",
           nullptr, pluralOf(m_plan.jobs))
            .arg(formatNumber(m_plan.jobs), formatBytes(m_plan.bytes()), m_plan.database));
    QList<QStringList> lines;
    QList<QVariant> keys;
    for (const SchemaRemoval::Object &object : std::as_const(m_plan.objects)) {
        const QString rows = !object.rows ? u"–"_s
            : object.isEstimate           ? u'~' + formatNumber(*object.rows)
                                          : formatNumber(*object.rows);
        lines << QStringList{kindWord(object.kind), rows,
                             object.rows ? formatBytes(object.bytes) : u"–"_s, object.name};
        keys << object.kind + u' ' + object.name;
    }
    setLines(m_objects, lines, keys);
    m_dependents->setText(
        tr("These objects outside the schema are removed as well, because they depend on it:")
        + u'\n' + listed(m_plan.dependents));
    m_dependents->setVisible(!m_plan.dependents.isEmpty());
    m_callers->setText(
        tr("These functions outside the schema refer to it. They stay, and may fail:") + u'\n'
        + listed(m_plan.callers));
    m_callers->setVisible(!m_plan.callers.isEmpty());
    m_despite->setText(tr("Remove it even though workers are alive (%1); they fail from then on")
                           .arg(formatNumber(m_plan.liveWorkers.size())));
    m_despite->setToolTip(m_plan.liveWorkers.join(u'\n'));
    m_despite->setVisible(!m_plan.liveWorkers.isEmpty());
}

void RemoveSchemaDialog::updateObstacle()
{
    m_again->setVisible(!isDone());
    m_again->setEnabled(!m_query.isAsking());
    if (m_query.isAsking())
        setObstacle(m_hasPlan ? tr("Removing…") : tr("Checking what would be removed…"));
    else if (!m_hasPlan)
        setObstacle(tr("What would be removed is not known."));
    else if (!m_plan.obstacle.isEmpty())
        setObstacle(m_plan.obstacle);
    else if (!m_plan.liveWorkers.isEmpty() && !m_despite->isChecked())
        setObstacle(tr("Workers alive: %1. Stop them first, or tick the box to remove it anyway.")
                        .arg(formatNumber(m_plan.liveWorkers.size())));
    else
        setObstacle({});
    if (m_hasPlan && !m_query.isAsking() && !isDone())
        setProblem(m_plan.obstacle);
}

void RemoveSchemaDialog::confirm()
{
    if (m_query.isAsking() || !m_hasPlan || !context()->guard()->mayWrite())
        return;
    const MaintenanceLog log = context()->maintenanceLog();
    m_query.ask(withSession(&removeSchemaLogged, log, m_plan),
                [this](const Result<void> &answer) { onRemoved(answer); });
}

void RemoveSchemaDialog::onRemoved(const Result<void> &answer)
{
    if (!answer) {
        m_hasPlan = false;
        updateObstacle();
        setProblem(errorSentence(answer.error()));
        return;
    }
    m_despite->hide();
    setDone(tr("The schema %1 has been removed.").arg(m_plan.schema));
    Q_EMIT removed();
}

} // namespace yardmaster
