#pragma once

#include <QPlainTextEdit>

namespace yardmaster {

class JsonFolding;

/// The field to type a payload into, in colours, with a mark at what is wrong; its objects and
/// arrays can be folded. A text that would make each key slow is not let in. GUI thread.
class PayloadText final : public QPlainTextEdit
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PayloadText)

public:
    explicit PayloadText(QWidget *parent = nullptr);

    /// Whether it is short enough to be laid out between two keys, and so are its lines.
    [[nodiscard]] static bool isTypable(QStringView text);

    /// What is in it, to the letter: toPlainText() would make plain spaces of no-break ones.
    [[nodiscard]] QString rawText() const;
    /// In one step of undo.
    void replaceAll(const QString &text);
    /// @param line, column  from 1; 0: nothing is wrong.
    void mark(int line, int column);
    void goTo(int line, int column);
    [[nodiscard]] JsonFolding *folding() const { return m_folding; }
    /// Leaves room on the left.
    void setGutter(int width) { setViewportMargins(width, 0, 0, 0); }

    // For what is painted beside the lines.
    using QPlainTextEdit::blockBoundingGeometry;
    using QPlainTextEdit::blockBoundingRect;
    using QPlainTextEdit::contentOffset;
    using QPlainTextEdit::firstVisibleBlock;

Q_SIGNALS:
    /// This is what would be in it now; it has been left as it was.
    void tooLong(const QString &text);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void insertFromMimeData(const QMimeData *source) override;
    void changeEvent(QEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    [[nodiscard]] QTextCursor cursorAt(int line, int column) const;
    void paintMark();

    JsonFolding *m_folding = nullptr;
    int m_line = 0; // what is marked
    int m_column = 0;
};

} // namespace yardmaster
