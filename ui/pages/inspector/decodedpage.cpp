#include "ui/pages/inspector/decodedpage.h"

#include "models/query/filteredit.h"
#include "models/values/format.h"
#include "ui/kit/elidedlabel.h"
#include "ui/kit/label.h"
#include "ui/kit/textviewer.h"
#include "ui/kit/theme.h"
#include "ui/kit/tone.h"

#include <QPushButton>
#include <QVBoxLayout>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// The value at a place; kNone if there is none.
JsonTree::Node nodeAt(const JsonTree &tree, const QStringList &place)
{
    JsonTree::Node node = tree.root();
    for (const QString &name : place) {
        JsonTree::Node next = JsonTree::kNone;
        for (int row = 0; row < tree.childCount(node); ++row) {
            if (tree.name(tree.child(node, row)) == name)
                next = tree.child(node, row); // the last of several, as PostgreSQL has it
        }
        if (next == JsonTree::kNone)
            return next;
        node = next;
    }
    return node;
}

} // namespace

DecodedPage::DecodedPage(QWidget *parent)
    : QWidget(parent)
    , m_decoder(this)
    , m_command(new ElidedLabel(Qt::ElideRight, this))
    , m_again(new QPushButton(tr("Decode again"), this))
    , m_rules(new QPushButton(tr("Change rules…"), this))
    , m_state(new Label(this))
    , m_text(new TextViewer(this))
{
    setObjectName("decodedPage"_L1);
    m_command->setObjectName("decodedCommand"_L1);
    m_command->setFont(tabularFont(font()));
    m_again->setObjectName("decodedAgain"_L1);
    m_rules->setObjectName("decodedRules"_L1);
    m_state->setObjectName("decodedState"_L1);
    m_state->setWordWrap(true);
    m_state->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_text->setObjectName("decodedText"_L1);
    m_text->setAccessibleName(tr("Decoded payload"));
    m_text->setWrapped(true);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    auto *top = new QHBoxLayout;
    top->setContentsMargins(12, 8, 8, 0);
    top->setSpacing(8);
    top->addWidget(m_command, 1);
    top->addWidget(m_again);
    top->addWidget(m_rules);
    auto *state = new QHBoxLayout;
    state->setContentsMargins(12, 0, 12, 0);
    state->addWidget(m_state, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addLayout(top);
    layout->addLayout(state);
    layout->addWidget(m_text, 1);
    connect(&m_decoder, &PayloadDecoder::finished, this, &DecodedPage::onDecoded);
    connect(m_again, &QPushButton::clicked, this, &DecodedPage::decode);
    connect(m_rules, &QPushButton::clicked, this, &DecodedPage::rulesRequested);
    setTone(m_command, Tone::Muted);
}

void DecodedPage::setPayload(qint64 jobId, const QString &task, const DecoderRule &rule,
                             const PayloadDocumentPtr &document, bool isRevealed)
{
    if (m_jobId == jobId && m_task == task && m_rule == rule && m_document == document
        && m_isRevealed == isRevealed)
        return;
    clear();
    m_jobId = jobId;
    m_task = task;
    m_rule = rule;
    m_document = document;
    m_isRevealed = isRevealed;
    m_isDue = true;
    m_command->setText(rule.command);
    if (isVisible())
        decode();
}

void DecodedPage::clear()
{
    m_decoder.cancel();
    m_jobId = 0;
    m_document.reset();
    m_isDue = false;
    m_command->clear();
    m_text->setText({});
    tell({}, false);
}

tl::expected<QByteArray, QString> DecodedPage::input() const
{
    if (m_document->text().size() > kMostInput)
        return tl::make_unexpected(tr("The payload is too long for a decoder: over %1 MiB.")
                                       .arg(formatNumber(kMostInput >> 20)));
    if (m_rule.place.isEmpty())
        return m_isRevealed ? m_document->text() : m_document->redacted();
    const JsonTree *tree = m_document->tree();
    const QString place = payloadPathText(m_rule.place);
    const JsonTree::Node node = tree ? nodeAt(*tree, m_rule.place) : JsonTree::kNone;
    if (node == JsonTree::kNone)
        return tl::make_unexpected(tr("This payload has nothing at %1.").arg(place));
    if (!m_isRevealed && (m_document->isHidden(node) || m_document->hidesInside(node)))
        return tl::make_unexpected(
            tr("The value at %1 is hidden. Reveal it on the Payload page first.").arg(place));
    return tree->plain(node).toUtf8();
}

void DecodedPage::decode()
{
    if (m_jobId == 0 || !m_document)
        return; // it comes
    m_isDue = false;
    m_decoder.cancel();
    m_text->setText({});
    const auto given = input();
    m_again->setEnabled(given.has_value());
    if (!given) {
        tell(given.error(), true);
        return;
    }
    tell(tr("Running…"), false);
    m_decoder.start(m_rule, *given, m_jobId, m_task);
}

void DecodedPage::onDecoded(const DecodedPayload &decoded)
{
    using End = DecodedPayload::End;
    m_text->setText(QString::fromUtf8(decoded.output));
    QString sentence;
    switch (decoded.end) {
    case End::Exited:
        sentence = decoded.exitCode == 0
            ? tr("Decoded in %1.").arg(formatDuration(decoded.took))
            : tr("The command ended with exit code %1.").arg(decoded.exitCode);
        break;
    case End::Crashed:
        sentence = tr("The command crashed.");
        break;
    case End::TimedOut:
        sentence = tr("The command took longer than %1 and was stopped.")
                       .arg(formatDuration(m_decoder.timeout()));
        break;
    case End::TooLong:
        sentence = tr("The command wrote more than %1 KiB and was stopped. This is the beginning "
                      "of its output.")
                       .arg(formatNumber(DecodedPayload::mostOutput() >> 10));
        break;
    case End::NotStarted:
        sentence = tr("The command did not start.");
        break;
    }
    if (!decoded.error.isEmpty())
        sentence += u'\n' + decoded.error;
    tell(sentence, !decoded.isGood());
}

void DecodedPage::tell(const QString &sentence, bool isTrouble)
{
    m_state->setText(sentence);
    m_state->setVisible(!sentence.isEmpty());
    setTone(m_state, isTrouble ? Tone::Trouble : Tone::Muted);
}

void DecodedPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (m_isDue)
        decode();
}

void DecodedPage::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    if (!m_decoder.isRunning())
        return;
    m_decoder.cancel(); // hidden
    m_isDue = true;
    tell({}, false);
}

} // namespace yardmaster
