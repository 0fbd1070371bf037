#pragma once

#include "models/operations/jsontext.h"
#include "models/payload/maskedpayload.h"

#include <QTimer>
#include <QWidget>

#include <functional>
#include <optional>

class QCheckBox;
class QPushButton;
class QStackedWidget;

namespace yardmaster {

class Label;
class PayloadText;
class TextViewer;

/// Edits JSON as text: says where it is wrong, lays it out on demand, and changes nothing on its
/// own. What the rules hide stands there as "[hidden 1]" until somebody asks to see it, and comes
/// back in its place.
///
///   Typed ──paste, Format, Compact: too long for a text field──> Whole ──the same: short──> Typed
///
/// In Whole the text can be read, copied, laid out and replaced, but not typed into. Longer texts
/// are read in the background: until that is done, problem() and payload() are of what was before.
/// GUI thread.
class PayloadEditor final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PayloadEditor)

public:
    explicit PayloadEditor(QWidget *parent = nullptr);

    void setPayload(const QByteArray &json, const RedactionRules &rules);
    /// To the letter, with what is hidden. (Line and paragraph separators within strings are
    /// escaped: no text field keeps them.)
    [[nodiscard]] const QByteArray &payload() const { return m_draft.payload; }
    /// The same, taken apart; null before there is any.
    [[nodiscard]] const PayloadDocumentPtr &document() const { return m_draft.document; }
    [[nodiscard]] const std::optional<JsonProblem> &problem() const { return m_draft.problem; }
    [[nodiscard]] bool isReading() const { return m_isReading; }
    [[nodiscard]] bool isRevealed() const;
    [[nodiscard]] bool hides() const;

    bool eventFilter(QObject *watched, QEvent *event) override;

Q_SIGNALS:
    /// It is another text, or it has been read.
    void edited();

private:
    /// JSON, and what it looks like.
    struct Text
    {
        QByteArray json;
        QString shown;
    };
    [[nodiscard]] static Text textOf(const QByteArray &json);
    /// What a text comes to.
    struct Draft
    {
        QByteArray payload;
        PayloadDocumentPtr document;
        std::optional<JsonProblem> problem;
    };
    [[nodiscard]] static Draft draftOf(const QByteArray &text, const MaskedPayload &masked,
                                       bool isRevealed, const RedactionRules &rules);

    void load(const QByteArray &json);
    void take(const MaskedPayload &masked, const Text &text);
    void setText(const Text &text);
    /// Puts another text in its place, which can be taken back.
    void replaceText(const Text &text);
    /// The same with a text made in the background, under this word, if it is made of a long one.
    void replaceText(const QString &word, qsizetype size, const std::function<Text()> &made);
    void replaceText(const QString &pasted);
    [[nodiscard]] QByteArray text() const;
    [[nodiscard]] bool isWhole() const;
    void layOut(QByteArray (*laidOut)(const QByteArray &));
    void paste();
    void takeBack();
    void beginReading(const QString &word);
    void onTextChanged();
    void read();
    void showDraft(Draft draft);
    void goToProblem();

    QByteArray m_given; // of setText(),
    QByteArray m_shown; // and what it looks like in the text field
    std::optional<Text> m_earlier;
    QStackedWidget *m_stack;
    PayloadText *m_edit;
    TextViewer *m_whole;
    Label *m_status;
    QCheckBox *m_reveal; // there is something hidden, if it is visible
    QPushButton *m_paste;
    QPushButton *m_takeBack;
    QPushButton *m_format;
    QPushButton *m_compact;
    RedactionRules m_rules;
    MaskedPayload m_masked;
    Draft m_draft;
    bool m_isReading = false;
    quint64 m_epoch = 0; // of the text
    QTimer m_soon;       // a long text is read once for several keys
};

} // namespace yardmaster
