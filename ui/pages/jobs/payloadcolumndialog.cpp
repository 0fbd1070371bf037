#include "ui/pages/jobs/payloadcolumndialog.h"

#include "models/session/delivery.h"
#include "ui/kit/errorwords.h"
#include "ui/kit/flatstyle.h"
#include "ui/kit/tone.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

PayloadColumnDialog::PayloadColumnDialog(std::shared_ptr<JobsReader> reader, qint64 jobId,
                                         RedactionRules rules, QWidget *parent)
    : QDialog(parent)
    , m_reader(std::move(reader))
    , m_jobId(jobId)
    , m_rules(std::move(rules))
    , m_field(new QLineEdit(this))
    , m_problem(new QLabel(this))
    , m_example(new QLabel(this))
{
    setObjectName(u"payloadColumnDialog"_s);
    setWindowTitle(tr("Payload column"));
    setAttribute(Qt::WA_DeleteOnClose);
    m_field->setObjectName(u"payloadColumnPath"_s);
    m_field->setMinimumWidth(320);
    m_field->setMaxLength(1000);
    m_field->setPlaceholderText(u"payload.user.id"_s);
    m_field->setAccessibleName(tr("Path"));
    m_problem->setObjectName(u"payloadColumnProblem"_s);
    m_example->setObjectName(u"payloadColumnExample"_s);
    auto *help = new QLabel(tr("The place in the payload, as in filters: names and numbers of list "
                               "items with dots between them, other names in quotes."),
                            this);
    help->setObjectName(u"payloadColumnHelp"_s);
    for (QLabel *label : {help, m_problem, m_example}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText); // payloads are not ours
    }
    m_field->setAccessibleDescription(help->text());
    setTone(help, Tone::Muted);
    setTone(m_problem, Tone::Trouble);

    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_add = buttons->addButton(tr("Add column"), QDialogButtonBox::AcceptRole);
    m_add->setObjectName(u"payloadColumnAdd"_s);
    m_add->setDefault(true);
    setButtonRole(m_add, ButtonRole::Primary);
    auto *form = new QFormLayout(this);
    form->setContentsMargins(16, 16, 16, 16);
    form->setHorizontalSpacing(12);
    form->setVerticalSpacing(8);
    form->addRow(tr("Path"), m_field);
    form->addRow(QString(), help);
    form->addRow(QString(), m_problem);
    form->addRow(QString(), m_example);
    form->addRow(buttons);

    m_pause.setSingleShot(true);
    m_pause.setInterval(200ms);
    connect(&m_pause, &QTimer::timeout, this, &PayloadColumnDialog::readExample);
    connect(m_field, &QLineEdit::textChanged, this, &PayloadColumnDialog::onEdited);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        const auto path = parsePayloadPath(m_field->text());
        if (!path)
            return;
        Q_EMIT pathChosen(*path);
        accept();
    });
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
    m_add->setEnabled(path.has_value());
    m_example->clear();
    m_pause.stop();
    if (m_read)
        m_read->cancel();
    m_read.reset();
    if (path && m_jobId != 0)
        m_pause.start();
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
        m_example->setText(tr("Job %1 has nothing there.").arg(m_jobId));
    else
        m_example->setText(
            tr("In job %1: %2").arg(QString::number(m_jobId), payloadCellText(cell)));
}

} // namespace yardmaster
