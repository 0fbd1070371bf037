#pragma once

#include "models/operations/jsontext.h"
#include "models/payload/maskedpayload.h"

#include <QWidget>

class QCheckBox;
class QPlainTextEdit;
class QPushButton;

namespace yardmaster {

class Label;

/// Edits JSON as text: says at once where it is wrong, lays it out on demand, and changes nothing
/// on its own. What the rules hide stands there as "[hidden 1]" until somebody asks to see it, and
/// comes back in its place. GUI thread.
class PayloadEditor final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PayloadEditor)

public:
    explicit PayloadEditor(QWidget *parent = nullptr);

    void setPayload(const QByteArray &json, const RedactionRules &rules);
    /// To the letter, with what is hidden. (Line and paragraph separators within strings are
    /// escaped: no text field keeps them.)
    [[nodiscard]] QByteArray payload() const;
    /// `json` as it may be shown beside it now.
    [[nodiscard]] QByteArray shown(const QByteArray &json) const;
    [[nodiscard]] bool hides() const;
    [[nodiscard]] const std::optional<JsonProblem> &problem() const { return m_problem; }

Q_SIGNALS:
    void edited();

private:
    void setText(const QByteArray &json);
    [[nodiscard]] QByteArray text() const;
    void onReveal(bool isRevealed);
    void check();
    void goToProblem();

    QByteArray m_given; // of setText(),
    QByteArray m_shown; // and what it looks like
    QPlainTextEdit *m_edit;
    Label *m_status;
    QCheckBox *m_reveal; // there is something hidden, if it is visible
    QPushButton *m_format;
    RedactionRules m_rules;
    MaskedPayload m_masked;
    std::optional<JsonProblem> m_problem;
};

} // namespace yardmaster
