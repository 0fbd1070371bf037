#include "ui/pages/operations/continuedialog.h"

#include "models/console/consolecontext.h"
#include "models/operations/operationlist.h"
#include "models/values/format.h"
#include "ui/kit/changes/operationwords.h"
#include "ui/kit/environmentstrip.h"
#include "ui/kit/errorwords.h"
#include "ui/kit/flatstyle.h"
#include "ui/kit/tone.h"
#include "ui/kit/typedconfirmation.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace yardmaster {

using namespace Qt::StringLiterals;

ContinueDialog::ContinueDialog(ConsoleContext *context, const OperationSpec &spec, QWidget *parent)
    : QDialog(parent)
    , m_context(context)
    , m_operation(spec.id)
    , m_previewer(context->sessions(), context->operationsFolder())
    , m_left(new QLabel(tr("Looking at what is left…"), this))
    , m_begun(new QLabel(this))
    , m_server(new QLabel(this))
    , m_typed(new TypedConfirmation(this))
    , m_confirm(new QPushButton(tr("Resume"), this))
{
    setWindowTitle(tr("Resume an operation"));
    setObjectName("continueDialog"_L1);
    auto *strip = new EnvironmentStrip(this);
    strip->showTarget(context->target());
    auto *title = new QLabel(operationTitle(spec), this);
    QFont large = font();
    large.setPointSizeF(font().pointSizeF() * 1.35);
    large.setWeight(QFont::DemiBold);
    title->setFont(large);
    m_left->setObjectName("operationRest"_L1);
    m_server->setObjectName("operationServer"_L1);
    for (QLabel *label : {title, m_left, m_begun, m_server}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
    }
    setTone(m_begun, Tone::Muted);
    setTone(m_server, Tone::Caution);
    m_server->hide();
    m_confirm->setObjectName("confirmContinue"_L1);
    setButtonRole(m_confirm,
                  isDestructive(spec.change.kind) ? ButtonRole::Destructive : ButtonRole::Primary);
    auto *cancel = new QPushButton(tr("Cancel"), this);
    cancel->setAutoDefault(false);
    m_confirm->setAutoDefault(false);

    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addStretch(1);
    buttons->addWidget(cancel);
    buttons->addWidget(m_confirm);
    auto *body = new QVBoxLayout;
    body->setContentsMargins(16, 16, 16, 16);
    body->setSpacing(12);
    body->addWidget(title);
    body->addWidget(m_left);
    body->addWidget(m_begun);
    body->addWidget(m_server);
    body->addStretch(1);
    body->addWidget(m_typed);
    body->addLayout(buttons);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(strip);
    layout->addLayout(body);
    setMinimumWidth(520);

    connect(&m_previewer, &Previewer::restFound, this, &ContinueDialog::onRest);
    connect(&m_previewer, &Previewer::failed, this, [this](const DbError &error) {
        m_left->setText(errorSentence(error));
        setTone(m_left, Tone::Trouble);
    });
    connect(m_typed, &TypedConfirmation::edited, this, &ContinueDialog::updateButton);
    connect(context->guard(), &WriteGuard::changed, this, &ContinueDialog::updateButton);
    connect(cancel, &QPushButton::clicked, this, &ContinueDialog::reject);
    connect(m_confirm, &QPushButton::clicked, this, &ContinueDialog::confirm);
    m_previewer.askForRest(m_operation);
    updateButton();
    cancel->setFocus();
}

ContinueDialog::~ContinueDialog() = default;

void ContinueDialog::onRest(const OperationRest &rest)
{
    m_rest = rest;
    const OperationRecord &record = rest.record;
    const QString left = formatNumber(rest.jobs);
    m_left->setText(
        record.spec.change.kind == OperationKind::Undo
            ? tr("%1 jobs are left. Those that have changed since are left alone.").arg(left)
            : tr("%1 of %2 jobs are left. Those that have changed since they were counted are left "
                 "alone.")
                  .arg(left, formatNumber(record.spec.scope.expected)));
    m_begun->setText(tr("Begun %1 by %2 on %3.")
                         .arg(formatInstant(dateTime(record.begunAt)), record.origin.osUser,
                              record.origin.connection));
    if (rest.sameness != Sameness::Same) {
        m_server->setText(rest.sameness == Sameness::Perhaps
                              ? uncertainServerSentence()
                              : tr("It was begun on another server, or in another database or "
                                   "schema: it cannot be resumed here."));
        m_server->show();
    }
    if (rest.sameness == Sameness::Perhaps || m_context->guard()->wantsTypedCount())
        m_typed->askForCount(rest.jobs);
    resize(width(), layout()->totalHeightForWidth(width()));
    updateButton();
}

QString ContinueDialog::obstacle() const
{
    if (!m_context->guard()->mayWrite())
        return m_context->guard()->reason();
    if (!m_rest)
        return tr("What is left is being counted.");
    if (m_rest->sameness == Sameness::Other)
        return m_server->text();
    return m_typed->isGiven() ? QString() : tr("Type the number to confirm.");
}

void ContinueDialog::updateButton()
{
    const QString missing = obstacle();
    m_confirm->setEnabled(missing.isEmpty());
    m_confirm->setToolTip(missing);
}

void ContinueDialog::confirm()
{
    if (!obstacle().isEmpty())
        return;
    const auto server
        = m_rest->sameness == Sameness::Perhaps ? std::optional(m_rest->server) : std::nullopt;
    accept();
    Q_EMIT confirmed(m_operation, server);
}

} // namespace yardmaster
