#include "ui/kit/changes/payloadeditor.h"

#include "models/values/format.h"
#include "ui/kit/label.h"
#include "ui/kit/theme.h"
#include "ui/kit/tone.h"
#include "worker/json/visibletext.h"

#include <QCheckBox>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTextBlock>

namespace yardmaster {

using namespace Qt::StringLiterals;

PayloadEditor::PayloadEditor(QWidget *parent)
    : QWidget(parent)
    , m_edit(new QPlainTextEdit(this))
    , m_status(new Label(this))
    , m_reveal(new QCheckBox(tr("Show hidden values"), this))
    , m_format(new QPushButton(tr("Format"), this))
{
    QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    fixed.setPointSizeF(font().pointSizeF());
    m_edit->setFont(fixed);
    m_edit->setObjectName("payloadText"_L1);
    m_edit->setAccessibleName(tr("Payload, JSON"));
    m_edit->setLineWrapMode(QPlainTextEdit::NoWrap); // wrapping is quadratic on long lines
    m_edit->setTabChangesFocus(true);
    m_edit->setMinimumHeight(120);
    m_status->setObjectName("payloadStatus"_L1);
    m_status->setWordWrap(true);
    m_reveal->setObjectName("revealPayload"_L1);
    m_reveal->setToolTip(tr("What stands there as “[hidden 1]” is kept as it is."));
    m_reveal->hide();
    m_format->setObjectName("formatPayload"_L1);
    m_format->setAutoDefault(false);
    auto *below = new QHBoxLayout;
    below->setSpacing(8);
    below->addWidget(m_status, 1);
    below->addWidget(m_reveal);
    below->addWidget(m_format);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(m_edit, 1);
    layout->addLayout(below);
    setFocusProxy(m_edit);
    connect(m_edit, &QPlainTextEdit::textChanged, this, &PayloadEditor::check);
    connect(m_reveal, &QCheckBox::toggled, this, &PayloadEditor::onReveal);
    connect(m_status, &Label::linkActivated, this, &PayloadEditor::goToProblem);
    connect(m_format, &QPushButton::clicked, this, [this] {
        QTextCursor all(m_edit->document()); // in one step of undo
        all.select(QTextCursor::Document);
        all.insertText(QString::fromUtf8(formattedJson(text())));
    });
    check();
}

void PayloadEditor::setPayload(const QByteArray &json, const RedactionRules &rules)
{
    m_rules = rules;
    m_masked = MaskedPayload(*PayloadDocument::read(json, m_rules));
    m_reveal->setVisible(m_masked.hiddenCount() > 0);
    setText(m_reveal->isChecked() ? json : m_masked.text());
}

QByteArray PayloadEditor::payload() const
{
    return m_reveal->isChecked() ? text() : m_masked.unmasked(text());
}

QByteArray PayloadEditor::shown(const QByteArray &json) const
{
    return m_reveal->isChecked() ? json : PayloadDocument::read(json, m_rules)->redacted();
}

bool PayloadEditor::hides() const
{
    return m_masked.hiddenCount() > 0 && !m_reveal->isChecked();
}

void PayloadEditor::onReveal(bool isRevealed)
{
    const QByteArray edited = isRevealed ? m_masked.unmasked(text()) : text();
    m_masked = MaskedPayload(*PayloadDocument::read(edited, m_rules));
    setText(isRevealed ? edited : m_masked.text());
}

void PayloadEditor::setText(const QByteArray &json)
{
    const QString shown = visibleText(QString::fromUtf8(json)); // its escapes are those of JSON
    m_given = json;
    m_shown = shown.toUtf8();
    m_edit->setPlainText(shown);
}

QByteArray PayloadEditor::text() const
{
    // toPlainText() would make plain spaces of no-break ones.
    QString raw = m_edit->document()->toRawText();
    raw.replace(QChar(0x2029), u'\n').replace(QChar(0x2028), u'\n');
    const QByteArray text = raw.toUtf8();
    return text == m_shown ? m_given : text; // what nobody has edited is as it was
}

void PayloadEditor::check()
{
    const QByteArray now = text();
    m_problem = jsonProblem(now);
    m_format->setEnabled(!m_problem);
    m_status->setToolTip({});
    if (m_problem) {
        m_status->setMarkup(
            tr("<a href=\"there\">Line %1, column %2</a>: %3")
                .arg(m_problem->line)
                .arg(m_problem->column)
                .arg(markupOf(now.trimmed().isEmpty() ? tr("A value is expected, for example {}.")
                                                      : m_problem->message)));
    } else {
        m_status->setText(
            tr("JSON, %1 bytes", nullptr, pluralOf(now.size())).arg(formatNumber(now.size())));
    }
    setTone(m_status, m_problem ? Tone::Trouble : Tone::Muted);
    Q_EMIT edited();
}

void PayloadEditor::goToProblem()
{
    if (!m_problem)
        return;
    const QTextBlock line = m_edit->document()->findBlockByNumber(m_problem->line - 1);
    QTextCursor cursor(line);
    cursor.setPosition(line.position() + std::min(m_problem->column, line.length()) - 1);
    m_edit->setTextCursor(cursor);
    m_edit->setFocus();
}

} // namespace yardmaster
