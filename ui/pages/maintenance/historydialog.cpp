#include "ui/pages/maintenance/historydialog.h"

#include "models/console/consolecontext.h"
#include "models/maintenance/historyfacts.h"
#include "models/maintenance/loggedhistory.h"
#include "models/values/format.h"
#include "ui/kit/errorwords.h"
#include "ui/pages/maintenance/payloadform.h"

#include <QPlainTextEdit>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// There is nothing to mend: installing it only changes what it keeps.
bool isInOrder(const HistoryState &state)
{
    return state.presence == HistoryState::Presence::Complete && !state.needsAttention();
}

} // namespace

HistoryDialog::HistoryDialog(ConsoleContext *context, const HistoryState &state, bool isRemoval,
                             QWidget *parent)
    : ConfirmDialog(context,
                    isRemoval ? tr("Remove the history of %1").arg(context->target().schema)
                        : isInOrder(state)
                        ? tr("What the history of %1 keeps").arg(context->target().schema)
                        : tr("Record the history of %1").arg(context->target().schema),
                    parent)
    , m_state(state)
    , m_isRemoval(isRemoval)
    , m_query(context->sessions(), SessionPool::Use::Maintenance)
    , m_sql(makeStatement("historySql"))
{
    setObjectName("historyDialog"_L1);
    addHeading(windowTitle());
    const QString &schema = context->target().schema;
    if (isRemoval) {
        addText(tr("Deletes everything that was recorded, %1, for everyone. Jobs and workers are "
                   "not affected. This cannot be undone.")
                    .arg(formatBytes(state.runBytes + state.rollupBytes + state.payloadBytes)),
                "historyText");
        setWord(schema, tr("the schema's name"));
    } else {
        addText(tr("Records when each job began and ended, with which outcome and on which worker; "
                   "for failed attempts also the first 500 characters of the error. If recording "
                   "fails, workers carry on."),
                "historyText");
        addText(historyPrice(state).join(u' '), "historyPrice");
        m_payloads = new PayloadForm(state, this);
        body()->addWidget(m_payloads);
        connect(m_payloads, &PayloadForm::edited, this, &HistoryDialog::showStatement);
    }
    addText(historyLocks(), "historyLocks");
    body()->addWidget(m_sql, 1);
    setConfirmText(isRemoval              ? tr("Delete history")
                       : isInOrder(state) ? tr("Change history")
                                          : tr("Install history"));
    resize(680, isRemoval ? 480 : 640);
    connect(&m_query, &Query::changed, this, &HistoryDialog::updateObstacle);
    showStatement();
}

HistoryDialog::~HistoryDialog() = default;

HistoryOptions HistoryDialog::options() const
{
    HistoryOptions options;
    m_payloads->addTo(&options);
    return settledOptions(options, m_state);
}

void HistoryDialog::showStatement()
{
    const QString &schema = context()->target().schema;
    m_sql->setPlainText(QString::fromUtf8(m_isRemoval ? historyRemoveSql(schema)
                                                      : historyInstallSql(schema, options())));
    if (!m_isRemoval)
        setConfirmRole(m_payloads->deletes() ? ButtonRole::Destructive : ButtonRole::Primary,
                       Keys::None);
    updateObstacle();
}

void HistoryDialog::updateObstacle()
{
    if (m_query.isAsking())
        setObstacle(tr("Working…"));
    else if (m_state.isStandby)
        setObstacle(tr("This server is a standby: use its primary."));
    else if (!m_state.mayChange)
        setObstacle(tr("Only the owner of the job tables, %1, may do this.").arg(m_state.owner));
    else if (const QString problem = m_payloads ? m_payloads->problem() : QString();
             !problem.isEmpty())
        setObstacle(problem);
    else if (m_payloads && isInOrder(m_state) && !m_payloads->isChanged())
        setObstacle(tr("Nothing has been changed."));
    else
        setObstacle({});
}

void HistoryDialog::confirm()
{
    if (m_query.isAsking() || !context()->guard()->mayWrite())
        return;
    setProblem({});
    const MaintenanceLog log = context()->maintenanceLog();
    const auto then = [this](const Result<void> &answer) {
        if (!answer) {
            setProblem(errorSentence(answer.error()));
            return;
        }
        setDone(m_isRemoval              ? tr("The history has been removed.")
                    : isInOrder(m_state) ? tr("The history has been changed.")
                                         : tr("Finished jobs are recorded from now on."));
        Q_EMIT historyChanged();
    };
    if (m_isRemoval)
        m_query.ask(withSession(&removeHistoryLogged, log, m_state), then);
    else
        m_query.ask(withSession(&installHistoryLogged, log, options()), then);
}

} // namespace yardmaster
