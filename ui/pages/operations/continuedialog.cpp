#include "ui/pages/operations/continuedialog.h"

#include "models/console/consolecontext.h"
#include "models/operations/operationlist.h"
#include "models/values/format.h"
#include "ui/kit/changes/operationwords.h"
#include "ui/kit/errorwords.h"
#include "ui/kit/label.h"
#include "ui/kit/typedconfirmation.h"

#include <QVBoxLayout>

namespace yardmaster {

using namespace Qt::StringLiterals;

ContinueDialog::ContinueDialog(ConsoleContext *context, const OperationSpec &spec, QWidget *parent)
    : ConfirmDialog(context, tr("Resume an operation"), parent)
    , m_operation(spec.id)
    , m_previewer(context->sessions(), context->operationsFolder())
{
    setNames("continueDialog", "confirmContinue");
    addHeading(operationTitle(spec));
    m_left = addText(tr("Counting what is left…"), "operationRest");
    m_begun = addText({}, nullptr, Tone::Muted);
    m_server = addText({}, "operationServer", Tone::Caution);
    m_server->hide();
    body()->addStretch(1);
    setConfirmText(tr("Resume"));
    setConfirmRole(isDestructive(spec.change.kind) ? ButtonRole::Destructive : ButtonRole::Primary,
                   Keys::None);
    setMinimumWidth(520);

    connect(&m_previewer, &Previewer::restFound, this, &ContinueDialog::onRest);
    connect(&m_previewer, &Previewer::failed, this, [this](const DbError &error) {
        m_left->setText(errorSentence(error));
        setTone(m_left, Tone::Trouble);
    });
    m_previewer.askForRest(m_operation);
}

ContinueDialog::~ContinueDialog() = default;

void ContinueDialog::onRest(const OperationRest &rest)
{
    m_rest = rest;
    const OperationRecord &record = rest.record;
    const QString left = formatNumber(rest.jobs);
    m_left->setText(
        record.spec.change.kind == OperationKind::Undo
            ? tr("%1 jobs are left. Those that have changed since are skipped.", nullptr,
                 pluralOf(rest.jobs))
                  .arg(left)
            : tr("%1 of %2 jobs are left. Those that have changed since they were counted are "
                 "skipped.",
                 nullptr, pluralOf(rest.jobs))
                  .arg(left, formatNumber(record.spec.scope.expected)));
    m_begun->setText(tr("Started %1 by %2 on %3.")
                         .arg(formatInstant(dateTime(record.begunAt)), record.origin.osUser,
                              record.origin.connection));
    if (rest.match != ServerMatch::Same) {
        m_server->setText(rest.match == ServerMatch::Perhaps
                              ? uncertainServerSentence()
                              : tr("It was started on another server, or in another database or "
                                   "schema: it cannot be resumed here."));
        m_server->show();
    }
    if (rest.match == ServerMatch::Perhaps || context()->guard()->wantsTypedCount())
        typed()->askForCount(rest.jobs);
    updateButtons();
}

QString ContinueDialog::obstacle() const
{
    if (!context()->guard()->mayWrite())
        return context()->guard()->reason();
    if (!m_rest)
        return tr("What is left is being counted.");
    if (m_rest->match == ServerMatch::Other)
        return m_server->text();
    return ConfirmDialog::obstacle();
}

void ContinueDialog::confirm()
{
    const auto server
        = m_rest->match == ServerMatch::Perhaps ? std::optional(m_rest->server) : std::nullopt;
    accept();
    Q_EMIT confirmed(m_operation, server);
}

} // namespace yardmaster
