#include "ui/pages/maintenance/sharedlogdialog.h"

#include "models/console/consolecontext.h"
#include "models/operations/loggedmaintenance.h"
#include "models/values/format.h"
#include "ui/kit/errorwords.h"
#include "ui/kit/label.h"

#include <QPlainTextEdit>

namespace yardmaster {

using namespace Qt::StringLiterals;

QString entriesText(const SharedLogState &state)
{
    return state.entries > SharedLogState::kMostCounted
        ? SharedLogDialog::tr("more than %1").arg(formatNumber(SharedLogState::kMostCounted))
        : formatNumber(state.entries);
}

SharedLogDialog::SharedLogDialog(ConsoleContext *context, const SharedLogState &state,
                                 QWidget *parent)
    : ConfirmDialog(context,
                    state.isThere
                        ? tr("Remove the operator log from %1").arg(context->target().schema)
                        : tr("Keep the operator log in %1").arg(context->target().schema),
                    parent)
    , m_state(state)
    , m_query(context->sessions(), SessionPool::Use::Maintenance)
{
    setObjectName("sharedLogDialog"_L1);
    addHeading(windowTitle());
    if (state.isThere) {
        m_entries = addText(tr("Counting its entries…"), "sharedLogEntries");
        addText(tr("They are deleted for everyone. The logs on the computers where the changes "
                   "were made stay. To keep a copy, export it first, from the operator log on the "
                   "Operations page."),
                "sharedLogText");
        setWord(context->target().schema, tr("the schema's name"));
    } else {
        addText(
            tr("Creates a table. Each change made by hand is logged there; for changes of jobs, in "
               "the same transaction: who made it, when and from where, the statement, which jobs "
               "and their values before the change, without payloads and errors. Roles that may "
               "change jobs may add entries and read them; they cannot change or delete any."),
            "sharedLogText");
        addText(tr("From then on, a window that cannot write to it cannot change anything; roles "
                   "that are added later need the same GRANT. Changes that others make with SQL "
                   "leave no entry."),
                "sharedLogLimits");
    }
    const QByteArray statement = state.isThere ? removeSharedLogSql(context->target().schema)
                                               : createSharedLogSql(context->target().schema);
    QPlainTextEdit *sql = makeStatement("sharedLogSql");
    sql->setPlainText(QString::fromUtf8(statement));
    body()->addWidget(sql, 1);
    setConfirmText(state.isThere ? tr("Delete log") : tr("Create table"));
    if (!state.isThere)
        setConfirmRole(ButtonRole::Primary, Keys::None);
    resize(680, state.isThere ? 320 : 560);

    connect(&m_query, &Query::changed, this, &SharedLogDialog::updateObstacle);
    updateObstacle();
    if (m_entries)
        count();
}

SharedLogDialog::~SharedLogDialog() = default;

void SharedLogDialog::count()
{
    m_query.ask(withSession(&readSharedLogState, context()->target().schema),
                [this](const Result<SharedLogState> &answer) {
                    m_isCounted = answer.has_value();
                    m_entries->setText(
                        answer ? tr("The log has %1 entries.", nullptr, pluralOf(answer->entries))
                                     .arg(entriesText(*answer))
                               : errorSentence(answer.error()));
                });
}

void SharedLogDialog::updateObstacle()
{
    if (m_query.isAsking())
        setObstacle(tr("Working…"));
    else if (m_entries && !m_isCounted)
        setObstacle(m_entries->text());
    else if (m_state.isThere && !m_state.mayRemove)
        setObstacle(tr("Only the owner of the table or of the schema may remove it."));
    else if (!m_state.isThere && !m_state.mayCreate)
        setObstacle(tr("This role may not create tables in the schema."));
    else
        setObstacle({});
}

void SharedLogDialog::confirm()
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
        setDone(
            m_state.isThere
                ? tr("The log has been removed.")
                : tr("The log has been created. Open windows use it from their next change on."));
        Q_EMIT logChanged();
    };
    if (m_state.isThere)
        m_query.ask(withSession(&removeSharedLogLogged, log), then);
    else
        m_query.ask(withSession(&runStatementLogged, log, u"create-shared-log"_s,
                                createSharedLogSql(log.schema)),
                    then);
}

} // namespace yardmaster
