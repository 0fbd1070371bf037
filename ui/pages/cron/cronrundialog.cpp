#include "ui/pages/cron/cronrundialog.h"

#include "models/console/consolecontext.h"
#include "models/cron/cronrun.h"
#include "models/operations/jobaddition.h"
#include "ui/kit/armdialog.h"
#include "ui/kit/environmentstrip.h"
#include "ui/kit/errorwords.h"
#include "ui/kit/flatstyle.h"
#include "ui/kit/tone.h"

#include <QFontDatabase>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace yardmaster {

using namespace Qt::StringLiterals;

CronRunDialog::CronRunDialog(ConsoleContext *context, CrontabEntry entry, QWidget *parent)
    : QDialog(parent)
    , m_context(context)
    , m_entry(std::move(entry))
    , m_query(context->sessions(), SessionPool::Use::Foreground)
    , m_sql(new QPlainTextEdit(this))
    , m_problem(new QLabel(this))
    , m_arm(new QPushButton(tr("Unlock changes…"), this))
    , m_add(new QPushButton(tr("Add job"), this))
{
    setObjectName("cronRunDialog"_L1);
    setWindowTitle(tr("Run now"));
    auto *strip = new EnvironmentStrip(this);
    strip->showTarget(context->target());
    auto *title = new QLabel(
        tr("One job of “%1” is added now, as cron adds it.").arg(m_entry.item.task), this);
    title->setTextFormat(Qt::PlainText);
    title->setWordWrap(true);
    QFont strong = title->font();
    strong.setWeight(QFont::DemiBold);
    title->setFont(strong);
    auto *note = new QLabel(
        tr("It is due since the beginning of this minute, which is also what its payload says "
           "under _cron. The entry's last run stays as it is: should it be due in this very "
           "minute, cron adds its job too."),
        this);
    if (m_entry.item.options.jobKey)
        note->setText(note->text() + u' '
                      + tr("The entry has a job key: a waiting job with this key is changed "
                           "instead of a second one being added."));
    note->setWordWrap(true);
    QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    fixed.setPointSizeF(font().pointSizeF());
    m_sql->setFont(fixed);
    m_sql->setReadOnly(true);
    m_sql->setTabChangesFocus(true);
    m_sql->setObjectName("cronRunSql"_L1);
    m_sql->setAccessibleName(tr("Statement"));
    m_sql->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_problem->setObjectName("cronRunProblem"_L1);
    m_problem->setWordWrap(true);
    m_problem->setTextFormat(Qt::PlainText);
    m_arm->setObjectName("cronRunArm"_L1);
    m_arm->setAutoDefault(false);
    m_add->setObjectName("cronRunAdd"_L1);
    setButtonRole(m_add, ButtonRole::Primary);
    auto *cancel = new QPushButton(tr("Cancel"), this);
    cancel->setAutoDefault(false);

    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(m_arm);
    buttons->addStretch(1);
    buttons->addWidget(cancel);
    buttons->addWidget(m_add);
    auto *body = new QVBoxLayout;
    body->setContentsMargins(16, 16, 16, 16);
    body->setSpacing(8);
    body->addWidget(title);
    body->addWidget(note);
    body->addWidget(m_sql, 1);
    body->addWidget(m_problem);
    body->addLayout(buttons);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(strip);
    layout->addLayout(body);
    resize(600, 380);
    setTone(note, Tone::Muted);
    setTone(m_problem, Tone::Trouble);

    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_add, &QPushButton::clicked, this, &CronRunDialog::add);
    connect(m_arm, &QPushButton::clicked, this, [this] { ArmDialog::openOver(m_context, this); });
    connect(m_context->guard(), &WriteGuard::changed, this, &CronRunDialog::updateAll);
    m_sql->setPlainText(addJobStatement(m_context->target().schema,
                                        cronJobNow(m_entry, QDateTime::currentDateTimeUtc())));
    m_add->setDefault(true);
    m_add->setFocus();
    updateAll();
}

CronRunDialog::~CronRunDialog() = default;

void CronRunDialog::updateAll()
{
    WriteGuard *guard = m_context->guard();
    m_arm->setVisible(guard->state() == WriteGuard::State::Locked);
    m_add->setEnabled(guard->mayWrite() && !m_isBusy);
    m_add->setToolTip(guard->reason());
    m_problem->setText(guard->mayWrite() ? m_failure : guard->reason());
    m_problem->setVisible(!m_problem->text().isEmpty());
}

void CronRunDialog::add()
{
    if (m_isBusy || !m_context->guard()->mayWrite())
        return;
    m_isBusy = true;
    m_failure.clear();
    updateAll();
    const JobSpec spec = cronJobNow(m_entry, QDateTime::currentDateTimeUtc());
    const ConsoleTarget &target = m_context->target();
    m_sql->setPlainText(addJobStatement(target.schema, spec));
    m_query.ask(withSession(&addByHand, target.schema, spec, m_context->operationsFolder(),
                            target.connection.describe()),
                [this](const Result<JobRecord> &answer) { onAnswer(answer); });
}

void CronRunDialog::onAnswer(const Result<JobRecord> &answer)
{
    m_isBusy = false;
    if (!answer) {
        m_failure = errorSentence(answer.error());
        updateAll();
        return;
    }
    Q_EMIT added(answer->id);
    accept();
}

} // namespace yardmaster
