#include "ui/pages/jobs/payloadcolumndialog.h"

#include "models/session/delivery.h"
#include "ui/kit/errorwords.h"
#include "ui/kit/label.h"

#include <QFormLayout>
#include <QLineEdit>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

PayloadColumnDialog::PayloadColumnDialog(std::shared_ptr<JobsReader> reader, qint64 jobId,
                                         RedactionRules rules, QWidget *parent)
    : ConsoleDialog(tr("Payload column"), nullptr, parent)
    , m_reader(std::move(reader))
    , m_jobId(jobId)
    , m_rules(std::move(rules))
    , m_field(new QLineEdit(this))
    , m_problem(addText({}, "payloadColumnProblem", Tone::Trouble))
    , m_example(addText({}, "payloadColumnExample"))
{
    setNames("payloadColumnDialog", "payloadColumnAdd");
    setAttribute(Qt::WA_DeleteOnClose);
    m_field->setObjectName(u"payloadColumnPath"_s);
    m_field->setMinimumWidth(320);
    m_field->setMaxLength(1000);
    m_field->setPlaceholderText(u"payload.user.id"_s);
    m_field->setAccessibleName(tr("Path"));
    Label *help
        = addText(tr("The path in the payload, as in filters: names and array indexes separated by "
                     "dots, with quotes around names that contain other characters."),
                  "payloadColumnHelp", Tone::Muted);
    m_field->setAccessibleDescription(help->text());

    QFormLayout *form = addForm();
    form->addRow(tr("Path"), m_field);
    form->addRow(QString(), help);
    form->addRow(QString(), m_problem);
    form->addRow(QString(), m_example);
    setConfirmText(tr("Add column"));

    m_pause.setSingleShot(true);
    m_pause.setInterval(200ms);
    connect(&m_pause, &QTimer::timeout, this, &PayloadColumnDialog::readExample);
    connect(m_field, &QLineEdit::textChanged, this, &PayloadColumnDialog::onEdited);
    onEdited();
    m_field->setFocus();
}

PayloadColumnDialog::~PayloadColumnDialog()
{
    if (m_read)
        m_read->cancel();
}

void PayloadColumnDialog::onEdited()
{
    const auto path = parsePayloadPath(m_field->text());
    const bool isBegun = !m_field->text().trimmed().isEmpty();
    m_problem->setText(path || !isBegun ? QString() : path.error());
    m_problem->setVisible(!m_problem->text().isEmpty());
    setObstacle(path ? QString() : u" "_s);
    m_example->clear();
    m_pause.stop();
    if (m_read)
        m_read->cancel();
    m_read.reset();
    if (path && m_jobId != 0)
        m_pause.start();
}

void PayloadColumnDialog::confirm()
{
    if (const auto path = parsePayloadPath(m_field->text())) {
        Q_EMIT pathChosen(*path);
        accept();
    }
}

/// As the list will read it.
void PayloadColumnDialog::readExample()
{
    const auto path = parsePayloadPath(m_field->text());
    if (!path)
        return;
    JobQuery query;
    query.payloadPaths = {*path};
    m_read = std::make_shared<ReadControl>();
    deliver(m_reader->refresh(query, {m_jobId}, -1, m_read), this,
            [this, path = *path, read = m_read](const Result<JobRefresh> &answer) {
                if (read == m_read)
                    showExample(path, answer);
            });
}

void PayloadColumnDialog::showExample(const QStringList &path, const Result<JobRefresh> &answer)
{
    m_read.reset();
    if (!answer)
        return m_example->setText(errorSentence(answer.error()));
    const auto job = answer->rows.constFind(m_jobId);
    if (job == answer->rows.cend())
        return m_example->setText(tr("Job %1 has left the queue.").arg(m_jobId));
    PayloadCell cell = job->payload.value(0);
    dressPayloadCell(&cell, path, m_rules);
    if (cell.kind == PayloadCell::Kind::Missing)
        m_example->setText(tr("Job %1 has nothing at this path.").arg(m_jobId));
    else
        m_example->setText(
            tr("In job %1: %2").arg(QString::number(m_jobId), payloadCellText(cell)));
}

} // namespace yardmaster
