#pragma once

#include <QLabel>

namespace yardmaster {

/// A label of plain text, whatever the text looks like: QLabel by itself would take `<img src=…>`
/// for markup, and read the file. Invisible characters are shown as escapes, very long text is cut.
/// Use it in place of QLabel (the test check_plaintext).
class Label : public QLabel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Label)

public:
    explicit Label(QWidget *parent = nullptr);
    explicit Label(const QString &text, QWidget *parent = nullptr);

    void setText(const QString &text);
    /// As the window is written: a name in Hebrew stays at the left where the window is English,
    /// beside what says that it is a name. QLabel by itself goes by the text.
    void setAlignment(Qt::Alignment alignment);
    /// The same, with places to break words at that are longer than `unbroken` characters, such as
    /// file names and tokens. They are copied with the text.
    void setBreakableText(const QString &text, int unbroken = 40);
    /// Markup of our own, in which foreign text is escaped by markupOf().
    void setMarkup(const QString &html);

protected:
    void changeEvent(QEvent *event) override;

private:
    Qt::Alignment m_alignment;
};

/// Foreign text within markup.
[[nodiscard]] QString markupOf(const QString &text);

} // namespace yardmaster
