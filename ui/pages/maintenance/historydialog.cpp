#include "ui/pages/maintenance/historydialog.h"

#include "models/console/consolecontext.h"
#include "models/maintenance/historyfacts.h"
#include "models/maintenance/loggedhistory.h"
#include "models/values/format.h"
#include "ui/kit/errorwords.h"

#include <QPlainTextEdit>

namespace yardmaster {

using namespace Qt::StringLiterals;

HistoryDialog::HistoryDialog(ConsoleContext *context, const HistoryState &state, bool isRemoval,
                             QWidget *parent)
    : ConfirmDialog(context,
                    isRemoval ? tr("Remove the history of %1").arg(context->target().schema)
                              : tr("Record the history of %1").arg(context->target().schema),
                    parent)
    , m_state(state)
    , m_isRemoval(isRemoval)
    , m_query(context->sessions(), SessionPool::Use::Maintenance)
{
    setObjectName("historyDialog"_L1);
    addHeading(windowTitle());
    const QString &schema = context->target().schema;
    if (isRemoval) {
        addText(tr("Deletes all that was recorded, %1, for everybody. Jobs and workers are not "
                   "touched. Nothing brings it back.")
                    .arg(formatBytes(state.runBytes + state.rollupBytes)),
                "historyText");
        setWord(schema, tr("the schema's name"));
    } else {
        addText(tr("Records when each job began and ended, how, and by which worker; of failed "
                   "attempts the first 500 characters of the error; no payloads. If recording "
                   "fails, workers go on."),
                "historyText");
        addText(historyPrice(state).join(u' '), "historyPrice");
    }
    addText(historyLocks(), "historyLocks");
    QPlainTextEdit *sql = makeStatement("historySql");
    sql->setPlainText(
        QString::fromUtf8(isRemoval ? historyRemoveSql(schema) : historyInstallSql(schema, {})));
    body()->addWidget(sql, 1);
    setConfirmText(isRemoval ? tr("Delete history") : tr("Install history"));
    if (!isRemoval)
        setConfirmRole(ButtonRole::Primary, Keys::None);
    resize(680, isRemoval ? 480 : 620);
    connect(&m_query, &Query::changed, this, &HistoryDialog::updateObstacle);
    updateObstacle();
}

HistoryDialog::~HistoryDialog() = default;

void HistoryDialog::updateObstacle()
{
    if (m_query.isAsking())
        setObstacle(tr("Working…"));
    else if (m_state.isStandby)
        setObstacle(tr("This server is a standby: use its primary."));
    else if (!m_state.mayChange)
        setObstacle(
            tr("Only the owner of the tables of jobs, %1, may do this.").arg(m_state.owner));
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
        setDone(m_isRemoval ? tr("The history is removed.")
                            : tr("Finished jobs are recorded from now on."));
        Q_EMIT historyChanged();
    };
    if (m_isRemoval)
        m_query.ask(withSession(&removeHistoryLogged, log, m_state), then);
    else
        m_query.ask(withSession(&installHistoryLogged, log, HistoryOptions()), then);
}

} // namespace yardmaster
