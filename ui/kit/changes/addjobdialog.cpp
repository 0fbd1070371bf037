#include "ui/kit/changes/addjobdialog.h"

#include "models/console/consolecontext.h"
#include "models/operations/jobaddition.h"
#include "models/query/typedtime.h"
#include "models/values/timedisplay.h"
#include "ui/kit/armdialog.h"
#include "ui/kit/changes/changeform.h"
#include "ui/kit/changes/payloadeditor.h"
#include "ui/kit/copybutton.h"
#include "ui/kit/environmentstrip.h"
#include "ui/kit/errorwords.h"
#include "ui/kit/flatstyle.h"
#include "ui/kit/fold.h"
#include "ui/kit/theme.h"
#include "ui/kit/tone.h"
#include "worker/db/sqltext.h"

#include <QComboBox>
#include <QFormLayout>
#include <QJsonDocument>
#include <QJsonObject>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

Timestamp currentTime()
{
    return std::chrono::floor<std::chrono::microseconds>(std::chrono::system_clock::now());
}

} // namespace

AddJobDialog::AddJobDialog(ConsoleContext *context, QWidget *parent)
    : QDialog(parent)
    , m_context(context)
    , m_query(context->sessions(), SessionPool::Use::Foreground)
    , m_names(context->sessions(), SessionPool::Use::Foreground)
    , m_payload(new PayloadEditor(this))
    , m_sql(new QPlainTextEdit(this))
    , m_copySql(new CopyButton(tr("Copy SQL"), this))
    , m_note(new QLabel(this))
    , m_problem(new QLabel(this))
    , m_arm(new QPushButton(tr("Unlock changes…"), this))
    , m_add(new QPushButton(tr("Add job"), this))
{
    setWindowTitle(tr("Add a job"));
    setObjectName("addJobDialog"_L1);
    auto *strip = new EnvironmentStrip(this);
    strip->showTarget(context->target());
    m_note->setObjectName("addNote"_L1);
    m_note->setWordWrap(true);
    setTone(m_note, Tone::Muted);
    m_note->hide();
    auto *form = new QFormLayout;
    form->setHorizontalSpacing(12);
    form->setVerticalSpacing(8);
    form->setLabelAlignment(Qt::AlignLeft);
    form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    buildFields(form);

    auto *sqlBox = new QWidget(this);
    m_sql->setObjectName("addSql"_L1);
    m_sql->setAccessibleName(tr("SQL"));
    m_sql->setReadOnly(true);
    m_sql->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_sql->setTabChangesFocus(true);
    m_sql->setFont(tabularFont(font()));
    m_sql->setFixedHeight(110);
    m_copySql->setAutoDefault(false);
    auto *sqlLayout = new QVBoxLayout(sqlBox);
    sqlLayout->setContentsMargins(0, 0, 0, 0);
    sqlLayout->setSpacing(4);
    sqlLayout->addWidget(m_sql);
    sqlLayout->addWidget(m_copySql, 0, Qt::AlignLeft);

    m_problem->setObjectName("addProblem"_L1);
    m_problem->setWordWrap(true);
    m_problem->setTextFormat(Qt::PlainText);
    m_arm->setObjectName("armFromDialog"_L1);
    m_add->setObjectName("addJobButton"_L1);
    setButtonRole(m_add, ButtonRole::Primary);
    auto *cancel = new QPushButton(tr("Cancel"), this);
    for (QPushButton *button : {cancel, m_arm, m_add})
        button->setAutoDefault(false);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(m_problem, 1);
    buttons->addWidget(m_arm);
    buttons->addWidget(cancel);
    buttons->addWidget(m_add);
    auto *body = new QVBoxLayout;
    body->setContentsMargins(16, 16, 16, 16);
    body->setSpacing(12);
    body->addWidget(m_note);
    body->addLayout(form, 1);
    body->addWidget(new Fold(tr("Show SQL"), sqlBox, this));
    body->addLayout(buttons);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(strip);
    layout->addLayout(body);
    resize(640, 620);

    connect(m_payload, &PayloadEditor::edited, this, &AddJobDialog::updateAll);
    connect(context->guard(), &WriteGuard::changed, this, &AddJobDialog::updateAll);
    connect(cancel, &QPushButton::clicked, this, &AddJobDialog::reject);
    connect(m_add, &QPushButton::clicked, this, &AddJobDialog::add);
    connect(m_arm, &QPushButton::clicked, this, [this] { ArmDialog::openOver(m_context, this); });
    m_payload->setPayload("{}", m_context->rules());
    loadTasks();
    updateAll();
    m_task->setFocus();
}

AddJobDialog::~AddJobDialog() = default;

QLineEdit *AddJobDialog::addLine(QFormLayout *form, const QString &label, const char *name,
                                 const QString &placeholder)
{
    auto *field = new QLineEdit(this);
    field->setObjectName(QLatin1StringView(name));
    field->setPlaceholderText(placeholder);
    field->setAccessibleName(label);
    form->addRow(label, field);
    connect(field, &QLineEdit::textChanged, this, &AddJobDialog::updateAll);
    return field;
}

void AddJobDialog::buildFields(QFormLayout *form)
{
    const auto hint = [this, form](const char *name) {
        auto *label = new QLabel(this);
        label->setObjectName(QLatin1StringView(name));
        label->setWordWrap(true);
        setTone(label, Tone::Muted);
        label->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Minimum);
        form->addRow(QString(), label);
        return label;
    };
    m_task = new QComboBox(this);
    m_task->setObjectName("addTask"_L1);
    m_task->setAccessibleName(tr("Task"));
    m_task->setEditable(true);
    m_task->setInsertPolicy(QComboBox::NoInsert);
    m_task->lineEdit()->setPlaceholderText(tr("send_email"));
    m_task->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    form->addRow(tr("Task"), m_task);
    connect(m_task, &QComboBox::currentTextChanged, this, &AddJobDialog::updateAll);
    form->addRow(tr("Payload"), m_payload);
    m_queue = addLine(form, tr("Queue"), "addQueue", tr("none: it may run beside any other"));
    m_runAt = addLine(form, tr("Run at"), "addRunAt", tr("now"));
    m_runAtHint = hint("addRunAtHint");
    m_priority = addLine(form, tr("Priority"), "addPriority", tr("0; lower runs first"));
    m_maxAttempts = addLine(form, tr("Attempts at most"), "addMaxAttempts", tr("25"));
    m_key = addLine(form, tr("Key"), "addKey", tr("none"));
    m_keyMode = new QComboBox(this);
    m_keyMode->setObjectName("addKeyMode"_L1);
    m_keyMode->setAccessibleName(tr("If the key is taken"));
    m_keyMode->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_keyMode->addItem(tr("Replace the waiting job"), int(JobKeyMode::Replace));
    m_keyMode->addItem(tr("Replace it, but keep its time"), int(JobKeyMode::PreserveRunAt));
    m_keyMode->addItem(tr("Add nothing (unsafe_dedupe)"), int(JobKeyMode::UnsafeDedupe));
    form->addRow(tr("If it is taken"), m_keyMode);
    connect(m_keyMode, &QComboBox::currentIndexChanged, this, &AddJobDialog::updateAll);
    m_keyHint = hint("addKeyHint");
    m_flags = addLine(form, tr("Flags"), "addFlags", tr("none; several with commas"));
}

void AddJobDialog::loadTasks()
{
    m_names.ask(withSession(&readTaskNames, m_context->target().schema),
                [this](const Result<QStringList> &names) {
                    if (!names)
                        return; // only a help
                    const QString typed = m_task->currentText();
                    const QSignalBlocker quiet(m_task);
                    m_task->addItems(*names);
                    m_task->setCurrentText(typed);
                });
}

void AddJobDialog::fillFrom(qint64 id)
{
    setWindowTitle(tr("Duplicate job %1").arg(id));
    m_isBusy = true;
    m_note->setText(tr("Reading job %1…").arg(id));
    m_note->show();
    updateAll();
    m_query.ask(withSession(&readJobDetails, m_context->filterContext(), id),
                [this, id](const Result<std::optional<JobDetails>> &details) {
                    m_isBusy = false;
                    if (!details)
                        setProblem(errorSentence(details.error()));
                    if (details && *details)
                        fill(**details);
                    else
                        m_note->setText(tr("Job %1 is gone: completed or deleted.").arg(id));
                    updateAll();
                });
}

void AddJobDialog::fill(const JobDetails &details)
{
    const JobRecord &job = details.job;
    m_task->setCurrentText(job.identifier);
    m_payload->setPayload(job.payload, m_context->rules());
    m_queue->setText(job.queueName);
    m_priority->setText(QString::number(job.priority));
    m_maxAttempts->setText(QString::number(job.maxAttempts));
    if (job.runAt == Timestamp::max())
        m_runAt->setText(u"never"_s);
    else if (job.runAt > details.now)
        m_runAt->setText(dateTime(job.runAt).toString(u"yyyy-MM-ddTHH:mm:ss.zzz"_s) + u'Z');
    m_flags->setText(QJsonDocument::fromJson(job.flags).object().keys().join(u", "_s));
    m_note->setText(job.key.isEmpty()
                        ? tr("Filled in like job %1.").arg(job.id)
                        : tr("Filled in like job %1, but without its key: with it, this would "
                             "replace that job.")
                              .arg(job.id));
}

Result<JobSpec> AddJobDialog::spec() const
{
    const auto invalid
        = [](const QString &text) { return fail(DbError::Kind::InvalidInput, text); };
    JobSpec spec;
    spec.identifier = m_task->currentText().trimmed();
    if (spec.identifier.isEmpty())
        return invalid(tr("Say which task."));
    if (const auto &problem = m_payload->problem())
        return invalid(tr("The payload is not JSON: line %1, column %2.")
                           .arg(problem->line)
                           .arg(problem->column));
    spec.payload = m_payload->payload();
    if (!m_queue->text().trimmed().isEmpty())
        spec.queueName = m_queue->text().trimmed();
    if (!m_runAt->text().trimmed().isEmpty()) {
        spec.runAt
            = parseTypedTime(m_runAt->text(), currentTime(), TimeDisplay::instance().timeZone());
        if (!spec.runAt)
            return invalid(tr("“Run at” is not a time."));
    }
    const auto number = [&](const QLineEdit *field, std::optional<int> *value) {
        bool isNumber = true;
        if (!field->text().trimmed().isEmpty())
            *value = field->text().trimmed().toInt(&isNumber);
        return isNumber;
    };
    if (!number(m_priority, &spec.priority))
        return invalid(tr("The priority is a whole number."));
    if (!number(m_maxAttempts, &spec.maxAttempts))
        return invalid(tr("The attempts are a whole number."));
    if (!m_key->text().isEmpty())
        spec.jobKey = m_key->text();
    spec.jobKeyMode = JobKeyMode(m_keyMode->currentData().toInt());
    const QStringList flags = m_flags->text().split(u',', Qt::SkipEmptyParts);
    for (const QString &flag : flags) {
        if (!flag.trimmed().isEmpty())
            spec.flags << flag.trimmed();
    }
    return spec.validate().map([&] { return spec; });
}

void AddJobDialog::setProblem(const QString &text)
{
    m_problem->setText(text);
    setTone(m_problem, Tone::Trouble);
}

void AddJobDialog::updateAll()
{
    if (!m_flags)
        return; // still being built
    const auto made = spec();
    const WriteGuard *guard = m_context->guard();
    QString problem = guard->reason();
    const bool isUntouched = m_task->currentText().trimmed().isEmpty();
    if (problem.isEmpty() && !made && !isUntouched)
        problem = made.error().message;
    setProblem(problem);
    m_arm->setVisible(guard->state() == WriteGuard::State::Locked);
    m_add->setEnabled(made && guard->mayWrite() && !m_isBusy);
    m_add->setToolTip(made ? QString() : made.error().message);
    const QString sql = made ? addJobStatement(m_context->target().schema, *made) : QString();
    m_sql->setPlainText(sql);
    m_copySql->setContent(sql);
    m_copySql->setEnabled(!sql.isEmpty());

    const QString typed = m_runAt->text().trimmed();
    const QTimeZone zone = TimeDisplay::instance().timeZone();
    const auto time = parseTypedTime(typed, currentTime(), zone);
    m_runAtHint->setText(typed.isEmpty() || !time ? timeHelp() : describeMoment(*time));
    const bool hasKey = !m_key->text().isEmpty();
    m_keyMode->setEnabled(hasKey);
    m_keyHint->setVisible(hasKey);
    m_keyHint->setText(
        JobKeyMode(m_keyMode->currentData().toInt()) == JobKeyMode::UnsafeDedupe
            ? tr("If a job has this key, nothing is added, even if it runs already or has failed "
                 "for good.")
            : tr("If a waiting job has this key, it becomes this one. One that runs keeps "
                 "running, without its key."));
}

void AddJobDialog::add()
{
    const auto made = spec();
    if (!made || !m_context->guard()->mayWrite() || m_isBusy)
        return;
    m_isBusy = true;
    updateAll();
    const ConsoleTarget &target = m_context->target();
    m_query.ask(withSession(&addByHand, target.schema, *made, m_context->operationsFolder(),
                            target.connection.describe()),
                [this](const Result<JobRecord> &job) {
                    m_isBusy = false;
                    updateAll();
                    if (!job) {
                        setProblem(errorSentence(job.error()));
                        return;
                    }
                    accept();
                    Q_EMIT added(job->id);
                    m_context->announceChange();
                });
}

void AddJobDialog::keyPressEvent(QKeyEvent *event)
{
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isEnter && event->modifiers().testFlag(Qt::ControlModifier)) {
        event->accept();
        add();
        return;
    }
    if (!isEnter) // Enter in a field does nothing: the payload is often still to come
        QDialog::keyPressEvent(event);
}

} // namespace yardmaster
