#include "ui/kit/changes/addjobdialog.h"

#include "models/console/consolecontext.h"
#include "models/operations/jobaddition.h"
#include "models/payload/payloadreader.h"
#include "models/query/typedtime.h"
#include "models/values/timedisplay.h"
#include "ui/kit/changes/changeform.h"
#include "ui/kit/changes/payloadeditor.h"
#include "ui/kit/copybutton.h"
#include "ui/kit/errorwords.h"
#include "ui/kit/fold.h"
#include "ui/kit/label.h"
#include "ui/kit/tone.h"
#include "worker/db/sqltext.h"
#include "worker/history/payloadkeeping.h"
#include "worker/json/visibletext.h"
#include "worker/queue/namelist.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QJsonDocument>
#include <QJsonObject>
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
    : ConfirmDialog(context, tr("Add a job"), parent)
    , m_query(context->sessions(), SessionPool::Use::Foreground)
    , m_names(context->sessions(), SessionPool::Use::Reading)
    , m_copySql(new CopyButton(tr("Copy SQL"), this))
    , m_asItIs(new QCheckBox(this))
    , m_withoutQueue(new QCheckBox(tr("Add it without a queue"), this))
{
    setNames("addJobDialog", "addJobButton", nullptr, "addProblem");
    m_note = addText({}, "addNote", Tone::Muted);
    m_note->hide();
    QFormLayout *form = addForm();
    body()->setStretchFactor(form, 1);
    buildFields(form);
    m_asItIs->setObjectName("addAsItIs"_L1);
    m_withoutQueue->setObjectName("addWithoutQueue"_L1);
    for (QCheckBox *box : {m_withoutQueue, m_asItIs}) {
        box->hide();
        body()->addWidget(box);
        connect(box, &QCheckBox::toggled, this, &AddJobDialog::updateButtons);
    }
    m_sql = makeStatement("addSql");
    m_sql->setFixedHeight(110);
    auto *sqlBox = new QWidget(this);
    auto *sqlLayout = new QVBoxLayout(sqlBox);
    sqlLayout->setContentsMargins(0, 0, 0, 0);
    sqlLayout->setSpacing(4);
    sqlLayout->addWidget(m_sql);
    sqlLayout->addWidget(m_copySql, 0, Qt::AlignLeft);
    body()->addWidget(new Fold(tr("Show SQL"), sqlBox, this));
    setConfirmText(tr("Add job"));
    setConfirmRole(ButtonRole::Primary, Keys::CtrlEnter);
    resize(640, 620);

    connect(m_payload, &PayloadEditor::edited, this, &AddJobDialog::updateButtons);
    m_payload->setPayload("{}", context->rules());
    loadTasks();
    updateButtons();
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
    connect(field, &QLineEdit::textChanged, this, &AddJobDialog::updateButtons);
    return field;
}

void AddJobDialog::buildFields(QFormLayout *form)
{
    const auto hint = [this, form](const char *name) {
        auto *label = new Label(this);
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
    connect(m_task, &QComboBox::currentTextChanged, this, &AddJobDialog::updateButtons);
    // The list shows what is invisible; the job gets the name itself.
    connect(m_task, &QComboBox::activated, this,
            [this](int index) { m_task->setEditText(m_task->itemData(index).toString()); });
    m_payload = new PayloadEditor(this); // Tab goes in the order in which they are made
    form->addRow(tr("Payload"), m_payload);
    m_queue
        = addLine(form, tr("Queue"), "addQueue", tr("none: runs in parallel with any other job"));
    m_runAt = addLine(form, tr("Run at"), "addRunAt", tr("now"));
    m_runAtHint = hint("addRunAtHint");
    m_priority = addLine(form, tr("Priority"), "addPriority", tr("0; lower runs first"));
    m_maxAttempts = addLine(form, tr("Max attempts"), "addMaxAttempts", tr("25"));
    m_key = addLine(form, tr("Key"), "addKey", tr("none"));
    m_keyMode = new QComboBox(this);
    m_keyMode->setObjectName("addKeyMode"_L1);
    m_keyMode->setAccessibleName(tr("If the key is taken"));
    m_keyMode->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_keyMode->addItem(tr("Replace the waiting job"), int(JobKeyMode::Replace));
    m_keyMode->addItem(tr("Replace it, but keep its time"), int(JobKeyMode::PreserveRunAt));
    m_keyMode->addItem(tr("Add nothing (unsafe_dedupe)"), int(JobKeyMode::UnsafeDedupe));
    form->addRow(tr("If it is taken"), m_keyMode);
    connect(m_keyMode, &QComboBox::currentIndexChanged, this, &AddJobDialog::updateButtons);
    m_keyHint = hint("addKeyHint");
    m_flags = addLine(form, tr("Flags"), "addFlags", tr("none; separate with commas"));
}

void AddJobDialog::loadTasks()
{
    m_names.ask(withSession(&readTaskNames, context()->target().schema),
                [this](const Result<QStringList> &names) {
                    if (!names)
                        return; // only a help
                    const QString typed = m_task->currentText();
                    const QSignalBlocker quiet(m_task);
                    for (const QString &name : *names)
                        m_task->addItem(visibleText(name), name);
                    m_task->setCurrentText(typed);
                });
}

void AddJobDialog::begin(const QString &title, const QString &note)
{
    setWindowTitle(title);
    m_note->setText(note);
    m_note->show();
    setBusy(true);
}

void AddJobDialog::fillFrom(qint64 id)
{
    begin(tr("Duplicate job %1").arg(id), tr("Reading job %1…").arg(id));
    m_query.ask(withSession(&readJobDetails, context()->filterContext(), id),
                [this, id](const Result<std::optional<JobDetails>> &details) {
                    if (details && *details)
                        fill(**details);
                    else
                        m_note->setText(details
                                            ? tr("Job %1 is gone: completed or deleted.").arg(id)
                                            : errorSentence(details.error()));
                    setBusy(false);
                });
}

void AddJobDialog::fill(const JobDetails &details)
{
    const JobRecord &job = details.job;
    m_task->setCurrentText(job.identifier);
    m_payload->setPayload(job.payload, context()->rules());
    m_queue->setText(job.queueName);
    m_priority->setText(QString::number(job.priority));
    m_maxAttempts->setText(QString::number(job.maxAttempts));
    if (job.runAt == Timestamp::max())
        m_runAt->setText(u"never"_s);
    else if (job.runAt > details.now)
        m_runAt->setText(dateTime(job.runAt).toString(u"yyyy-MM-ddTHH:mm:ss.zzz"_s) + u'Z');
    m_flags->setText(QJsonDocument::fromJson(job.flags).object().keys().join(u", "_s));
    m_note->setText(job.key.isEmpty() ? tr("Filled in from job %1.").arg(job.id)
                                      : tr("Filled in from job %1, but without its key: with the "
                                           "key, this would replace that job.")
                                            .arg(job.id));
}

void AddJobDialog::fillFromPast(qint64 id)
{
    begin(tr("Add job %1 again").arg(id), tr("Reading what the history keeps of job %1…").arg(id));
    m_query.ask(withSession(&readPastJobs, context()->target().schema, QList<qint64>{id}),
                [this](const Result<PastJobs> &past) {
                    if (past)
                        fill(*past);
                    else
                        m_pastProblem = errorSentence(past.error());
                    if (!m_pastProblem.isEmpty())
                        m_note->setText(m_pastProblem);
                    setBusy(false);
                });
}

void AddJobDialog::fill(const PastJobs &past)
{
    if (past.jobs.isEmpty()) {
        m_pastProblem = !past.presence.isThere ? tr("No history is recorded here.")
            : !past.presence.mayRead
            ? tr("This role may not read the history.")
            : tr("Part of the history is missing; the Maintenance page says which.");
        return;
    }
    const PastJob &job = past.jobs.first();
    if (job.isThere || !job.isKnown) {
        m_pastProblem = job.obstacle();
        return;
    }
    m_past = job;
    m_task->setCurrentText(job.spec.identifier);
    m_queue->setText(job.spec.queueName.value_or(QString()));
    if (job.spec.priority)
        m_priority->setText(QString::number(*job.spec.priority));
    if (job.spec.maxAttempts)
        m_maxAttempts->setText(QString::number(*job.spec.maxAttempts));
    m_flags->setText(job.spec.flags.join(u", "_s));
    if (job.hasPayload())
        m_payload->setPayload(job.spec.payload, context()->rules());
    QStringList note{tr("Filled in from job %1, but due now and without its key.").arg(job.id)};
    note << job.obstacle() << job.payloadProblem() << job.settingsProblem();
    note.removeAll(QString());
    m_note->setText(note.join(u' '));
    setTone(m_note, note.size() > 1 ? Tone::Trouble : Tone::Muted);
    m_asItIs->setVisible(job.payload != PastJob::Payload::Kept);
    m_asItIs->setText(job.hasPayload() ? tr("Add it with “[redacted]” where values are missing")
                                       : tr("Add it with an empty payload"));
    m_withoutQueue->setVisible(job.isQueueForgotten);
}

bool AddJobDialog::lacksPayload() const
{
    const QByteArray &payload = m_payload->payload();
    return m_past->hasPayload() ? payload.contains(kRedactedJson)
                                : payload.trimmed().isEmpty() || payload.trimmed() == "{}";
}

QString AddJobDialog::pastObstacle() const
{
    if (!m_past)
        return {};
    if (m_past->isQueueForgotten && m_queue->text().trimmed().isEmpty()
        && !m_withoutQueue->isChecked())
        return tr("Enter its queue, or tick the box to add it without one.");
    if (m_past->payload == PastJob::Payload::Kept || m_asItIs->isChecked() || !lacksPayload())
        return {};
    return m_past->hasPayload()
        ? tr("Fill in the values shown as “[redacted]”, or tick the box to add them as they are.")
        : tr("Enter the payload, or tick the box to add an empty one.");
}

Result<JobSpec> AddJobDialog::spec() const
{
    const auto invalid
        = [](const QString &text) { return fail(DbError::Kind::InvalidInput, text); };
    JobSpec spec;
    spec.identifier = m_task->currentText().trimmed();
    if (spec.identifier.isEmpty())
        return invalid(tr("Enter a task."));
    if (const auto &problem = m_payload->problem())
        return invalid(tr("The payload is not JSON: line %1, column %2.")
                           .arg(problem->line)
                           .arg(problem->column));
    if (m_payload->isReading())
        return invalid(tr("The payload is being checked."));
    if (!m_queue->text().trimmed().isEmpty())
        spec.queueName = m_queue->text().trimmed();
    if (!m_runAt->text().trimmed().isEmpty()) {
        spec.runAt
            = parseTypedTime(m_runAt->text(), currentTime(), TimeDisplay::instance().timeZone());
        if (!spec.runAt)
            return invalid(tr("“Run at” is not a valid time."));
    }
    const auto number = [&](const QLineEdit *field, std::optional<int> *value) {
        bool isNumber = true;
        if (!field->text().trimmed().isEmpty())
            *value = field->text().trimmed().toInt(&isNumber);
        return isNumber;
    };
    if (!number(m_priority, &spec.priority))
        return invalid(tr("The priority must be a whole number."));
    if (!number(m_maxAttempts, &spec.maxAttempts))
        return invalid(tr("“Max attempts” must be a whole number."));
    if (!m_key->text().isEmpty())
        spec.jobKey = m_key->text();
    spec.jobKeyMode = JobKeyMode(m_keyMode->currentData().toInt());
    spec.flags = namesIn(m_flags->text());
    return spec.validate().map([&] {
        spec.payload = m_payload->payload(); // is JSON, and would take long to be checked again
        return spec;
    });
}

QString AddJobDialog::obstacle() const
{
    if (!m_flags)
        return u" "_s; // still being built
    if (!m_pastProblem.isEmpty())
        return m_pastProblem;
    const auto made = spec();
    if (!made)
        return made.error().message;
    const QString past = pastObstacle();
    return past.isEmpty() ? ConfirmDialog::obstacle() : past;
}

void AddJobDialog::updateButtons()
{
    ConfirmDialog::updateButtons();
    if (!m_flags)
        return;
    const auto made = spec();
    QString problem = context()->guard()->reason();
    const bool isUntouched = m_task->currentText().trimmed().isEmpty();
    if (problem.isEmpty() && !made && !isUntouched)
        problem = made.error().message;
    if (problem.isEmpty() && made)
        problem = pastObstacle();
    setProblem(problem);
    const bool isLong = made && made->payload.size() > PayloadReader::kMostAtOnce;
    const QString sql
        = made && !isLong ? addJobStatement(context()->target().schema, *made) : QString();
    m_sql->setPlainText(isLong ? tr("The statement is too long to show.") : sql);
    m_copySql->setContent(sql);
    m_copySql->setEnabled(!sql.isEmpty());

    const QString typed = m_runAt->text().trimmed();
    const QTimeZone zone = TimeDisplay::instance().timeZone();
    const auto time = parseTypedTime(typed, currentTime(), zone);
    m_runAtHint->setText(typed.isEmpty() || !time ? timeHelp() : describeMoment(*time));
    const bool hasKey = !m_key->text().isEmpty();
    m_keyMode->setEnabled(hasKey);
    m_keyHint->setVisible(hasKey);
    m_keyHint->setText(JobKeyMode(m_keyMode->currentData().toInt()) == JobKeyMode::UnsafeDedupe
                           ? tr("If a job with this key exists, nothing is added, even if that job "
                                "is running or has failed for good.")
                           : tr("A waiting job with this key is replaced by this one. A running "
                                "job with this key keeps running, without the key."));
}

void AddJobDialog::confirm()
{
    setBusy(true);
    const ConsoleTarget &target = context()->target();
    m_query.ask(withSession(&addAgainByHand, target.schema, *spec(), context()->operationsFolder(),
                            target.connection.describe(), m_past ? m_past->id : qint64(0)),
                [this](const Result<JobRecord> &job) {
                    setBusy(false);
                    if (!job) {
                        setProblem(errorSentence(job.error()));
                        return;
                    }
                    accept();
                    Q_EMIT added(job->id);
                    context()->announceChange();
                });
}

} // namespace yardmaster
