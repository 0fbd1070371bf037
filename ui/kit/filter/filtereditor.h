#pragma once

#include "models/query/filter.h"

#include <QPlainTextEdit>

namespace yardmaster {

class FilterHighlighter;

/// One line of coloured text. An editor of plain text, not a QLineEdit, because only documents are
/// coloured without disturbing undo, selections and input methods. Line breaks become blanks.
class FilterEditor final : public QPlainTextEdit
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FilterEditor)

public:
    explicit FilterEditor(QWidget *parent = nullptr,
                          FilterLanguage language = FilterLanguage::Jobs);

    [[nodiscard]] QString text() const;
    /// As one step that can be undone; the cursor goes to the end.
    void setText(const QString &text);
    [[nodiscard]] int cursorPosition() const { return textCursor().position(); }
    /// As one step; the cursor goes behind it.
    void replace(TextSpan span, const QString &text);
    /// Is shown while there is no text, cut at the end: a placeholder text would be wrapped.
    void setHint(const QString &hint);
    /// See FilterHighlighter::setTypingAt().
    void setTypingAt(int position);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void changeEvent(QEvent *event) override;
    void inputMethodEvent(QInputMethodEvent *event) override;
    void insertFromMimeData(const QMimeData *source) override;
    void keyPressEvent(QKeyEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;

private:
    void centre();
    void showHint();

    FilterHighlighter *m_highlighter;
    QString m_hint;
};

} // namespace yardmaster
