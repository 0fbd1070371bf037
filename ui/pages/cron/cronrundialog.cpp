#include "ui/pages/cron/cronrundialog.h"

#include "models/console/consolecontext.h"
#include "models/cron/cronrun.h"
#include "models/operations/jobaddition.h"
#include "models/values/showntext.h"
#include "ui/kit/errorwords.h"
#include "ui/kit/label.h"

#include <QPlainTextEdit>
#include <QPushButton>

namespace yardmaster {

using namespace Qt::StringLiterals;

CronRunDialog::CronRunDialog(ConsoleContext *context, CrontabEntry entry, QWidget *parent)
    : ConfirmDialog(context, tr("Run now"), parent)
    , m_entry(std::move(entry))
    , m_query(context->sessions(), SessionPool::Use::Foreground)
{
    setNames("cronRunDialog", "cronRunAdd", nullptr, "cronRunProblem");
    addHeading(
        tr("One job of “%1” is added now, as cron would add it.").arg(isolated(m_entry.item.task)));
    Label *note = addText(tr("It is due as of the beginning of this minute; its payload gives the "
                             "same time under _cron. The entry's last run does not change: if the "
                             "entry is due in this very minute, cron adds its job too."),
                          nullptr, Tone::Muted);
    if (m_entry.item.options.jobKey)
        note->setText(note->text() + u' '
                      + tr("The entry has a job key: a waiting job with this key is changed "
                           "instead of a second one being added."));
    m_sql = makeStatement("cronRunSql");
    body()->addWidget(m_sql, 1);
    m_sql->setPlainText(addJobStatement(context->target().schema,
                                        cronJobNow(m_entry, QDateTime::currentDateTimeUtc())));
    setConfirmText(tr("Add job"));
    setConfirmRole(ButtonRole::Primary, Keys::Enter);
    confirmButton()->setFocus();
    resize(600, 380);
}

CronRunDialog::~CronRunDialog() = default;

void CronRunDialog::updateButtons()
{
    ConfirmDialog::updateButtons();
    const WriteGuard *guard = context()->guard();
    setProblem(guard->mayWrite() ? m_failure : guard->reason());
}

void CronRunDialog::confirm()
{
    m_failure.clear();
    setBusy(true);
    const JobSpec spec = cronJobNow(m_entry, QDateTime::currentDateTimeUtc());
    const ConsoleTarget &target = context()->target();
    m_sql->setPlainText(addJobStatement(target.schema, spec));
    m_query.ask(withSession(&addByHand, target.schema, spec, context()->operationsFolder(),
                            target.connection.describe()),
                [this](const Result<JobRecord> &answer) { onAnswer(answer); });
}

void CronRunDialog::onAnswer(const Result<JobRecord> &answer)
{
    if (!answer)
        m_failure = errorSentence(answer.error());
    setBusy(false);
    if (!answer)
        return;
    Q_EMIT added(answer->id);
    accept();
}

} // namespace yardmaster
