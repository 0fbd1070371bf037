#include "ui/kit/changes/payloadeditor.h"

#include "models/payload/payloadreader.h"
#include "models/session/delivery.h"
#include "models/values/format.h"
#include "ui/kit/changes/payloadtext.h"
#include "ui/kit/label.h"
#include "ui/kit/textviewer.h"
#include "ui/kit/tone.h"
#include "worker/json/visibletext.h"

#include <yardmaster/json.h>

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QFrame>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPushButton>
#include <QStackedWidget>
#include <QtConcurrentRun>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

QByteArray compactLayout(const QByteArray &text)
{
    return compactJson(QByteArrayView(text));
}

QPushButton *layoutButton(const QString &text, const char *name, const QString &sentence,
                          QWidget *parent)
{
    auto *button = new QPushButton(text, parent);
    button->setObjectName(QLatin1StringView(name));
    button->setToolTip(sentence);
    button->setAutoDefault(false);
    return button;
}

} // namespace

PayloadEditor::PayloadEditor(QWidget *parent)
    : QWidget(parent)
    , m_stack(new QStackedWidget(this))
    , m_edit(new PayloadText(m_stack))
    , m_whole(new TextViewer(m_stack))
    , m_status(new Label(this))
    , m_reveal(new QCheckBox(tr("Show hidden values"), this))
    , m_paste(layoutButton(tr("Paste"), "pastePayload",
                           tr("Replaces the text with that of the clipboard."), this))
    , m_takeBack(layoutButton(tr("Revert"), "takeBackPayload",
                              tr("Restores the text from before it was pasted or formatted."),
                              this))
    , m_format(layoutButton(
          tr("Format"), "formatPayload",
          tr("One value per line. Numbers, escapes and the order of the keys stay as written."),
          this))
    , m_compact(layoutButton(
          tr("Compact"), "compactPayload",
          tr("All on one line. Numbers, escapes and the order of the keys stay as written."), this))
{
    m_edit->setObjectName("payloadText"_L1);
    m_edit->setAccessibleName(tr("Payload, JSON"));
    m_edit->setMinimumHeight(120);
    m_whole->setObjectName("payloadWhole"_L1);
    m_whole->setAccessibleName(tr("Payload, JSON, too long to edit here"));
    m_whole->setFrameShape(QFrame::StyledPanel);
    m_whole->setWrapped(false);
    m_whole->installEventFilter(this);
    m_stack->addWidget(m_edit);
    m_stack->addWidget(m_whole);
    m_status->setObjectName("payloadStatus"_L1);
    m_status->setWordWrap(true);
    m_reveal->setObjectName("revealPayload"_L1);
    m_reveal->setToolTip(tr("Values shown as “[hidden 1]” are kept unchanged."));
    m_reveal->hide();
    m_paste->hide();
    m_takeBack->hide();
    auto *below = new QHBoxLayout;
    below->setSpacing(8);
    below->addWidget(m_status, 1);
    below->addWidget(m_reveal);
    for (QPushButton *button : {m_paste, m_takeBack, m_format, m_compact})
        below->addWidget(button);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(m_stack, 1);
    layout->addLayout(below);
    setFocusProxy(m_edit);
    m_soon.setSingleShot(true);
    m_soon.setInterval(100ms);
    connect(&m_soon, &QTimer::timeout, this, &PayloadEditor::read);
    connect(m_edit, &QPlainTextEdit::textChanged, this, &PayloadEditor::onTextChanged);
    connect(m_edit, &PayloadText::tooLong, this,
            [this](const QString &text) { replaceText(text); });
    connect(m_reveal, &QCheckBox::toggled, this, [this] { load(QByteArray(m_draft.payload)); });
    connect(m_status, &Label::linkActivated, this, &PayloadEditor::goToProblem);
    connect(m_paste, &QPushButton::clicked, this, &PayloadEditor::paste);
    connect(m_takeBack, &QPushButton::clicked, this, &PayloadEditor::takeBack);
    connect(m_format, &QPushButton::clicked, this, [this] { layOut(&formattedJson); });
    connect(m_compact, &QPushButton::clicked, this, [this] { layOut(&compactLayout); });
    onTextChanged();
}

PayloadEditor::Draft PayloadEditor::draftOf(const QByteArray &text, const MaskedPayload &masked,
                                            bool isRevealed, const RedactionRules &rules)
{
    Draft draft;
    draft.problem = jsonProblem(text);
    draft.payload = isRevealed ? text : masked.unmasked(text);
    draft.document = PayloadDocument::read(draft.payload, rules);
    return draft;
}

void PayloadEditor::setPayload(const QByteArray &json, const RedactionRules &rules)
{
    m_rules = rules;
    m_earlier.reset();
    load(json);
}

PayloadEditor::Text PayloadEditor::textOf(const QByteArray &json)
{
    return {json, visibleText(QString::fromUtf8(json))}; // its escapes are those of JSON
}

void PayloadEditor::load(const QByteArray &json)
{
    const auto mask = [json, rules = m_rules, isRevealed = isRevealed()] {
        const MaskedPayload masked(*PayloadDocument::read(json, rules));
        return std::pair(masked, textOf(isRevealed ? json : masked.text()));
    };
    if (json.size() <= PayloadReader::kMostAtOnce) {
        const auto [masked, text] = mask();
        take(masked, text);
        return;
    }
    beginReading(tr("Reading the payload…"));
    deliver(QtConcurrent::run(mask), this,
            [this, epoch = m_epoch](const std::pair<MaskedPayload, Text> &read) {
                if (epoch == m_epoch)
                    take(read.first, read.second);
            });
}

void PayloadEditor::take(const MaskedPayload &masked, const Text &text)
{
    m_masked = masked;
    m_reveal->setVisible(m_masked.hiddenCount() > 0 || m_reveal->isChecked());
    setText(text);
}

bool PayloadEditor::isRevealed() const
{
    return m_reveal->isChecked();
}

bool PayloadEditor::hides() const
{
    return m_masked.hiddenCount() > 0 && !isRevealed();
}

bool PayloadEditor::isWhole() const
{
    return m_stack->currentWidget() == m_whole;
}

void PayloadEditor::setText(const Text &text)
{
    const bool hadFocus = m_stack->isAncestorOf(QApplication::focusWidget());
    m_given = text.json;
    if (PayloadText::isTypable(text.shown)) {
        m_shown = text.shown.toUtf8();
        m_whole->setText({});
        m_stack->setCurrentWidget(m_edit);
        m_edit->setPlainText(text.shown);
    } else {
        m_whole->setVisibleText(text.shown);
        m_stack->setCurrentWidget(m_whole);
        onTextChanged();
    }
    setFocusProxy(m_stack->currentWidget());
    if (hadFocus)
        setFocus();
}

void PayloadEditor::replaceText(const Text &text)
{
    if (!isWhole() && PayloadText::isTypable(text.shown)) {
        m_edit->replaceAll(text.shown);
        return;
    }
    m_earlier = isWhole() ? Text{m_given, m_whole->text()} : textOf(this->text());
    setText(text);
}

void PayloadEditor::replaceText(const QString &word, qsizetype size,
                                const std::function<Text()> &made)
{
    if (size <= PayloadReader::kMostAtOnce) {
        replaceText(made());
        return;
    }
    beginReading(word);
    m_edit->setReadOnly(true); // what is typed now would be in the text to be replaced
    deliver(QtConcurrent::run(made), this, [this, epoch = m_epoch](const Text &text) {
        m_edit->setReadOnly(false);
        if (epoch == m_epoch)
            replaceText(text);
    });
}

void PayloadEditor::replaceText(const QString &pasted)
{
    replaceText(tr("Reading the payload…"), pasted.size(), [pasted] {
        return Text{pasted.toUtf8(), visibleText(pasted)};
    });
}

QByteArray PayloadEditor::text() const
{
    if (isWhole())
        return m_given;
    const QByteArray text = m_edit->rawText().toUtf8();
    return text == m_shown ? m_given : text; // what nobody has edited is as it was
}

void PayloadEditor::layOut(QByteArray (*laidOut)(const QByteArray &))
{
    const QByteArray now = text();
    replaceText(tr("Formatting…"), now.size(), [now, laidOut] { return textOf(laidOut(now)); });
}

void PayloadEditor::paste()
{
    if (const QString pasted = QApplication::clipboard()->text(); !pasted.isEmpty())
        replaceText(pasted);
}

void PayloadEditor::takeBack()
{
    if (m_earlier)
        setText(*std::exchange(m_earlier, std::nullopt));
}

bool PayloadEditor::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_whole && event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (key->matches(QKeySequence::Paste)) {
            paste();
            return true;
        }
        if (key->matches(QKeySequence::Undo)) {
            takeBack();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void PayloadEditor::beginReading(const QString &word)
{
    ++m_epoch;
    m_isReading = true;
    for (QWidget *widget : std::initializer_list<QWidget *>{m_format, m_compact, m_reveal})
        widget->setEnabled(false);
    m_edit->mark(0, 0);
    m_status->setText(word);
    setTone(m_status, Tone::Muted);
    Q_EMIT edited();
}

void PayloadEditor::onTextChanged()
{
    m_paste->setVisible(isWhole());
    m_takeBack->setVisible(m_earlier.has_value());
    const qsizetype size = isWhole() ? m_given.size() : m_edit->document()->characterCount();
    if (size <= PayloadReader::kMostAtOnce) {
        ++m_epoch; // what is being read is no longer there
        m_soon.stop();
        showDraft(draftOf(text(), m_masked, isRevealed(), m_rules));
        return;
    }
    beginReading(tr("Checking…"));
    m_soon.start();
}

void PayloadEditor::read()
{
    deliver(QtConcurrent::run(&PayloadEditor::draftOf, text(), m_masked, isRevealed(), m_rules),
            this, [this, epoch = m_epoch](const Draft &draft) {
                if (epoch == m_epoch)
                    showDraft(draft);
            });
}

void PayloadEditor::showDraft(Draft draft)
{
    m_draft = std::move(draft);
    m_isReading = false;
    m_status->setToolTip({});
    m_reveal->setEnabled(!problem()); // what is hidden has no place in what is not JSON
    for (QPushButton *button : {m_format, m_compact})
        button->setEnabled(!problem());
    if (problem()) {
        const bool isEmpty = m_draft.payload.trimmed().isEmpty();
        m_edit->mark(isEmpty ? 0 : problem()->line, problem()->column);
        m_status->setMarkup(tr("<a href=\"there\">Line %1, column %2</a>: %3")
                                .arg(problem()->line)
                                .arg(problem()->column)
                                .arg(markupOf(isEmpty ? tr("A value is expected, for example {}.")
                                                      : problem()->message)));
    } else {
        m_edit->mark(0, 0);
        const QString size = formatNumber(m_draft.payload.size());
        const QString sentence
            = tr("JSON, %1 bytes", nullptr, pluralOf(m_draft.payload.size())).arg(size);
        m_status->setText(isWhole() ? sentence + u". "_s + tr("It is too long to edit here.")
                                    : sentence);
        if (isWhole())
            m_status->setToolTip(tr("Format it, or copy it into an editor and paste it again."));
    }
    setTone(m_status, problem() ? Tone::Trouble : Tone::Muted);
    Q_EMIT edited();
}

void PayloadEditor::goToProblem()
{
    if (!problem())
        return;
    if (isWhole())
        m_whole->goTo(problem()->line, problem()->column);
    else
        m_edit->goTo(problem()->line, problem()->column);
    setFocus();
}

} // namespace yardmaster
